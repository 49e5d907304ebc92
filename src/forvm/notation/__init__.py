"""Moves and games as text: short tokens for moves, and records that people can read.

The tokens are documented in ``docs/notation.md``.
"""

from forvm.notation.digest import state_digest
from forvm.notation.moves import FORMS, exists, parse, write
from forvm.notation.names import SEATS, Names, names_of
from forvm.notation.proof import DiceProof
from forvm.notation.record_reading import read_file, read_record, read_rules
from forvm.notation.records import Record, write_record, write_rules

__all__ = [
    "FORMS",
    "SEATS",
    "DiceProof",
    "Names",
    "Record",
    "exists",
    "names_of",
    "parse",
    "read_file",
    "read_record",
    "read_rules",
    "state_digest",
    "write",
    "write_record",
    "write_rules",
]
