"""The sizes that are fixed when the engine is built: everything else is a run-time value."""

PLAYERS = 4
MARKETS = 64
REGIONS = 8
AGENTS = 6  # a player's agents at most
DIRECTED_LINKS = 384  # each link counts once in each direction
PRICES = 128  # prices that can be named: 0, step, 2 × step, …
BANDS = 5  # bands of the prestige ladder
GIFTS = 3  # benefactions in a band: temple, games, food
CARDS = 48  # different fate cards
CARD_MARKETS = 8  # markets named on one card
FRAMES = 4  # decisions and chance events that can be pending one upon another
