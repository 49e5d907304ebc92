"""Tables: games in progress."""
