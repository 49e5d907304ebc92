"""What is told of a game to look through, as bytes for the page."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from forvm.server.games import catalogue, dice_reports
from forvm.server.games.replays import Film, GameCopy, PlayedHere
from forvm.server.workers.uploads.reader_protocol import (
    Tell,
    TellBoard,
    TellDice,
    TellFrames,
    TellRecord,
    TellReplay,
    UploadedRecord,
)

Films = Callable[[UploadedRecord | PlayedHere], Film]


def tell(request: Tell, film_of: Films) -> bytes:
    """What a request wants to know."""
    what, game = request.what, request.game
    if isinstance(game, PlayedHere) and isinstance(what, TellDice | TellRecord):
        copy = GameCopy.of(game)
        if isinstance(what, TellRecord):
            return dice_reports.record_of(copy).encode()
        return msgspec.json.encode(dice_reports.of_table(copy))
    film = film_of(game)
    if isinstance(what, TellReplay):
        told: object = film.replay()
    elif isinstance(what, TellFrames):
        told = film.frames(what.first, what.count, what.eyes)
    elif isinstance(what, TellDice):
        told = dice_reports.of_record(film.game)
    elif isinstance(what, TellRecord):
        return film.game.record().encode()
    elif isinstance(what, TellBoard):
        told = catalogue.board(film.game.rules)
    else:
        told = catalogue.rulebook(film.game.rules)
    return msgspec.json.encode(told)
