"""The rulebook, the cards and the parameters are complete, and every edition prints its own rules."""

import re

import pytest

from forvm import content
from forvm.text import card_text, clause, clause_ids, clause_text, holds, load

EDITIONS = {name: dict(content.load(name).values) for name in content.names()}
SHORT, HORREA, FORVM = (EDITIONS[name] for name in ("short", "horrea", "forvm"))

# fmt: off
CLAUSES = [
    "BOARD-1", "BOARD-2", "BOARD-3", "BOARD-4", "BOARD-5", "BOARD-6",
    "SETUP-1", "SETUP-2", "SETUP-3", "SETUP-4",
    "TURN-1", "TURN-2", "TURN-3",
    "MOVE-1", "MOVE-2", "MOVE-3", "MOVE-4", "MOVE-5", "MOVE-6",
    "OUST-1", "OUST-2", "OUST-3", "OUST-4", "OUST-5", "OUST-6",
    "LOCAL-1", "LOCAL-2",
    "ALLY-1", "ALLY-2", "ALLY-3", "ALLY-4", "ALLY-5",
    "INTR-1",
    "TRADE-1", "TRADE-2", "TRADE-3", "TRADE-4", "TRADE-5",
    "BUILD-1", "BUILD-2", "DESTROY-1", "GIVE-1", "GIVE-2", "BUILD-3",
    "FATE-1",
    "RECKON-1", "RECKON-2", "RECKON-3",
    "DEBT-1", "DEBT-2", "DEBT-3", "DEBT-4",
]
# fmt: on

CARDS = [
    "great_fire",
    "amphitheatre",
    "floods",
    "war_on_the_limes",
    "revolt_rhodes_damascus",
    "revolt_carthage_alexandria",
    "revolt_hispalis_marseille",
    "revolt_ephesus_lugdunum",
    "census",
    "harvest_wine",
    "harvest_oil",
    "harvest_luxuries",
    "harvest_grain",
    "dispatch",
    "shipwreck",
    "greedy_governor",
    "plague",
    "old_morals",
    "forced_divorce",
    "wrong_candidate",
    "joyful_news",
    "snub",
    "local_elections",
    "praefectus_annonae",
    "vow",
    "patron",
]

# House rules for what no edition does, so that every part of every clause is printed by some rules.
HOUSE_RULES = {
    "two players": FORVM | {"players.min": 2, "players.max": 2},
    "few horrea": FORVM | {"supply.horrea": 10},
    "two intrigues": SHORT | {"intrigue.limit": 2},
    "no counter-offers": HORREA | {"price.counter_offers": 0},
    "short routes through Rome": SHORT | {"route.needs_rome": True},
    "five links without Rome": SHORT | {"route.links": 5},
    "from afar": FORVM | {"destroy.needs_agent": False},
    "dearer gifts": FORVM | {"give.growth": 100},
    "twenty turns": HORREA | {"win.turn_limit": 20},
    "no loans": SHORT | {"loan.rate": 0},
    "the ladder": FORVM | {"loan.kind": "ladder"},
    "an empty ladder": FORVM | {"loan.kind": "ladder", "loan.rate": 0},
}
ALL_RULES = EDITIONS | HOUSE_RULES

each_rules = pytest.mark.parametrize("values", ALL_RULES.values(), ids=ALL_RULES.keys())


def strings(tree):
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for branch in tree.values():
            yield from strings(branch)
    elif isinstance(tree, list):
        for branch in tree:
            yield from strings(branch)


def test_every_clause_is_there_in_rulebook_order():
    assert list(clause_ids()) == CLAUSES


@pytest.mark.parametrize("id", CLAUSES)
def test_a_clause_has_title_note_and_reason(id):
    entry = clause(id)
    assert 0 < len(entry.title) <= 40
    assert entry.note.endswith(".")
    assert entry.ruling == bool(entry.ruling_why)


def test_every_clause_that_the_rulebooks_do_not_settle_is_marked_as_a_ruling():
    settled = [
        "BOARD-1",
        "BOARD-4",
        "BOARD-6",
        "TURN-1",
        "TURN-2",
        "MOVE-2",
        "MOVE-6",
        "OUST-1",
        "OUST-2",
        "TRADE-1",
        "TRADE-4",
        "TRADE-5",
        "FATE-1",
        "DEBT-3",
        "DEBT-4",
    ]
    assert [id for id in CLAUSES if not clause(id).ruling] == settled


@pytest.mark.parametrize(
    ("id", "decided"),
    [
        ("SETUP-2", "leaves the game"),
        ("MOVE-1", "before the other agents move"),
        ("MOVE-3", "a new agent makes two"),
        ("ALLY-4", "one of the two is enough"),
        ("ALLY-5", "count your ally's agents"),
        ("RECKON-1", "reaching a mark exactly"),
    ],
)
def test_a_ruling_says_what_was_decided(id, decided):
    assert decided in " ".join(clause(id).ruling_why.split())


@each_rules
@pytest.mark.parametrize("id", CLAUSES)
def test_a_clause_reads_as_whole_sentences(id, values):
    text = clause_text(id, values)
    assert text[0].isupper()
    assert text.endswith(".")
    assert not re.search(r"[{}]|  |\bis none\b|\$\$", text)


@each_rules
@pytest.mark.parametrize("id", CARDS)
def test_a_card_reads_as_whole_sentences(id, values):
    text = card_text(id, {**values, "amount": 500, "points": 1, "markets": ["Ephesus", "Lugdunum"]})
    assert text[0].isupper()
    assert text.endswith(".")
    assert not re.search(r"[{}]|  |\bis none\b|\$\$", text)


def test_every_card_is_there():
    assert list(load("cards")) == CARDS
    assert all(card["name"] and card["note"].endswith(".") for card in load("cards").values())


@pytest.mark.parametrize("id", CLAUSES)
def test_every_conditional_part_is_printed_by_some_rules(id):
    for part in clause(id).parts:
        assert not part.condition or any(holds(part.condition, values) for values in ALL_RULES.values())


def test_no_clause_or_card_cites_a_clause_that_is_not_there():
    texts = " ".join([*strings(dict(load("clauses"))), *strings(dict(load("cards")))])
    cited = set(re.findall(r"\b[A-Z]{4,}-\d\b", texts))
    assert cited
    assert cited <= set(CLAUSES)


@pytest.mark.parametrize("name", ["clauses", "cards", "parameters"])
def test_texts_are_single_paragraphs(name):
    assert not [text for text in strings(dict(load(name))) if "\n" in text or text != text.strip()]


def test_there_is_one_entry_for_every_parameter():
    parameters = load("parameters")
    assert set(parameters) == set(SHORT)
    for entry in parameters.values():
        assert entry["name"]
        assert entry["help"].endswith(".")
        assert entry.get("unit") in (None, "$", "prestige", "die")
        assert entry["section"] == clause(entry["clause"]).section


@pytest.mark.parametrize("key", SHORT)
def test_a_parameters_clause_names_it(key):
    parts = clause(load("parameters")[key]["clause"]).parts
    assert any(re.search(rf"\{{{re.escape(key)}[:}}]", p.text) or key in p.condition.split() for p in parts)


@pytest.mark.parametrize(
    ("id", "same_in_all"),
    [("OUST-2", True), ("RECKON-1", True), ("INTR-1", False), ("TRADE-2", False), ("BUILD-2", False)],
)
def test_editions_differ_where_their_rules_do(id, same_in_all):
    assert (len({clause_text(id, values) for values in EDITIONS.values()}) == 1) == same_in_all


def test_a_house_rule_prints_its_own_number():
    text = clause_text("OUST-2", FORVM | {"oust.cost": 100, "oust.roll_if_holder_local": 5})
    assert text.startswith("A challenge costs $100. Then roll a die: 4 or more succeeds.")
    assert text.endswith("if the holder is, you need 5 or more.")


def test_bands_of_four():
    text = clause_text("GIVE-2", FORVM | {"give.bands": [1, 5, 9]})
    assert "The bands are 1 to 4, 5 to 8, 9 and up;" in text
