"""Constants that stand for names stand for the right ones."""

from __future__ import annotations

from forvm import text
from forvm.engine import actions, clause_writer, clauses, tasks


def test_clause_numbers_are_the_places_of_their_names() -> None:
    for number, name in enumerate(clauses.CLAUSES):
        assert getattr(clauses, name.replace("-", "_")) == number


def test_the_clauses_are_those_of_the_rulebook() -> None:
    assert ("OK", *text.clause_ids()) == clauses.CLAUSES
    assert clause_writer.FILE.read_text("utf-8") == clause_writer.written(), "run python -m forvm.engine.clause_writer"


def test_action_kinds_are_the_places_of_their_names() -> None:
    for number, kind in enumerate(actions.KINDS):
        assert getattr(actions, kind.name.upper()) == number
        assert getattr(actions, f"{kind.name.upper()}_0") == actions.BASE[number]


def test_chance_comes_before_decisions_and_decisions_before_the_rest() -> None:
    assert tasks.ELECTION_ROLL < tasks.FIRST_DECISION == tasks.MOVING
    assert tasks.SEPARATION < tasks.FIRST_AUTOMATIC == tasks.TRADE
    assert max(tasks.TRADE, tasks.FATE, tasks.RECKONING, tasks.OVER) == tasks.OVER
