"""Finishing what was begun."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def shielded(doing: Coroutine[Any, Any, Result]) -> Result:
    """Finish even if the caller has gone: memory and store must agree."""
    return await asyncio.shield(asyncio.create_task(doing))
