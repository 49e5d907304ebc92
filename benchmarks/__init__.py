"""Speeds, measured beside peers in the same run."""
