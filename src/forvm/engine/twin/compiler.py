"""The compiled twin of the rules.

Every rule reachable from a list of entry points is handed to Numba with one signature, in the order in which they call
each other. Only entry points are optimised and kept on disk (see ``linking``): compiling takes seconds, loading what
was compiled takes a fraction of one. The cache lies in a folder named after a hash of all sources involved, because
Numba's own cache does not notice a change in another file.
"""

from __future__ import annotations

import contextlib
import dis
import gc
import hashlib
import importlib
import inspect
import os
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, get_type_hints

from forvm.engine.twin.layout import Layout
from forvm.engine.twin.rule import RULES
from forvm.errors import ForvmError

Function = Callable[..., Any]
# Rules whose bytecode is shorter than this are always inlined: it makes games half as fast again, and costs seconds of
# compiling. Longer ones would be copied too often.
INLINE_BELOW = 400
# One thread at a time makes or loads programs: they share their bases, and settings of Numba's.
_loading = threading.RLock()


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


def in_calling_order(entries: Iterable[Function], overrides: Mapping[Function, Function] = {}) -> list[Function]:
    """Every rule that the entries need, each after those that it calls."""
    ordered: dict[Function, None] = {}

    def visit(function: Function) -> None:
        if function not in ordered:
            if not RULES[function]:
                for callee in callees(function).values():
                    visit(overrides.get(callee, callee))
            ordered[function] = None

    for entry in entries:
        visit(entry)
    return list(ordered)


@cache
def record_type(kind: type[Layout]) -> Any:
    """The Numba type of a record."""
    return require_numba().from_dtype(kind.dtype())


def numba_type(hint: Any, record_subtypes: Mapping[type[Layout], type[Layout]]) -> Any:
    """The one compiled type that an annotation stands for."""
    import numba

    plain = {int: numba.int64, bool: numba.boolean, float: numba.float64, type(None): numba.void}
    if hasattr(hint, "__metadata__"):
        element, _, _ = hint.__metadata__[0].partition("[")
        return numba.types.Array(getattr(numba.types, element), 1, "C")
    return plain[hint] if hint in plain else record_type(record_subtypes.get(hint, hint))


def signature_of(function: Function, record_subtypes: Mapping[type[Layout], type[Layout]]) -> Any:
    """The one signature that a rule is compiled for."""
    hints = get_type_hints(function, include_extras=True)
    returned = numba_type(hints.pop("return"), record_subtypes)
    return returned(*[numba_type(hint, record_subtypes) for hint in hints.values()])


def _nothing(function: Function) -> Function:
    """An empty function that takes what the given one takes."""
    names = ", ".join(inspect.signature(function).parameters)
    namespace: dict[str, Any] = {}
    exec(f"def {function.__name__}({names}): pass", namespace)
    made: Function = namespace[function.__name__]
    return made


class Program:
    """The compiled functions behind some entry points, perhaps on top of another program's.

    ``factory`` tells another process how to make it: ``module:function``. ``overrides`` names rules that are called
    in place of others. ``record_subtypes`` gives rules a record with more fields than the one that they name.
    """

    def __init__(
        self,
        name: str,
        entries: Iterable[Function],
        factory: str,
        base: Program | None = None,
        overrides: Mapping[Function, Function] = {},
        record_subtypes: Mapping[type[Layout], type[Layout]] = {},
    ) -> None:
        self.name = name
        self.factory = factory
        self.base = base
        self.entries = list(entries)
        self.overrides = overrides
        self.record_subtypes = record_subtypes
        inherited: set[Function] = set(base.functions) if base else set()
        needed = in_calling_order(self.entries, self.overrides)
        self.functions: list[Function] = [f for f in needed if f not in inherited]
        self._dispatchers: dict[Function, Any] = {}
        self._loaded: set[Function] = set()

    @cached_property
    def _folder(self) -> Path:
        """This program's cache folder: a change in any source, tool or processor names another one."""
        numba = require_numba()
        import llvmlite.binding

        parts = [numba.__version__, sys.version, llvmlite.binding.get_host_cpu_name(), str(bounds_checks())]
        for file in sorted({f.__code__.co_filename for program in self._lineage() for f in program.functions}):
            stamp = os.stat(file).st_mtime_ns  # Numba's own index goes by it
            parts += [file, str(stamp), hashlib.sha256(Path(file).read_bytes()).hexdigest()]
        key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
        return cache_root() / f"{self.name}-{key}"

    def folder(self) -> Path:
        """Where this program is kept."""
        return self._folder

    def is_ready(self) -> bool:
        """Has this very program been compiled on this machine before?"""
        return (self.folder() / "ready").exists() and (self.base is None or self.base.is_ready())

    def dispatcher(self, function: Function) -> Any:
        """The Numba function for a rule of this program or of its base, or for its override."""
        function = self.overrides.get(function, function)
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
                    cache=function in self.entries,
                    nogil=True,
                    boundscheck=bounds_checks(),
                    error_model="numpy",
                    no_cpython_wrapper=function not in self.entries,
                    no_cfunc_wrapper=True,
                    forceinline=len(function.__code__.co_code) < INLINE_BELOW,
                )

    def compile(self, report: Callable[[int, int], None] | None = None) -> None:
        """Compile what is not in the cache yet, in this process; ``report`` hears how much of how much is done."""
        with _loading:
            if not self.is_ready():
                with _one_compiler_at_a_time(self.folder()), _without_garbage_collection():
                    # Another process may have compiled it while this one waited.
                    if not self.is_ready():
                        self._compile_all(report)
            for entry in self.entries:
                self._load(entry)

    def _compile_all(self, report: Callable[[int, int], None] | None) -> None:
        everything = [(program, function) for program in self._lineage() for function in program.functions]
        for done, (program, function) in enumerate(everything):
            program._load(function)
            if report:
                report(done + 1, len(everything))
        for program in self._lineage():
            program._mark_ready()

    def compile_in_background(self) -> subprocess.Popen[bytes] | None:
        """Start compiling in a process of its own, so that nobody has to wait; None if it is done already.

        A thread of this process would take twice as long and make everything else stutter.
        """
        if self.is_ready():
            return None
        return subprocess.Popen(
            [sys.executable, "-m", "forvm.engine.twin.compiler", self.factory],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _lineage(self) -> list[Program]:
        return [*self.base._lineage(), self] if self.base else [self]

    def _mark_ready(self) -> None:
        folder = self.folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ready").touch()

    def _load(self, function: Function) -> Any:
        dispatcher = self.dispatcher(function)
        if function not in self._loaded:
            from forvm.engine.twin.linking import compiling

            with compiling(function in self.entries):
                dispatcher.compile(signature_of(function, self.record_subtypes))
            dispatcher.disable_compile()
            self._loaded.add(function)
        return dispatcher

    def __getitem__(self, entry: Function) -> Any:
        """The compiled form of an entry point; compiles the program if need be."""
        if entry not in self._loaded:
            with _loading:
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


def _one_compiler_at_a_time(folder: Path) -> Any:
    """Waits while another process compiles the same program: two at once would each take twice as long."""
    from filelock import FileLock

    folder.mkdir(parents=True, exist_ok=True)
    return FileLock(folder / "compiling")


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """The compiler makes many long-lived objects: looking through them again and again is wasted."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Let Numba choose a cache folder of ours for what is defined meanwhile."""
    config: Any = require_numba().config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def main() -> None:
    """Compile the program that the argument names: ``python -m forvm.engine.twin.compiler module:function``."""
    module, _, function = sys.argv[1].partition(":")
    program: Program = getattr(importlib.import_module(module), function)()
    program.compile()


if __name__ == "__main__":
    main()
