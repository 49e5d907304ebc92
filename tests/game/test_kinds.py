"""Every kind of move, event, task and effect is listed once; what derives from the lists is complete."""

from typing import get_args

import pytest

from forvm import text
from forvm.engine import actions, events, tasks
from forvm.game.kinds import CHANCES, DESCRIPTIONS, Group, by_name, name_of
from forvm.notation.phases import Phase, phase_name

KINDS = [DESCRIPTIONS[number] for number in range(len(actions.KINDS))]


def test_the_types_name_what_the_tables_hold():
    assert tuple(kind.name for kind in actions.KINDS if not kind.chance) == get_args(actions.MoveKind)
    assert {kind.name for kind in actions.KINDS if kind.chance} == set(get_args(actions.ChanceKind))
    assert get_args(events.EventKind) == events.EVENTS
    assert get_args(tasks.TaskName) == tasks.TASKS
    assert {dimension for kind in actions.KINDS for dimension, _ in kind.dimensions} == set(get_args(actions.Dimension))


def test_the_phases_are_tasks_at_the_bottom_of_the_stack():
    bottom = (tasks.DEAL, tasks.FIRST_ROLL, tasks.MOVING, tasks.INTRIGUE, tasks.TRADE, tasks.BUILDING)
    named = {phase_name(task) for task in (*bottom, tasks.FATE, tasks.RECKONING, tasks.OVER)}
    assert named == set(get_args(Phase))


def test_every_group_offers_something():
    assert {kind.group for kind in KINDS} == set(get_args(Group))


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_every_kind_has_a_clause_and_words(kind):
    name = name_of(kind)
    assert by_name(name) is kind
    assert kind.clause in text.clause_ids()
    assert text.load("moves")[name]
    assert text.load("moves")["meanings"][name]
    assert (name in text.load("table")["warnings"]) == (kind.undone is not None)
    if not actions.KINDS[kind.number].chance:
        assert text.load("terminal")["menu"]["groups"].get(name) or name == "move"
        assert text.load("columns")["kinds"][name]
        assert text.load("bots")["kind"][name]


@pytest.mark.parametrize("due", CHANCES.values(), ids=lambda due: tasks.TASKS[due.task])
def test_everything_that_chance_supplies_has_a_clause_and_words(due):
    assert due.clause in text.clause_ids()
    assert text.load("moves")["prompts"][tasks.TASKS[due.task]]
    told = text.load("moves")["die"]
    if due.supplies == "die":
        assert due.sentence in told or {f"{due.sentence}_good", f"{due.sentence}_bad"} <= told.keys()
