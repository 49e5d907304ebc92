"""Other libraries' speeds, measured beside ours: each module runs alone and prints one JSON object."""
