"""Wilson's confidence interval for a share."""

from __future__ import annotations

import math


def interval(wins: float, games: float, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a share: 95 %, or that of another quantile ``z``.

    >>> low, high = interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)
