"""A process that reads uploads, one after another: ``python -m forvm.server.workers.uploads.upload_reader games``.

The system ends it when a request takes too much processor time, and refuses it more memory than it may have.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

import msgspec

from forvm.errors import ForvmError
from forvm.server.common.server_errors import body_of
from forvm.server.games.new_games import read_rules
from forvm.server.games.replays import Film, GameCopy, PlayedHere
from forvm.server.protocol.http_messages import ErrorBody
from forvm.server.workers.uploads.game_reports import tell
from forvm.server.workers.uploads.reader_protocol import (
    Answered,
    CheckExperiment,
    ListQuestions,
    ReadRequest,
    ReadRules,
    Request,
    Tell,
    UploadedRecord,
    WriteStudy,
)

MEMORY = 512 * 1024 * 1024  # bytes beyond what the process has when it is ready
FILMS_KEPT = 4  # of those looked at last, so that going on in one is quick
LOWER_PRIORITY = 5

BROKEN = ErrorBody("internal", "The server failed on this request. Its log has the details.", None)


class Shelf:
    """The games that were looked at last."""

    def __init__(self) -> None:
        self._films: OrderedDict[object, Film] = OrderedDict()

    def film(self, game: UploadedRecord | PlayedHere) -> Film:
        """The film of a game, from the shelf or made anew."""
        key = game.text if isinstance(game, UploadedRecord) else (game.id, len(game.events), game.seats)
        film = self._films.pop(key, None)
        if film is None:
            film = Film.of_record(game.text) if isinstance(game, UploadedRecord) else _film(game)
        self._films[key] = film
        if len(self._films) > FILMS_KEPT:
            self._films.popitem(last=False)
        return film


def _film(game: PlayedHere) -> Film:
    return Film.of_table(GameCopy.of(game), game.seats)


def result(request: Request, shelf: Shelf) -> bytes:
    """What a request asks for."""
    if isinstance(request, ReadRules):
        return msgspec.json.encode(read_rules(request.text, bounded=not request.stored))
    if isinstance(request, Tell):
        return tell(request, shelf.film)
    return _of_laboratory(request)


def _of_laboratory(request: CheckExperiment | WriteStudy | ListQuestions) -> bytes:
    from forvm.server.lab import lab_requests, ready_questions

    if isinstance(request, CheckExperiment):
        lab_requests.check(request.wanted, request.most_games)
        return b""
    if isinstance(request, WriteStudy):
        return msgspec.json.encode(lab_requests.study_file(request.wanted, request.most_games))
    return msgspec.json.encode(ready_questions.questions(request.most_games))


def _say(answered: Answered, told: bytes = b"") -> None:
    try:
        sys.stdout.buffer.write(msgspec.json.encode(answered) + b"\n" + told)
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the server was killed before it let go of us
        os._exit(0)


def _limit_memory() -> None:
    """Not every system can. Without a limit the server still ends a process that takes too long."""
    try:
        import resource

        now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    except (ImportError, OSError, ValueError):
        pass


def _limit_time(seconds: int) -> None:
    """From now on so many seconds of processor time: then the system ends the process (SIGXCPU)."""
    try:
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, hard))
    except (ImportError, OSError, ValueError):
        pass


def main() -> None:
    """Answer requests until the server goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    with suppress(AttributeError, OSError):  # not every system can, or lets us
        os.nice(LOWER_PRIORITY)
    if sys.argv[1:] == ["lab"]:
        import forvm.server.lab.ready_questions  # noqa: F401 - its libraries need more memory than reading does
    _limit_memory()
    shelf = Shelf()
    decode = msgspec.json.Decoder(ReadRequest).decode
    _say(Answered())
    for line in sys.stdin.buffer:
        order = decode(line)
        _limit_time(order.seconds)
        try:
            told = result(order.request, shelf)
        except ForvmError as error:
            _say(Answered(error=body_of(error)))
        except MemoryError:
            os.abort()  # the server knows why: there may be no memory left to say so
        except Exception:
            traceback.print_exc()
            _say(Answered(error=BROKEN))
        else:
            _say(Answered(len(told)), told)


if __name__ == "__main__":
    main()
