"""Whom a request comes from, and what they may see: asked before anything about a game is told."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from forvm.server.access import cookie_of
from forvm.server.errors import ServerError
from forvm.server.people import Guest
from forvm.server.room import Room, room_of
from forvm.server.table import Table


async def guest_at(request: Request) -> Guest | None:
    """Who asks about the game in the address; None where everyone sits at one screen. Strangers are refused."""
    room = room_of(request)
    if not room.access.online:
        return None
    await room.gatherings.find(request.path_params["id"])
    return await room.guest(cookie_of(request), request.path_params["id"])


async def guest_online(request: Request) -> Guest:
    """Who asks about the online game in the address."""
    check_online(room_of(request))
    guest = await guest_at(request)
    assert guest is not None
    return guest


async def table_seen(request: Request) -> tuple[Table, Guest | None]:
    """The table of the game in the address, for somebody who may look at it."""
    guest = await guest_at(request)
    if guest is not None and not (guest.seats or guest.spectator):
        raise ServerError("not_ready", "The game has not begun.")
    return await room_of(request).tables.open(request.path_params["id"]), guest


async def person_of(request: Request) -> tuple[int, str | None]:
    """The person who asks, and a cookie for them if they have come for the first time."""
    people = room_of(request).people
    person = await people.known(cookie_of(request))
    return await people.newcomer() if person is None else (person, None)


def with_cookie(request: Request, response: Response, cookie: str | None) -> Response:
    """The answer, with the cookie of somebody who is new."""
    if cookie is not None:
        room_of(request).access.give_cookie(response, cookie)
    return response


def check_online(room: Room) -> None:
    """Refuse what only an online server has."""
    if not room.access.online:
        raise ServerError("forbidden", "Everyone sits at this screen: forvm serve is for people who do not.")


def check_local(room: Room) -> None:
    """Refuse what only a server has at which everyone sits at one screen."""
    if room.access.online:
        raise ServerError("forbidden", "Here games begin with a gathering, to which people are invited.")
