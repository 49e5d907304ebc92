"""The HTTP interface: what can be asked for, game by game. ``docs/protocol.md`` has the list."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from forvm.server.common.server_errors import ServerError
from forvm.server.games import catalogue
from forvm.server.games.game_setup import CheckedRules
from forvm.server.games.new_games import rules_of, setup_of, shipped_rules
from forvm.server.games.replays import Eyes
from forvm.server.http.auth import check_local, guest_at, seats_of, table_seen
from forvm.server.http.context import ServerContext, context_of
from forvm.server.http.inputs import edition_id, game_id, query_of, replay_id
from forvm.server.http.json_bodies import WITH_RECORD, WITH_RULES, answer, body, written
from forvm.server.people.access import caller_of, household
from forvm.server.people.game_list import for_guest, gathering_line
from forvm.server.play.live_tables import new_id
from forvm.server.protocol import http_messages
from forvm.server.workers.uploads.reader_protocol import (
    TellBoard,
    TellDice,
    TellFrames,
    TellRecord,
    TellReplay,
    TellRulebook,
)
from forvm.server.workers.uploads.upload_service import What

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
    given = await body(request, http_messages.HouseRulesText, WITH_RULES)
    checked = await context_of(request).uploads.rules(given.text, household(request))
    return answer(catalogue.house_rules(rules_of("", {}, checked)))


# Games.


async def games(request: Request) -> Response:
    """Every game of this store; online, those of whoever asks, gatherings first."""
    context = context_of(request)
    if not context.access.online:
        return answer(await context.tables.lines())
    caller = caller_of(request)
    person = await context.people.known(caller)
    if person is None:
        return answer([])
    guests = await context.people.guests(person)
    lines = [gathering_line(lobby, guests[lobby.id]) for lobby in await context.lobbies_of(person)]
    games = [for_guest(line, guests[line.id]) for line in await context.tables.lines_of(person) if line.id in guests]
    response = answer([*lines, *games])
    if (
        context.access.secure
        and caller.old_cookie
        and (cookie := await context.people.renew(person, caller)) is not None
    ):
        context.access.give_cookie(response, cookie)
    return response


async def new_game(request: Request) -> Response:
    """Begin a game at this screen."""
    check_local(context_of(request))
    wanted = await body(request, http_messages.NewGame, WITH_RULES)
    text, uploads = wanted.house_rules, context_of(request).uploads
    checked_rules = None if text is None else await uploads.rules(text, household(request))
    return answer(await _begin(context_of(request), wanted, checked_rules), 201)


async def _begin(
    context: ServerContext, wanted: http_messages.NewGame, checked_rules: CheckedRules | None
) -> http_messages.GameLine:
    id = new_id()
    return (await context.tables.begin(id, setup_of(wanted, id, checked_rules))).line()


async def game(request: Request) -> Response:
    """One game as the list shows it."""
    guest = await guest_at(request)
    context, id = context_of(request), game_id(request)
    if guest is None:
        return answer(await context.tables.line(id))
    lobby = await context.lobbies.find(id)
    if not lobby.plan.started:
        return answer(gathering_line(lobby, guest))
    return answer(for_guest(await context.tables.line(id), guest))


async def remove_game(request: Request) -> Response:
    """Forget a game; online, take one that is over off one's own list."""
    guest = await guest_at(request)
    context, id = context_of(request), game_id(request)
    if guest is None:
        await context.tables.remove(id)
        return Response(status_code=204)
    plan = (await context.lobbies.find(id)).plan
    if not plan.started and (guest.person == plan.host or plan.chair_of(guest.person) is not None):
        raise ServerError(
            "not_ready", "Others are waiting for you in this lobby. Give up your seat, or close the lobby."
        )
    if guest.seats and not (await context.tables.open(id)).over:
        raise ServerError("not_ready", "The game is still running. You can take it off your list when it is over.")
    await context.tables.take_off(id, lambda: context.people.forget(guest.person, id))
    return Response(status_code=204)


async def rematch(request: Request) -> Response:
    """Once more, with the same rules and people at this screen."""
    context = context_of(request)
    check_local(context)
    before = (await context.tables.open(game_id(request))).setup
    seats = [http_messages.NewSeat(seat.name, seat.bot) for seat in before.seats]
    wanted = http_messages.NewGame(seats, before.rules, before.changes)
    return answer(await _begin(context, wanted, before.checked_rules), 201)


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
    record = await context_of(request).uploads.tell_table(table, seats_of(guest), TellRecord(), household(request))
    name = f"forvm-{table.game.rules.id}-{table.created[:10]}-{table.id[:4]}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(record, media_type="text/plain; charset=utf-8", headers=headers)


async def game_dice(request: Request) -> Response:
    """The dice of a game."""
    return written(await _told(request, TellDice()))


# Replays.


async def new_replay(request: Request) -> Response:
    """Look through an uploaded record."""
    given = await body(request, http_messages.RecordText, WITH_RECORD)
    context = context_of(request)
    told = await context.uploads.tell_record(given.text, TellReplay(), household(request))
    context.replays.keep(given.text)
    return written(told, 201)


async def _told(request: Request, what: What) -> bytes:
    """Something of the game in the address: an uploaded record's, or one that is played here."""
    context = context_of(request)
    if request.url.path.startswith("/api/replays/"):
        record = context.replays.find(replay_id(request))
        return await context.uploads.tell_record(record, what, household(request))
    table, guest = await table_seen(request)
    return await context.uploads.tell_table(table, seats_of(guest), what, household(request))


async def replay(request: Request) -> Response:
    """The steps of a game and its summary."""
    return written(await _told(request, TellReplay()))


async def frames(request: Request) -> Response:
    """Some of its positions."""
    asked = query_of(request, http_messages.FramesQuery)
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
