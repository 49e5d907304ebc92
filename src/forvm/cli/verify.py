"""``forvm replay --verify``: are the dice of a record as they must be?"""

from __future__ import annotations

from pathlib import Path

from rich import box
from rich.table import Table

from forvm import text
from forvm.errors import RecordError
from forvm.game import Game
from forvm.game.dicecheck import UNCHECKED, draws, verify_record
from forvm.game.dicereport import Luck, report
from forvm.notation.proof import SealedProof
from forvm.notation.record_reading import read_file
from forvm.terminal.screen import Screen

FOUND_WRONG = 1  # as opposed to 2, for what cannot be checked at all
QUALIFIED = 3  # every die follows, but that does not prove all of them


def verify_file(file: Path, commitment: str | None, seal: str | None = None) -> int:
    """Check every die and card of a record's file, and report on them."""
    record = read_file(file)
    try:
        verdict = verify_record(record, commitment, seal)
    except RecordError as error:
        raise RecordError(error.message, line=error.line, file=file) from None
    if verdict.finding in UNCHECKED:
        raise RecordError(verdict.text, file=file)
    screen = Screen()
    screen.line(verdict.text, "green" if verdict.fair else "yellow" if verdict.follows else "bold red")
    if not verdict.follows:
        return FOUND_WRONG
    game = Game.from_record(record)
    assert game.proof is not None
    words = text.load("dice")["report"]
    if isinstance(game.proof, SealedProof) and seal is None:
        screen.address(text.fill(words["compare_seal"], {"seal": game.proof.seal.digest()}), "dim")
    elif seal is None and commitment is None:
        screen.address(text.fill(words["compare"], {"commitment": game.proof.commitment}), "dim")
    for luck in report(draws(game)):
        _show(luck, screen)
    return 0 if verdict.fair else QUALIFIED


def _show(luck: Luck, screen: Screen) -> None:
    words = text.load("dice")["report"]
    title = text.fill(words[luck.kind], {"drawn": luck.drawn})
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("token", "seen", "expected"):
        table.add_column(words["columns"][key], justify="left" if key == "token" else "right")
    for count in luck.counts:
        table.add_row(count.token, str(count.seen), f"{count.expected:.1f}")
    screen.blank()
    screen.show(table)
    if luck.p is not None:
        screen.line(text.fill(words["p"], {"p": f"{luck.p:.0%}" if luck.p >= 0.01 else f"{luck.p:.1%}"}))
