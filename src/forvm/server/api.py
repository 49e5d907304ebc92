"""The HTTP interface: what can be asked for, game by game. ``docs/protocol.md`` has the list."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from forvm.server import catalogue
from forvm.server.access import caller_of, household
from forvm.server.bodies import WITH_RECORD, WITH_RULES, answer, body, written
from forvm.server.doorkeeper import check_local, guest_at, table_seen
from forvm.server.errors import ServerError
from forvm.server.inputs import edition_id, game_id, query_of, replay_id
from forvm.server.lines import for_guest, gathering_line
from forvm.server.messages import http
from forvm.server.room import Room, room_of
from forvm.server.setup import CheckedRules
from forvm.server.setups import rules_of, setup_of, shipped_rules
from forvm.server.tables import new_id
from forvm.server.uploads.requests import (
    Eyes,
    TellBoard,
    TellDice,
    TellFrames,
    TellRecord,
    TellReplay,
    TellRulebook,
)
from forvm.server.uploads.uploads import What

# Editions.


async def editions(request: Request) -> Response:
    """All that a new game can be made of."""
    return answer(catalogue.catalogue())


async def edition_board(request: Request) -> Response:
    """The board of an edition or shipped house rules."""
    return answer(catalogue.board(shipped_rules(edition_id(request))))


async def edition_rulebook(request: Request) -> Response:
    """Its rulebook."""
    return answer(catalogue.rulebook(shipped_rules(edition_id(request))))


async def check_house_rules(request: Request) -> Response:
    """What an uploaded house-rules file changes, or what is wrong with it."""
    given = await body(request, http.HouseRulesText, WITH_RULES)
    checked = await room_of(request).uploads.rules(given.text, household(request))
    return answer(catalogue.house_rules(rules_of("", {}, checked)))


# Games.


async def games(request: Request) -> Response:
    """Every game of this store; online, those of whoever asks, gatherings first."""
    room = room_of(request)
    if not room.access.online:
        return answer(await room.tables.lines())
    caller = caller_of(request)
    person = await room.people.known(caller)
    if person is None:
        return answer([])
    guests = await room.people.guests(person)
    lines = [gathering_line(lobby, guests[lobby.id]) for lobby in await room.lobbies(person)]
    response = answer([*lines, *await room.tables.lines_of(guests)])
    if room.access.secure and caller.old_cookie and (cookie := await room.people.renew(person, caller)) is not None:
        room.access.give_cookie(response, cookie)
    return response


async def new_game(request: Request) -> Response:
    """Begin a game at this screen."""
    check_local(room_of(request))
    wanted = await body(request, http.NewGame, WITH_RULES)
    text, uploads = wanted.house_rules, room_of(request).uploads
    checked_rules = None if text is None else await uploads.rules(text, household(request))
    return answer(await _begin(room_of(request), wanted, checked_rules), 201)


async def _begin(room: Room, wanted: http.NewGame, checked_rules: CheckedRules | None) -> http.GameLine:
    id = new_id()
    return (await room.tables.begin(id, setup_of(wanted, id, checked_rules))).line()


async def game(request: Request) -> Response:
    """One game as the list shows it."""
    guest = await guest_at(request)
    room, id = room_of(request), game_id(request)
    if guest is None:
        return answer(await room.tables.line(id))
    lobby = await room.gatherings.find(id)
    if not lobby.plan.started:
        return answer(gathering_line(lobby, guest))
    return answer(for_guest(await room.tables.line(id), guest))


async def remove_game(request: Request) -> Response:
    """Forget a game; online, take one that is over off one's own list."""
    guest = await guest_at(request)
    room, id = room_of(request), game_id(request)
    if guest is None:
        await room.tables.remove(id)
        return Response(status_code=204)
    plan = (await room.gatherings.find(id)).plan
    if not plan.started and (guest.person == plan.host or plan.chair_of(guest.person) is not None):
        raise ServerError(
            "not_ready", "Others are waiting for you in this lobby. Give up your seat, or close the lobby."
        )
    if guest.seats and not (await room.tables.open(id)).over:
        raise ServerError("not_ready", "The game is still running. You can take it off your list when it is over.")
    await room.tables.take_off(id, lambda: room.people.forget(guest.person, id))
    return Response(status_code=204)


async def rematch(request: Request) -> Response:
    """Once more, with the same rules and people at this screen."""
    room = room_of(request)
    check_local(room)
    before = (await room.tables.open(game_id(request))).setup
    seats = [http.NewSeat(seat.name, seat.bot) for seat in before.seats]
    wanted = http.NewGame(seats, before.rules, before.changes)
    return answer(await _begin(room, wanted, before.checked_rules), 201)


async def game_board(request: Request) -> Response:
    """The board of a game."""
    table, _ = await table_seen(request)
    return answer(catalogue.board(table.game.rules))


async def game_rulebook(request: Request) -> Response:
    """The rules in play."""
    table, _ = await table_seen(request)
    return answer(catalogue.rulebook(table.game.rules))


async def game_record(request: Request) -> Response:
    """The record of a game, to keep; once it is over, with the proof of its dice."""
    table, guest = await table_seen(request)
    if table.hidden_hands and not table.over:
        raise ServerError("hidden", "The record shows everyone's hand. You can get it when the game is over.")
    record = await room_of(request).uploads.tell_table(table, guest, TellRecord(), household(request))
    name = f"forvm-{table.game.rules.id}-{table.created[:10]}-{table.id[:4]}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(record, media_type="text/plain; charset=utf-8", headers=headers)


async def game_dice(request: Request) -> Response:
    """The dice of a game."""
    return written(await _told(request, TellDice()))


# Replays.


async def new_replay(request: Request) -> Response:
    """Look through an uploaded record."""
    given = await body(request, http.RecordText, WITH_RECORD)
    room = room_of(request)
    told = await room.uploads.tell_record(given.text, TellReplay(), household(request))
    room.replays.keep(given.text)
    return written(told, 201)


async def _told(request: Request, what: What) -> bytes:
    """Something of the game in the address: an uploaded record's, or one that is played here."""
    room = room_of(request)
    if request.url.path.startswith("/api/replays/"):
        record = room.replays.find(replay_id(request))
        return await room.uploads.tell_record(record, what, household(request))
    table, guest = await table_seen(request)
    return await room.uploads.tell_table(table, guest, what, household(request))


async def replay(request: Request) -> Response:
    """The steps of a game and its summary."""
    return written(await _told(request, TellReplay()))


async def frames(request: Request) -> Response:
    """Some of its positions."""
    asked = query_of(request, http.FramesQuery)
    eyes: Eyes = None if asked.seat == "none" else asked.seat
    return written(await _told(request, TellFrames(asked.first, asked.count, eyes)))


async def replay_board(request: Request) -> Response:
    """The board of a replayed game."""
    return written(await _told(request, TellBoard()))


async def replay_rulebook(request: Request) -> Response:
    """Its rules."""
    return written(await _told(request, TellRulebook()))


async def replay_dice(request: Request) -> Response:
    """The dice of an uploaded record."""
    return written(await _told(request, TellDice()))


ROUTES = [
    Route("/api/editions", editions),
    Route("/api/editions/{id:edition}/board", edition_board),
    Route("/api/editions/{id:edition}/rulebook", edition_rulebook),
    Route("/api/house-rules/check", check_house_rules, methods=["POST"]),
    Route("/api/games", games),
    Route("/api/games", new_game, methods=["POST"]),
    Route("/api/games/{id:game}", game),
    Route("/api/games/{id:game}", remove_game, methods=["DELETE"]),
    Route("/api/games/{id:game}/rematch", rematch, methods=["POST"]),
    Route("/api/games/{id:game}/board", game_board),
    Route("/api/games/{id:game}/rulebook", game_rulebook),
    Route("/api/games/{id:game}/record", game_record),
    Route("/api/games/{id:game}/dice", game_dice),
    Route("/api/games/{id:game}/replay", replay),
    Route("/api/games/{id:game}/frames", frames),
    Route("/api/replays", new_replay, methods=["POST"]),
    Route("/api/replays/{id:replay}", replay),
    Route("/api/replays/{id:replay}/board", replay_board),
    Route("/api/replays/{id:replay}/rulebook", replay_rulebook),
    Route("/api/replays/{id:replay}/frames", frames),
    Route("/api/replays/{id:replay}/dice", replay_dice),
]
