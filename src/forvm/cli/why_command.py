"""``forvm why``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich import box
from rich.table import Table
from rich.text import Text

from forvm import text
from forvm.errors import ForvmError
from forvm.lab.simulation import require_packages
from forvm.terminal.screen import Screen, make_console

if TYPE_CHECKING:
    from forvm.game import Game
    from forvm.lab.why.explanation import Explanation, ReplayedPairs
    from forvm.lab.why.moments import Divergence, TurnLine

PACKAGES = ("numba", "polars", "pyarrow", "scipy", "SALib", "tomli_w")
ACCOUNTS = ("prestige", "money", "moves")
REPLAYED = 100
MOST_TURNS = 40


def option(name: str) -> str:
    """What an option means."""
    return str(text.load("why")["cli"][name])


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("why")["say"][key], values)


def why(
    study: Annotated[Path, Parameter(help=option("folder"))],
    /,
    *,
    variant: Annotated[str, Parameter(help=option("variant"))] = "1",
    games: Annotated[int, Parameter(help=option("games"))] = REPLAYED,
    game: Annotated[int | None, Parameter(help=option("game"))] = None,
    out: Annotated[Path | None, Parameter(help=option("out"))] = None,
    records: Annotated[Path | None, Parameter(help=option("records"))] = None,
    browser: Annotated[bool, Parameter(help=option("browser"), negative=())] = False,
    port: Annotated[int | None, Parameter(help=option("port"))] = None,
) -> int:
    """Take a change of a study apart."""
    require_packages(PACKAGES)
    from forvm.lab.why.explanation import explain

    if games < 0:
        raise ForvmError(f"--games is how many pairs are played again, 0 or more, not {games}.")
    if out is not None:
        _check_table(out)
    explained = explain(study, variant)
    screen = Screen()
    _tell(explained, screen)
    if out is not None:
        _write(explained, out, screen)
    if game is None and games:
        replayed = _replay(explained, games)
        _tell_moments(replayed, screen)
        if replayed.usual is not None:
            game = replayed.usual[0].game
    if game is not None:
        pair = _tell_pair(explained, game, screen, records)
        if browser:
            return _side_by_side(explained, pair, port)
        words = ["forvm", "why", str(study), "--variant", variant, "--game", str(game), "--browser"]
        screen.address(say("see", command=shlex.join(words)))
    return 0


def _tell(explained: Explanation, screen: Screen) -> None:
    from forvm.lab.why.mechanism_words import cell_title

    screen.line(say("title", study=explained.study.title, variant=cell_title(explained.variant)), "bold")
    screen.line(say("pairs", games=len(explained.pairs.games)))
    screen.blank()
    for sentence in explained.sentences:
        screen.line(sentence)
    if not explained.pairs.same_bots:
        screen.line(say("other_bots"), "yellow")
    screen.blank()
    screen.show(_victories(explained))
    for what in ACCOUNTS:
        screen.show(_account(explained, what))
    screen.line(say("limits"), "dim")


def _table(title: str, first: str) -> Table:
    table = Table(title=Text(title, "bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for column in ("columns_baseline", "columns_variant", "columns_change", "columns_interval"):
        table.add_column(say(column), justify="right")
    return table


def _account(explained: Explanation, what: str) -> Table:
    """The parts of each player's account."""
    from forvm.lab.why.mechanism_words import amount, level, part_name, span

    table = _table(
        f"{text.load('why')['names'][what]}, {say('everyone')}",
        say("columns_part"),
    )
    for line in explained.lines:
        if (line.what, line.whose) == (what, "everyone"):
            style = "bold" if line.change.differs else "dim"
            values = (level(what, line.baseline), level(what, line.variant), amount(what, line.value), span(line))
            table.add_row(part_name(what, line.part), *values, style=style)
    return table


def _victories(explained: Explanation) -> Table:
    """The victories of every place and bot, without their parts."""
    from forvm.lab.why.decomposition import VICTORIES, WHOLE
    from forvm.lab.why.mechanism_words import amount, level, span, who_name

    table = _table(text.load("why")["names"][VICTORIES], "")
    for line in explained.lines:
        if (line.what, line.part) == (VICTORIES, WHOLE):
            values = (level(VICTORIES, line.baseline), level(VICTORIES, line.variant), amount(VICTORIES, line.value))
            table.add_row(who_name(line), *values, span(line), style="bold" if line.change.differs else "dim")
    return table


def _replay(explained: Explanation, games: int) -> ReplayedPairs:
    from forvm.cli.progress import games_in_sight

    with games_in_sight(make_console(stderr=True), say("replaying"), say("rate")) as show:
        return explained.replayed(games, show)


def _tell_moments(replayed: ReplayedPairs, screen: Screen) -> None:
    if not replayed.parted:
        screen.line(say("alike", count=replayed.count))
        return
    screen.show(_turns(replayed))
    screen.line(say("turns_note", count=replayed.count), "dim")
    parted = len(replayed.parted)
    screen.line(say("parted", parted=parted, count=replayed.count, turn=replayed.median_turn))
    assert replayed.usual is not None
    first, count = replayed.usual
    where = _where(first)
    screen.line(say("usual", count=count, of=parted, where=where, game=first.game, position=first.position + 1))


def _where(one: Divergence) -> str:
    if not all(one.kinds):
        return say("where_over")
    kinds = text.load("columns")["kinds"] | text.load("why")["chance"]
    phase = text.load("moves")["phases"][one.phase]
    return say("at", phase=phase, was=kinds[one.kinds[0]], now=kinds[one.kinds[1]])


def _turns(replayed: ReplayedPairs) -> Table:
    """The change by turn."""
    from forvm.lab.why.mechanism_words import amount

    table = Table(title=Text(say("turns_title"), "bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("turns_turn"), justify="right")
    for what in ACCOUNTS:
        table.add_column(text.load("why")["names"][what], justify="right")
    by_turn: dict[int, list[TurnLine]] = {}
    for line in replayed.turns:
        by_turn.setdefault(line.turn, []).append(line)
    for turn, lines in sorted(by_turn.items())[:MOST_TURNS]:
        cells = (
            Text(amount(line.what, line.change.alone.value), "bold" if line.change.differs else "dim") for line in lines
        )
        table.add_row(str(turn), *cells)
    return table


def _tell_pair(explained: Explanation, number: int, screen: Screen, records: Path | None) -> tuple[str, str]:
    """Tell where a pair parts; returns the records of both games."""
    from forvm.lab.games.setting import NO_DATE

    baseline, other, parts = explained.game(number)
    if parts is None:
        screen.line(say("pair_alike", game=number))
    else:
        phase = text.load("moves")["phases"][parts.phase]
        screen.line(say("pair", game=number, position=parts.position, turn=parts.turn, phase=phase), "bold")
        for side, played in (("baseline", baseline), ("variant_side", other)):
            screen.line(say("pair_line", who=say(side), move=_move(played, parts.position)))
    pair = baseline.record(date=NO_DATE), other.record(date=NO_DATE)
    if records is not None:
        _keep(records, number, pair, screen)
    return pair


def _move(played: Game, position: int) -> str:
    return played.history[position].sentence if position < len(played.history) else say("over")


def _keep(folder: Path, number: int, pair: tuple[str, str], screen: Screen) -> None:
    """Write the records of both games."""
    from forvm.lab.games.atomic_files import replacing

    files = [folder / f"game-{number}-{side}.txt" for side in ("baseline", "variant")]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ForvmError(f"The folder {folder} cannot be made: {error.strerror}.") from None
    for file, record in zip(files, pair, strict=True):
        with replacing(file) as temporary:
            temporary.write_text(record, encoding="utf-8")
    screen.address(say("kept", one=str(files[0]), other=str(files[1])))


def _side_by_side(explained: Explanation, pair: tuple[str, str], port: int | None) -> int:
    """Both games in the browser, until Ctrl-C."""
    from forvm.cli.browser import compare_in_browser
    from forvm.lab.why.mechanism_words import cell_title

    names = (say("baseline"), cell_title(explained.variant))
    return compare_in_browser(list(zip(names, pair, strict=True)), port=port)


def _check_table(out: Path) -> None:
    from forvm.lab.games.atomic_files import check_writable

    if out.suffix not in (".csv", ".parquet"):
        raise ForvmError(f"--out {out}: name a .csv or a .parquet file.")
    check_writable(out)


def _write(explained: Explanation, out: Path, screen: Screen) -> None:
    from forvm.lab.games.atomic_files import replacing

    with replacing(out) as file:
        if out.suffix == ".csv":
            explained.table.write_csv(file)
        else:
            explained.table.write_parquet(file)
    screen.address(say("written", file=str(out)))
