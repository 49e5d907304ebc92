"""Statistics that users name: what they mean, and what is refused."""

from __future__ import annotations

from functools import cache

import polars as pl
import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab import simulate
from forvm.lab.statistics.expressions import LONGEST
from forvm.lab.statistics.game_metrics import MeasuredGame
from forvm.lab.statistics.own_statistics import MOST, named_in, read_statistics
from forvm.notation import SEATS

BOTS = ("merchant", "warlord:without=oust", "intriguer")
GAME = MeasuredGame(content.load("forvm"), 3)


@cache
def rows() -> pl.DataFrame:
    return simulate("forvm", players=3, bots=BOTS, games=12, seed=5, workers=1)


def values(word: str) -> dict[str, list[float | None]]:
    """Every metric of a statistic, for each game."""
    (statistic,) = named_in([word])
    statistic.check([GAME])
    metrics = statistic.metrics(BOTS, 3)
    frame = rows().select([metric.expression(GAME.rules, 3) for metric in metrics])
    return {name: column.to_list() for name, column in frame.to_dict().items()}


def value(word: str) -> list[float | None]:
    (only,) = values(word).values()
    return only


def by_hand(column: str, bot: str) -> list[float]:
    return [
        next(row[f"{column}_{letter}"] for letter in SEATS[:3] if row[f"bot_{letter}"] == bot)
        for row in rows().to_dicts()
    ]


def test_by_bot_is_what_each_bot_had():
    found = values("x=money by bot")
    assert set(found) == {f"x[{bot}]" for bot in BOTS}
    for bot in BOTS:
        assert found[f"x[{bot}]"] == by_hand("money", bot)


def test_by_character_ignores_options():
    assert values("x=won by character")["x[warlord]"] == by_hand("won", "warlord:without=oust")


def test_by_place_begins_with_the_first_player():
    found = values("x=prestige by place")
    for number, row in enumerate(rows().to_dicts()):
        first = SEATS.index(row["starter"])
        told = [row[f"prestige_{SEATS[(first + place) % 3]}"] for place in range(3)]
        assert [found[f"x[{place}]"][number] for place in range(3)] == told


def test_by_seat_is_the_seat_s_own_column():
    assert values("x=horrea by seat")["x[B]"] == rows()["horrea_B"].cast(pl.Float64).to_list()


@pytest.mark.parametrize("whom", ["warlord", "warlord:without=oust", "without", "without=oust", "the warlord"])
def test_of_names_a_bot_by_its_name_its_word_or_an_option(whom: str):
    assert value(f"won of {whom}") == by_hand("won", "warlord:without=oust")


def test_of_nobody_is_no_value():
    assert set(value("won of benefactor")) == {None}


def test_of_winners_and_starter():
    winners, starters = value("money of winners"), value("money of starter")
    for number, row in enumerate(rows().to_dicts()):
        won = [row[f"money_{letter}"] for letter in SEATS[:3] if row[f"won_{letter}"]]
        assert winners[number] == pytest.approx(sum(won) / len(won))
        assert starters[number] == row[f"money_{row['starter']}"]


def test_arithmetic_is_arithmetic():
    told = {
        word: value(word)
        for word in (
            "(max(money) - min(money)) / players + 2 * -1",
            "sum(market_lost)",
            'market_income["Roma"]',
            "max(turns, 14)",
            "1 if turns > 13 and not money_A < 5000 else 0",
            'sum(won * (bot == "merchant"))',
        )
    }
    merchant = by_hand("won", "merchant")
    for number, row in enumerate(rows().to_dicts()):
        money = [row[f"money_{letter}"] for letter in SEATS[:3]]
        by_word = [column[number] for column in told.values()]
        assert by_word == pytest.approx(
            [
                (max(money) - min(money)) / 3 - 2,
                sum(market for name, market in row.items() if name.startswith("market_lost:")),
                row["market_income:Roma"],
                max(row["turns"], 14),
                float(row["turns"] > 13 and not row["money_A"] < 5000),
                merchant[number],
            ]
        )


def test_what_is_divided_by_nothing_is_nothing():
    turns = rows()["turns"].to_list()
    found = value(f"turns / (turns - {turns[0]})")
    assert found == pytest.approx([None if one == turns[0] else one / (one - turns[0]) for one in turns])
    assert found[0] is None


@pytest.mark.parametrize(("word", "kind"), [("turns > 3", "share"), ("won by bot", "share"), ("turns", "mean")])
def test_comparisons_and_victories_are_shares(word: str, kind: str):
    (statistic,) = named_in([word])
    assert {metric.kind for metric in statistic.metrics(BOTS, 3)} == {kind}


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        ("horrea", "it has a value for each seat: add them up, as in sum(horrea)"),
        ("horea", 'there is no column "horea". Did you mean horrea?'),
        ("won by colour", "split by bot, character, seat, place"),
        ("turns by bot", "are for columns that every seat has"),
        ("sum(market_income + prestige)", "market and seat columns do not go together"),
        ('market_income["Rom"]', 'market_income has no "Rom". Did you mean Roma?'),
        ("ending > 3", "words can only be compared with words"),
        ("turns and 1", "are for comparisons"),
        ("1 < turns < 3", "a comparison has two sides"),
        ("open('x')", 'there is no function "open"'),
        ("().__class__", "is not known here"),
        ("[x for x in turns]", "is not known here"),
        ("lambda: 1", "is not known here"),
        ("turns ** 9", "is not known here"),
        ("f'{turns}'", "is not known here"),
        ("(x := 3)", "is not known here"),
        ("sum(*won)", "is not known here"),
        ("1e999", "cannot be used"),
        ("9" * 5000, f"at most {LONGEST} characters"),
        ("9" * 250, "cannot be used"),
        ("(" * 250, "is no expression"),
        ("-" * 290 + "1", "too many parts"),
        ("turns\0", "is no expression"),
        ("", "is no expression"),
    ],
)
def test_what_is_wrong_is_told(word: str, wrong: str):
    with pytest.raises(ForvmError) as error:
        read_statistics({"mine": word})[0].check([GAME])
    assert wrong in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    "table",
    [
        {"turns": "decisions"},
        {"Mine": "turns"},
        {"mine": 3},
        {"mine": {"unit": "$"}},
        {"mine": {"value": "turns", "colour": "red"}},
        {f"s{number}": "turns" for number in range(MOST + 1)},
    ],
)
def test_a_table_is_checked(table: dict[str, object]):
    with pytest.raises(ForvmError):
        read_statistics(table)


def test_no_expression_grows_beyond_its_text():
    (statistic,) = read_statistics({"mine": "turns/(" * 25 + "turns" + ")" * 25})
    (metric,) = statistic.metrics(BOTS, 3)
    assert len(str(metric.expression(GAME.rules, 3))) < 5000
