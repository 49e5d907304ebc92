"""Plays a shard and encodes it as a Parquet file. The result depends on setting and game numbers only."""

from __future__ import annotations

import io

import polars as pl

from forvm.lab.games import Setting, play
from forvm.lab.games.parquet_output import SETTING
from forvm.lab.study.shards import Shard


def play_shard(setting: Setting, shard: Shard) -> bytes:
    """The games of a shard, as its file holds them."""
    return encode(setting, shard, play(setting, shard.first, shard.count))


def encode(setting: Setting, shard: Shard, games: pl.DataFrame) -> bytes:
    """Rows of games as the file of a shard, from which each can be replayed."""
    rows = games.select(pl.lit(shard.cell, pl.Int32).alias("cell"), pl.all())
    buffer = io.BytesIO()
    # A thousand columns: what is smallest and largest in each would be a fifth of a file, and nobody asks for it.
    rows.write_parquet(buffer, statistics=False, metadata={SETTING: setting.to_text()})
    return buffer.getvalue()
