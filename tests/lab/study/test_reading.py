"""A study's file: what it may say, and what is told about what it may not."""

import tomllib
from pathlib import Path

import pytest

pytest.importorskip("polars")
pytest.importorskip("SALib")

from forvm.content.loading import DATA
from forvm.errors import ForvmError
from forvm.lab import study
from forvm.lab.statistics.game_metrics import USUAL
from tests.lab.study.studies import BASELINE, HEAD, SMALL, small, write


def test_every_combination_is_a_cell_and_the_baseline_the_first(tmp_path: Path):
    made = study.load(write(tmp_path, SMALL))
    assert [(cell.values["oust.cost"], cell.players) for cell in made.cells] == [
        (200, 4),
        (100, 3),
        (100, 4),
        (300, 3),
        (300, 4),
    ]
    assert made.baseline.rules.values["win.turn_limit"] == 2
    assert made.baseline.rules.values["oust.cost"] == 200
    assert made.cells[1].bots == ("random",) * 3
    assert made.cells[1].changes == {"win.turn_limit": 2, "oust.cost": 100}
    assert (made.seed, made.metrics, made.question) == (1, USUAL, "Small")


def test_a_combination_like_the_baseline_is_not_played_twice():
    made = study.load(small(factors={"oust.cost": [100, 200]}))
    assert [cell.values["oust.cost"] for cell in made.cells] == [200, 100]


def test_one_at_a_time_leaves_everything_else_as_it_is():
    made = study.load(small(design={"kind": "one_at_a_time"}))
    assert [(cell.values["oust.cost"], cell.players) for cell in made.cells] == [(200, 4), (100, 4), (300, 4), (200, 3)]


def test_ranges_have_steps(tmp_path: Path):
    factors = "[factors]\nstart.money = { from = 100, to = 450, step = 100 }\ncards.great_fire = { from = 0, to = 2 }\n"
    made = study.load(write(tmp_path, HEAD + BASELINE + factors))
    assert {factor.key: factor.levels for factor in made.factors} == {
        "start.money": (100, 200, 300, 400),
        "cards.great_fire": (0, 1, 2),
    }


def test_variants_change_several_things_at_once():
    variants = [
        {"name": "Rich", "start": {"money": 900}, "bots": ["merchant", "greedy"]},
        {"edition": "short", "players": 3},
    ]
    data = small(variants=variants)
    del data["factors"]
    made = study.load(data)
    rich, short = made.cells[1:]
    assert (rich.name, rich.bots) == ("Rich", ("merchant", "greedy", "greedy", "greedy"))
    assert rich.rules.values["start.money"] == 900
    assert short.rules.values["intrigue.limit"] == 1
    assert short.rules.values["win.turn_limit"] == 2
    assert short.players == 3
    assert rich.values == {"start.money": 900, "bots": rich.bots[:2], "edition": "forvm", "players": 4}


def test_cards_leave_the_deck_or_come_more_often():
    made = study.load(small(factors={"cards.great_fire": [0, 3]}))
    sizes = [cell.rules.deck.size for cell in made.cells]
    assert sizes == [30, 29, 32]
    assert made.cells[1].rules.deck.find("great_fire") is None
    assert made.baseline.values == {"cards.great_fire": 1}


def test_a_study_may_have_no_factors_at_all():
    data = small()
    del data["factors"]
    assert len(study.load(data).cells) == 1


def test_own_house_rules_boards_and_decks_lie_beside_the_study(tmp_path: Path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "mine.toml").write_text(
        'format = 1\nid = "mine"\nname = "Mine"\nedition = "short"\ndeck = "deck.toml"\n', encoding="utf-8"
    )
    deck = DATA / "decks" / "fate.toml"
    (tmp_path / "rules" / "deck.toml").write_bytes(deck.read_bytes())
    text = HEAD + '[factors]\nedition = ["forvm", "rules/mine.toml"]\n'
    made = study.load(write(tmp_path, text))
    assert [cell.rules.id for cell in made.cells] == ["forvm", "mine"]
    assert made.files == ("rules/mine.toml", "rules/deck.toml")
    with pytest.raises(ForvmError, match="own folder or below"):
        study.load(write(tmp_path / "rules", text.replace("rules/mine", "../rules/mine")))


def test_seats_come_out_even_in_every_cell():
    mixed = {"baseline": {"bots": ["greedy", "random"], "win.turn_limit": 2}}
    made = study.load(small(games={"each": 25}, **mixed))
    assert made.amount.most == 36  # three seatings of three players, four of four
    made = study.load(small(games={"metric": "turns", "width": 1, "least": 10, "most": 100}, **mixed))
    assert (made.amount.least, made.amount.most) == (12, 108)


def test_the_digest_goes_by_what_is_played():
    one = study.load(small())
    assert study.load(small(title="Other words", metrics=["turns"], games={"each": 999})).digest() == one.digest()
    assert study.load(small(seed=2)).digest() != one.digest()
    assert study.load(small(baseline={"bots": ["random"], "win.turn_limit": 3})).digest() != one.digest()


def test_what_is_written_reads_the_same():
    data = small(variants=[{"name": "A “name”", "trade.boost": [1, 2, 3, 4, 5], "bots": ["merchant", "greedy"]}])
    del data["factors"]
    made = study.load(data)
    again = study.write(data)
    import tomllib

    assert study.load(tomllib.loads(again)).digest() == made.digest()
    assert made.text == again


@pytest.mark.parametrize("name", study.names())
def test_the_shipped_studies_are_sound(name: str):
    made = study.load(name)
    assert made.id == name
    assert made.title.endswith("?")
    assert made.explanation
    assert len(made.cells) > 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("oust.costs = [100]", r"line 8, key factors.oust.costs: There is no oust.costs. Did you mean oust.cost\?"),
        ("oust.cost = [100, 99999]", r"line 8, .*oust.cost\[2\]: oust.cost must be a whole number from 0 to 10000"),
        ("oust.cost = []", "oust.cost is empty: as in oust.cost = "),
        ("oust.cost = 100", "must be a list of values, not 100"),
        ("oust.cost = [100, 100]", "100 is named twice"),
        ("oust.cost = { from = 300, to = 100 }", "The range of oust.cost is empty: it goes from 300 to 100"),
        ("oust.cost = { from = 100 }", "to is missing: a whole number from 0 to 10000"),
        ("oust.cost = { from = 100, to = 200, steps = 5 }", r"Did you mean step\?"),
        ("loan.kind = { from = 1, to = 2 }", "list them"),
        ("alliance.repaid = [1]", "alliance.repaid must be true or false, not 1"),
        ("players.max = [3]", "the number of players is set by players"),
        ("players = [3, 5]", "players must be a whole number from 2 to 4, not 5"),
        ("players = [2, 3]", "3 or 4 players, not 2"),
        ('bots = [["gredy"]]', r"There is no bot “gredy”. Did you mean greedy\?"),
        ('bots = ["search:seconds=1"]', "thinks by the clock"),
        ('bots = [["random", "random", "random", "random", "random"]]', "do not fit at a table for 4 players"),
        ('edition = ["shrot"]', r"Did you mean short\?"),
        ('deck = ["fates"]', r"There is no deck \"fates\". Did you mean fate\?"),
        ('deck = ["mine.toml"]', "There is no such file"),
        ("cards.great_fires = [0]", r"There is no card \"great_fires\" in the deck fate. Did you mean great_fire\?"),
        ("price.step = [30]", "price.highest is 1000, which is not a multiple of price.step"),
        ("win.prestige = [1]\nstart.prestige = [2]", "Everyone would have won at once"),
    ],
)
def test_wrong_factors_are_told_with_their_line(tmp_path: Path, line: str, told: str):
    with pytest.raises(ForvmError, match=told):
        study.load(write(tmp_path, f"{HEAD}{BASELINE}[factors]\n{line}\n"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD.replace("title", "titel"), r"key titel: Unknown key. Did you mean title\?|title is missing"),
        (HEAD.replace("format = 1\n", ""), "format is missing"),
        (HEAD + 'metrics = ["turn"]\n', r"There is no metric \"turn\". Did you mean turns\?"),
        (HEAD + "metrics = []\n", "metrics must be a list"),
        (HEAD + "seed = -1\n", "seed must be a whole number"),
        (HEAD + '[baseline]\nedition = "forvn"\n', r"line 5, key baseline.edition: .*Did you mean forvm\?"),
        (HEAD + "[baseline]\noust.cots = 1\n", r"line 5, key baseline.oust.cots: .*Did you mean oust.cost\?"),
        (HEAD + "[baseline]\nplayers = 2\n", "The baseline cannot be played: .*3 or 4 players, not 2"),
        (HEAD + '[baseline]\nbots = ["nobody"]\n', "There is no bot “nobody”"),
        (HEAD + '[design]\nkind = "sobel"\n', r"There is no design \"sobel\". Did you mean sobol\?"),
        (HEAD + '[design]\nkind = "sobol"\npoints = 64\n', "needs factors, and there are none"),
        (HEAD + "[design]\npoints = 64\n", "has no use for points"),
        (HEAD + "[factors]\noust.cost = [1]\n[[variants]]\noust.cost = 2\n", "either factors to combine, or variants"),
        (HEAD + '[design]\nkind = "sobol"\npoints = 60\n[factors]\noust.cost = [1, 2]\n', "a power of two"),
        (HEAD + '[design]\nkind = "morris"\npoints = 4\n[factors]\noust.cost = [1]\n', "one value only"),
        (HEAD + "[games]\neach = 0\n", "each must be a whole number from 1"),
        (HEAD + "[games]\neach = 100000000\n[factors]\noust.cost = { from = 1, to = 20 }\n", "games, fewer values"),
        (HEAD + "[factors]\noust.cost = { from = 0, to = 1000 }\nstart.money = { from = 0, to = 1000 }\n", "1,002,001"),
        (HEAD + '[games]\nmetric = "turns"\n', "width must be a number above 0"),
        (HEAD + '[games]\nmetric = "turns"\nwidth = 1\nleast = 10\nmost = 5\n', "most is 5, less than least"),
        (HEAD + "[games]\nmost = 5\n", "most goes with metric and width"),
        (HEAD + "[games]\nmany = 5\n", "Unknown key"),
    ],
    ids=lambda value: value[len(HEAD) : len(HEAD) + 30] if "\n" in value else "",
)
def test_wrong_studies_are_told(tmp_path: Path, text: str, told: str):
    with pytest.raises(ForvmError, match=told):
        study.load(write(tmp_path, text))


def test_several_things_wrong_are_told_together(tmp_path: Path):
    text = f"{HEAD}seed = -1\n[factors]\noust.cots = [1]\nstart.money = []\n"
    with pytest.raises(ForvmError, match=r"(?s)3 things are wrong.*line 4.*line 6.*line 7"):
        study.load(write(tmp_path, text))


def test_a_name_that_is_no_study_is_told():
    with pytest.raises(ForvmError, match=r"There is no study \"great_fir\". Did you mean great_fire\?"):
        study.load("great_fir")
    with pytest.raises(ForvmError, match="There is no such file"):
        study.load("nowhere/mine.toml")


def test_a_study_given_as_a_mapping_numbers_its_cells_as_its_file_does():
    ranges_first = {"players": {"from": 3, "to": 4}, "oust.cost": [100, 300], "enter.roll": {"from": 1, "to": 3}}
    made = study.load(small(factors=ranges_first))
    read_again = study.load(tomllib.loads(made.text))
    assert [cell.values for cell in made.cells] == [cell.values for cell in read_again.cells]
    assert len(made.cells) == 13


def test_a_mapping_holds_only_what_a_file_can_hold():
    with pytest.raises(ForvmError, match="NoneType"):
        study.load(small(question=None))
