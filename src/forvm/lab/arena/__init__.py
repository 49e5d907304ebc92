"""The arena: bots against bots, every line-up in every seating with the same dice, and how strong each is.

>>> from forvm.lab import arena
>>> result = arena("greedy", "random", players=3, games=60, workers=1)  # doctest: +SKIP
>>> print(result.standings().bots[0].bot)  # doctest: +SKIP
greedy

``docs/bots.md`` says what the numbers mean. ``contest`` is the way from words to results, ``plan`` what is played,
``table`` plays a game, ``crew`` spreads games over processes, ``journal`` keeps them, ``standings`` sums them up.
"""
