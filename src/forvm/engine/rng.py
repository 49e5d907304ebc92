"""The random numbers of the driver of a game: small, fast, and the same plain and compiled.

A permuted congruential generator (PCG XSH-RS) on 62 bits, so that no step depends on the sign or the width of an
integer. Its state belongs to the driver, never to the game.
"""

from __future__ import annotations

from forvm.engine.scratch import Scratch
from forvm.engine.twin.rule import rule

MASK_62 = (1 << 62) - 1
MULTIPLIER = 3202034522624059733  # a good multiplier for power-of-two moduli (L'Ecuyer)
INCREMENT = 1442695040888963407
MASK_32 = (1 << 32) - 1
SEEDS = 1 << 60  # how many seeds there are
KEYED = SEEDS  # added to a seed, it asks for the streams that cannot collide
SECOND_KEY = 2305843009213693951
BOT_NUMBERS = -1  # the moment from which bots take their own random numbers; those of dice are 0 and above


@rule
def mix(x: int) -> int:
    """Scatter the bits of a number (a multiply-xorshift hash on 62 bits)."""
    x = (x ^ (x >> 30)) * 3935559000370003845 & MASK_62
    x = (x ^ (x >> 29)) * 2691343689449507681 & MASK_62
    return x ^ (x >> 31)


@rule
def seed_numbers(scratch: Scratch, seed: int, stream: int) -> None:
    """Begin a stream of random numbers: the game number is the stream of a study's seed."""
    scratch.random = mix((mix(seed & MASK_62) + (stream & MASK_62) * MULTIPLIER + INCREMENT) & MASK_62)


@rule
def seed_moment(scratch: Scratch, seed: int, game: int, moment: int) -> None:
    """Begin the random numbers for one moment of a game.

    With ``KEYED`` added to the seed, the numbers depend on two hashes of seed and game, together 124 bits: games of
    different numbers or seeds do not share their dice, however many there are. Without it they are those of earlier
    versions, in which game 1,000,003 of a seed has the dice of game 0 of the next seed.
    """
    if seed >= KEYED:
        first = mix((mix(seed) + game * MULTIPLIER) & MASK_62)
        second = mix((mix(seed ^ SECOND_KEY) + game * INCREMENT) & MASK_62)
        seed_numbers(scratch, first + moment * INCREMENT, second)
    elif moment == BOT_NUMBERS:
        seed_numbers(scratch, seed + 1, game)
    else:
        seed_numbers(scratch, seed * 1000003 + game, moment)


@rule
def random_below(scratch: Scratch, n: int) -> int:
    """An integer from 0 to n - 1; the bias is below n / 2^32."""
    x = (scratch.random * MULTIPLIER + INCREMENT) & MASK_62
    scratch.random = x
    bits = ((x ^ (x >> 22)) >> (20 + (x >> 59))) & MASK_32
    return (bits * n) >> 32
