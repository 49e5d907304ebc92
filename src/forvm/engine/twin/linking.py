"""Linking: only entry points are optimised, each once, together with all that it calls.

Numba on its own optimises every function, and turns it into machine code, together with everything that it calls:
inner functions are compiled dozens of times. Here an inner function keeps LLVM's form of its own body and no more. An
entry point collects the bodies of all functions below it, and is optimised as a whole.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target


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
