"""The parts of a change with their intervals: the whole on top, the parts below it."""

from __future__ import annotations

from forvm import text
from forvm.lab.report.plots.style import BLUE, GREY, INK, PAPER, Picture, figure, label_rows, picture, styled
from forvm.lab.why import Explanation
from forvm.lab.why.decomposition import WHOLE
from forvm.lab.why.mechanism_words import amount, part_name

ROW = 0.24  # inches


@styled
def parts(explained: Explanation, what: str, name: str) -> Picture:
    """What each player gains or loses more than under the baseline, by part."""
    words = text.load("why")
    lines = [line for line in explained.lines if (line.what, line.whose) == (what, "everyone")]
    # The largest parts on top; those that cannot be seen are left out.
    most = max(abs(line.value) for line in lines)
    shown = [line for line in lines[1:] if abs(line.value) > most / 100]
    rows = [lines[0], *sorted(shown, key=lambda line: -abs(line.value))]
    made, (axes,) = figure(4.6, 1.0 + ROW * len(rows))
    axes.axvline(0, color=INK, linewidth=0.8)
    for row, line in enumerate(rows):
        colour = INK if line.part == WHOLE else BLUE if line.change.differs else GREY
        axes.plot((line.change.alone.low, line.change.alone.high), (row, row), color=colour, linewidth=2)
        face = colour if line.change.differs else PAPER
        axes.plot([line.value], [row], "o", color=colour, markerfacecolor=face, markersize=5)
    label_rows(axes, [part_name(what, line.part) for line in rows], 30)
    axes.set_xlabel(words["report"][f"axis_{what}"])
    axes.set_title(words["names"][what])
    told = "; ".join(f"{part_name(what, line.part)} {amount(what, line.value)}" for line in rows)
    title = text.fill(words["report"]["figure"], {"what": words["names"][what], "variant": name})
    return picture(made, title, told, "small")
