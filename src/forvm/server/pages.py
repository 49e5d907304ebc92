"""The built pages: files of this package, and ``index.html`` for every route that the page has of its own."""

from __future__ import annotations

from os import PathLike, stat_result
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGES = Path(__file__).parent / "pages"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
MISSING = """\
The pages are not built yet, so there is nothing to show here.

In a clone of the project run:  make pages
It needs Node 20.19 or later. An installed FORVM brings its pages along.
"""


class Pages(StaticFiles):
    """Files under ``assets`` have a hash in their names and never change; all else is asked for anew each time."""

    def __init__(self, folder: Path = PAGES) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder
        self.config_checked = True  # that the folder may be missing is told in words

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
        return response

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, with how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        in_assets = (self.folder / "assets") in Path(full_path).parents
        response.headers["Cache-Control"] = FOR_EVER if in_assets else ASK_AGAIN
        return response
