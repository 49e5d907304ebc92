"""The HTTP interface: what can be asked for, game by game. ``docs/protocol.md`` has the list."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from forvm.server import catalogue
from forvm.server.errors import ServerError
from forvm.server.messages import http
from forvm.server.replays import LARGEST_RECORD, Eyes, Film
from forvm.server.room import Room, room_of
from forvm.server.setups import LARGEST_RULES, rules_from_text, setup_of, shipped_rules

Body = TypeVar("Body")

LARGEST_BODY = 64_000
# A text within JSON is longer than the text: every sign may be escaped.
ESCAPED = 2


def answer(value: object, status: int = 200) -> Response:
    """A message as the answer to a request. Positions change: nobody shall keep them."""
    return Response(
        msgspec.json.encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )


async def body(request: Request, kind: type[Body], largest: int = LARGEST_BODY) -> Body:
    """The body of a request as the message that it should be."""
    raw = bytearray()
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > largest:
                raise ServerError("too_large", f"This is larger than {largest // 1000} kB, which nothing here needs.")
    except ClientDisconnect:
        raise ServerError("malformed", "The request broke off.") from None
    try:
        return msgspec.json.decode(bytes(raw), type=kind)
    except msgspec.MsgspecError as error:
        raise ServerError("malformed", f"The request is not what is expected here: {error}.") from None


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
    """Every game of this store."""
    return answer(await room_of(request).tables.lines())


async def new_game(request: Request) -> Response:
    """Begin a game."""
    wanted = await body(request, http.NewGame, LARGEST_RULES * ESCAPED)
    table = await room_of(request).tables.begin(setup_of(wanted))
    return answer(table.line(table.created), 201)


async def game(request: Request) -> Response:
    """One game as the list shows it."""
    return answer(await room_of(request).tables.line(request.path_params["id"]))


async def remove_game(request: Request) -> Response:
    """Forget a game."""
    await room_of(request).tables.remove(request.path_params["id"])
    return Response(status_code=204)


async def rematch(request: Request) -> Response:
    """Once more, with the same rules and people."""
    tables = room_of(request).tables
    before = (await tables.open(request.path_params["id"])).setup
    seats = [http.NewSeat(seat.name, seat.bot) for seat in before.seats]
    wanted = http.NewGame(seats, before.rules, before.changes, before.house_rules)
    table = await tables.begin(setup_of(wanted))
    return answer(table.line(table.created), 201)


async def game_board(request: Request) -> Response:
    """The board of a game."""
    return answer(catalogue.board((await room_of(request).tables.open(request.path_params["id"])).game.rules))


async def game_rulebook(request: Request) -> Response:
    """The rules in play."""
    return answer(catalogue.rulebook((await room_of(request).tables.open(request.path_params["id"])).game.rules))


async def game_record(request: Request) -> Response:
    """The record of a game, to keep."""
    table = await room_of(request).tables.open(request.path_params["id"])
    if table.hidden_hands and table.game.outcome is None:
        raise ServerError("hidden", "The record would show everyone's hand: it can be had when the game is over.")
    record = await asyncio.to_thread(table.game.copy().record, table.created[:10])
    name = f"forvm-{table.game.rules.id}-{table.created[:10]}-{table.id[:4]}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(record, media_type="text/plain; charset=utf-8", headers=headers)


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
    return Film.of_table(await room.tables.open(request.path_params["id"]))


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
    Route("/api/games/{id}/replay", replay),
    Route("/api/games/{id}/frames", frames),
    Route("/api/replays", new_replay, methods=["POST"]),
    Route("/api/replays/{id}", replay),
    Route("/api/replays/{id}/board", replay_board),
    Route("/api/replays/{id}/rulebook", replay_rulebook),
    Route("/api/replays/{id}/frames", frames),
]
