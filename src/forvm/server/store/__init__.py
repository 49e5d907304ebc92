"""The store: all that is kept, and the only place that speaks SQL."""
