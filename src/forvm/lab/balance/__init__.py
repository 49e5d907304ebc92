"""The search for house rules that meet stated goals with the fewest changes (`forvm balance`).

`goals_reader` reads the file of goals (`goals_model`). `game_ledger` plays the games that the search asks for, and
`balance_journal` keeps them. `racing` gives good candidates more games than bad ones. `searching` screens single
changes, then pairs of them, then asks a sampler. `confirming` plays the best on fresh dice, `front_files` writes the
result.
"""
