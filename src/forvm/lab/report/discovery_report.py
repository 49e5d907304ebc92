"""The page of a scenario discovery."""

from __future__ import annotations

from forvm.lab.emulator.discovery import Discovery
from forvm.lab.report import page
from forvm.lab.report.blocks import Bullets
from forvm.lab.report.sections import discovery_section


def discovery_page(found: Discovery) -> str:
    """The page as HTML."""
    lead = discovery_section.say("lead", games=f"{found.games:,}", points=found.points)
    return page.render_page(
        found.study, lead, Bullets(discovery_section.sentences(found)), [discovery_section.section(found)]
    )
