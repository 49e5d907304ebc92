"""People: who they are, the lobbies where they meet, and what they do at a table beside the game."""
