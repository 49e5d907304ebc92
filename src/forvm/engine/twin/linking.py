"""Linking: only entry points are optimised, each once, together with all that it calls.

Numba on its own optimises every function, and turns it into machine code, together with everything that it calls:
inner functions are compiled dozens of times. Here an inner function keeps LLVM's form of its own body and no more. An
entry point collects the bodies of all functions below it, and is optimised as a whole.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys  # type: ignore[attr-defined]
from numba.core.serialize import dumps


class InnerLibrary(JITCodeLibrary):
    """The code of one inner function: never optimised on its own, never machine code."""

    def finalize(self) -> None:
        """Nothing is added any more; there is nothing else to do."""
        self._finalized = True

    def below(self, found: dict[Any, None]) -> dict[Any, None]:
        """Every library that this one needs, itself last."""
        for library in self._linking_libraries:
            if library not in found:
                if isinstance(library, InnerLibrary):
                    library.below(found)
                else:
                    found[library] = None
        found[self] = None
        return found

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code."""
        return 0


class EntryLibrary(JITCodeLibrary):
    """The code of an entry point, with all that it calls."""

    def finalize(self) -> None:
        """Collect the code of every function below, each once; optimise; make machine code."""
        found: dict[Any, None] = {}
        for library in self._linking_libraries:
            if isinstance(library, InnerLibrary):
                library.below(found)
            else:
                found[library] = None
        # Callers first: LLVM takes only what is asked for already.
        self._linking_libraries = list(reversed(found))
        super().finalize()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        # Nobody else calls the inner functions of this copy: what is inlined everywhere is then dropped.
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def compiling(is_entry: bool) -> Iterator[None]:
    """Compile what is compiled meanwhile as an entry point or as an inner function."""
    context = cpu_target.target_context
    codegen = context.codegen()
    codegen._library_class = EntryLibrary if is_entry else InnerLibrary
    if not is_entry:
        context.get_executable = _nothing_to_run
    try:
        yield
    finally:
        del codegen._library_class
        context.__dict__.pop("get_executable", None)


def _nothing_to_run(library: Any, fndesc: Any, env: Any) -> Any:
    """What Numba keeps of an inner function, which Python never calls."""
    name = fndesc.qualname.split(".")[-1]
    return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))


def save(dispatcher: Any, file: Path) -> None:
    """Keep the machine code of a compiled entry point."""
    (compiled,) = dispatcher.overloads.values()
    (name, kind, (machine_code, _)), *others = compiled._reduce()
    library = (name, kind, (machine_code, _names_in(compiled.library).as_bitcode()))
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as written:
        written.write(dumps((library, *others)))  # type: ignore[no-untyped-call]
    os.replace(written.name, file)  # other processes see nothing or the whole file


def _names_in(library: Any) -> Any:
    """A module that defines what a library defines, without its code: Numba reads the names, and nothing is linked."""
    made = library._final_module
    functions = [f.name for f in made.functions if not f.is_declaration and f.linkage != Linkage.internal]
    variables = [v.name for v in made.global_variables if not v.is_declaration and v.linkage != Linkage.internal]
    lines = [f'define void @"{name}"() {{ ret void }}' for name in functions]
    lines += [f'@"{name}" = global i8 0' for name in variables]
    return parse_assembly("\n".join(lines))


def load(dispatcher: Any, file: Path) -> None:
    """Give an entry point the machine code that was kept.

    Numba's own cache would first load all that is needed to compile, SciPy included, which takes longer than the rest.
    """
    context = cpu_target.target_context
    rtsys.initialize(context)
    with compiling(is_entry=True):
        kept = pickle.loads(file.read_bytes())
        compiled = CompileResult._rebuild(context, *kept)  # type: ignore[no-untyped-call]
    context.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
    dispatcher.add_overload(compiled)
    dispatcher.disable_compile()
