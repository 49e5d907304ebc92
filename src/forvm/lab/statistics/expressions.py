"""Own statistics: a small language of expressions over the columns of a game, such as ``won of merchant``.

An expression is parsed as Python's arithmetic and then built from polars expressions, node by node. Only what is
listed here is known, so nothing that a stranger writes is ever executed (docs/statistics.md tells the language).

A column may have a value for each seat (``prestige``), market (``market_income``) or card (``card_drawn``): a *family*.
Families are added up by ``sum(…)``, ``mean(…)``, ``min(…)`` and ``max(…)``, or split by ``by bot`` and ``of merchant``.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal, TypeAlias

import polars as pl

from forvm.content.document import shown
from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError

LONGEST = 300  # characters
MOST_PARTS = 100  # names, numbers and operators
LARGEST = 1e12

Family = Literal["game", "seat", "market", "card"]
Kind = Literal["number", "flag", "word"]
Columns: TypeAlias = Mapping[str, tuple[str, ...]]  # the items of a family: of seats their letters

_SEAT = re.compile(r"(.+)_([A-D])")
_ITEM = re.compile(r"((?:market|card)_\w+):(.+)")
_WORDS = ("ending", "decided", "starter", "winners", "bot")
_FLAT = ("game", "seed", "seating", "trail", "cell")  # what a game is called, not what happened in it
_REDUCE: dict[str, Callable[[Sequence[pl.Expr]], pl.Expr]] = {
    "sum": pl.sum_horizontal,
    "mean": pl.mean_horizontal,
    "min": pl.min_horizontal,
    "max": pl.max_horizontal,
}
_SINGLE: dict[str, Callable[[pl.Expr], pl.Expr]] = {"abs": lambda value: value.abs()}
FUNCTIONS = (*_REDUCE, *_SINGLE)
_COMPARE: dict[type[ast.cmpop], Callable[[pl.Expr, pl.Expr], pl.Expr]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[pl.Expr, pl.Expr], pl.Expr]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    # What is divided by nothing is nothing. Named once: expressions that hold a part twice would double at each level.
    ast.Div: lambda a, b: a / b.replace(0.0, None),
}


@dataclass(frozen=True)
class Operand:
    """A part of an expression: one polars expression, or one for each item of a family."""

    family: Family
    kind: Kind
    parts: tuple[pl.Expr, ...]

    def as_number(self) -> Operand:
        """Flags as 0 and 1."""
        if self.kind == "word":
            raise ForvmError("words can only be compared, with == and !=")
        return Operand(self.family, "number", tuple(part.cast(pl.Float64) for part in self.parts))


def parse(written: str) -> ast.expr:
    """The expression as a tree. Its size is bounded, and it holds nothing but what is known."""
    if len(written) > LONGEST:
        raise ForvmError(f"An expression has at most {LONGEST} characters, not {len(written)}.")
    try:
        tree = ast.parse(written.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ForvmError(
            f"{shown(written)} is no expression. Write one as in turns > 20, sum(horrea) or won of merchant."
        ) from None
    if sum(1 for _ in ast.walk(tree)) > 2 * MOST_PARTS:
        raise ForvmError(f"{shown(written)} has too many parts: at most about {MOST_PARTS}.")
    return tree


def families(names: Sequence[str]) -> tuple[Columns, dict[str, Family]]:
    """The columns of a row by family, and which kind of family each is."""
    items: dict[str, list[str]] = {}
    kinds: dict[str, Family] = {}
    for name in names:
        if seat := _SEAT.fullmatch(name):
            items.setdefault(seat[1], []).append(seat[2])
            kinds[seat[1]] = "seat"
        elif item := _ITEM.fullmatch(name):
            items.setdefault(item[1], []).append(item[2])
            kinds[item[1]] = "market" if item[1].startswith("market") else "card"
        elif name not in _FLAT:
            items[name] = []
            kinds[name] = "game"
    return {name: tuple(found) for name, found in items.items()}, kinds


class ExpressionBuilder:
    """Builds expressions over the columns of one kind of game."""

    def __init__(self, names: Sequence[str], players: int) -> None:
        self._columns, self._kinds = families(names)
        self._names = frozenset(names)
        self._players = players

    def build(self, tree: ast.expr) -> Operand:
        """The operand of a tree."""
        match tree:
            case ast.Constant(value=value):
                return _constant(value)
            case ast.Name(id=name):
                return self._column(name)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(item))):
                return self._item(name, item)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                operand = self.build(inner).as_number()
                return Operand(operand.family, "number", tuple(-part for part in operand.parts))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                operand = _flag(self.build(inner))
                return Operand(operand.family, "flag", tuple(~part for part in operand.parts))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                both = (self.build(left).as_number(), self.build(right).as_number())
                return _together("number", _ARITHMETIC[type(op)], *both)
            case ast.BoolOp(op=op, values=values):
                join = (lambda a, b: a & b) if isinstance(op, ast.And) else (lambda a, b: a | b)
                return reduce(lambda a, b: _together("flag", join, a, b), [_flag(self.build(one)) for one in values])
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
                return self._comparison(self.build(left), op, self.build(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                first, second = self.build(body).as_number(), self.build(orelse).as_number()
                return _choice(_flag(self.build(test)), first, second)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS and arguments:
                return self._call(name, [self.build(one).as_number() for one in arguments])
        raise ForvmError(_not_known(tree))

    def _column(self, name: str) -> Operand:
        if name == "players":
            return Operand("game", "number", (pl.lit(float(self._players)),))
        if name in self._names and name not in self._kinds:  # a seat's own column, such as prestige_A
            return Operand("game", "word" if name.startswith("bot_") else "number", (pl.col(name),))
        if name not in self._kinds:
            hint = did_you_mean(name, [*self._kinds, *FUNCTIONS, "players"])
            raise ForvmError(f"there is no column {shown(name)}.{hint} docs/simulate.md lists them")
        sign = "_" if self._kinds[name] == "seat" else ":"
        items = [f"{name}{sign}{item}" for item in self._columns[name]] or [name]
        kind: Kind = "word" if name in _WORDS else "number"
        return Operand(self._kinds[name], kind, tuple(pl.col(item) for item in items))

    def _item(self, name: str, item: str) -> Operand:
        known = self._columns.get(name, ())
        if not known:
            raise ForvmError(f"{shown(name)} has no items to choose from")
        if item not in known:
            raise ForvmError(f"{name} has no {shown(item)}.{did_you_mean(item, known)}")
        sign = "_" if self._kinds[name] == "seat" else ":"
        return Operand("game", "word" if name in _WORDS else "number", (pl.col(f"{name}{sign}{item}"),))

    def _comparison(self, left: Operand, op: ast.cmpop, right: Operand) -> Operand:
        words = "word" in (left.kind, right.kind)
        if words and (left.kind != right.kind or not isinstance(op, ast.Eq | ast.NotEq)):
            raise ForvmError("words can only be compared with words, by == and !=")
        if not words:
            left, right = left.as_number(), right.as_number()
        return _together("flag", _COMPARE[type(op)], left, right)

    def _call(self, name: str, operands: list[Operand]) -> Operand:
        if name in _SINGLE:
            if len(operands) != 1:
                raise ForvmError(f"{name} takes one value")
            only = operands[0]
            return Operand(only.family, "number", tuple(_SINGLE[name](part) for part in only.parts))
        if len(operands) == 1:
            return Operand("game", "number", (_REDUCE[name](operands[0].parts),))
        return reduce(lambda a, b: _together("number", lambda x, y: _REDUCE[name]([x, y]), a, b), operands)


def _constant(value: object) -> Operand:
    if isinstance(value, str) and len(value) <= 60:
        return Operand("game", "word", (pl.lit(value),))
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and abs(value) < LARGEST:
        return Operand("game", "number", (pl.lit(float(value)),))
    raise ForvmError(f"{shown(str(value))} cannot be used: numbers below a million millions and short words can")


def _flag(operand: Operand) -> Operand:
    if operand.kind != "flag":
        raise ForvmError("“and”, “or”, “not” and “if” are for comparisons, such as turns > 20")
    return operand


def _joint(*operands: Operand) -> tuple[Family, list[tuple[pl.Expr, ...]]]:
    """Operands of one family; what is the same for the whole game counts for each of its items."""
    found: dict[Family, int] = {operand.family: len(operand.parts) for operand in operands if operand.family != "game"}
    if len(found) > 1:
        raise ForvmError(
            f"{' and '.join(found)} columns do not go together: add one of them up first, as in sum(horrea)"
        )
    game: Family = "game"
    family, size = next(iter(found.items()), (game, 1))
    return family, [operand.parts if operand.family != "game" else operand.parts * size for operand in operands]


def _together(kind: Kind, join: Callable[[pl.Expr, pl.Expr], pl.Expr], left: Operand, right: Operand) -> Operand:
    family, (first, second) = _joint(left, right)
    return Operand(family, kind, tuple(join(a, b) for a, b in zip(first, second, strict=True)))


def _choice(test: Operand, body: Operand, orelse: Operand) -> Operand:
    family, (tests, first, second) = _joint(test, body, orelse)
    parts = (pl.when(t).then(a).otherwise(b) for t, a, b in zip(tests, first, second, strict=True))
    return Operand(family, "number", tuple(parts))


def _not_known(tree: ast.expr) -> str:
    if isinstance(tree, ast.Call):
        name = tree.func.id if isinstance(tree.func, ast.Name) else "…"
        return f"there is no function {shown(name)}. There are: {', '.join(FUNCTIONS)}"
    if isinstance(tree, ast.Compare):
        return "a comparison has two sides, as in turns > 20; join several by “and”"
    return (
        f"{shown(ast.unparse(tree))} is not known here: there are columns, numbers, words in quotes, + - * /, "
        f"comparisons, and, or, not, … if … else …, {', '.join(FUNCTIONS)}"
    )
