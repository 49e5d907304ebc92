"""One rule, one file: when it may be done, what it offers, and what it does."""
