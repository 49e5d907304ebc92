"""Conditions on games, as in ``turns > 25 and challenges >= 2``: read, checked, and turned into a polars expression."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import polars as pl

from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError
from forvm.lab.statistics.game_metrics import METRICS, MeasuredGame

LONGEST = 500
EXAMPLE = "A condition compares metrics with numbers, as in “turns > 25 and challenges >= 2”."

_COMPARISONS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_ARITHMETIC: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class Condition:
    """What a game must be like to be of interest."""

    def __init__(self, written: str) -> None:
        self.text = written.strip()
        if len(written) > LONGEST:
            raise ForvmError(f"A condition has at most {LONGEST} characters.")
        try:
            self._tree = ast.parse(self.text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ForvmError(f"“{self.text}” is no condition. {EXAMPLE} {_known()}") from None
        self.metrics: tuple[str, ...] = tuple(
            dict.fromkeys(node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name))
        )
        for name in self.metrics:
            if name not in METRICS:
                raise ForvmError(f"There is no metric “{name}”.{did_you_mean(name, METRICS)} {_known()}")
        self._read(self._tree, {name: pl.lit(0.0) for name in METRICS}, wants_truth=True)
        if not self.metrics:
            raise ForvmError(f"“{self.text}” names no metric. {EXAMPLE} {_known()}")

    def expression(self, game: MeasuredGame) -> pl.Expr:
        """Whether a game is of interest; missing where a metric of it is."""
        values = {id: METRICS[id].of(game).cast(pl.Float64) for id in self.metrics}
        found: pl.Expr = self._read(self._tree, values, wants_truth=True)
        return found

    def _read(self, node: ast.AST, values: dict[str, pl.Expr], *, wants_truth: bool) -> Any:
        if wants_truth:
            return self._truth(node, values)
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            return pl.lit(float(node.value))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self._read(node.operand, values, wants_truth=False)
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            sides = [self._read(side, values, wants_truth=False) for side in (node.left, node.right)]
            return _ARITHMETIC[type(node.op)](*sides)
        raise self._wrong(node)

    def _truth(self, node: ast.AST, values: dict[str, pl.Expr]) -> Any:
        if isinstance(node, ast.BoolOp):
            parts = [self._truth(part, values) for part in node.values]
            return pl.all_horizontal(parts) if isinstance(node.op, ast.And) else pl.any_horizontal(parts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ~self._truth(node.operand, values)
        if isinstance(node, ast.Compare) and all(type(op) in _COMPARISONS for op in node.ops):
            sides = [self._read(side, values, wants_truth=False) for side in (node.left, *node.comparators)]
            pairs = zip(node.ops, sides, sides[1:], strict=False)
            return pl.all_horizontal([_COMPARISONS[type(op)](left, right) for op, left, right in pairs])
        raise self._wrong(node)

    def _wrong(self, node: ast.AST) -> ForvmError:
        return ForvmError(f"“{ast.unparse(node)}” cannot stand there in “{self.text}”. {EXAMPLE} {_known()}")


def _known() -> str:
    return f"Metrics are: {', '.join(METRICS)}."
