"""The page's types, written from the server's messages.

``python -m forvm.server.typescript > web/src/lib/protocol.ts`` writes them anew. A test compares that file
with what this module writes, so the two cannot drift apart.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from forvm.server.messages import choices, company, dice, gathering, happening, http, lab, socket, view

MODULES = (view, happening, choices, company, dice, gathering, socket, http, lab)
WIDTH = 100
_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
_HEAD = (
    "// Written by `python -m forvm.server.typescript` from src/forvm/server/messages: change those, not this file.\n"
)


def written() -> str:
    """The whole file."""
    parts = [_HEAD]
    for module in MODULES:
        for name, value in _named(module):
            parts.append(_interface(value) if isinstance(value, type) else _alias(name, value))
    return "\n".join(parts)


def _named(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """The messages and type names that a module defines itself, in its order."""
    for found in re.finditer(r"^(?:class (\w+)\(Struct|(\w+) = )", inspect.getsource(module), re.MULTILINE):
        name = found[1] or found[2]
        yield name, getattr(module, name)


_ALIASES = {value: name for module in MODULES for name, value in _named(module) if not isinstance(value, type)}


def _alias(name: str, value: Any) -> str:
    members = [_type(member) if get_origin(value) is not Literal else f"'{member}'" for member in get_args(value)]
    line = f"export type {name} = {' | '.join(members)};"
    if len(line) > WIDTH:
        line = f"export type {name} =\n  | " + "\n  | ".join(members) + ";"
    return f"{line}\n"


def _interface(struct: type[Struct]) -> str:
    hints = get_type_hints(struct)
    comments = dict(re.findall(r"^    (\w+): .*?  # (.*)$", inspect.getsource(struct), re.MULTILINE))
    lines = [*_comment(inspect.getdoc(struct) or ""), f"export interface {struct.__name__} {{"]
    if struct.__struct_config__.tag is not None:
        lines.append(f"  {struct.__struct_config__.tag_field}: '{struct.__struct_config__.tag}';")
    for field in fields(struct):
        lines += _comment(comments.get(field.name, ""), "  ")
        lines.append(f"  {field.name}{_optional(struct, field)}: {_type(hints[field.name])};")
    return "\n".join([*lines, "}\n"])


def _optional(struct: type[Struct], field: FieldInfo) -> str:
    """The server fills in what a page leaves out; what the server sends is always complete."""
    sent_by_page = struct.__struct_config__.forbid_unknown_fields or struct in get_args(socket.ClientMessage)
    has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    return "?" if sent_by_page and has_default else ""


def _comment(text: str, indent: str = "") -> list[str]:
    lines = [line.rstrip() for line in text.split("\n")]
    if len(lines) == 1:
        return [f"{indent}/** {text} */"] if text else []
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _type(hint: Any) -> str:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint in _ALIASES:
        return _ALIASES[hint]
    arguments = get_args(hint)
    if get_origin(hint) is list:
        inner = _type(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if get_origin(hint) is dict:
        return f"Record<{_type(arguments[0])}, {_type(arguments[1])}>"
    if get_origin(hint) is Literal:
        return " | ".join(f"'{value}'" for value in arguments)
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join(_type(argument) for argument in arguments)
    return str(hint.__name__)


if __name__ == "__main__":
    print(written(), end="")
