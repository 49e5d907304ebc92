"""The page's types, written from the server's messages.

``python -m forvm.server.http.typescript > web/src/lib/protocol.ts`` writes them anew. A test compares that file
with what this module writes, so the two cannot drift apart.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from forvm.engine.actions import KINDS, ChanceKind, MoveKind
from forvm.engine.events import EventKind
from forvm.engine.tasks import TaskName
from forvm.game.kinds import DESCRIPTIONS, Group
from forvm.notation.names import Child, Gift
from forvm.notation.phases import Phase
from forvm.server.protocol import (
    choice_messages,
    dice_messages,
    http_messages,
    lab_messages,
    lobby_messages,
    log_messages,
    session_messages,
    socket_messages,
    view_messages,
)

MODULES = (
    view_messages,
    log_messages,
    choice_messages,
    session_messages,
    dice_messages,
    lobby_messages,
    socket_messages,
    http_messages,
    lab_messages,
)
# What the game itself lists: a page that must know each of them has a Record of them, which the type checker completes.
SHARED: dict[str, Any] = {
    "MoveKind": MoveKind,
    "ChanceKind": ChanceKind,
    "EventKind": EventKind,
    "TaskName": TaskName,
    "Phase": Phase,
    "Child": Child,
    "Gift": Gift,
    "Group": Group,
}
WIDTH = 100
_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
_HEAD = (
    "// Written by `python -m forvm.server.http.typescript` from "
    "src/forvm/server/protocol: change those, not this file.\n"
)


def written() -> str:
    """The whole file."""
    parts = [_HEAD, *(_alias(name, value) for name, value in SHARED.items()), _said_by()]
    for module in MODULES:
        for name, value in _named(module):
            parts.append(_interface(value) if isinstance(value, type) else _alias(name, value))
    return "\n".join(parts)


def _named(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """The messages and type names that a module defines itself, in its order."""
    for found in re.finditer(r"^(?:class (\w+)\(Struct|(\w+) = )", inspect.getsource(module), re.MULTILINE):
        name = found[1] or found[2]
        yield name, getattr(module, name)


_ALIASES = {value: name for name, value in SHARED.items()} | {
    value: name for module in MODULES for name, value in _named(module) if not isinstance(value, type)
}


def _said_by() -> str:
    """Which event tells the same as a move."""
    events = {kind.name: DESCRIPTIONS[number].said_by for number, kind in enumerate(KINDS)}
    rows = [f"  {name}: {'null' if event is None else repr(event)}," for name, event in events.items()]
    head = "/** The event that tells the same as a move of a kind, if there is one. */"
    tail = "} as const satisfies Record<MoveKind | ChanceKind, EventKind | null>;\n"
    return "\n".join([head, "export const SAID_BY = {", *rows, tail])


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
    """The server fills in what a page leaves out; what the server sends is complete but for UNSET."""
    sent_by_page = struct.__struct_config__.forbid_unknown_fields or struct in get_args(socket_messages.ClientMessage)
    if field.default is UNSET:
        return "?"
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
        return " | ".join(_type(argument) for argument in arguments if argument is not UnsetType)
    return str(hint.__name__)


if __name__ == "__main__":
    print(written(), end="")
