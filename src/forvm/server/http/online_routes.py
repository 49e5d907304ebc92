"""The HTTP interface of online play: invitations, gatherings, links."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from forvm import text
from forvm._version import __version__
from forvm.game.fairdice import new_secret
from forvm.notation.names import LONGEST_NAME
from forvm.notation.seal import LONGEST_WORDS
from forvm.server.common.server_errors import ServerError
from forvm.server.common.server_limits import neighbourhood
from forvm.server.common.timestamps import later, now
from forvm.server.http.auth import arrival_of, check_online, guest_online, table_seen
from forvm.server.http.context import context_of
from forvm.server.http.inputs import device_id, game_id, seat_number
from forvm.server.http.json_bodies import WITH_RULES, answer, body
from forvm.server.people import lobby_plan as plans
from forvm.server.people.access import address_of, caller_of, household
from forvm.server.people.accounts import Guest, Invitation, begun_without_them, not_their_seat
from forvm.server.people.chat import LONGEST_TALK
from forvm.server.people.lobby_plan import LobbyPlan
from forvm.server.people.online_session import online_session_of
from forvm.server.protocol import lobby_messages as messages
from forvm.server.protocol.message_bounds import COLOURS, LONGEST_WAIT
from forvm.server.protocol.session_messages import Agreement, Rematch
from forvm.server.store.stored_people import ANY

A_DAY = 24 * 3600  # seconds


async def server(request: Request) -> Response:
    """What this server is."""
    access = context_of(request).access
    return answer(
        messages.ServerInfo(
            online=access.online,
            version=__version__,
            public_url=access.public_url,
            colours=COLOURS,
            longest_name=LONGEST_NAME,
            longest_talk=LONGEST_TALK,
            longest_words=LONGEST_WORDS,
            longest_wait=LONGEST_WAIT,
        )
    )


# Coming.


async def open_gathering(request: Request) -> Response:
    """Gather people for a game."""
    context = context_of(request)
    check_online(context)
    wanted = await body(request, messages.NewGathering, WITH_RULES)
    _count_opening(request)
    host = await arrival_of(request)
    lobby = await context.lobbies.open(wanted, host, context.access.limits, household(request))
    links = await context.lobbies.links(lobby, host.person)
    seen = lobby.seen_by(Guest(host.person, frozenset({ANY})))
    response = answer(messages.Opened(seen, links), 201)
    context.access.give_cookie(response, host.cookie)
    return response


def _count_opening(request: Request) -> None:
    """Refuse to open one more game from an address that has opened many."""
    who = neighbourhood(address_of(request))
    context_of(request).openings.check(who, "Your address has opened many games.")


async def join(request: Request) -> Response:
    """Exchange the secret of a link for a cookie that lets one in."""
    context = context_of(request)
    check_online(context)
    given = await body(request, messages.Join)
    game, invitation = await context.people.invitation(given.secret)
    lobby = await context.lobbies.find(game)
    late = lobby.plan.started and invitation.kind == "guest"
    if late and not lobby.plan.agreement.spectators:
        raise begun_without_them()
    arrival = await arrival_of(request)
    guest = await context.people.accept(arrival, given.secret)
    seat = guest.seats[0] if guest.seats else None if lobby.plan.started else lobby.plan.chair_of(guest.person)
    if seat is None and guest.chooses:
        seat = invitation.seat
    response = answer(messages.Joined(game, lobby.plan.started, guest.role, seat))
    context.access.give_cookie(response, arrival.cookie)
    return response


# In a gathering.


async def gathering(request: Request) -> Response:
    """How it stands."""
    guest = await guest_online(request)
    lobby = await context_of(request).lobbies.find(game_id(request))
    return answer(lobby.seen_by(guest))


def _changing(
    change: Callable[[Request, Guest], Awaitable[Callable[[LobbyPlan], LobbyPlan]]],
) -> Callable[..., Awaitable[Response]]:
    """A request that changes a gathering, and is answered with how it stands then."""

    async def endpoint(request: Request) -> Response:
        guest, context = await guest_online(request), context_of(request)
        lobby = await context.lobbies.find(game_id(request))

        async def check() -> None:
            # The body may have taken a minute to arrive. Another device may have logged this one out meanwhile.
            if await context.guest(caller_of(request), lobby.id) != guest:
                raise ServerError("not_invited", text.load("table")["refused"]["invited"])

        await context.lobbies.change(lobby, await change(request, guest), check)
        return answer(lobby.seen_by(guest))

    return endpoint


@_changing
async def sit(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Take a seat, or change one's name or colour."""
    wish = await body(request, messages.Sit)
    return lambda plan: plans.sit(plan, guest, wish.seat, wish.name, wish.colour)


@_changing
async def leave(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Get up again."""
    return lambda plan: plans.leave(plan, guest.person)


@_changing
async def ready(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Be ready and commit to one's words for the dice, or not yet."""
    wish = await body(request, messages.Ready)
    return lambda plan: plans.be_ready(plan, guest.person, wish.ready, wish.words)


@_changing
async def agreement(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Propose another agreement."""
    wish = await body(request, Agreement)
    return lambda plan: plans.agree(plan, guest.person, wish)


@_changing
async def seat(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Give a seat to a bot, or to whoever comes."""
    wish = await body(request, messages.ChangeSeat)
    return lambda plan: plans.give_seat(plan, guest.person, wish.seat, wish.bot)


async def links(request: Request) -> Response:
    """New links."""
    guest = await guest_online(request)
    lobbies = context_of(request).lobbies
    return answer(await lobbies.links(await lobbies.find(game_id(request)), guest.person))


@_changing
async def start(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Begin: everyone opens their words, and then the game does."""
    return lambda plan: plans.start(plan, guest.person)


@_changing
async def open_words(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Open the words that one has committed to."""
    wish = await body(request, messages.OpenWords)
    return lambda plan: plans.open_words(plan, guest.person, wish.salt, wish.words)


@_changing
async def call_off(request: Request, guest: Guest) -> Callable[[LobbyPlan], LobbyPlan]:
    """Call the opening off: everyone has to be ready again."""
    return lambda plan: plans.call_off(plan, guest.person, new_secret().hex())


async def remove(request: Request) -> Response:
    """Call it off."""
    guest = await guest_online(request)
    lobbies = context_of(request).lobbies
    await lobbies.remove(await lobbies.find(game_id(request)), guest.person)
    return Response(status_code=204)


# At a table.


async def again(request: Request) -> Response:
    """A rematch: the same people gather once more."""
    check_online(context_of(request))
    table, guest = await table_seen(request)
    context = context_of(request)
    if guest is None or not guest.seats:
        raise ServerError("not_your_seat", "Only the players of a game can ask for a rematch.")
    if not table.over:
        raise ServerError("not_ready", "You can ask for a rematch when the game is over.")
    before = await context.lobbies.find(table.id)
    limits, place = context.access.limits, household(request)
    count = lambda: _count_opening(request)  # noqa: E731
    lobby, new = await context.lobbies.again(before, guest.person, limits, place, count)
    session = online_session_of(table)
    if new and session is not None:
        session.again = lobby.id
        table.tell(Rematch(lobby.id))
    return answer(lobby.seen_by(await context.people.guest(guest.person, lobby.id)), 201 if new else 200)


async def seat_link(request: Request) -> Response:
    """A link to one's own seat, for one more device."""
    check_online(context_of(request))
    table, guest = await table_seen(request)
    seat = seat_number(request)
    if guest is None or seat not in guest.seats:
        raise not_their_seat()
    until = later(now(), A_DAY)
    invitation = Invitation("seat", seat, until, once=True)
    (secret,) = await context_of(request).people.link(table.id, [invitation], seat_of=guest.person)
    return answer(messages.Link(secret, until), 201)


async def spectators_link(request: Request) -> Response:
    """A link for spectators of a game that has begun."""
    check_online(context_of(request))
    table, guest = await table_seen(request)
    if guest is None or not guest.seats:
        raise ServerError("not_your_seat", "Only players can invite spectators.")
    session = online_session_of(table)
    if session is None or not session.agreement.spectators:
        raise ServerError("not_agreed", "The players agreed to have no spectators.")
    (secret,) = await context_of(request).people.link(table.id, [Invitation("spectator")])
    return answer(messages.Link(secret, None), 201)


# Devices.


async def devices(request: Request) -> Response:
    """The browsers that hold one's seats."""
    context = context_of(request)
    check_online(context)
    person = await context.people.known(caller_of(request))
    return answer([] if person is None else await context.devices.of(person))


async def log_out(request: Request) -> Response:
    """Log one of one's devices out."""
    context = context_of(request)
    check_online(context)
    person = await context.people.known(caller_of(request))
    if person is None:
        raise ServerError("not_invited", text.load("table")["refused"]["invited"])
    response = Response(status_code=204)
    if await context.devices.log_out(person, device_id(request)):
        context.access.take_cookie(response)
    return response


ONLINE_ROUTES = [
    Route("/api/server", server),
    Route("/api/join", join, methods=["POST"]),
    Route("/api/devices", devices),
    Route("/api/devices/{id:device}", log_out, methods=["DELETE"]),
    Route("/api/gatherings", open_gathering, methods=["POST"]),
    Route("/api/gatherings/{id:game}", gathering),
    Route("/api/gatherings/{id:game}", remove, methods=["DELETE"]),
    Route("/api/gatherings/{id:game}/sit", sit, methods=["POST"]),
    Route("/api/gatherings/{id:game}/leave", leave, methods=["POST"]),
    Route("/api/gatherings/{id:game}/ready", ready, methods=["POST"]),
    Route("/api/gatherings/{id:game}/agreement", agreement, methods=["POST"]),
    Route("/api/gatherings/{id:game}/seat", seat, methods=["POST"]),
    Route("/api/gatherings/{id:game}/links", links, methods=["POST"]),
    Route("/api/gatherings/{id:game}/start", start, methods=["POST"]),
    Route("/api/gatherings/{id:game}/open", open_words, methods=["POST"]),
    Route("/api/gatherings/{id:game}/call-off", call_off, methods=["POST"]),
    Route("/api/games/{id:game}/again", again, methods=["POST"]),
    Route("/api/games/{id:game}/seats/{seat:seat}/link", seat_link, methods=["POST"]),
    Route("/api/games/{id:game}/spectators/link", spectators_link, methods=["POST"]),
]
