"""The sections of a report, each from a study's games to what the page says of them."""
