"""The front of the reader processes: results are kept by digest, so that the same text is not read again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from forvm.server.common.server_errors import ServerError
from forvm.server.games import log_entries
from forvm.server.games.game_setup import CheckedRules
from forvm.server.games.replays import PlayedGame, PlayedHere
from forvm.server.protocol.lab_messages import LabWanted
from forvm.server.workers.uploads.reader_pool import ReaderPool
from forvm.server.workers.uploads.reader_protocol import (
    CheckExperiment,
    ListQuestions,
    ReadRules,
    Request,
    Tell,
    TellBoard,
    TellDice,
    TellFrames,
    TellRecord,
    TellReplay,
    TellRulebook,
    UploadedRecord,
    WriteStudy,
)

READERS = 2
# Seconds of processor time. House rules take a few hundredths; a record of 6,700 moves, ten times a usual one, takes 7.
FOR_RULES = 3
FOR_GAMES = 12
FOR_LAB = 6
KEPT = 32_000_000  # bytes of results
LARGEST_KEPT = KEPT // 8
OF_THE_STORE = ""  # the address in whose name the server reads its own store

What = TellReplay | TellFrames | TellDice | TellBoard | TellRulebook | TellRecord
WithRules = TypeVar("WithRules", bound=Struct)  # a setup or plan, with `house_rules` and `checked_rules`


class Uploads:
    """Reads what strangers bring."""

    def __init__(self) -> None:
        self._games = ReaderPool(READERS, "games")
        self._lab = ReaderPool(1, "lab")
        self._results = KeptResults(KEPT)

    @property
    def asked(self) -> int:
        """How often a process was asked; what was kept is not counted."""
        return self._games.asked + self._lab.asked

    async def close(self) -> None:
        """End the processes."""
        await self._games.close()
        await self._lab.close()

    # House rules.

    async def rules(self, text: str, address: str) -> CheckedRules:
        """The house rules of a file that somebody at an address brings."""
        return await self._rules(ReadRules(text), address)

    async def with_rules_read(self, stored: WithRules) -> WithRules:
        """A setup or plan of the store without the text of a file, which older versions kept there."""
        text: str | None = getattr(stored, "house_rules")  # noqa: B009
        if text is None:
            return stored
        checked = await self._rules(ReadRules(text, stored=True), OF_THE_STORE)
        return replace(stored, house_rules=None, checked_rules=checked)

    async def _rules(self, request: ReadRules, address: str) -> CheckedRules:
        return msgspec.json.decode(await self._ask(self._games, request, address, FOR_RULES), type=CheckedRules)

    # Games to look through.

    async def tell_record(self, record: str, what: What, address: str) -> bytes:
        """Tell something of an uploaded record."""
        return await self._ask(self._games, Tell(UploadedRecord(record), what), address, FOR_GAMES)

    async def tell_table(self, table: PlayedGame, seats: tuple[int, ...] | None, what: What, address: str) -> bytes:
        """Tell somebody in these seats (None: everyone sits at one screen) something of a game played here."""
        # Dice are not for a reader's eyes unless it is to tell of them.
        setup = table.setup if isinstance(what, TellDice | TellRecord) else replace(table.setup, dice=None, seed=None)
        played = PlayedHere(table.id, table.created, setup, [log_entries.stored(done) for done in table.done], seats)
        return await self._ask(self._games, Tell(played, what), address, FOR_GAMES)

    # The laboratory.

    async def check_experiment(self, wanted: LabWanted, most_games: int, address: str) -> None:
        """Refuse an experiment that cannot be played."""
        await self._ask(self._lab, CheckExperiment(wanted, most_games), address, FOR_LAB)

    async def study(self, wanted: LabWanted, most_games: int, address: str) -> bytes:
        """An experiment as a study's file."""
        return await self._ask(self._lab, WriteStudy(wanted, most_games), address, FOR_LAB)

    async def questions(self, most_games: int, address: str) -> bytes:
        """Every ready question."""
        return await self._ask(self._lab, ListQuestions(most_games), address, FOR_LAB)

    async def _ask(self, pool: ReaderPool, request: Request, address: str, seconds: int) -> bytes:
        key = hashlib.sha256(msgspec.json.encode(request)).digest()
        kept = self._results.find(key)
        if kept is None:
            try:
                kept = await pool.ask(request, address, seconds)
            except ServerError as error:
                if error.code not in LASTING:
                    raise
                kept = error
            self._results.keep(key, kept)
        if isinstance(kept, ServerError):
            raise ServerError(kept.code, kept.message, kept.where)
        return kept


# Refusals that are the same when the same text comes again. That something took too long may be the machine's fault.
LASTING = ("content", "record", "malformed", "unknown", "hidden")


class KeptResults:
    """What was read last, by the digest of the request, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._found: OrderedDict[bytes, bytes | ServerError] = OrderedDict()

    def find(self, key: bytes) -> bytes | ServerError | None:
        """What was kept, if it still is."""
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def keep(self, key: bytes, result: bytes | ServerError) -> None:
        """Keep a result, and forget the oldest if there is no room."""
        if _size(result) > LARGEST_KEPT or key in self._found:
            return
        self._found[key] = result
        self._size += _size(result)
        while self._size > self._most:
            self._size -= _size(self._found.popitem(last=False)[1])


def _size(result: bytes | ServerError) -> int:
    return 500 + len(result if isinstance(result, bytes) else result.message)  # 500: what keeping anything costs
