"""The result of an arena: a row for each game, and tables that sum them up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forvm.errors import ForvmError
from forvm.lab.arena.arena_plan import ArenaPlan, ArenaRow
from forvm.lab.arena.standings import Standings, in_order, standings_of
from forvm.notation import SEATS

if TYPE_CHECKING:
    import polars

ENDINGS = (".parquet", ".csv")


@dataclass(frozen=True)
class ArenaResult:
    """The games of an arena; ``complete`` unless it was interrupted."""

    plan: ArenaPlan
    rows: tuple[ArenaRow, ...]

    @property
    def complete(self) -> bool:
        """Are all games played?"""
        return len(self.rows) >= self.plan.total

    def standings(self) -> Standings:
        """The games in a few tables."""
        return self._standings

    @cached_property
    def _standings(self) -> Standings:
        if not self.rows:
            raise ForvmError("No game was finished: there is nothing to sum up.")
        return standings_of(self.plan, self.rows)

    def frame(self) -> polars.DataFrame:
        """A row for each game, block by block. Seconds of a seat are missing where compiled code played the game."""
        import polars

        plan, rows = self.plan, sorted(self.rows, key=in_order)
        letters = SEATS[: plan.players]
        columns: dict[str, tuple[list[Any], Any]] = {
            "lineup": ([",".join(plan.lineups[row.key.lineup]) for row in rows], polars.String),
            "seed_block": ([row.key.block for row in rows], polars.Int64),
            "seating": ([row.key.seating for row in rows], polars.Int64),
            "winners": (["".join(letters[seat] for seat in row.winners) for row in rows], polars.String),
            "turns": ([row.turns for row in rows], polars.Int64),
            "seconds": ([row.seconds for row in rows], polars.Float64),
        }
        for seat, letter in enumerate(letters):
            thought = [None if row.thinking is None else row.thinking[seat] for row in rows]
            columns |= {
                f"bot_{letter}": ([plan.seats(row.key)[seat] for row in rows], polars.String),
                f"share_{letter}": ([row.share(seat) for row in rows], polars.Float64),
                f"prestige_{letter}": ([row.prestige[seat] for row in rows], polars.Int64),
                f"money_{letter}": ([row.money[seat] for row in rows], polars.Int64),
                f"decisions_{letter}": ([row.decisions[seat] for row in rows], polars.Int64),
                f"seconds_{letter}": (thought, polars.Float64),
            }
        return polars.DataFrame({name: polars.Series(name, *column) for name, column in columns.items()})

    def write(self, path: Path) -> None:
        """Write the rows as Parquet or CSV, by the file's ending; what was there before stays until all is written."""
        from polars.exceptions import PolarsError

        from forvm.lab.games.atomic_files import replacing

        frame = self.frame()
        try:
            with replacing(path) as unfinished:
                if path.suffix == ".csv":
                    frame.write_csv(unfinished)
                else:
                    frame.write_parquet(unfinished)
        except (ForvmError, PolarsError) as error:
            told = str(error) if isinstance(error, ForvmError) else f"{path} cannot be written: {error}."
            raise ForvmError(
                f"{told} The games are safe in its journal: once there is room, the same command with --resume "
                "writes it."
            ) from None
