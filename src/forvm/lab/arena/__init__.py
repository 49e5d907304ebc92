"""The arena: bots play each other, every line-up in every seating with the same dice, and are rated.

>>> from forvm.lab import arena
>>> result = arena("greedy", "random", players=3, games=60, workers=1)  # doctest: +SKIP
>>> print(result.standings().bots[0].bot)  # doctest: +SKIP
greedy

``docs/bots.md`` explains the numbers. ``contest`` is the entry point, ``arena_plan`` lists the games, ``arena_table``
plays one, ``arena_processes`` spreads them over processes, ``journal`` stores them, ``standings`` sums them up.
"""
