"""The tables of ``forvm arena``."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from forvm import text
from forvm.bots.entry_points import MOST_DECISIONS
from forvm.lab.arena.result import ArenaResult
from forvm.lab.arena.standings import Standings
from forvm.lab.clustered_shares import FEWEST_BLOCKS, Share
from forvm.lab.lineups import Lineup
from forvm.terminal import piece_symbols
from forvm.terminal.screen import Screen

MOST_LINEUPS = 40  # rows, beyond which nobody reads them
UNLIKELY = 0.05
TINY = 0.001  # a probability that would be shown as 0
WORDS = 12  # columns for names at the least, in a narrow window


def say(key: str, **values: text.Value) -> str:
    """A text of the report with its values filled in."""
    found: Any = text.load("arena")["report"]
    for part in key.split("."):
        found = found[part]
    return text.fill(found, values)


def show(result: ArenaResult, screen: Screen, *, kept: bool) -> None:
    """Print everything that the games show."""
    plan, told = result.plan, result.standings()
    if not result.complete:
        screen.line(say("stopped", done=len(result.rows), games=plan.total), "yellow")
        if kept:
            screen.line(say("go_on"), "yellow")
    screen.line(say("title", games=told.games, name=plan.rules.name, players=plan.players, seed=plan.seed), "bold")
    _notes(told, screen)
    screen.show(_bots(told))
    screen.line(say("bots.note", fair=percent(1 / plan.players)), "dim")
    if any(bot.rating is None for bot in told.bots):
        screen.line(say("bots.alone"), "dim")
    screen.blank()
    _lineups(told, screen)
    if told.duels:
        screen.show(_duels(told))
    screen.show(_play(told))
    screen.show(_seats(told))
    _seat_effect(told, screen)


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{share:.1%}".replace("%", " %")


def _notes(told: Standings, screen: Screen) -> None:
    if not told.balanced:
        screen.line(say("unbalanced"), "yellow")
    if told.left_out:
        screen.line(say("left_out", games=told.left_out), "dim")
    if told.shared:
        screen.line(say("ending", shared=told.shared), "dim")
    if told.given_up:
        screen.line(say("given_up", games=told.given_up, most=MOST_DECISIONS), "yellow")
    screen.blank()


def _table(title: str, *columns: str) -> Table:
    """A table whose first column is words and whose others are numbers."""
    table = Table(title=Text(title, "bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(columns):
        if number:
            table.add_column(name, justify="right", no_wrap=True)
        else:
            table.add_column(name, overflow="fold", min_width=WORDS)  # numbers must not squeeze the names out
    return table


def _interval(share: Share) -> str:
    return f"{percent(share.low)} – {percent(share.high)}"


def _shown(share: Share) -> Text:
    """A share, coloured when it is surely more or less than fair."""
    colour = "green" if share.low > share.fair else "red" if share.high < share.fair else ""
    return Text(percent(share.share), colour)


def _bots(told: Standings) -> Table:
    keys = ("bot", "games", "share", "interval", "rating")
    table = _table(say("bots.title"), *(say(f"bots.{key}") for key in keys))
    for bot in told.bots:
        table.add_row(
            bot.bot,
            f"{bot.games:,}",
            _shown(bot.share),
            _interval(bot.share) if bot.rating else say("nobody"),
            f"{bot.rating.mu:.1f} ± {bot.rating.sigma:.1f}" if bot.rating else say("nobody"),
        )
    return table


def _play(told: Standings) -> Table:
    table = _table(say("play.title"), *(say(f"play.{key}") for key in ("bot", "turns", "decisions", "time")))
    for bot in told.bots:
        table.add_row(bot.bot, f"{bot.turns:.1f}", f"{bot.decisions:.0f}", _time(bot.milliseconds))
    return table


def _time(milliseconds: float | None) -> str:
    if milliseconds is None:
        return say("nobody")
    if milliseconds < 0.001:
        return "< 0.001"
    return f"{milliseconds:,.0f}" if milliseconds >= 100 else f"{milliseconds:.2g}"


def _lineups(told: Standings, screen: Screen) -> None:
    if not told.lineups:
        return
    if len(told.lineups) > MOST_LINEUPS:
        screen.line(say("lineups.many", count=len({line.lineup for line in told.lineups})), "dim")
        return
    keys = ("lineup", "bot", "games", "share", "interval", "fair")
    table = _table(say("lineups.title"), *(say(f"lineups.{key}") for key in keys))
    table.columns[1].justify = "left"
    before = None
    for line in told.lineups:
        table.add_row(
            "" if line.lineup == before else in_brief(line.bots),
            line.bot,
            f"{line.share.games:,}",
            _shown(line.share),
            _interval(line.share),
            percent(line.share.fair),
        )
        before = line.lineup
    screen.show(table)


def in_brief(lineup: Lineup) -> str:
    """A line-up with equal bots counted, not repeated."""
    counts = {bot: lineup.count(bot) for bot in lineup}
    return ", ".join(
        bot if count == 1 else say("lineups.several", count=count, bot=bot) for bot, count in counts.items()
    )


def _duels(told: Standings) -> Table:
    names = [bot.bot for bot in told.bots]
    ahead = {(duel.bot, duel.other): duel.ahead for duel in told.duels}
    table = _table(say("duels.title"), "", *(str(number) for number in range(1, len(names) + 1)))
    table.padding = (0, 0, 0, 1)  # many bots, narrow columns
    for number, bot in enumerate(names, 1):
        cells = (f"{100 * ahead[bot, other]:.0f}" if (bot, other) in ahead else say("nobody") for other in names)
        table.add_row(f"{number} {bot}", *cells)
    return table


def _seats(told: Standings) -> Table:
    table = _table(say("seats.title"), *(say(f"seats.{key}") for key in ("seat", "share", "interval")))
    for number, (letter, share) in enumerate(told.seats):
        name = Text(f"{piece_symbols.SHAPES[number]} {letter}", piece_symbols.colour(number))
        table.add_row(name, _shown(share), _interval(share))
    return table


def _seat_effect(told: Standings, screen: Screen) -> None:
    found = told.seat_effect
    if found.p is None:
        screen.line(say("seats.few", fewest=FEWEST_BLOCKS), "dim")
    else:
        key = "seats.test_design" if found.design > 1 else "seats.test"
        screen.line(
            say(
                key,
                statistic=f"{found.statistic:.2f}",
                freedom=found.freedom,
                design=f"{found.design:.2f}",
                p=f"= {found.p:.3f}" if found.p >= TINY else f"< {TINY}",
            )
        )
        screen.line(_verdict(found.p), "dim")
    screen.blank()


def _verdict(p: float) -> str:
    """What a probability means for the seats."""
    if p < TINY:
        return say("seats.surely_uneven", percent=percent(TINY))
    return say("seats.uneven" if p < UNLIKELY else "seats.even", percent=percent(p))
