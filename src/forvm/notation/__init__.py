"""Moves and games as text: short tokens for moves, and records that people can read.

The tokens are documented in ``docs/notation.md``.
"""

from forvm.notation.digest import state_digest
from forvm.notation.moves import FORMS, exists, parse, write
from forvm.notation.names import SEATS, Names, names_of

__all__ = ["FORMS", "SEATS", "Names", "exists", "names_of", "parse", "state_digest", "write"]
