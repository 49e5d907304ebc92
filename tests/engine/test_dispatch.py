"""The dispatch is what the table of decisions says, and every reason has words."""

from __future__ import annotations

from forvm import text
from forvm.engine import clauses, dispatch_writer, reasons, tasks
from forvm.engine.actions import KINDS
from forvm.engine.decisions import CHANCE, DECISIONS


def test_the_dispatch_is_written_from_the_decisions():
    written = dispatch_writer.FILE.read_text("utf-8")
    assert written == dispatch_writer.text(), "run python -m forvm.engine.dispatch_writer"


def test_every_task_that_waits_has_a_row():
    assert list(CHANCE) == list(range(tasks.FIRST_DECISION))
    assert list(DECISIONS) == list(range(tasks.FIRST_DECISION, tasks.FIRST_AUTOMATIC))


def test_every_kind_of_move_answers_some_task():
    answers = {kind for decision in DECISIONS.values() for kind in decision.choices}
    answers |= {outcome.kind for outcome in CHANCE.values()}
    assert answers == set(range(len(KINDS)))


def test_every_reason_names_a_clause_and_its_words():
    why = text.load("moves")["why"]
    assert reasons.REASONS[reasons.OK] == (clauses.OK, "")
    for reason in reasons.REASONS[1:]:
        assert 0 < reason.clause < len(clauses.CLAUSES)
        assert why[reason.key]
    assert len(set(reasons.REASONS)) == len(reasons.REASONS)
