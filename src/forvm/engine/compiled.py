"""The compiled twin of the rules.

Every rule reachable from a list of entry points is handed to Numba with one signature, in the order in which they call
each other, and kept on disk: compiling takes seconds, loading what was compiled takes a fraction of one. The cache
lies in a folder named after a hash of all sources involved, because Numba's own cache does not notice a change in
another file.
"""

from __future__ import annotations

import contextlib
import dis
import hashlib
import inspect
import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from forvm.engine.definition import Definition
from forvm.engine.layout import Layout
from forvm.engine.rule import RULES
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.errors import ForvmError

Function = Callable[..., Any]
RECORDS: tuple[type[Layout], ...] = (State, Definition, Scratch)


class CompilerMissing(ForvmError):
    """Numba is not installed."""


def require_numba() -> Any:
    """Numba, or a clear word on how to get it."""
    try:
        import numba
    except ImportError as missing:
        raise CompilerMissing(
            "This needs the compiled engine, and Numba is not installed. Install it with: pip install 'forvm[fast]'"
        ) from missing
    return numba


def cache_root() -> Path:
    """Where compiled code is kept: under the user's cache directory, or where FORVM_CACHE_DIR says."""
    if chosen := os.environ.get("FORVM_CACHE_DIR"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("forvm"))


def callees(function: Function) -> dict[str, Function]:
    """The rules that a rule calls, by the name it calls them; itself left out."""
    loads = (i for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL")
    named = {i.argval: function.__globals__.get(i.argval) for i in loads}
    return {
        name: f for name, f in named.items() if isinstance(f, types.FunctionType) and f in RULES and f is not function
    }


def in_calling_order(entries: Iterable[Function]) -> list[Function]:
    """Every rule that the entries need, each after those that it calls."""
    ordered: dict[Function, None] = {}

    def visit(function: Function) -> None:
        if function not in ordered:
            if not RULES[function]:
                for callee in callees(function).values():
                    visit(callee)
            ordered[function] = None

    for entry in entries:
        visit(entry)
    return list(ordered)


@cache
def record_types() -> dict[Any, Any]:
    """The Numba types of the records."""
    numba = require_numba()
    return {kind: numba.from_dtype(kind.dtype()) for kind in RECORDS}


def numba_type(hint: Any) -> Any:
    """The one compiled type that an annotation stands for."""
    import numba

    plain = {int: numba.int64, bool: numba.boolean, float: numba.float64, type(None): numba.void}
    if hasattr(hint, "__metadata__"):
        return numba.core.sigutils._parse_signature_string(hint.__metadata__[0])
    return record_types()[hint] if hint in RECORDS else plain[hint]


def signature_of(function: Function) -> Any:
    """The one signature that a rule is compiled for."""
    hints = get_type_hints(function, include_extras=True)
    returned = numba_type(hints.pop("return"))
    return returned(*[numba_type(hint) for hint in hints.values()])


def _nothing(function: Function) -> Function:
    """An empty function that takes what the given one takes."""
    names = ", ".join(inspect.signature(function).parameters)
    namespace: dict[str, Any] = {}
    exec(f"def {function.__name__}({names}): pass", namespace)
    made: Function = namespace[function.__name__]
    return made


class Program:
    """The compiled functions behind some entry points, perhaps on top of another program's.

    >>> Program("engine", []).functions
    []
    """

    def __init__(self, name: str, entries: Iterable[Function], base: Program | None = None) -> None:
        self.name = name
        self.base = base
        self.entries = list(entries)
        inherited = set(base.functions) if base else set()
        self.functions = [f for f in in_calling_order(self.entries) if f not in inherited]
        self._dispatchers: dict[Function, Any] = {}
        self._loaded: set[Function] = set()

    def folder(self) -> Path:
        """This program's cache folder: a change in any source, tool or processor names another one."""
        numba = require_numba()
        import llvmlite.binding

        parts = [numba.__version__, sys.version, llvmlite.binding.get_host_cpu_name(), str(bounds_checks())]
        program: Program | None = self
        while program:
            files = sorted({f.__code__.co_filename for f in program.functions})
            for file in files:
                stat = os.stat(file)
                parts += [file, str(stat.st_mtime_ns), hashlib.sha256(Path(file).read_bytes()).hexdigest()]
            program = program.base
        key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
        return cache_root() / f"{self.name}-{key}"

    def is_ready(self) -> bool:
        """Has this very program been compiled on this machine before?"""
        return (self.folder() / "ready").exists() and (self.base is None or self.base.is_ready())

    def dispatcher(self, function: Function) -> Any:
        """The Numba function for a rule of this program or of its base."""
        if self.base and function in self.base.functions:
            return self.base.dispatcher(function)
        if not self._dispatchers:
            self._make_dispatchers()
        return self._dispatchers[function]

    def _make_dispatchers(self) -> None:
        numba = require_numba()
        with _caching_in(self.folder()):
            for function in self.functions:
                vanishes = RULES[function]
                body = _nothing(function) if vanishes else _with_compiled_callees(function, self)
                self._dispatchers[function] = numba.njit(
                    body,
                    cache=not vanishes,
                    nogil=True,
                    boundscheck=bounds_checks(),
                    error_model="numpy",
                    no_cpython_wrapper=function not in self.entries,
                    no_cfunc_wrapper=True,
                )

    def compile(self, report: Callable[[int, int], None] | None = None) -> None:
        """Compile what is not in the cache yet, in this process; ``report`` hears how far it is."""
        if self.base:
            self.base.compile()
        for done, function in enumerate(self.functions):
            self._load(function)
            if report:
                report(done + 1, len(self.functions))
        folder = self.folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ready").touch()

    def _load(self, function: Function) -> Any:
        dispatcher = self.dispatcher(function)
        if function not in self._loaded:
            dispatcher.compile(signature_of(function))
            dispatcher.disable_compile()
            self._loaded.add(function)
        return dispatcher

    def __getitem__(self, entry: Function) -> Any:
        """The compiled form of an entry point; compiles the program if need be."""
        if entry not in self._loaded:
            if self.is_ready():
                self._load(entry)
            else:
                self.compile()
        return self._dispatchers[entry]


def bounds_checks() -> bool:
    """Are array indices checked in compiled code? Tests switch it on."""
    return os.environ.get("FORVM_BOUNDS_CHECKS", "") == "1"


def _with_compiled_callees(function: Function, program: Program) -> Function:
    """The same code, calling the compiled forms of the rules that it calls."""
    assert isinstance(function, types.FunctionType)
    namespace = dict(function.__globals__)
    for name, callee in callees(function).items():
        namespace[name] = program.dispatcher(callee)
    twin = types.FunctionType(function.__code__, namespace, function.__name__)
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin


@contextlib.contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Let Numba choose a cache folder of ours for what is defined meanwhile."""
    import numba

    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@cache
def engine_program() -> Program:
    """The engine behind its own entry points."""
    require_numba()
    from forvm.engine import entries

    return Program(
        "engine",
        [f for f in vars(entries).values() if getattr(f, "__module__", "") == entries.__name__ and f in RULES],
    )
