"""Processes that work beside the server: bots, readers of uploads, experiments."""
