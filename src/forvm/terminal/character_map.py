"""The board as a map of characters: links as fine dots, markets as labels where the printed board draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from forvm.content import Board, Market, Rules
from forvm.terminal import piece_symbols
from forvm.terminal.board_tables import standing

View = Mapping[str, Any]

NARROWEST = 150
LOWEST = 64  # lines of a screen on which the map leaves room for the rest
WIDEST = 190
ROWS_PER_COLUMN = 0.27  # characters are twice as high as wide, and the board may be squeezed a little
_MARGIN = 2

# The dots of a Braille character, by column and row.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BRAILLE = 0x2800


class Canvas:
    """A grid of characters with styles; finer dots can be set in cells that hold nothing else."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._dots: dict[tuple[int, int], int] = {}

    def dot(self, x: int, y: int) -> None:
        """Set a dot; there are two in a cell's width and four in its height."""
        cell = (x // 2, y // 4)
        self._dots[cell] = self._dots.get(cell, 0) | _DOTS[x % 2][y % 4]

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A dotted line between the middles of two cells."""
        x0, y0 = start[0] * 2 + 1, start[1] * 4 + 2
        x1, y1 = end[0] * 2 + 1, end[1] * 4 + 2
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for step in range(0, steps + 1, 2):
            self.dot(x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps)

    def is_free(self, x: int, y: int, length: int) -> bool:
        """Is there room for a label, with a space on either side?"""
        if not (0 <= y < self.height and x >= 0 and x + length <= self.width):
            return False
        return not any((column, y) in self._cells for column in range(x - 1, x + length + 1))

    def write(self, x: int, y: int, label: Text) -> None:
        """Put a label."""
        for place, sign in enumerate(label.plain):
            style = next((str(span.style) for span in reversed(label.spans) if span.start <= place < span.end), "")
            self._cells[x + place, y] = (sign, style)

    def rows(self) -> Iterator[Text]:
        """The finished lines."""
        for y in range(self.height):
            row = Text(no_wrap=True, end="")
            for x in range(self.width):
                if (x, y) in self._cells:
                    row.append(*self._cells[x, y])
                elif (x, y) in self._dots:
                    row.append(chr(_BRAILLE + self._dots[x, y]), "dim")
                else:
                    row.append(" ")
            row.rstrip()
            yield row


def draw(rules: Rules, view: View, width: int) -> Text:
    """The map, as wide as asked for."""
    width = min(width, WIDEST)
    canvas = Canvas(width, round(width * ROWS_PER_COLUMN))
    places = _places(rules.board, canvas)
    for a, b in rules.board.links:
        canvas.line(places[a], places[b])
    # The nodes first: no label may hide one.
    for market in rules.board.markets:
        canvas.write(*places[market.index], _node(market, view["markets"][market.index]))
    labels = {market.index: _label(rules, market, view["markets"][market.index]) for market in rules.board.markets}
    for number, label in sorted(labels.items(), key=lambda item: (-len(item[1].plain), item[0])):
        _place_label(canvas, places[number], label)
    return Text("\n").join(canvas.rows())


def _places(board: Board, canvas: Canvas) -> dict[int, tuple[int, int]]:
    """The cell of each market."""
    xs, ys = [m.x for m in board.markets], [m.y for m in board.markets]
    wide, high = max(max(xs) - min(xs), 1), max(max(ys) - min(ys), 1)
    room = canvas.width - 2 * _MARGIN - 12  # labels stand to the right of their nodes
    taken: set[tuple[int, int]] = set()
    places = {}
    for market in board.markets:
        x = _MARGIN + round((market.x - min(xs)) / wide * room)
        y = 1 + round((market.y - min(ys)) / high * (canvas.height - 3))
        while (x, y) in taken:
            x += 2
        taken.add((x, y))
        places[market.index] = (x, y)
    return places


def _node(market: Market, row: View) -> Text:
    style = "bold yellow" if market.kind in ("rome", "exotic") else "bold" if row["owners"] or row["agents"] else ""
    return Text(piece_symbols.KINDS[market.kind].replace("·", "•"), style or "none")


def _label(rules: Rules, market: Market, row: View) -> Text:
    """The name, what a new horreum there would earn, and the pieces there."""
    stands = standing(row)
    label = Text(market.latin, "bold" if stands.plain else "none")
    if len(row["owners"]) < rules.player_counts[-1]:
        amount = piece_symbols.worth(rules, market.index, len(row["owners"]) + 1)
        label.append(f" {'−' if amount < 0 else ''}{abs(amount)}", "dim")
    return Text.assemble(label, " ", stands) if stands.plain else label


def _place_label(canvas: Canvas, node: tuple[int, int], label: Text) -> None:
    """Beside its node if there is room, else above or below, else shortened."""
    x, y = node
    length = len(label.plain)
    for column, row in (
        (x + 1, y),
        (x - length, y),
        (x - length // 2, y + 1),
        (x - length // 2, y - 1),
        (x + 1, y + 1),
        (x + 1, y - 1),
        (x - length, y + 1),
        (x - length, y - 1),
    ):
        # On its own row the label touches its node; only the far side needs a space.
        free = canvas.is_free(column + (column == x + 1) * (row == y), row, length - (row == y))
        if free:
            canvas.write(column, row, label)
            return
    canvas.write(x + 1, y, label[: max(canvas.width - x - 2, 1)])
