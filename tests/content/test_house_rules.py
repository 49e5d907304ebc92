"""House rules: they change what they say and nothing else."""

import pytest

from forvm.content import Value, from_overrides, house_rules, load
from forvm.errors import ContentError

SHIPPED: dict[str, dict[str, Value]] = {
    "cheap_ousting": {"oust.cost": 100},
    "twelve_points": {"win.prestige": 12, "give.bands": (1, 5, 9)},
    "dearer_benefactions": {"give.growth": 100},
}


def test_three_house_rules_are_shipped() -> None:
    assert set(house_rules()) == set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_house_rule_changes_only_what_it_says(name: str) -> None:
    rules, base = load(name), load("forvm")
    assert rules.overrides == SHIPPED[name]
    assert rules.values == {**base.values, **SHIPPED[name]}
    assert (rules.board, rules.deck, rules.edition) == (base.board, base.deck, "forvm")
    assert rules.id == name
    assert rules.name != base.name
    assert "debate" in rules.description


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_house_rule_changes_the_definition_only_there(name: str) -> None:
    base, own = load("forvm").definition(4).fields(), load(name).definition(4).fields()
    fields = {"oust.cost": "oust_cost", "win.prestige": "win_prestige", "give.bands": "band_start"}
    changed = {field for field in base if base[field] != own[field]}
    assert changed == {fields.get(key, "give_growth") for key in SHIPPED[name]}


@pytest.mark.parametrize("edition", ["short", "horrea", "forvm"])
def test_any_parameter_of_any_edition_may_change(upon, edition: str) -> None:
    lines = """
[players]
min = 2
[family]
kind = "open"
sons = 2
[trade]
values = "formula"
full.exotic = 300
[loan]
kind = "ladder"
"""
    rules = load(upon(lines, edition))
    base = load(edition).values
    wanted = {
        "players.min": 2,
        "family.kind": "open",
        "family.sons": 2,
        "trade.values": "formula",
        "trade.full.exotic": 300,
        "loan.kind": "ladder",
    }
    assert rules.overrides == {key: value for key, value in wanted.items() if base[key] != value}
    assert rules.definition(2).players == 2
    assert rules.definition(2).family_start == [2, 1]


def test_two_players_only_where_a_house_rule_allows_them(upon) -> None:
    assert load(upon("players.min = 2")).definition(2).players == 2
    with pytest.raises(ContentError, match="Forvm is for 3 or 4 players, not 2"):
        load("forvm").definition(2)


def test_a_value_that_is_the_editions_own_is_no_override(upon) -> None:
    assert load(upon("oust.cost = 200")).overrides == {}


def test_overrides_without_a_file() -> None:
    rules = from_overrides("short", {"give.bands": [1, 5, 9], "oust.cost": 100}, id="study", name="Study")
    assert rules.overrides == {"oust.cost": 100, "give.bands": (1, 5, 9)}
    assert (rules.id, rules.name, rules.edition) == ("study", "Study", "short")
    assert from_overrides("short", {}).digest() == load("short").digest()


def test_overrides_of_a_house_rule_rebuild_it(written) -> None:
    rules = load(written())
    again = from_overrides("forvm", rules.overrides, board=rules.board, deck=rules.deck)
    assert again.digest() == rules.digest()
    from_files = from_overrides(
        "forvm",
        rules.overrides,
        board=written().parent / "board.toml",
        deck=str(written().parent / "deck.toml"),
    )
    assert from_files.digest() == rules.digest()


@pytest.mark.parametrize(
    ("overrides", "key", "message"),
    [
        ({"oust.costs": 1}, "oust.costs", "no parameter oust.costs. Did you mean oust.cost?"),
        ({"oust.cost": "1"}, "oust.cost", 'whole number from 0 to 10000, not "1"'),
        ({"board": "mediterranean"}, "board", "no parameter board"),
        ({"price.step": 30}, "price.highest", "1000, which is not a multiple of price.step, 30"),
    ],
)
def test_overrides_are_checked_like_a_file(overrides: dict[str, object], key: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        from_overrides("forvm", overrides)
    assert message in str(caught.value)
    assert (caught.value.file, caught.value.key) == (None, key)


def test_overrides_upon_an_unknown_edition() -> None:
    with pytest.raises(ContentError, match=r'no edition "horea". Did you mean horrea\?'):
        from_overrides("horea", {})


def test_a_shipped_board_and_deck_by_name(upon) -> None:
    rules = load(upon('board = "mediterranean"\ndeck = "fate"'))
    assert rules.digest() == load("forvm").digest()
