"""Bots think in processes of their own, so that no page ever waits for one."""
