"""How large the numbers, words and lists may be that a page sends. Every field of a page's message has such a bound.

What a field means may narrow it further (a table has fewer seats, a clock has a shortest time): that is checked by
whoever knows, who can also say why.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from forvm.notation.names import SEATS

LONGEST_WAIT = 14 * 24 * 3600  # seconds
SLOWEST_PACE = 10_000  # milliseconds
FRAMES_AT_ONCE = 64
COLOURS = 6
SEED_BITS = 60
MOST_POSITIONS = 1_000_000  # of a game, moves that were taken back included
LARGEST = 2**53 - 1  # the largest whole number that a page can write exactly

SeatNumber = Annotated[int, Meta(ge=0, lt=len(SEATS))]
Colour = Annotated[int, Meta(ge=0, lt=COLOURS)]
Position = Annotated[int, Meta(ge=0, le=MOST_POSITIONS)]  # or the number of a step or of a line of talk
Seconds = Annotated[int, Meta(ge=0, le=LONGEST_WAIT)]
Pace = Annotated[int, Meta(ge=0, le=SLOWEST_PACE)]
MoveId = Annotated[int, Meta(ge=0, le=LARGEST)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]  # of games or cards; how many there may be, the laboratory says
Seed = Annotated[int, Meta(ge=0, lt=1 << SEED_BITS)]
RequestNumber = Annotated[int, Meta(ge=0, lt=2**31)]

Id = Annotated[str, Meta(max_length=100)]  # of an edition, a bot, a card, a metric or a parameter
Line = Annotated[str, Meta(max_length=400)]  # a name, a title, words for the dice
Secret = Annotated[str, Meta(max_length=400)]
Commitment = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]{64}$")]
Salt = Annotated[str, Meta(max_length=32, pattern="^[0-9a-f]{32}$")]
Notation = Annotated[str, Meta(max_length=200)]
Said = Annotated[
    str, Meta(max_length=64_000)
]  # the whole of a socket's message; how long a line is, its speaker is told
File = Annotated[str, Meta(max_length=20_000_000)]  # how many bytes a file may have is said by whoever reads it

A_TABLE = Meta(max_length=2 * len(SEATS))  # who has too many players is told how many the rules allow
SOME = Meta(max_length=200)
