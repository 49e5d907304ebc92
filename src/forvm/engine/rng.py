"""The random numbers of whoever runs a game: small, fast, and the same plain and compiled.

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


@rule
def mix(x: int) -> int:
    """Scatter the bits of a number (a multiply-xorshift hash on 62 bits)."""
    x = (x ^ (x >> 30)) * 3935559000370003845 & MASK_62
    x = (x ^ (x >> 29)) * 2691343689449507681 & MASK_62
    return x ^ (x >> 31)


@rule
def seed_numbers(w: Scratch, seed: int, stream: int) -> None:
    """Begin a stream of random numbers: the game number is the stream of a study's seed."""
    w.random = mix((mix(seed & MASK_62) + (stream & MASK_62) * MULTIPLIER + INCREMENT) & MASK_62)


@rule
def random_below(w: Scratch, n: int) -> int:
    """An integer from 0 to n - 1; the bias is below n / 2^32."""
    x = (w.random * MULTIPLIER + INCREMENT) & MASK_62
    w.random = x
    bits = ((x ^ (x >> 22)) >> (20 + (x >> 59))) & MASK_32
    return (bits * n) >> 32
