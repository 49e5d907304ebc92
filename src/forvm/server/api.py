"""The HTTP interface: what can be asked for, game by game. ``docs/protocol.md`` has the list."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from forvm.server import catalogue, dicereports
from forvm.server.access import cookie_of
from forvm.server.bodies import ESCAPED, answer, body
from forvm.server.doorkeeper import check_local, guest_at, table_seen
from forvm.server.errors import ServerError
from forvm.server.lines import for_guest, gathering_line
from forvm.server.messages import http
from forvm.server.replays import LARGEST_RECORD, Eyes, Film
from forvm.server.room import Room, room_of
from forvm.server.setups import LARGEST_RULES, rules_from_text, setup_of, shipped_rules
from forvm.server.tables import new_id

# Editions.


async def editions(request: Request) -> Response:
    """All that a new game can be made of."""
    return answer(catalogue.catalogue())


async def edition_board(request: Request) -> Response:
    """The board of an edition or shipped house rules."""
    return answer(catalogue.board(shipped_rules(request.path_params["id"])))


async def edition_rulebook(request: Request) -> Response:
    """Its rulebook."""
    return answer(catalogue.rulebook(shipped_rules(request.path_params["id"])))


async def check_house_rules(request: Request) -> Response:
    """What an uploaded house-rules file changes, or what is wrong with it."""
    given = await body(request, http.HouseRulesText, LARGEST_RULES * ESCAPED)
    return answer(catalogue.house_rules(rules_from_text(given.text)))


# Games.


async def games(request: Request) -> Response:
    """Every game of this store; online, those of whoever asks, gatherings first."""
    room = room_of(request)
    if not room.access.online:
        return answer(await room.tables.lines())
    person = await room.people.known(cookie_of(request))
    if person is None:
        return answer([])
    guests = await room.people.guests(person)
    lines = [gathering_line(lobby, guests[lobby.id]) for lobby in await room.gatherings.waiting(person)]
    return answer([*lines, *await room.tables.lines_of(guests)])


async def new_game(request: Request) -> Response:
    """Begin a game at this screen."""
    check_local(room_of(request))
    wanted = await body(request, http.NewGame, LARGEST_RULES * ESCAPED)
    return answer(await _begin(room_of(request), wanted), 201)


async def _begin(room: Room, wanted: http.NewGame) -> http.GameLine:
    id = new_id()
    return (await room.tables.begin(id, setup_of(wanted, id))).line()


async def game(request: Request) -> Response:
    """One game as the list shows it."""
    guest = await guest_at(request)
    room, id = room_of(request), request.path_params["id"]
    if guest is None:
        return answer(await room.tables.line(id))
    lobby = await room.gatherings.find(id)
    if not lobby.plan.started:
        return answer(gathering_line(lobby, guest))
    return answer(for_guest(await room.tables.line(id), guest))


async def remove_game(request: Request) -> Response:
    """Forget a game; online, take one that is over off one's own list."""
    guest = await guest_at(request)
    room, id = room_of(request), request.path_params["id"]
    if guest is None:
        await room.tables.remove(id)
        return Response(status_code=204)
    if guest.seats and not (await room.tables.open(id)).over:
        raise ServerError("not_ready", "The others still play: a game can be taken off the list when it is over.")
    await room.people.forget(guest.person, id)
    await room.tables.let_go_if_gone(id)
    return Response(status_code=204)


async def rematch(request: Request) -> Response:
    """Once more, with the same rules and people at this screen."""
    room = room_of(request)
    check_local(room)
    before = (await room.tables.open(request.path_params["id"])).setup
    seats = [http.NewSeat(seat.name, seat.bot) for seat in before.seats]
    wanted = http.NewGame(seats, before.rules, before.changes, before.house_rules)
    return answer(await _begin(room, wanted), 201)


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
    table, _ = await table_seen(request)
    if table.hidden_hands and not table.over:
        raise ServerError("hidden", "The record would show everyone's hand: it can be had when the game is over.")
    proof = dicereports.proof_of(table)
    record = await asyncio.to_thread(table.game.copy().record, table.created[:10], proof)
    name = f"forvm-{table.game.rules.id}-{table.created[:10]}-{table.id[:4]}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(record, media_type="text/plain; charset=utf-8", headers=headers)


async def game_dice(request: Request) -> Response:
    """The dice of a game."""
    table, _ = await table_seen(request)
    return answer(await asyncio.to_thread(dicereports.of_table, table))


# Replays.


async def new_replay(request: Request) -> Response:
    """Look through an uploaded record."""
    given = await body(request, http.RecordText, LARGEST_RECORD * ESCAPED)
    film = await asyncio.to_thread(Film.of_record, given.text)
    room_of(request).replays.keep(film)
    return answer(await asyncio.to_thread(film.replay), 201)


async def film_of(request: Request) -> Film:
    """The film that a request is about: of a game or of a record."""
    room: Room = room_of(request)
    if request.url.path.startswith("/api/replays/"):
        return room.replays.find(request.path_params["id"])
    table, guest = await table_seen(request)
    return Film.of_table(table, guest)


async def replay(request: Request) -> Response:
    """The steps of a game and its summary."""
    return answer(await asyncio.to_thread((await film_of(request)).replay))


async def frames(request: Request) -> Response:
    """Some of its positions."""
    film = await film_of(request)
    asked = request.query_params
    seat = asked.get("seat", "none")
    eyes: Eyes = "all" if seat == "all" else None if seat == "none" else _number(seat, "seat")
    first, count = _number(asked.get("first", "0"), "first"), _number(asked.get("count", "1"), "count")
    return answer(await asyncio.to_thread(film.frames, first, count, eyes))


async def replay_board(request: Request) -> Response:
    """The board of a replayed game."""
    return answer(catalogue.board((await film_of(request)).game.rules))


async def replay_rulebook(request: Request) -> Response:
    """Its rules."""
    return answer(catalogue.rulebook((await film_of(request)).game.rules))


async def replay_dice(request: Request) -> Response:
    """The dice of an uploaded record."""
    film = room_of(request).replays.find(request.path_params["id"])
    return answer(await asyncio.to_thread(dicereports.of_record, film.game))


def _number(word: str, name: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 9):
        raise ServerError("malformed", f"{name} must be a whole number, not “{word[:20]}”.")
    return int(word)


ROUTES = [
    Route("/api/editions", editions),
    Route("/api/editions/{id}/board", edition_board),
    Route("/api/editions/{id}/rulebook", edition_rulebook),
    Route("/api/house-rules/check", check_house_rules, methods=["POST"]),
    Route("/api/games", games),
    Route("/api/games", new_game, methods=["POST"]),
    Route("/api/games/{id}", game),
    Route("/api/games/{id}", remove_game, methods=["DELETE"]),
    Route("/api/games/{id}/rematch", rematch, methods=["POST"]),
    Route("/api/games/{id}/board", game_board),
    Route("/api/games/{id}/rulebook", game_rulebook),
    Route("/api/games/{id}/record", game_record),
    Route("/api/games/{id}/dice", game_dice),
    Route("/api/games/{id}/replay", replay),
    Route("/api/games/{id}/frames", frames),
    Route("/api/replays", new_replay, methods=["POST"]),
    Route("/api/replays/{id}", replay),
    Route("/api/replays/{id}/board", replay_board),
    Route("/api/replays/{id}/rulebook", replay_rulebook),
    Route("/api/replays/{id}/frames", frames),
    Route("/api/replays/{id}/dice", replay_dice),
]
