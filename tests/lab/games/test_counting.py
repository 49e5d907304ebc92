"""What compiled games count is what plain games note."""

from __future__ import annotations

import re
from collections import Counter

import polars as pl
import pytest

from forvm.engine import events, tasks
from forvm.engine.actions import KINDS, kind_of
from forvm.engine.clauses import CLAUSES
from forvm.engine.definition import LOAN_LADDER
from forvm.engine.state import NOWHERE
from forvm.game import Game
from forvm.lab.games import Setting, play, play_turns
from forvm.lab.games.columns import HAPPENED, MARKETS, MONEY_IN, MONEY_OUT, MOVES, PRESTIGE_LOST, PRESTIGE_WON
from forvm.lab.games.row_replay import replay
from forvm.lab.games.tally import ALONE, BY_BENEFACTIONS, BY_MONEY, SHARED, GameTally, who_decided
from forvm.notation import SEATS, Names, names_of
from forvm.notation.phases import CHANCE
from forvm.notation.position import Note
from tests.engine.variants import VARIANTS, Variant

GAMES = 4
BOTS = ("random", "greedy")
SOURCES = {
    "TRADE-5": "trade",
    "ALLY-3": "alliances",
    "ALLY-4": "alliances",
    "FATE-1": "fate",
    "DEBT-1": "loans",
    "DEBT-4": "loans",
    "BUILD-1": "building",
    "BUILD-2": "milestones",
    "DESTROY-1": "destroying",
    "GIVE-2": "benefactions",
    "LOCAL-1": "local_marriages",
    "OUST-2": "ousting",
    "RECKON-1": "wealth",
}
COMPARED = re.compile(
    "(happened|card|moves|decisions|money_(in|out|promised|forgiven)|prestige_(won|lost))_|market_(?!present|horrea)"
)
AT_A_MARKET = {
    "horreum_built": "built",
    "horreum_lost": "lost",
    "agent_enters": "visits",
    "challenge": "challenges",
    "market_held": "held",
    "wed": "weddings",
}
WITH_ANOTHER = {"challenge": "challenged", "attack": "attacked", "allied": "allied", "divorced": "divorced"}


def counted(game: Game) -> Counter[str]:
    """The columns of a game, from what the plain engine noted."""
    names, found, card = names_of(game.rules), Counter[str](), -1
    for played in game.history:
        kind = KINDS[kind_of(played.id)].name
        if played.seat != CHANCE:
            found[f"decisions_{SEATS[played.seat]}"] += 1
            found[f"moves_{kind}_{SEATS[played.seat]}"] += 1
        if kind == "move":
            found[f"market_visits:{names.markets[names.market(played.notation.partition('>')[2])[0]]}"] += 1
        for note in played.notes:
            event = events.EVENTS[note[0]]
            card = note[4] if event == "card" else card
            if event in ("agent_lost", "horreum_lost") and CLAUSES[note[3]] == "FATE-1":
                found[f"card_pieces:{names.cards[card]}"] += 1
            count(found, names, event, note)
    return found


def count(found: Counter[str], names: Names, event: str, note: Note) -> None:
    """Add one note."""
    _, player, amount, number, place = note
    letter, clause = SEATS[player], CLAUSES[number]
    if event in HAPPENED:
        found[f"happened_{event}_{letter}"] += 1
    if event in WITH_ANOTHER:
        found[f"happened_{WITH_ANOTHER[event]}_{SEATS[amount]}"] += 1
    if event in AT_A_MARKET:
        found[f"market_{AT_A_MARKET[event]}:{names.markets[place]}"] += 1
    if event in ("money", "prestige"):
        way = {"money": ("in", "out"), "prestige": ("won", "lost")}[event][amount < 0]
        found[f"{event}_{way}_{SOURCES[clause]}_{letter}"] += abs(amount)
        if clause == "FATE-1":
            found[f"card_{event}:{names.cards[place]}"] += abs(amount)
    elif event == "borrowed":
        found[f"prestige_lost_loans_{letter}"] += amount
    elif event in ("promised", "forgiven"):
        found[f"money_{event}_{letter}"] += amount
    elif event == "card":
        found[f"card_drawn:{names.cards[place]}"] += 1
    elif event in ("trade_value", "trade_flood"):
        market = names.markets[place]
        found[f"market_owned:{market}"] += 1
        found[f"market_income:{market}"] += amount if event == "trade_value" else 0
        found[f"market_informed:{market}"] += clause == "TRADE-2"
        found[f"market_routed:{market}"] += clause == "TRADE-3"


def total(what: str, sources: tuple[str, ...], letter: str) -> pl.Expr:
    return pl.sum_horizontal(f"{what}_{source}_{letter}" for source in sources)


def setting_of(variant: Variant) -> Setting:
    return Setting(variant.rules(), variant.players, BOTS, seed=3)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_counts_are_those_of_the_plain_engines_notes(variant: Variant):
    setting = setting_of(variant)
    g = setting.rules.definition(setting.players)
    for row in play(setting, 10, GAMES).iter_rows(named=True):
        expected = counted(replay(setting, row["game"]))
        for letter in SEATS[: setting.players]:
            borrowed = expected[f"prestige_lost_loans_{letter}"]
            expected[f"money_in_loans_{letter}"] = 0 if g.loan == LOAN_LADDER else borrowed * g.loan_rate
        compared = {name: value for name, value in row.items() if COMPARED.match(name)}
        assert compared == {name: expected[name] for name in compared}
        assert not {name for name, value in expected.items() if value} - set(compared)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_money_and_prestige_add_up(variant: Variant):
    setting = setting_of(variant)
    g = setting.rules.definition(setting.players)
    rows = play(setting, 0, 40)
    for x in SEATS[: setting.players]:
        won, lost = total("prestige_won", PRESTIGE_WON, x), total("prestige_lost", PRESTIGE_LOST, x)
        came, went = total("money_in", MONEY_IN, x), total("money_out", MONEY_OUT, x)
        sums = rows.select(prestige=g.start_prestige + won - lost, money=g.start_money + came - went)
        assert sums["prestige"].to_list() == rows[f"prestige_{x}"].to_list()
        assert sums["money"].to_list() == rows[f"money_{x}"].to_list()
        moves = rows.select(total("moves", MOVES, x)).to_series()
        assert moves.to_list() == rows[f"decisions_{x}"].to_list()
        assert (rows[f"happened_horreum_built_{x}"] - rows[f"happened_horreum_lost_{x}"]).equals(rows[f"horrea_{x}"])


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_winners_and_why(variant: Variant):
    setting = setting_of(variant)
    reasons = {"RECKON-2": "prestige", "RECKON-3": "turn_limit"}
    for row in play(setting, 0, GAMES).iter_rows(named=True):
        game = replay(setting, row["game"])
        outcome = game.outcome
        assert outcome is not None
        assert row["winners"] == "".join(SEATS[seat] for seat in outcome.winners)
        assert row["ending"] == reasons[outcome.clause]
        assert (row["decided"] == "shared") == (len(outcome.winners) > 1)
        assert (row["decided"] == "money") == ("most money" in outcome.reason)
        assert (row["turns"], row["moves"]) == (game.turn, len(game.history))
        first = next(played for played in game.history if played.turn == 1)
        assert row["starter"] == SEATS[first.actor]
        assert [row[f"won_{x}"] for x in SEATS[: setting.players]] == [
            (seat in outcome.winners) / len(outcome.winners) for seat in range(setting.players)
        ]
        for number, name in enumerate(names_of(game.rules).markets):
            assert row[f"market_horrea:{name}"] == game.state.horrea[number].bit_count()


def test_what_decides_between_the_leaders():
    g = VARIANTS[0].rules().definition(3)
    s = GameTally()
    s.prestige[:3], s.money[:3], s.winners = [16, 12, 15], [100, 900, 200], 0b001
    s.given[0] = 0
    assert who_decided(s, g) == BY_MONEY  # beyond the winning prestige all are equal
    s.money[2] = 100
    assert who_decided(s, g) == BY_BENEFACTIONS
    s.prestige[2] = 14
    assert who_decided(s, g) == ALONE
    s.winners = 0b101
    assert who_decided(s, g) == SHARED


def test_the_turns_tell_how_everyone_stood():
    setting = Setting(VARIANTS[0].rules(), 3, BOTS, seed=3)
    games, turns = play_turns(setting, 5, 3)
    assert games.equals(play(setting, 5, 3))
    game = replay(setting, 6)
    again = Game(game.rules, 3)
    standing: list[list[tuple[int, int]]] = []
    for played in game.history:
        again.play(played.id)
        if again.turn > len(standing) or again.outcome:
            standing.append([(player.prestige, player.money) for player in again.players])
    told = turns.filter(pl.col("game") == 6)
    assert told.select("turn", "seat").rows() == [(turn, seat) for turn in range(game.turn + 1) for seat in range(3)]
    assert told.select("prestige", "money").rows() == [both for turn in standing for both in turn]


def test_agents_are_counted_where_they_stand_at_trade():
    setting = Setting(VARIANTS[0].rules(), 3, BOTS, seed=4)
    row = play(setting, 2, 1).row(0, named=True)
    game, stood = Game(setting.rules, 3), Counter[int]()
    for played in replay(setting, 2).history:
        game.play(played.id)
        if any((note[0], note[2]) == (events.PHASE, tasks.TRADE) for note in played.notes):
            stood.update(market for market in game.state.agent if market != NOWHERE)
    for number, name in enumerate(names_of(setting.rules).markets):
        assert row[f"market_present:{name}"] == stood[number]


def test_every_use_of_a_market_occurs():
    rows = play(Setting(VARIANTS[1].rules(), 4, ("greedy", "random"), seed=1), 0, 200)
    for use in MARKETS:
        assert rows.select(pl.sum_horizontal(pl.col(f"^market_{use}:.*$")).sum()).item() > 0, use
