"""How to do it again, and how the numbers are made."""

from __future__ import annotations

from forvm._version import __version__
from forvm.lab.report.blocks import Block, Bullets, Listing, Prose, ReportSection, ReportTable
from forvm.lab.report.material import Material
from forvm.lab.report.words import entry, say


def section(material: Material, comparisons: int) -> ReportSection:
    """Commands, versions, seed, the study's file in full, and the methods."""
    study = material.study
    facts = [
        (say("reproduce.version"), f"forvm {__version__}"),
        (say("reproduce.seed"), str(study.seed)),
        (say("reproduce.games"), f"{material.games:,}"),
        (say("reproduce.digest"), study.digest()),
    ]
    folder = study.id or "study"
    commands = f"forvm sweep study.toml --out {folder}\nforvm report {folder}"
    blocks: list[Block] = [
        Prose(say("reproduce.intro")),
        ReportTable(("", ""), facts, words=2),
        Prose(say("reproduce.commands")),
        Listing(commands),
        Listing(study.text, say("reproduce.study")),
        *(Listing((study.folder / name).read_text(encoding="utf-8"), name) for name in study.files),
        Prose(say("reproduce.data_note")),
        Prose(say("reproduce.policy", comparisons=comparisons)),
        Bullets(list(entry("reproduce.method_text"))),
        Prose(say("reproduce.cite_text")),
    ]
    return ReportSection("reproduce", say("reproduce.title"), blocks)
