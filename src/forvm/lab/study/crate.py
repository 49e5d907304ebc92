"""The folder of a study as an RO-Crate 1.1: what every file is, by whom, with what, and its SHA-256.

The description is written here, not by a library: it has a dozen entities, and the tests hold it to the rules of the
specification (https://www.researchobject.org/ro-crate/specification/1.1/).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from pathlib import Path
from typing import Any

from forvm._version import __version__
from forvm.lab.bot_sources import BOTS
from forvm.lab.study.environment import environment
from forvm.lab.study.model import Study

METADATA = "ro-crate-metadata.json"
CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://schema.org/sha256"}]
PROFILE = {"@id": "https://w3id.org/ro/crate/1.1"}
GAME = {"@id": "#game"}
SOFTWARE = {"@id": "#forvm"}
DEVELOPERS = {"@id": "#developers"}
DESIGNERS = (("Shawn", "Graham"), ("Tom", "Brughmans"), ("Iza", "Romanowska"))
MEDIA = {
    ".toml": "application/toml",
    ".parquet": "application/vnd.apache.parquet",
    ".csv": "text/csv",
    ".json": "application/json",
    ".py": "text/x-python",
    ".html": "text/html",
}
_TOLD = {
    "study.toml": "The study: question, baseline, factors and number of games.",
    "manifest.json": "Whether the study is complete, its settings, and a digest of every file of games.",
    "environment.json": "Python, packages, sources and commit with which the games were played.",
    "cells.parquet": "A row for each setting: rules, players, bots, values of the factors, games.",
    "cells.csv": "The same as text.",
    "design.parquet": "The points of the sampled design.",
}


def crate(path: Path, study: Study) -> dict[str, Any]:
    """The description of a folder as it is now."""
    files = [_file(path, file, study) for file in sorted(path.rglob("*")) if _belongs(path, file)]
    about = environment()
    built = f"version {__version__}" + (f", commit {about['commit']}" if about["commit"] else "")
    graph = [
        {"@id": METADATA, "@type": "CreativeWork", "conformsTo": PROFILE, "about": {"@id": "./"}},
        {
            "@id": "./",
            "@type": "Dataset",
            "name": study.title,
            "description": study.question + (f"\n\n{study.explanation.strip()}" if study.explanation else ""),
            "identifier": study.digest(),
            "datePublished": dt.datetime.now(dt.UTC).date().isoformat(),
            "license": {"@id": "#licence"},
            "about": GAME,
            "hasPart": [{"@id": file["@id"]} for file in files],
            "mentions": {"@id": "#run"},
        },
        {
            "@id": "#licence",
            "@type": "CreativeWork",
            "name": "Licence of the study",
            "description": "Not stated: whoever made the study decides. FORVM itself has the MIT licence.",
        },
        {
            "@id": "#run",
            "@type": "CreateAction",
            "name": f"forvm sweep {study.id}",
            "description": f"Games by forvm {built}, sources {about['source_sha256']}, Python {about['python']}.",
            "instrument": SOFTWARE,
            "object": [{"@id": file["@id"]} for file in files if not _is_result(file["@id"])],
            "result": [{"@id": file["@id"]} for file in files if _is_result(file["@id"])],
        },
        {
            "@id": "#forvm",
            "@type": "SoftwareApplication",
            "name": "forvm",
            "description": "FORVM as an exact digital edition and laboratory",
            "softwareVersion": __version__,
            "softwareRequirements": f"Python {about['python']}; environment.json has the packages",
            "author": DEVELOPERS,
            "license": {"@id": "https://spdx.org/licenses/MIT"},
        },
        {"@id": "https://spdx.org/licenses/MIT", "@type": "CreativeWork", "name": "MIT License"},
        {"@id": "#developers", "@type": "Organization", "name": "The FORVM developers"},
        {
            "@id": "#game",
            "@type": "Game",
            "name": "FORVM: Trade Empires of Rome",
            "author": [{"@id": _person(*name)} for name in DESIGNERS],
        },
        *(
            {"@id": _person(given, family), "@type": "Person", "givenName": given, "familyName": family}
            | {"name": f"{given} {family}"}
            for given, family in DESIGNERS
        ),
        *files,
    ]
    return {"@context": CONTEXT, "@graph": graph}


def crate_text(path: Path, study: Study) -> str:
    """The description as it is written."""
    return json.dumps(crate(path, study), indent=1, ensure_ascii=False) + "\n"


def environment_text() -> str:
    """The environment as it is written."""
    return json.dumps(environment(), indent=1) + "\n"


def _person(given: str, family: str) -> str:
    return f"#{given}-{family}".lower()


def _belongs(path: Path, file: Path) -> bool:
    """Is it part of the crate? Reports and what is being written are not, nor is anything that was put there later."""
    name = file.relative_to(path).as_posix()
    told = name in _TOLD or name.endswith(".toml") or name.startswith((f"{BOTS}/", "games/"))
    hidden = any(part.startswith(".") or part == "__pycache__" for part in file.relative_to(path).parts)
    return file.is_file() and told and not hidden


def _is_result(name: str) -> bool:
    return name.startswith(("games/", "cells.")) or name == "manifest.json"


def _file(path: Path, file: Path, study: Study) -> dict[str, Any]:
    name = file.relative_to(path).as_posix()
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    told = {"name": name, "description": _describe(name, study), "encodingFormat": MEDIA.get(file.suffix, "text/plain")}
    return {"@id": name, "@type": "File", **told, "contentSize": str(file.stat().st_size), "sha256": digest}


def _describe(name: str, study: Study) -> str:
    if name in _TOLD:
        return _TOLD[name]
    if name.startswith("games/"):
        return "Games of one setting, a row each, with all statistics."
    if name.startswith(f"{BOTS}/"):
        return "The source of a bot that is not built in."
    return "House rules, a board or a deck that the study names." if name in study.files else "A part of the study."
