"""A hash of all that compiled code depends on: what rules do, and not where their files are or when they were written.

So a clone, a wheel and a runner of CI share compiled code, and a changed comment or docstring compiles nothing anew.
"""

from __future__ import annotations

import hashlib
import opcode
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from forvm.engine.twin.layout import Layout
from forvm.engine.twin.rule import RULES

Function = Callable[..., Any]
LOAD_GLOBAL = opcode.opmap["LOAD_GLOBAL"]
EXTENDED_ARG = opcode.opmap["EXTENDED_ARG"]


def fingerprint(
    functions: Iterable[Function],
    overrides: Mapping[Function, Function],
    record_subtypes: Mapping[type[Layout], type[Layout]],
    options: Iterable[str],
) -> str:
    """A short name for these rules, compiled like this, on this processor."""
    made = hashlib.sha256()
    for part in _tools():
        made.update(part.encode() + b"\0")
    for part in options:
        made.update(part.encode() + b"\0")
    replaced: list[tuple[Any, Any]] = [*overrides.items(), *record_subtypes.items()]
    for old, new in replaced:
        made.update(f"{_described(old)} → {_described(new)}\0".encode())
    for function in functions:
        for part in _parts(function):
            made.update(part.encode() + b"\0")
    return made.hexdigest()[:16]


def global_names(function: Function) -> list[str]:
    """The names of the globals that a function reads, each once."""
    code = function.__code__
    found: dict[str, None] = {}
    extended = 0
    for op, arg in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if op == EXTENDED_ARG:
            extended = (extended | arg) << 8
        else:
            if op == LOAD_GLOBAL:
                found[code.co_names[(extended | arg) >> 1]] = None
            extended = 0
    return list(found)


def _tools() -> Iterator[str]:
    """What makes machine code of rules, and what it is made for."""
    import llvmlite
    import llvmlite.binding
    import numba

    yield from (sys.version, numba.__version__, llvmlite.__version__)
    yield from (llvmlite.binding.get_process_triple(), llvmlite.binding.get_host_cpu_name())
    yield llvmlite.binding.get_host_cpu_features().flatten()
    yield Path(__file__).with_name("linking.py").read_text("utf-8")


def _parts(function: Function) -> Iterator[str]:
    """All of a rule that its compiled code depends on."""
    yield f"{function.__module__}.{function.__qualname__} vanishes: {RULES[function]}"
    for name, hint in function.__annotations__.items():
        yield f"{name}: {_described(function.__globals__.get(hint, hint) if isinstance(hint, str) else hint)}"
    if RULES[function]:
        return
    code = function.__code__
    yield f"{code.co_varnames} {code.co_names} {code.co_code.hex()}"
    yield repr(code.co_consts[1:] if code.co_consts[:1] == (function.__doc__,) else code.co_consts)
    for name in global_names(function):
        value = function.__globals__.get(name, name)
        yield f"{name} = {_described(value)}"
        if isinstance(value, types.ModuleType):
            known = vars(value)
            yield from (f"{name}.{each} = {_described(known[each])}" for each in code.co_names if each in known)


def _described(value: Any) -> str:
    if isinstance(value, type) and issubclass(value, Layout):
        return _record(value)  # type: ignore[arg-type]  # the class is hashable, its records are not
    if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType | types.ModuleType):
        return value.__name__
    return repr(value)


@cache
def _record(kind: type[Layout]) -> str:
    """The fields of a record, by a short name: nearly every rule takes one."""
    return hashlib.sha256(repr(kind.columns).encode()).hexdigest()
