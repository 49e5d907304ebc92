"""How all pictures look: colours that everyone can tell apart, text that stays text, the same file each time."""

from __future__ import annotations

import io
import re
import textwrap
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Okabe and Ito's colours, told apart with every kind of colour vision, and in print by their brightness.
BLUE, ORANGE, GREEN, PINK, SKY, VERMILION, YELLOW, GREY = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
    "#7F7F7F",
)
COLOURS = (BLUE, ORANGE, GREEN, PINK, SKY, VERMILION, YELLOW, GREY)
# Tol's muted colours, for what has more parts than that.
MANY = (
    "#332288",
    "#88CCEE",
    "#44AA99",
    "#117733",
    "#999933",
    "#DDCC77",
    "#CC6677",
    "#882255",
    "#AA4499",
    "#BBBBBB",
    "#7A5230",
)
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
INK = "#222222"
FAINT = "#B8B2A6"
PAPER = "#FFFFFF"

FONT = "DejaVu Sans"  # comes with matplotlib
LIKE_IT = "Verdana, sans-serif"  # as wide, for readers' machines that lack it

_SETTINGS = {
    "font.family": FONT,
    "font.size": 9,
    "svg.fonttype": "none",
    "svg.hashsalt": "forvm",
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": "#E6E1D8",
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.major.size": 0,
    "text.color": INK,
    "text.parse_math": False,  # two dollar signs are money, not a formula
    "legend.frameon": False,
    "legend.fontsize": 8.5,
}


# Every function that draws is decorated with this.
styled = mpl.rc_context(_SETTINGS)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Picture:
    """A drawn figure: its markup, its title, and what it shows in words, for those who do not see it."""

    svg: str
    title: str
    description: str
    shape: str = "wide"  # wide, small or map: how the page sets it


def figure(width: float, height: float, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """An empty figure (inches), with panels side by side."""
    made = Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)
    return made, list(made.subplots(1, columns, squeeze=False)[0])


def picture(made: Figure, title: str, description: str, shape: str = "wide") -> Picture:
    """The figure as markup that can stand inside a page, in whatever width there is."""
    stream = io.StringIO()
    made.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    written = stream.getvalue()
    written = written[written.index("<svg") :].replace(f"'{FONT}'", f"'{FONT}', {LIKE_IT}")
    written = re.sub(r"(\.\d\d)\d+", r"\1", written)  # a hundredth of a point is fine enough
    width = float(re.findall(r'width="([\d.]+)pt"', written)[0])
    # The page gives the size, the view box keeps the shape. Ids of several pictures must not meet in one page.
    written = re.sub(r' (?:width|height)="[\d.]+pt"', "", written, count=2)
    own = f"f{zlib.crc32(written.encode()):x}"
    written = re.sub(r'\bid="([^"]+)"', rf'id="{own}-\1"', written)
    written = re.sub(r'(xlink:href="|url\()#', rf"\1#{own}-", written)
    written = written.replace("<svg", f'<svg role="img" style="max-width:{width * 4 / 3:.0f}px"', 1)
    return Picture(written, title, description, shape)


def label_rows(axes: Axes, labels: Sequence[str], longest: int = 44) -> None:
    """One row for each label, the first on top."""
    axes.set_yticks(range(len(labels)), [wrapped(label, longest) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)


def wrapped(label: str, longest: int = 44) -> str:
    """A label in lines that leave room for the picture; at most three.

    >>> wrapped("the cost of a challenge: $100", 16)
    'the cost of a\\nchallenge: $100'
    """
    return "\n".join(textwrap.wrap(label, longest, max_lines=3, placeholder=" …"))
