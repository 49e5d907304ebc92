"""The compiled bots, for tests that need them."""

from __future__ import annotations

import pytest

from forvm.engine.twin.compiler import Program


@pytest.fixture(scope="session")
def program() -> Program:
    """The compiled bots; compiles them if that was not done before."""
    pytest.importorskip("numba")
    from forvm.bots.program import bots_program

    made = bots_program()
    if not made.is_ready():
        made.compile()
    return made
