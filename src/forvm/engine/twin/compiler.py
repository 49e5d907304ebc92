"""The compiled twin of the rules.

Every rule reachable from a list of entry points is handed to Numba with one signature, in the order in which they call
each other. Only entry points are optimised and kept on disk (see ``linking``): compiling takes seconds, loading what
was compiled takes a fraction of one. The folder of a program is named after a hash of all that its code depends on (see
``fingerprint``).
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import inspect
import os
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, get_type_hints

from forvm.engine.twin.fingerprint import fingerprint, global_names
from forvm.engine.twin.layout import Layout
from forvm.engine.twin.rule import RULES
from forvm.errors import ForvmError

Function = Callable[..., Any]
# Rules whose bytecode is shorter than this are always inlined: it makes games half as fast again, and costs seconds of
# compiling. Longer ones would be copied too often.
INLINE_BELOW = 400
UNLESS_UNDER_WAY = "--unless-under-way"
FLAGS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
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
    named = {name: function.__globals__.get(name) for name in global_names(function)}
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
        self.needed = in_calling_order(self.entries, overrides)
        inherited: set[Function] = set(base.functions) if base else set()
        self.functions: list[Function] = [f for f in self.needed if f not in inherited]
        self._dispatchers: dict[Function, Any] = {}  # of rules that this process compiles
        self._runnable: dict[Function, Any] = {}  # entry points, compiled or loaded

    @cached_property
    def _folder(self) -> Path:
        require_numba()
        options = [str(FLAGS), f"inline below {INLINE_BELOW}", f"bounds checks: {bounds_checks()}"]
        key = fingerprint(self.needed, self.overrides, self.record_subtypes, options)
        return cache_root() / f"{self.name}-{key}"

    def folder(self) -> Path:
        """Where this program is kept: a change of any rule, tool or processor names another folder."""
        return self._folder

    def _file(self, entry: Function) -> Path:
        return self.folder() / f"{entry.__name__}.code"

    def is_ready(self) -> bool:
        """Has this very program been compiled on this machine before?"""
        return all(self._file(entry).exists() for entry in self.entries)

    def dispatcher(self, function: Function) -> Any:
        """The Numba function for a rule of this program or of its base, or for its override."""
        function = self.overrides.get(function, function)
        if self.base and function in self.base.functions:
            return self.base.dispatcher(function)
        if function not in self._dispatchers:
            body = _nothing(function) if RULES[function] else _with_compiled_callees(function, self)
            self._dispatchers[function] = self._new_dispatcher(function, body)
        return self._dispatchers[function]

    def _new_dispatcher(self, function: Function, body: Function) -> Any:
        is_short = len(function.__code__.co_code) < INLINE_BELOW
        return require_numba().njit(
            body,
            **FLAGS,
            boundscheck=bounds_checks(),
            no_cpython_wrapper=function not in self.entries,
            forceinline=is_short,
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
        from forvm.engine.twin import linking

        for done, function in enumerate(self.needed):
            is_entry = function in self.entries
            dispatcher = self.dispatcher(function)
            if not dispatcher.overloads:  # else another program of this process has compiled it
                with linking.compiling(is_entry):
                    dispatcher.compile(signature_of(function, self.record_subtypes))
                dispatcher.disable_compile()
            if is_entry:
                linking.save(dispatcher, self._file(function))
                self._runnable[function] = dispatcher
            if report:
                report(done + 1, len(self.needed))

    def compile_in_background(self) -> subprocess.Popen[bytes] | None:
        """Start compiling in a process of its own, so that nobody has to wait; None if it is done or under way already.

        A thread of this process would take twice as long and make everything else stutter.
        """
        return None if self.is_ready() or _is_compiling(self.folder()) else compile_in_background(self.factory)

    def _load(self, entry: Function) -> None:
        if entry not in self._runnable:
            from forvm.engine.twin import linking

            dispatcher = self._new_dispatcher(entry, entry)
            linking.load(dispatcher, self._file(entry))
            self._runnable[entry] = dispatcher

    def __getitem__(self, entry: Function) -> Any:
        """The compiled form of an entry point; compiles the program if need be."""
        if entry not in self._runnable:
            with _loading:
                if self.is_ready():
                    self._load(entry)
                else:
                    self.compile()
        return self._runnable[entry]


def compile_in_background(factory: str) -> subprocess.Popen[bytes]:
    """Start to compile a program, whose module need not be imported here, unless it is done or under way already."""
    return subprocess.Popen(
        [sys.executable, "-m", "forvm.engine.twin.compiler", UNLESS_UNDER_WAY, factory],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def compile_side_by_side(programs: Sequence[Program], report: Callable[[int, int], None] | None = None) -> None:
    """Compile the first program here and the others in processes of their own; returns when all are ready."""
    started = [other.compile_in_background() for other in programs[1:]]
    for program in programs:
        program.compile(report)  # waits for a process that is at it
    for process in started:
        if process is not None:
            process.wait()


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


def _is_compiling(folder: Path) -> bool:
    """Is another process compiling the program at this moment?"""
    from filelock import Timeout

    try:
        with _one_compiler_at_a_time(folder).acquire(timeout=0):
            return False
    except Timeout:
        return True


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


def main() -> None:
    """Compile the programs that are named: ``python -m forvm.engine.twin.compiler module:function …``."""
    factories = [word for word in sys.argv[1:] if word != UNLESS_UNDER_WAY]
    for factory in factories:
        module, _, function = factory.partition(":")
        program: Program = getattr(importlib.import_module(module), function)()
        if UNLESS_UNDER_WAY not in sys.argv or not _is_compiling(program.folder()):
            program.compile()


if __name__ == "__main__":
    main()
