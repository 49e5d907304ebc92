"""What the dials of the page say at once: an emulator's answer, before anything is played."""

from __future__ import annotations

from forvm import text
from forvm.lab.emulator.shipped_emulators import shipped_for
from forvm.lab.emulator.surfaces import Emulated
from forvm.server.protocol.lab_messages import LabEstimate, LabForecast, LabProposal, LabRow

DIGITS = 5
NOTHING = LabForecast([], 0, 0)


def forecast(proposal: LabProposal) -> LabForecast:
    """What games would be like by changed rules; no rows if no emulator knows that."""
    emulator = shipped_for(proposal.rules, proposal.bots)
    if emulator is None:
        return NOTHING
    ranges = {one.key: range(one.low, one.high + 1) for one in emulator.inputs}
    changes = {
        key: value
        for key, value in proposal.changes.items()
        if isinstance(value, int) and not isinstance(value, bool) and value in ranges.get(key, ())
    }
    if len(changes) < len(proposal.changes):
        return NOTHING
    words = text.load("report")["metrics"]
    usual, there, apart = emulator.at({}), emulator.at(changes), emulator.difference(changes)
    rows = [
        LabRow(
            id=id,
            name=words[id]["name"],
            baseline=_brief(usual[id]),
            variant=_brief(there[id]),
            difference=_brief(apart[id]),
            found=apart[id].low > 0 or apart[id].high < 0,
            unit=words[id]["unit"],
        )
        for id in emulator.surfaces
    ]
    return LabForecast(rows, len(emulator.points), emulator.games)


def _brief(told: Emulated) -> LabEstimate:
    return LabEstimate(*(round(number, DIGITS) for number in (told.value, told.low, told.high)))
