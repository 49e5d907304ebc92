"""Sums up the games of an arena in tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from forvm.lab.arena.arena_plan import ArenaPlan, ArenaRow
from forvm.lab.arena.ratings import Rating, places, rate
from forvm.lab.arena.speed import milliseconds
from forvm.lab.clustered_shares import Evenness, Share, evenness, share_of
from forvm.lab.lineups import Lineup, count_seatings
from forvm.notation import SEATS

SeedBlock = tuple[int, int]  # line-up and block: the games that share dice


@dataclass(frozen=True)
class BotStanding:
    """How a bot fared in its games with others; the share is of one of its seats.

    Games among its like say nothing of its strength, as it wins them all: they count only where it has no others, and
    then there is no rating.
    """

    bot: str
    games: int
    share: Share
    rating: Rating | None
    turns: float
    decisions: float  # of one seat in a game
    milliseconds: float | None  # of a decision


@dataclass(frozen=True)
class LineupStanding:
    """How a bot fared in one line-up; the share is of all its seats together."""

    lineup: int
    bots: Lineup
    bot: str
    share: Share


@dataclass(frozen=True)
class Duel:
    """How often one bot finished ahead of another in games with both; equals count half."""

    bot: str
    other: str
    games: int
    ahead: float


@dataclass(frozen=True)
class Standings:
    """What the games show. Only whole sets of seatings count: in them no bot has had the better seats."""

    games: int
    left_out: int  # games of sets that were not finished
    balanced: bool  # False while not a single set is finished: then all games count
    shared: int
    given_up: int
    bots: tuple[BotStanding, ...]  # by share, which is certain, then by rating, which is an estimate
    lineups: tuple[LineupStanding, ...]
    duels: tuple[Duel, ...]
    seats: tuple[tuple[str, Share], ...]
    seat_effect: Evenness


def standings_of(plan: ArenaPlan, rows: Sequence[ArenaRow]) -> Standings:
    """Sum up games; there must be at least one."""
    whole = whole_sets(plan, rows)
    counted = whole or list(rows)
    ratings = rate(plan, counted)
    times = milliseconds(plan, counted)
    bots = [_bot(plan, counted, bot, ratings, times.get(bot)) for bot in _present(plan, counted)]
    return Standings(
        games=len(counted),
        left_out=len(rows) - len(counted),
        balanced=bool(whole),
        shared=sum(len(row.winners) > 1 for row in counted),
        given_up=sum(not row.winners for row in counted),
        bots=tuple(sorted(bots, key=_rank)),
        lineups=tuple(_lineups(plan, counted)),
        duels=tuple(_duels(plan, counted)),
        seats=tuple(_seats(plan, counted)),
        seat_effect=evenness(_wins_by_seat(plan, counted)),
    )


def whole_sets(plan: ArenaPlan, rows: Iterable[ArenaRow]) -> list[ArenaRow]:
    """The games of those blocks that a line-up has played in every seating."""
    sets: dict[SeedBlock, list[ArenaRow]] = defaultdict(list)
    for row in rows:
        sets[row.key[:2]].append(row)
    full = [games for (lineup, _), games in sets.items() if len(games) == count_seatings(plan.lineups[lineup])]
    return sorted((row for games in full for row in games), key=in_order)


def in_order(row: ArenaRow) -> tuple[int, int, int]:
    """The order in which games stand in results: block by block."""
    return row.key.block, row.key.lineup, row.key.seating


def _present(plan: ArenaPlan, rows: Iterable[ArenaRow]) -> list[str]:
    """The bots that have played."""
    met = {bot for number in {row.key.lineup for row in rows} for bot in plan.lineups[number]}
    return [bot for bot in plan.bots if bot in met]


def _rank(told: BotStanding) -> tuple[bool, float, float]:
    """The more victories a seat, the higher; last come those who met nobody but their like."""
    return told.rating is None, -told.share.share, -told.rating.mu if told.rating else 0.0


def _bot(
    plan: ArenaPlan, rows: Sequence[ArenaRow], bot: str, ratings: Mapping[str, Rating], milliseconds: float | None
) -> BotStanding:
    own = [row for row in rows if bot in plan.lineups[row.key.lineup]]
    with_others = [row for row in own if len(set(plan.lineups[row.key.lineup])) > 1]
    blocks: dict[SeedBlock, list[float]] = defaultdict(lambda: [0.0, 0])
    games = turns = decisions = 0
    for row in with_others or own:
        seats = [seat for seat, name in enumerate(plan.seats(row.key)) if name == bot]
        games += 1
        turns += row.turns
        decisions += sum(row.decisions[seat] for seat in seats)
        blocks[row.key[:2]][0] += sum(row.share(seat) for seat in seats)
        blocks[row.key[:2]][1] += len(seats)
    share = share_of(((won, int(count)) for won, count in blocks.values()), 1 / plan.players)
    return BotStanding(
        bot=bot,
        games=games,
        share=share,
        rating=ratings[bot] if with_others else None,
        turns=turns / games,
        decisions=decisions / share.games,
        milliseconds=milliseconds,
    )


def _lineups(plan: ArenaPlan, rows: Sequence[ArenaRow]) -> Iterable[LineupStanding]:
    for number, lineup in enumerate(plan.lineups):
        games = [row for row in rows if row.key.lineup == number]
        names = list(dict.fromkeys(lineup))
        # Of two bots, what one wins the other loses; of one there is nothing to tell.
        for bot in names if len(names) > 2 else names[: len(names) - 1]:
            blocks: dict[int, list[float]] = defaultdict(lambda: [0.0, 0])
            for row in games:
                seats = plan.seats(row.key)
                blocks[row.key.block][0] += sum(row.share(seat) for seat in range(plan.players) if seats[seat] == bot)
                blocks[row.key.block][1] += 1
            if blocks:
                fair = lineup.count(bot) / plan.players
                share = share_of(((won, int(count)) for won, count in blocks.values()), fair)
                yield LineupStanding(number, lineup, bot, share)


def _duels(plan: ArenaPlan, rows: Sequence[ArenaRow]) -> Iterable[Duel]:
    games: dict[tuple[str, str], int] = defaultdict(int)
    ahead: dict[tuple[str, str], float] = defaultdict(float)
    for row in rows:
        seats, place = plan.seats(row.key), places(plan, row)
        met: dict[tuple[str, str], list[float]] = defaultdict(list)
        for one in range(plan.players):
            for other in range(plan.players):
                if seats[one] != seats[other]:
                    before = 0.5 if place[one] == place[other] else float(place[one] < place[other])
                    met[seats[one], seats[other]].append(before)
        for pair, results in met.items():
            games[pair] += 1
            ahead[pair] += sum(results) / len(results)
    for (bot, rival), count in games.items():
        yield Duel(bot, rival, count, ahead[bot, rival] / count)


def _wins_by_seat(plan: ArenaPlan, rows: Sequence[ArenaRow]) -> list[list[float]]:
    """The victories of every seat, block by block."""
    blocks: dict[SeedBlock, list[float]] = defaultdict(lambda: [0.0] * plan.players)
    for row in rows:
        for seat in range(plan.players):
            blocks[row.key[:2]][seat] += row.share(seat)
    return list(blocks.values())


def _seats(plan: ArenaPlan, rows: Sequence[ArenaRow]) -> Iterable[tuple[str, Share]]:
    games: dict[SeedBlock, int] = defaultdict(int)
    for row in rows:
        games[row.key[:2]] += 1
    wins = _wins_by_seat(plan, rows)
    for seat in range(plan.players):
        blocks = ((won[seat], count) for won, count in zip(wins, games.values(), strict=True))
        yield SEATS[seat], share_of(blocks, 1 / plan.players)
