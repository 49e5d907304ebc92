"""The HTTP interface of online play: invitations, gatherings, links."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from forvm._version import __version__
from forvm.notation.names import LONGEST_NAME
from forvm.notation.proof import LONGEST_ENTROPY
from forvm.server import plan as plans
from forvm.server.access import address_of
from forvm.server.bodies import ESCAPED, answer, body
from forvm.server.company.talk import LONGEST_TALK
from forvm.server.doorkeeper import check_online, guest_online, person_of, table_seen, with_cookie
from forvm.server.errors import ServerError
from forvm.server.limits import neighbourhood
from forvm.server.messages import gathering as messages
from forvm.server.messages.company import Agreement, Rematch
from forvm.server.moments import later, now
from forvm.server.people import Guest, Invitation
from forvm.server.plan import COLOURS, LONGEST_WAIT, Plan
from forvm.server.room import room_of
from forvm.server.setups import LARGEST_RULES

A_DAY = 24 * 3600  # seconds


async def server(request: Request) -> Response:
    """What this server is."""
    access = room_of(request).access
    return answer(
        messages.ServerInfo(
            online=access.online,
            version=__version__,
            public_url=access.public_url,
            colours=COLOURS,
            longest_name=LONGEST_NAME,
            longest_talk=LONGEST_TALK,
            longest_entropy=LONGEST_ENTROPY,
            longest_wait=LONGEST_WAIT,
        )
    )


# Coming.


async def open_gathering(request: Request) -> Response:
    """Gather people for a game."""
    room = room_of(request)
    check_online(room)
    wanted = await body(request, messages.NewGathering, LARGEST_RULES * ESCAPED)
    room.openings.check(neighbourhood(address_of(request)), "Many games have been opened from your address.")
    person, cookie = await person_of(request)
    lobby = await room.gatherings.open(wanted, person, room.access.limits)
    links = await room.gatherings.links(lobby, person)
    seen = lobby.seen_by(await room.people.guest(person, lobby.id))
    return with_cookie(request, answer(messages.Opened(seen, links), 201), cookie)


async def join(request: Request) -> Response:
    """Exchange the secret of a link for a cookie that lets one in."""
    room = room_of(request)
    check_online(room)
    given = await body(request, messages.Join)
    game, invitation = await room.people.invitation(given.secret)
    lobby = await room.gatherings.find(game)
    late = lobby.plan.started and invitation.kind == "guest"
    if late and not lobby.plan.agreement.spectators:
        raise ServerError("not_ready", "The game has begun without you, and its people want no spectators.")
    person, cookie = await person_of(request)
    await room.people.accept(person, given.secret, also_spectate=late)
    guest = await room.people.guest(person, game)
    seat = guest.seats[0] if guest.seats else lobby.plan.chair_of(person)
    if seat is None and invitation.kind == "guest" and not late:
        seat = invitation.seat
    return with_cookie(request, answer(messages.Joined(game, lobby.plan.started, guest.role, seat)), cookie)


# In a gathering.


async def gathering(request: Request) -> Response:
    """How it stands."""
    guest = await guest_online(request)
    lobby = await room_of(request).gatherings.find(request.path_params["id"])
    return answer(lobby.seen_by(guest))


def _changing(
    change: Callable[[Request, Guest], Awaitable[Callable[[Plan], Plan]]],
) -> Callable[..., Awaitable[Response]]:
    """A request that changes a gathering, and is answered with how it stands then."""

    async def endpoint(request: Request) -> Response:
        guest = await guest_online(request)
        gatherings = room_of(request).gatherings
        lobby = await gatherings.find(request.path_params["id"])
        await gatherings.change(lobby, await change(request, guest))
        return answer(lobby.seen_by(guest))

    return endpoint


@_changing
async def sit(request: Request, guest: Guest) -> Callable[[Plan], Plan]:
    """Take a seat, or change one's name or colour."""
    wish = await body(request, messages.Sit)
    return lambda plan: plans.sit(plan, guest, wish.seat, wish.name, wish.colour)


@_changing
async def leave(request: Request, guest: Guest) -> Callable[[Plan], Plan]:
    """Get up again."""
    return lambda plan: plans.leave(plan, guest.person)


@_changing
async def ready(request: Request, guest: Guest) -> Callable[[Plan], Plan]:
    """Be ready, or not yet."""
    wish = await body(request, messages.Ready)
    return lambda plan: plans.be_ready(plan, guest.person, wish.ready)


@_changing
async def entropy(request: Request, guest: Guest) -> Callable[[Plan], Plan]:
    """Add to the dice."""
    wish = await body(request, messages.AddEntropy)
    return lambda plan: plans.add_entropy(plan, guest.person, wish.text)


@_changing
async def agreement(request: Request, guest: Guest) -> Callable[[Plan], Plan]:
    """Propose another agreement."""
    wish = await body(request, Agreement)
    return lambda plan: plans.agree(plan, guest.person, wish)


@_changing
async def seat(request: Request, guest: Guest) -> Callable[[Plan], Plan]:
    """Give a seat to a bot, or to whoever comes."""
    wish = await body(request, messages.ChangeSeat)
    return lambda plan: plans.give_seat(plan, guest.person, wish.seat, wish.bot)


async def links(request: Request) -> Response:
    """New links."""
    guest = await guest_online(request)
    gatherings = room_of(request).gatherings
    return answer(await gatherings.links(await gatherings.find(request.path_params["id"]), guest.person))


async def start(request: Request) -> Response:
    """Begin the game."""
    guest = await guest_online(request)
    gatherings = room_of(request).gatherings
    lobby = await gatherings.find(request.path_params["id"])
    await gatherings.start(lobby, guest.person)
    return answer(lobby.seen_by(guest))


async def remove(request: Request) -> Response:
    """Call it off."""
    guest = await guest_online(request)
    gatherings = room_of(request).gatherings
    await gatherings.remove(await gatherings.find(request.path_params["id"]), guest.person)
    return Response(status_code=204)


# At a table.


async def again(request: Request) -> Response:
    """A rematch: the same people gather once more."""
    check_online(room_of(request))
    table, guest = await table_seen(request)
    room = room_of(request)
    if guest is None or not guest.seats:
        raise ServerError("not_your_seat", "Only who played asks for a rematch.")
    if not table.over:
        raise ServerError("not_ready", "The game is not over: there can be a rematch when it is.")
    before = await room.gatherings.find(table.id)
    lobby, new = await room.gatherings.again(before, guest.person, room.access.limits)
    if new and table.company is not None:
        table.company.again = lobby.id
        table.tell(Rematch(lobby.id))
    return answer(lobby.seen_by(await room.people.guest(guest.person, lobby.id)), 201 if new else 200)


async def seat_link(request: Request) -> Response:
    """A link to one's own seat, for one more device."""
    check_online(room_of(request))
    table, guest = await table_seen(request)
    word = request.path_params["seat"]
    if guest is None or not word.isascii() or not word.isdigit() or int(word[:9]) not in guest.seats:
        raise ServerError("not_your_seat", "Only whose seat it is makes a link to it.")
    until = later(now(), A_DAY)
    invitation = Invitation("seat", int(word), until, once=True)
    (secret,) = await room_of(request).people.link(table.id, [invitation])
    return answer(messages.Link(secret, until), 201)


async def spectators_link(request: Request) -> Response:
    """A link for spectators of a game that has begun."""
    check_online(room_of(request))
    table, guest = await table_seen(request)
    if guest is None or not guest.seats:
        raise ServerError("not_your_seat", "Only who plays invites spectators.")
    if table.company is None or not table.company.agreement.spectators:
        raise ServerError("not_agreed", "This table agreed to play without spectators.")
    (secret,) = await room_of(request).people.link(table.id, [Invitation("spectator")])
    return answer(messages.Link(secret, None), 201)


ONLINE_ROUTES = [
    Route("/api/server", server),
    Route("/api/join", join, methods=["POST"]),
    Route("/api/gatherings", open_gathering, methods=["POST"]),
    Route("/api/gatherings/{id}", gathering),
    Route("/api/gatherings/{id}", remove, methods=["DELETE"]),
    Route("/api/gatherings/{id}/sit", sit, methods=["POST"]),
    Route("/api/gatherings/{id}/leave", leave, methods=["POST"]),
    Route("/api/gatherings/{id}/ready", ready, methods=["POST"]),
    Route("/api/gatherings/{id}/entropy", entropy, methods=["POST"]),
    Route("/api/gatherings/{id}/agreement", agreement, methods=["POST"]),
    Route("/api/gatherings/{id}/seat", seat, methods=["POST"]),
    Route("/api/gatherings/{id}/links", links, methods=["POST"]),
    Route("/api/gatherings/{id}/start", start, methods=["POST"]),
    Route("/api/games/{id}/again", again, methods=["POST"]),
    Route("/api/games/{id}/seats/{seat}/link", seat_link, methods=["POST"]),
    Route("/api/games/{id}/spectators/link", spectators_link, methods=["POST"]),
]
