"""Every clause of the rules and every fate card has a test that is named after it."""

import re
from collections.abc import Iterable
from pathlib import Path

from forvm.content import load, names
from forvm.engine.clauses import CLAUSES

HERE = Path(__file__).parent


def files_of_tests() -> dict[str, int]:
    """What the test files of this folder are named after, and how many tests each holds."""
    files = HERE.glob("test_*.py")
    return {file.stem.removeprefix("test_"): len(re.findall(r"^def test_", file.read_text(), re.M)) for file in files}


def clauses_without_test(clauses: Iterable[str], files: dict[str, int]) -> list[str]:
    """The clauses, such as OUST-2, without a file such as test_OUST_2.py that holds a test."""
    return [clause for clause in clauses if not files.get(clause.replace("-", "_"))]


def cards_without_test(cards: Iterable[str], files: dict[str, int]) -> list[str]:
    """The cards without a file of their own, such as test_fate_vow.py, or their kind's, such as test_fate_revolt.py."""
    return [card for card in cards if not (files.get(f"fate_{card}") or files.get(f"fate_{card.split('_')[0]}"))]


def test_every_clause_has_a_test():
    assert CLAUSES[0] == "OK"
    assert len(CLAUSES) == 1 + 52
    assert clauses_without_test(CLAUSES[1:], files_of_tests()) == []


def test_every_fate_card_has_a_test():
    for edition in names():
        cards = [card.id for card in load(edition).deck.cards]
        assert len(cards) == 26
        assert cards_without_test(cards, files_of_tests()) == []


def test_every_file_is_named_after_a_clause_or_a_card():
    cards = {card.id for card in load("forvm").deck.cards}
    known = {clause.replace("-", "_") for clause in CLAUSES} | {"coverage"}
    known |= {f"fate_{name}" for card in cards for name in (card, card.split("_")[0])}
    assert set(files_of_tests()) <= known


def test_a_clause_or_a_card_without_a_test_is_found():
    files = {"OUST_1": 2, "OUST_2": 0, "fate_vow": 1, "fate_revolt": 3}
    assert clauses_without_test(["OUST-1", "OUST-2", "OUST-9"], files) == ["OUST-2", "OUST-9"]
    assert cards_without_test(["vow", "revolt_rome", "comet"], files) == ["comet"]
    assert clauses_without_test(["MADE-1"], files_of_tests()) == ["MADE-1"]
    assert cards_without_test(["comet"], files_of_tests()) == ["comet"]
