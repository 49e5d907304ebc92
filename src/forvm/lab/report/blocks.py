"""What a page is made of: sections of prose, pictures, tables and listings, and the data behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import polars as pl

from forvm.lab.report.plots.style import Picture


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    kind: ClassVar = "prose"
    text: str


@dataclass(frozen=True)
class Bullets:
    """Short sentences, one below the other."""

    kind: ClassVar = "bullets"
    parts: Sequence[str]


@dataclass(frozen=True)
class Pictures:
    """Pictures, side by side where there is room."""

    kind: ClassVar = "pictures"
    parts: Sequence[Picture]


@dataclass(frozen=True)
class Listing:
    """Text to be copied as it is."""

    kind: ClassVar = "listing"
    text: str
    title: str = ""


@dataclass(frozen=True)
class ReportTable:
    """A table; ``words`` says how many of its first columns are words, the rest are numbers."""

    kind: ClassVar = "table"
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    folded: bool = False  # shown on request
    words: int = 1


Block = Prose | Bullets | Pictures | Listing | ReportTable


@dataclass(frozen=True)
class ReportSection:
    """A part of the page with a heading, and the tables that are written beside it."""

    id: str
    title: str
    blocks: Sequence[Block]
    data: dict[str, pl.DataFrame] = field(default_factory=dict)
