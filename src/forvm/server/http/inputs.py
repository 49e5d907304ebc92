"""What a stranger writes into an address: read once, here, into a value that is checked.

Routes name the kind of each part of their path (``/api/games/{id:game}``), so that no route sees a word that was not
checked. A wrong id is unknown (404), a wrong number malformed (400), and both say what would be right. The bounds of
bodies and socket messages are in ``forvm.server.protocol.message_bounds``.
"""

from __future__ import annotations

import re
from typing import NewType, TypeVar

import msgspec
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import HTTPConnection

from forvm.notation.names import SEATS
from forvm.server.common.server_errors import ServerError

GameId = NewType("GameId", str)
SeatNumber = NewType("SeatNumber", int)
RunId = NewType("RunId", str)
ReplayId = NewType("ReplayId", str)
EditionId = NewType("EditionId", str)
DeviceId = NewType("DeviceId", str)
Query = TypeVar("Query")

SHOWN = 20  # characters of a wrong word that are told back


class _Id(Convertor[str]):
    """A part of a path that must have a certain form. Any word matches: one that is wrong gets an answer in words."""

    regex = "[^/]+"

    def __init__(self, form: str, wrong: str) -> None:
        self._form = re.compile(form)
        self._wrong = wrong

    def convert(self, value: str) -> str:
        if not self._form.fullmatch(value):
            raise ServerError("unknown", self._wrong)
        return value

    def to_string(self, value: str) -> str:
        return value


class _Seat(Convertor[int]):
    """A seat's number: one digit."""

    regex = "[^/]+"

    def convert(self, value: str) -> int:
        known = {str(number): number for number in range(len(SEATS))}
        if value not in known:
            raise ServerError("malformed", f"A seat is a number from 0 to {len(SEATS) - 1}, not {value[:SHOWN]!a}.")
        return known[value]

    def to_string(self, value: int) -> str:
        return str(value)


def _sixteen(what: str, otherwise: str) -> _Id:
    return _Id(r"[0-9a-f]{16}", f"There is no such {what}: {otherwise}. An id has 16 digits or letters from a to f.")


KINDS: dict[str, Convertor[str] | Convertor[int]] = {
    "game": _sixteen("game", "check the address, or look in your list of games"),
    "device": _sixteen("device", "look in your list of devices"),
    "replay": _sixteen("replay", "open the record's file again"),
    "run": _Id(r"[A-Za-z0-9_-]{12}", "There is no such experiment: its id has 12 letters, digits, - or _."),
    "edition": _Id(r"[a-z0-9_.-]{1,60}", "There are no rules with that name. GET /api/editions lists them."),
    "seat": _Seat(),
}
for _name, _convertor in KINDS.items():
    register_url_convertor(_name, _convertor)


def game_id(connection: HTTPConnection) -> GameId:
    """The game that an address is about."""
    return GameId(connection.path_params["id"])


def seat_number(connection: HTTPConnection) -> SeatNumber:
    """The seat that an address is about."""
    return SeatNumber(connection.path_params["seat"])


def replay_id(connection: HTTPConnection) -> ReplayId:
    """The replay that an address is about."""
    return ReplayId(connection.path_params["id"])


def run_id(connection: HTTPConnection) -> RunId:
    """The experiment that an address is about."""
    return RunId(connection.path_params["id"])


def edition_id(connection: HTTPConnection) -> EditionId:
    """The edition or house rules that an address is about."""
    return EditionId(connection.path_params["id"])


def device_id(connection: HTTPConnection) -> DeviceId:
    """The device that an address is about."""
    return DeviceId(connection.path_params["id"])


def query_of(connection: HTTPConnection, kind: type[Query]) -> Query:
    """What stands after the question mark of an address, as the type that it should be. Nothing is given twice."""
    given = connection.query_params.multi_items()
    names = [name for name, _ in given]
    if len(set(names)) < len(names):
        raise ServerError("malformed", "The address has the same parameter twice after its question mark.")
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise ServerError(
            "malformed", f"The parameters in the address do not have the expected form: {error}."
        ) from None
