"""Every parameter at both of its ends, many at once, in long games: no number outgrows its field.

A value that does not fit makes ``pack`` fail in the plain engine, and comes back negative in the compiled one.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from forvm import content
from forvm.content.parameters import PARAMETERS, Parameter, number
from forvm.engine import entries, tasks
from forvm.engine.definition import Definition
from forvm.engine.entries import engine_program
from forvm.engine.limits import BANDS
from forvm.engine.play import chance_due, play, start
from forvm.engine.random_play import sample_chance
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from tests.engine.invariants import FINE, broken

DECISIONS = 10_000  # at most
MIXTURES = 12
COSTS = (".cost", ".mark", ".growth", "distance_cost")
# The highest values that any rules can have: owners share a demand, and nobody has won before the game begins.
HIGHEST = {f"trade.demand.{kind}": 9_996 for kind in ("rome", "exotic", "large", "small")} | {"start.prestige": 199}


def ends(parameter: Parameter) -> tuple[Any, Any]:
    """The lowest and the highest value of a parameter."""
    if parameter.kind == "flag":
        return False, True
    if parameter.kind == "choice":
        return parameter.choices[0], parameter.choices[-1]
    if parameter.kind == "list":
        return [parameter.low] * parameter.longest, [parameter.high] * parameter.longest
    return parameter.low, HIGHEST.get(parameter.key, parameter.high)


def rules(high: set[str], fixed: dict[str, Any]) -> content.Rules:
    """House rules with these parameters at their high ends and all others at their low ends, made to fit together."""
    values = {parameter.key: ends(parameter)[parameter.key in high] for parameter in PARAMETERS}
    values |= fixed
    values["players.max"] = max(values["players.max"], values["players.min"])
    # What cannot be at one end together goes as far as it can.
    values["win.prestige"] = max(values["win.prestige"], values["start.prestige"] + 1)
    if values["price.highest"] // values["price.step"] >= 100:
        values["price.step"] = 100
    if values["price.highest"] % values["price.step"]:
        values["price.step"] = 1
    if values["family.cards"] * values["players.max"] > values["family.boys"] + values["family.girls"]:
        values["family.boys"] = 100
    top = values["give.bands"][0]
    values["give.bands"] = [top - BANDS + 1 + i if top else i for i in range(BANDS)]
    return content.from_overrides("forvm", values)


def mixture(number: int) -> content.Rules:
    """Ends at random; two of three mixtures make winning hard, so that games are long."""
    rng = random.Random(number)
    high = {parameter.key for parameter in PARAMETERS if rng.random() < 0.5}
    return rules(high, {"start.prestige": 0, "win.prestige": 200} if number % 3 else {})


def wealth(**fixed: Any) -> content.Rules:
    """All incomes high, all costs low: money, marks and prestige grow as fast as they can."""
    high = {parameter.key for parameter in PARAMETERS if parameter.unit in ("money", "prestige")}
    low = {key for key in high if key.endswith(COSTS)} | {"loan.rate", "start.prestige", "price.step"}
    more = {"players.max", "supply.agents", "trade.values", "win.turn_limit"}
    return rules(high - low | more, {"win.turn_limit": 1000, **{key.replace("_", "."): v for key, v in fixed.items()}})


EXTREMES = {
    "all low": rules(set(), {"win.turn_limit": 1000}),
    "all high": rules({parameter.key for parameter in PARAMETERS}, {}),
    "wealth": wealth(),
    "wealth that is worth nothing": wealth(reckon_prestige=0, give_prestige=0),
    **{f"mixture {number}": mixture(number) for number in range(MIXTURES)},
}


def play_both(g: Definition, seed: int) -> State:
    """One random game, plain and compiled side by side; fails where they differ. Returns its last state."""
    compiled_play = engine_program()[entries.play_entry]
    s, scratch = State(), Scratch()
    s_bytes, g_bytes, scratch_bytes = s.to_buffer(), g.to_buffer(), scratch.to_buffer()
    start(s, g)
    engine_program()[entries.start_entry](s_bytes, g_bytes)
    seed_numbers(scratch, 5, seed)
    n = decisions = 0
    while s.task[s.top] != tasks.OVER and decisions < DECISIONS:
        if chance_due(s):
            action = sample_chance(s, g, scratch)
        else:
            action = scratch.ids[random_below(scratch, n)]
            decisions += 1
        n = play(s, g, action, scratch)
        assert compiled_play(s_bytes, g_bytes, action, scratch_bytes) == n
        if s.pack() != s_bytes.tobytes():
            assert s.fields() == State.from_buffer(s_bytes).fields(), f"after action {action}"
    assert broken(s, g) == FINE
    return s


@pytest.mark.parametrize("name", EXTREMES)
def test_long_games_at_the_ends_of_the_parameters_are_the_same_either_way(name: str) -> None:
    extreme = EXTREMES[name]
    for players in sorted({number(extreme.values, "players.min"), number(extreme.values, "players.max")}):
        play_both(extreme.definition(players), 0)


def test_the_richest_game_needs_more_than_16_bits() -> None:
    """The games above would prove nothing if their numbers stayed small."""
    last = play_both(EXTREMES["wealth that is worth nothing"].definition(4), 0)
    assert max(last.marks) > 2**15


def test_every_parameter_is_at_both_ends_somewhere() -> None:
    for parameter in PARAMETERS:
        low, high = (str(end) for end in ends(parameter))
        found = {str(_plain(rules.values[parameter.key])) for rules in EXTREMES.values()}
        if parameter.key == "give.bands":  # bands rise
            continue
        assert {low, high} <= found, parameter.key


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
