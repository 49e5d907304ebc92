"""The page: all sections in one file that needs nothing else, and their tables beside it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from forvm._version import __version__
from forvm.lab.report.blocks import Bullets, ReportSection
from forvm.lab.report.brief import brief_of
from forvm.lab.report.findings import find
from forvm.lab.report.material import Material
from forvm.lab.report.sections import changes, economy, effects_section, reproduce, sensitivity_section, winning_section
from forvm.lab.report.words import say
from forvm.lab.study.model import Study


def compose(material: Material) -> tuple[Bullets, list[ReportSection]]:
    """What the page says, from the games."""
    found = find(material)
    sections = [
        changes.section(material),
        effects_section.section(material, found),
        effects_section.crossed(material, found),
        effects_section.curves(material),
        sensitivity_section.section(material, found),
        winning_section.lengths(material),
        winning_section.order(material, found),
        winning_section.strategy(material, found),
        winning_section.neighbour(material, found),
        economy.sources(material),
        economy.markets(material),
        economy.network(material, found),
        economy.cards(material),
        reproduce.section(material, found.comparisons),
    ]
    return brief_of(material, found), [section for section in sections if section is not None]


def render(material: Material, brief: Bullets, sections: Sequence[ReportSection]) -> str:
    """The page of a study as HTML."""
    lead = say("page.lead", games=f"{material.games:,}", cells=len(material.cells))
    return render_page(material.study, lead, brief, sections)


def render_page(study: Study, lead: str, brief: Bullets, sections: Sequence[ReportSection]) -> str:
    """A page about a study as HTML. Whatever the study says of itself is escaped."""
    folder = resources.files("forvm.lab.report")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((folder / "page.html.j2").read_text(encoding="utf-8"))
    return template.render(
        study=study,
        explanation=[part for part in study.explanation.split("\n\n") if part.strip()],
        title=say("page.title", title=study.title),
        lead=lead,
        footer=say("page.footer", version=__version__),
        css=Markup((folder / "page.css").read_text(encoding="utf-8")),
        brief=brief,
        sections=sections,
        say=say,
    )
