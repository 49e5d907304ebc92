"""Whom a request comes from, and what they may see: asked before anything about a game is told."""

from __future__ import annotations

from starlette.requests import Request

from forvm.server.common.server_errors import ServerError
from forvm.server.http.context import ServerContext, context_of
from forvm.server.http.inputs import game_id
from forvm.server.people.access import caller_of
from forvm.server.people.accounts import Arrival, Guest
from forvm.server.play.live_table import LiveTable


async def guest_at(request: Request) -> Guest | None:
    """Who asks about the game in the address; None where everyone sits at one screen. Strangers are refused."""
    context = context_of(request)
    if not context.access.online:
        return None
    await context.lobbies.find(game_id(request))
    return await context.guest(caller_of(request), game_id(request))


async def guest_online(request: Request) -> Guest:
    """Who asks about the online game in the address."""
    check_online(context_of(request))
    guest = await guest_at(request)
    assert guest is not None
    return guest


async def table_seen(request: Request) -> tuple[LiveTable, Guest | None]:
    """The table of the game in the address, for somebody who may look at it."""
    guest, context, id = await guest_at(request), context_of(request), game_id(request)
    not_begun = ServerError("not_ready", "The game has not started yet.")
    if guest is not None and not guest.is_at_table:
        raise not_begun
    try:
        return await context.tables.open(id), guest
    except ServerError as error:
        # A spectator may come before the game has begun.
        if guest is None or error.code != "unknown" or (await context.lobbies.find(id)).plan.started:
            raise
        raise not_begun from None


async def arrival_of(request: Request) -> Arrival:
    """The person who asks, and a new cookie for them: what they are about to get belongs to it alone."""
    return await context_of(request).people.arrive(caller_of(request))


def check_online(context: ServerContext) -> None:
    """Refuse what only an online server has."""
    if not context.access.online:
        raise ServerError(
            "forbidden", "On this server everyone plays at one screen. For online games, use forvm serve."
        )


def check_local(context: ServerContext) -> None:
    """Refuse what only a server has at which everyone sits at one screen."""
    if context.access.online:
        raise ServerError("forbidden", "On this server every game starts in a lobby. Open one and invite people to it.")


def seats_of(guest: Guest | None) -> tuple[int, ...] | None:
    """Where a guest sits; None where everyone sits at one screen."""
    return None if guest is None else guest.seats
