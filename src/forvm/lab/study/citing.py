"""How to cite a study: as text, BibTeX or CFF."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.lab.study.crate import DESIGNERS, METADATA
from forvm.lab.study.folder import MANIFEST, STUDY, read_manifest, recorded_scheme
from forvm.lab.study.model import Study
from forvm.lab.study.study_reader import load

GAME = "FORVM: Trade Empires of Rome"
SOFTWARE = "forvm: FORVM as an exact digital edition and laboratory"
DEVELOPERS = "The FORVM developers"


@dataclass(frozen=True)
class Citation:
    """What is known of a study. The year is that of its games; without games there is none."""

    title: str
    study: str
    seed: int
    digest: str
    version: str
    commit: str
    year: str

    @property
    def built(self) -> str:
        """The version, and the commit if it is known."""
        return f"version {self.version}" + (f" (commit {self.commit[:12]})" if self.commit else "")

    def text(self) -> str:
        """For a list of references."""
        designers = [f"{family}, {given[0]}." for given, family in DESIGNERS]
        year = f" ({self.year})" if self.year else ""
        return (
            f"{', '.join(designers[:-1])} and {designers[-1]}, {GAME} (board game).\n\n"
            f"{DEVELOPERS}{year}, {SOFTWARE}, {self.built}; study “{self.title}” ({self.study}), seed {self.seed}, "
            f"digest {self.digest}."
        )

    def bibtex(self) -> str:
        """Two entries: the game and the study."""
        designers = " and ".join(f"{family}, {given}" for given, family in DESIGNERS)
        note = f"Study {self.study}, seed {self.seed}, digest {self.digest}; played with {SOFTWARE}, {self.built}"
        year = [f"  year = {{{self.year}}},"] if self.year else []
        return "\n".join(
            [
                "@misc{forvm_game,",
                f"  author = {{{designers}}},",
                f"  title = {{{{{GAME}}}}},",
                "  note = {Board game},",
                "}",
                "",
                f"@misc{{forvm_{_key(self.study)},",
                f"  author = {{{{{DEVELOPERS}}}}},",
                f"  title = {{{{{_tex(self.title)}}}}},",
                *year,
                f"  note = {{{_tex(note)}}},",
                "}",
            ]
        )

    def cff(self) -> str:
        """A CITATION.cff for the folder of the study."""
        people = [
            line
            for given, family in DESIGNERS
            for line in (f"      - family-names: {family}", f"        given-names: {given}")
        ]
        return "\n".join(
            [
                "cff-version: 1.2.0",
                'message: "If you use this study, please cite it, and the board game."',
                "type: dataset",
                f"title: {_yaml(self.title)}",
                "authors:",
                f"  - name: {_yaml(DEVELOPERS)}",
                "identifiers:",
                "  - type: other",
                f"    value: {_yaml(self.digest)}",
                f"    description: {_yaml(f'Digest of the settings of the study {self.study}, seed {self.seed}')}",
                *([f"commit: {_yaml(self.commit.rstrip('+'))}"] if self.commit else []),
                "references:",
                "  - type: software",
                f"    title: {_yaml(SOFTWARE)}",
                f"    version: {_yaml(self.version)}",
                "    authors:",
                f"      - name: {_yaml(DEVELOPERS)}",
                "  - type: generic",
                f"    title: {_yaml(GAME)}",
                "    notes: Board game",
                "    authors:",
                *people,
            ]
        )


def cite(study: str | Path) -> Citation:
    """How to cite the study of a folder or a file."""
    path = Path(study)
    if path.is_dir():
        manifest = read_manifest(path)
        made = load(path / STUDY).with_scheme(recorded_scheme(path))
        about, published = _environment(path), _published(path)
        return _citation(made, str(manifest["digest"]), str(manifest["version"]), about, published[:4])
    if path.name == MANIFEST:
        raise ForvmError(f"{path} is part of a study: name its folder, {path.parent}.")
    made = load(study)
    return _citation(made, made.digest(), __version__, "", "")


def _citation(study: Study, digest: str, version: str, commit: str, year: str) -> Citation:
    return Citation(study.title, study.id, study.seed, digest, version, commit, year)


def _environment(path: Path) -> str:
    try:
        return str(json.loads((path / "environment.json").read_text(encoding="utf-8"))["commit"])
    except (OSError, ValueError, KeyError):
        return ""  # folders of earlier versions have none


def _published(path: Path) -> str:
    try:
        graph = json.loads((path / METADATA).read_text(encoding="utf-8"))["@graph"]
        return str(next(one["datePublished"] for one in graph if one["@id"] == "./"))
    except (OSError, ValueError, KeyError, StopIteration, TypeError):
        return ""


def _yaml(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)  # a JSON string is a YAML string


def _key(words: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in words)


def _tex(words: str) -> str:
    return "".join(f"\\{letter}" if letter in "&%$#_{}" else letter for letter in words)
