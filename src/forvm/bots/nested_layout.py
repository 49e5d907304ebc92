"""Records that contain other records.

Compiled code counts references to arrays at every call, to records never. So what belongs together is one record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from forvm.engine.twin.layout import Layout

if TYPE_CHECKING:
    import numpy as np


class Nested(NamedTuple):
    """A record, or an array of them, inside another record."""

    kind: type[Layout]
    length: int = 0


class NestedLayout(Layout):
    """A record with columns of its own, and behind them the records that ``nested`` names."""

    nested: ClassVar[dict[str, Nested]]

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """The NumPy record type with the same fields."""
        import numpy as np

        fields: list[Any] = [
            (name, column.width, (column.length,)) if column.length else (name, column.width)
            for name, column in cls.columns.items()
        ]
        fields += [
            (name, inner.kind.dtype(), (inner.length,)) if inner.length else (name, inner.kind.dtype())
            for name, inner in cls.nested.items()
        ]
        return np.dtype(fields, align=True)


def write_record(value: Layout, record: Any) -> None:
    """Copies a plain record into a NumPy one, with the records inside it."""
    for name in value.columns:
        record[name] = getattr(value, name)
    if isinstance(value, NestedLayout):
        for name, inner in value.nested.items():
            part = getattr(value, name)
            for i, one in enumerate(part if inner.length else [part]):
                write_record(one, record[name][i] if inner.length else record[name])
