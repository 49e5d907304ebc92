"""The table in the browser: games, seats and the store behind a web server.

The engine is the only authority. A page gets what its seat may know, the legal moves with their costs and texts, and
what happened, to animate; it sends back what somebody chose, and nothing is acknowledged before it is in the store.
"""
