"""The built pages: files of this package, and ``index.html`` for every route that the page has of its own.

There are few of them, so they are read and compressed once and then served from memory: to compress the largest takes
as long as a hundred other requests.
"""

from __future__ import annotations

import asyncio
import gzip
from os import PathLike, stat_result
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

PAGES = Path(__file__).parents[1] / "pages"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALL = 2_000  # bytes that are not worth compressing
COMPRESSED = {".woff2", ".png"}  # already
MISSING = """\
The pages are not built yet, so there is nothing to show here.

In a clone of the project run:  make pages
It needs Node 20.19 or later. An installed FORVM brings its pages along.
"""


class KeptFile(NamedTuple):
    """A file in memory."""

    changed: tuple[int, int]  # when, and its size: pages may be built anew while the server runs
    headers: Headers
    plain: bytes
    gzipped: bytes | None


class Pages(StaticFiles):
    """Files under ``assets`` have a hash in their names and never change; all else is asked for anew each time."""

    def __init__(self, folder: Path = PAGES) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder
        self.config_checked = True  # that the folder may be missing is told in words
        self._kept: dict[str, KeptFile] = {}
        self._reading = asyncio.Lock()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page itself for a path that is none."""
        if path.partition("/")[0] == "api":
            raise HTTPException(404 if scope["method"] in ("GET", "HEAD") else 405)
        if not (self.folder / "index.html").is_file():
            return PlainTextResponse(MISSING, 503)
        try:
            response = await super().get_response("index.html" if path == "." else path, scope)
        except HTTPException as error:
            # A missing script must not be answered with a page.
            if error.status_code != 404 or PurePosixPath(path).suffix:
                raise
            response = await super().get_response("index.html", scope)
        return await self._from_memory(response, scope) if isinstance(response, FileResponse) else response

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, with how long it may be kept."""
        response = FileResponse(full_path, status_code, stat_result=stat_result)
        in_assets = (self.folder / "assets") in Path(full_path).parents
        response.headers["Cache-Control"] = FOR_EVER if in_assets else ASK_AGAIN
        response.headers["Vary"] = "Accept-Encoding"
        not_modified = self.is_not_modified(response.headers, Headers(scope=scope))
        return NotModifiedResponse(response.headers) if not_modified else response

    async def _from_memory(self, found: FileResponse, scope: Scope) -> Response:
        """The file as it was read the first time."""
        path, about = str(found.path), found.stat_result
        assert about is not None
        changed = (about.st_mtime_ns, about.st_size)
        kept = self._kept.get(path)
        if kept is None or kept.changed != changed:
            async with self._reading:  # those who come together wait for one who reads it
                kept = self._kept.get(path)
                if kept is None or kept.changed != changed:
                    plain, gzipped = await asyncio.to_thread(_read, Path(path))
                    kept = self._kept[path] = KeptFile(changed, found.headers, plain, gzipped)
        zipped = kept.gzipped if "gzip" in Headers(scope=scope).get("accept-encoding", "") else None
        response = Response(zipped or kept.plain, media_type=found.media_type)
        for name in ("content-type", "last-modified", "etag", "cache-control", "vary"):
            response.headers[name] = kept.headers[name]
        if zipped is not None:
            response.headers["Content-Encoding"] = "gzip"
        return response


def _read(path: Path) -> tuple[bytes, bytes | None]:
    plain = path.read_bytes()
    worth_it = len(plain) >= SMALL and path.suffix not in COMPRESSED
    return plain, gzip.compress(plain, mtime=0) if worth_it else None
