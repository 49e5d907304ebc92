"""The terminal table: a whole game in text, for people at one keyboard and bots."""
