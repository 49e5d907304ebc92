"""What the server asks a reader process, and how it answers.

A request is one line of JSON. An answer is one line of JSON, an `Answered`, followed by ``size`` bytes: the result.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.server.games.replays import Eyes, PlayedHere
from forvm.server.protocol.http_messages import ErrorBody
from forvm.server.protocol.lab_messages import LabWanted

Mode = Literal["games", "lab"]


class ReadRules(Struct, frozen=True, tag="rules"):
    """Read a house-rules file. The result is a `CheckedRules`."""

    text: str
    stored: bool = False  # it was accepted by a version that had wider bounds


# A game to look through: brought by somebody, or played here.


class UploadedRecord(Struct, frozen=True, tag="record"):
    """The text of a record."""

    text: str


# What to tell of it.


class TellReplay(Struct, frozen=True, tag="replay"):
    """All steps, and a summary."""


class TellFrames(Struct, frozen=True, tag="frames"):
    """Some positions."""

    first: int
    count: int
    eyes: Eyes


class TellDice(Struct, frozen=True, tag="dice"):
    """The dice."""


class TellBoard(Struct, frozen=True, tag="board"):
    """The board."""


class TellRulebook(Struct, frozen=True, tag="rulebook"):
    """The rules."""


class TellRecord(Struct, frozen=True, tag="text"):
    """The record, as text."""


class Tell(Struct, frozen=True, tag="tell"):
    """Tell something of a game. The result is the message for the page."""

    game: UploadedRecord | PlayedHere
    what: TellReplay | TellFrames | TellDice | TellBoard | TellRulebook | TellRecord


# The laboratory.


class CheckExperiment(Struct, frozen=True, tag="experiment"):
    """Check an experiment. The result is empty."""

    wanted: LabWanted
    most_games: int


class WriteStudy(Struct, frozen=True, tag="study"):
    """Write an experiment as a study's file."""

    wanted: LabWanted
    most_games: int


class ListQuestions(Struct, frozen=True, tag="questions"):
    """List the ready questions."""

    most_games: int


Request = ReadRules | Tell | CheckExperiment | WriteStudy | ListQuestions


class ReadRequest(Struct, frozen=True):
    """A request, and how many seconds of processor time it may take."""

    request: Request
    seconds: int


class Answered(Struct, frozen=True):
    """How a request went: ``size`` bytes of a result follow, or there is an error."""

    size: int = 0
    error: ErrorBody | None = None
