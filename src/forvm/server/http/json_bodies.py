"""Bodies of requests and answers."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from forvm.content.toml_bounds import LARGEST_TOML
from forvm.notation.record_reading import LARGEST_RECORD
from forvm.server.common.server_errors import ServerError

Body = TypeVar("Body")

LARGEST_BODY = 64_000  # bytes
# A text within JSON is longer than the text: every character may be escaped.
ESCAPED = 2
WITH_RULES = LARGEST_TOML * ESCAPED + LARGEST_BODY  # a request that brings a house-rules file
WITH_RECORD = LARGEST_RECORD * ESCAPED


def answer(value: object, status: int = 200) -> Response:
    """A message as the answer to a request. Positions change: nobody shall keep them."""
    return written(msgspec.json.encode(value), status)


def written(told: bytes, status: int = 200) -> Response:
    """A message that is JSON already."""
    return Response(told, status, media_type="application/json", headers={"Cache-Control": "no-store"})


async def body(request: Request, kind: type[Body], largest: int = LARGEST_BODY) -> Body:
    """The body of a request as the message that it should be."""
    raw = bytearray()
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > largest:
                raise ServerError("too_large", f"This is too large: at most {largest // 1000} kB are allowed here.")
    except ClientDisconnect:
        raise ServerError("malformed", "The request ended before it was complete.") from None
    try:
        return msgspec.json.decode(bytes(raw), type=kind)
    except RecursionError:
        raise ServerError("malformed", "The request nests lists or objects too deeply.") from None
    except msgspec.MsgspecError as error:
        raise ServerError("malformed", f"The request does not have the expected form: {error}.") from None
