"""What can go wrong between a page and the server, as errors with a code."""

from __future__ import annotations

from forvm.errors import ContentError, ForvmError, IllegalMove, MalformedMove, MoveError, RecordError
from forvm.server.protocol.http_messages import ErrorBody, Where
from forvm.server.protocol.socket_messages import ErrorCode


class ServerError(ForvmError):
    """A request that is refused; ``code`` tells the page which kind of refusal it is."""

    def __init__(self, code: ErrorCode, message: str, where: Where | None = None) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.where = where  # in a file that somebody brought


class StoreError(ServerError):
    """A store that cannot be used, read or written."""

    def __init__(self, message: str) -> None:
        super().__init__("store", message)


class StoreInUse(StoreError):
    """A store that another server uses."""


class BrokenGame(StoreError):
    """A game that the store holds and nobody can play: what was written of it makes no sense."""


STATUS: dict[ErrorCode, int] = {
    "malformed": 400,
    "forbidden": 403,
    "not_invited": 403,
    "hidden": 403,
    "unknown": 404,
    "stale": 409,
    "taken": 409,
    "not_ready": 409,
    "too_large": 413,
    "too_many": 429,
    "internal": 500,
    "store": 503,
    "unavailable": 503,
}
REFUSED = 422  # everything else: understood, and not possible


def code_of(error: ForvmError) -> ErrorCode:
    """The code of any error that FORVM raises on purpose."""
    if isinstance(error, ServerError):
        return error.code
    if isinstance(error, RecordError):
        return "record"
    if isinstance(error, IllegalMove):
        return "illegal"
    return "malformed" if isinstance(error, MalformedMove | MoveError) else "content"


def body_of(error: ForvmError) -> ErrorBody:
    """The error as the answer to a request."""
    where = error.where if isinstance(error, ServerError) else None
    if isinstance(error, ContentError | RecordError) and (error.line or getattr(error, "key", None)):
        where = Where(error.line, getattr(error, "key", None))
    message = str(error) if isinstance(error, IllegalMove) else error.message
    return ErrorBody(code_of(error), message, where)
