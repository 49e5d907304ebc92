"""The process in which bots think (``python -m forvm.server.workers.bot_worker.bot_process``), a line for a request."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
import zlib
from collections import OrderedDict
from contextlib import suppress
from queue import SimpleQueue
from types import ModuleType
from typing import cast

import msgspec
from msgspec.structs import replace

from forvm.errors import ForvmError
from forvm.game import Game
from forvm.server.games.new_games import game_of
from forvm.server.workers.bot_worker import bot_answers
from forvm.server.workers.bot_worker.bot_protocol import READY, BotAnswer, BotRequest

GAMES_KEPT = 512  # tables that are busy at once; a game of 300 moves takes a quarter of a megabyte
LESS_URGENT = 5  # than the server: however much bots think, pages are answered
PLAIN = "FORVM_PLAIN"  # set to 1: think without the compiler, more slowly and with nothing to compile first


class Memory:
    """The games that were asked about last, so that only new moves are played when one is asked about again."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game] = OrderedDict()

    def position(self, request: BotRequest) -> Game:
        """The game in the position of a request."""
        game = self._games.pop(request.game, None) or game_of(request.setup)
        known = [played.id for played in game.history]
        same = 0
        while same < min(len(known), len(request.moves)) and known[same] == request.moves[same]:
            same += 1
        game.undo(len(known) - same)
        for move in request.moves[same:]:
            game.play(move)
        self._games[request.game] = game
        if len(self._games) > GAMES_KEPT:
            self._games.popitem(last=False)
        return game


def answer(request: BotRequest, memory: Memory) -> BotAnswer:
    """Think."""
    game = memory.position(request)
    if request.task == "chances":
        return BotAnswer(request.number, chances=bot_answers.chances(game, request.seat))
    if request.task == "explain":
        return BotAnswer(request.number, thoughts=bot_answers.explain(game, request.seat))
    bot = bot_answers.playing_bot(request.bot, zlib.crc32(f"{request.game} {request.seat}".encode()))
    return BotAnswer(request.number, move=bot.choose(game.seen_by(request.seat), request.seat).id)


def _listen(requests: SimpleQueue[bytes]) -> None:
    """Take requests in; when the server is gone, so is the need to think."""
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def main() -> None:
    """Answer requests until the server goes."""
    if os.environ.get(PLAIN) == "1":
        sys.modules["numba"] = cast(ModuleType, None)  # makes the compiler look as if it were not installed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which lets us go in good order
    with suppress(OSError, AttributeError):
        os.nice(LESS_URGENT)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    bot_answers.prepare()
    memory = Memory()
    decode = msgspec.json.Decoder(BotRequest).decode
    _say(BotAnswer(READY))
    while True:
        request = decode(requests.get())
        began = time.process_time()
        try:
            answered = answer(request, memory)
        except ForvmError as error:
            answered = BotAnswer(request.number, problem=error.message)
        except Exception:
            traceback.print_exc()
            answered = BotAnswer(request.number, problem="The bot failed.")
        _say(replace(answered, seconds=time.process_time() - began))


def _say(answered: BotAnswer) -> None:
    try:
        sys.stdout.buffer.write(msgspec.json.encode(answered) + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the server was killed before it let go of us
        os._exit(0)


if __name__ == "__main__":
    main()
