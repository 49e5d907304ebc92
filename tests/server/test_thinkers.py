"""The processes in which bots think: once the server lets them go, none comes back."""

from __future__ import annotations

import asyncio

import pytest

from forvm.server.messages.http import NewGame, NewSeat
from forvm.server.setups import setup_of
from forvm.server.thinking.errands import Answer, Errand
from forvm.server.thinking.thinkers import Thinker

SETUP = setup_of(NewGame([NewSeat(name) for name in ("Gaius", "Livia", "Marcus")]), "game")
MANY = 20


def errand(number: int) -> Errand:
    return Errand(number, "chances", "game", SETUP, [], 0, "")


async def ask_many_and_stop(answered: int) -> tuple[list[Answer], Thinker]:
    """Hand over many errands at once, and let the process go when some of them have been answered."""
    thinker = Thinker()
    asked = [asyncio.create_task(thinker.ask(errand(number))) for number in range(MANY)]
    await asyncio.gather(*asked[:answered])
    await asyncio.sleep(0)  # whoever comes next has begun
    await thinker.stop()
    return await asyncio.gather(*asked), thinker


@pytest.mark.parametrize("answered", [0, 1, 5])
def test_who_waits_in_line_is_told_and_no_process_is_started_again(answered):
    async def run() -> None:
        async with asyncio.timeout(60):
            answers, thinker = await ask_many_and_stop(answered)
        known = [len(answer.chances) for answer in answers if not answer.problem]
        assert len(known) in (answered, answered + 1), "the next may have been answered before it was let go"
        assert set(known) <= {3}
        assert {answer.problem for answer in answers[len(known) :]} == {"The bot stopped thinking."}
        assert thinker.is_gone
        assert (await thinker.ask(errand(MANY))).problem
        assert thinker.is_gone

    asyncio.run(run())


def test_a_process_that_dies_is_started_again():
    async def run() -> None:
        thinker = Thinker()
        assert not (await thinker.ask(errand(1))).problem
        assert thinker._process is not None
        thinker._process.kill()
        assert (await thinker.ask(errand(2))).problem
        assert not (await thinker.ask(errand(3))).problem
        await thinker.stop()

    asyncio.run(run())
