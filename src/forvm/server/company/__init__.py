"""The company at an online table: who is there, whose clock runs, what they say, and what they agree to take back."""
