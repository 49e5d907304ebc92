"""Records of integers, declared once and held two ways.

A class whose annotations carry a width and, for tables, a length is both a plain Python object (numbers and
lists, for people's games, tests and debugging) and a NumPy record type of the same field names (for compiled code).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, get_type_hints

if TYPE_CHECKING:
    import numpy as np


class Column(NamedTuple):
    """How a field is stored in a record: a NumPy integer type and, for a table, its length."""

    width: str
    length: int = 0


STRUCT_CODES = {"i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}

Small = Annotated[int, Column("i2")]
Wide = Annotated[int, Column("i4")]

T = TypeVar("T", bound="Layout")


class Layout:
    """Base of the two record classes: fields come from the annotations of the subclass."""

    columns: dict[str, Column]
    form: struct.Struct
    __slots__ = ()

    def __init__(self) -> None:
        for name, column in self.columns.items():
            setattr(self, name, [0] * column.length if column.length else 0)

    def copy_from(self: T, other: T) -> None:
        """Take over every field of another record of the same kind."""
        for name, column in self.columns.items():
            value = getattr(other, name)
            setattr(self, name, value[:] if column.length else value)

    def copy(self: T) -> T:
        """An independent copy."""
        twin = self.__class__.__new__(self.__class__)
        twin.copy_from(self)
        return twin

    def fields(self) -> dict[str, Any]:
        """Every field by name, tables as tuples: comparable and printable."""
        return {
            name: tuple(getattr(self, name)) if column.length else getattr(self, name)
            for name, column in self.columns.items()
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self.__class__) and self.fields() == other.fields()

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """The NumPy record type with the same fields."""
        import numpy as np

        return np.dtype(
            [(n, c.width, (c.length,)) if c.length else (n, c.width) for n, c in cls.columns.items()],
            align=True,
        )

    def pack(self) -> bytes:
        """The record as bytes, exactly as compiled code lays it out."""
        numbers: list[Any] = []
        for name, column in self.columns.items():
            value = getattr(self, name)
            if column.length:
                numbers += value
            else:
                numbers.append(value)
        return self.form.pack(*numbers)

    @classmethod
    def unpack(cls: type[T], data: bytes) -> T:
        """The plain object that such bytes stand for."""
        numbers = cls.form.unpack(data)
        made = cls.__new__(cls)
        start = 0
        for name, column in cls.columns.items():
            if column.length:
                setattr(made, name, list(numbers[start : start + column.length]))
            else:
                setattr(made, name, numbers[start])
            start += column.length or 1
        return made

    def to_buffer(self) -> np.ndarray[Any, Any]:
        """The record as an array of bytes, the form in which it is handed to compiled code."""
        import numpy as np

        return np.frombuffer(bytearray(self.pack()), np.uint8)

    @classmethod
    def from_buffer(cls: type[T], buffer: np.ndarray[Any, Any]) -> T:
        """The plain object that such an array stands for."""
        return cls.unpack(buffer.tobytes())


def layout(cls: type[T]) -> type[T]:
    """Class decorator: read the columns off the annotations."""
    hints = get_type_hints(cls, include_extras=True)
    cls.columns = {name: hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")}
    codes = [f"{column.length or 1}{STRUCT_CODES[column.width]}" for column in cls.columns.values()]
    widest = max((column.width for column in cls.columns.values()), key=lambda width: width[1])
    cls.form = struct.Struct(f"@{''.join(codes)}0{STRUCT_CODES[widest]}")  # padded at the end as C does
    return cls
