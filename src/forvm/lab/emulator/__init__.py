"""Emulators, which tell at once what games would be like at values that nobody has played, and scenario discovery.

`emulate` fits an emulator to a study, `open_emulator` opens one again. `discover` looks for the box of a study's
factors in which games are of a certain kind.
"""

from forvm.lab.emulator.discovery import discover
from forvm.lab.emulator.emulating import emulate, open_emulator
from forvm.lab.emulator.surfaces import Emulated, Emulator

__all__ = ["Emulated", "Emulator", "discover", "emulate", "open_emulator"]
