"""Whole plain games under rules that Hypothesis makes up: sound, conserving, and open to exactly the legal moves."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from forvm import content
from forvm.engine import actions, events, tasks
from forvm.engine.actions import ACTIONS, decode
from forvm.engine.definition import LOAN_SOLD, Definition
from forvm.engine.play import chance, chance_due, legal, play, start, why_not
from forvm.engine.random_play import sample_chance
from forvm.engine.reasons import OK
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.rules.pieces import children_of
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from tests.engine.invariants import FINE, broken

OVERRIDES: dict[str, st.SearchStrategy[Any]] = {
    "start.money": st.integers(0, 40).map(lambda steps: 50 * steps),
    "start.prestige": st.integers(0, 4),
    "start.agents": st.integers(0, 1),
    "supply.agents": st.integers(1, 6),
    "supply.horrea": st.sampled_from([0, 3, 12]),
    "family.kind": st.sampled_from(["hand", "open"]),
    "intrigue.limit": st.integers(0, 1),
    "oust.cost": st.sampled_from([0, 100, 200, 700]),
    "alliance.repaid": st.booleans(),
    "alliance.loss": st.integers(0, 4),
    "price.step": st.sampled_from([10, 25, 50, 125]),
    "price.counter_offers": st.integers(0, 4),
    "trade.values": st.sampled_from(["printed", "formula"]),
    "trade.informed_pays": st.sampled_from(["boost", "full"]),
    "route.links": st.sampled_from([0, 5]),
    "route.needs_rome": st.booleans(),
    "build.then_give": st.booleans(),
    "build.region_lost": st.integers(0, 2),
    "destroy.needs_agent": st.booleans(),
    "give.growth": st.sampled_from([0, 100]),
    "loan.kind": st.sampled_from(["sold", "ladder"]),
    "loan.rate": st.sampled_from([50, 100]),
    "win.prestige": st.integers(5, 15),
}


@st.composite
def rules(draw: st.DrawFn) -> Definition:
    edition = draw(st.sampled_from(content.names()))
    players = draw(st.integers(2, 4))
    chosen = draw(st.lists(st.sampled_from(sorted(OVERRIDES)), unique=True, max_size=6))
    overrides = {key: draw(OVERRIDES[key]) for key in chosen}
    overrides["players.min"] = 2
    return content.from_overrides(edition, overrides).definition(players)


def assert_mask_is_exact(s: State, g: Definition) -> None:
    scratch = Scratch()
    offered = scratch.ids[: chance(s, g, scratch) if chance_due(s) else legal(s, g, scratch)]
    assert len(set(offered)) == len(offered)
    assert set(offered) == {action for action in range(ACTIONS) if why_not(s, g, action) == OK}


def children_spent(action: int) -> int:
    """How many children a move uses up (LOCAL-1, ALLY-3)."""
    return {actions.WED: 1, actions.ACCEPT: 2}.get(decode(action)[0], 0)


def assert_conserved(before: State, after: State, action: int, g: Definition) -> None:
    """Children and money come and go only as the notes and the move say."""
    assert after.log is not None
    gained = sum(event == events.CHILD_GAINED for event, *_ in after.log)
    count_before, count_after = (sum(children_of(s, p) for p in range(g.players)) for s in (before, after))
    assert count_after - count_before == gained - children_spent(action)
    for p in range(g.players):
        told = sum(amount for event, player, amount, _, _ in after.log if event == events.MONEY and player == p)
        borrowed = sum(amount for event, player, amount, _, _ in after.log if event == events.BORROWED and player == p)
        sold = borrowed * g.loan_rate if g.loan == LOAN_SOLD else 0
        assert after.money[p] - before.money[p] == told + sold


@settings(max_examples=1000)
@given(g=rules(), seed=st.integers(0, 2**40), look=st.integers(40, 90))
def test_made_up_rules_give_sound_games(g: Definition, seed: int, look: int) -> None:
    s, scratch = State(), Scratch()
    start(s, g)
    seed_numbers(scratch, seed, 0)
    n = 0
    for step in range(100_000):
        if s.task[s.top] == tasks.OVER:
            break
        action = sample_chance(s, g, scratch) if chance_due(s) else scratch.ids[random_below(scratch, n)]
        assert why_not(s, g, action) == OK
        if step % look == 0:
            assert broken(s, g) == FINE
            assert_mask_is_exact(s, g)
            before, s.log = s.copy(), []
            n = play(s, g, action, scratch)
            assert_conserved(before, s, action, g)
            s.log = None
        else:
            n = play(s, g, action, scratch)
        assert n > 0 or chance_due(s) or s.task[s.top] == tasks.OVER, "nobody can move"
    assert s.task[s.top] == tasks.OVER
    assert s.winners > 0
    assert broken(s, g) == FINE
