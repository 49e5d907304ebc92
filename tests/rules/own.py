"""Boards and decks of one's own for the rule tests, written as files and loaded like anyone's."""

from pathlib import Path


def own_board(folder: Path, *links: str, **kinds: str) -> Path:
    """A board of one's own: links such as "Rome-Ostia", all markets small unless their kind is given."""
    names = list(dict.fromkeys(name for link in links for name in link.split("-")))
    lines = ["format = 1", 'id = "own"', 'name = "Own"', 'regions = [{ id = "all", name = "All" }]', "markets = ["]
    for place, name in enumerate(names):
        kind = "rome" if name == "Rome" else kinds.get(name, "small")
        region = "" if kind == "rome" else 'region = "all", '
        lines.append(
            f'{{ name = "{name}", {region}kind = "{kind}", values = [40, 20, 10, 0], lon = {place}, lat = 0 }},'
        )
    lines += ["]", "links = ["]
    lines += ['["{}", "{}"],'.format(*link.split("-")) for link in links]
    return _written(folder / "board.toml", [*lines, "]"])


def own_deck(folder: Path, *effects: str, **on_markets: str) -> Path:
    """A deck of one's own: one card for each effect, and for each that is about a market, such as fire="Ostia"."""
    lines = ["format = 1", 'id = "own"', 'name = "Own"']
    for effect in (*effects, *on_markets):
        lines += ["[[cards]]", f'id = "{effect}"', "copies = 1", f'effect = "{effect}"']
        lines += [f'name = "{effect}"', f'text = "{effect}"']
        if effect in on_markets:
            lines.append(f'markets = ["{on_markets[effect]}"]')
        elif effect in ("candidate", "snub", "census", "morals", "divorce"):
            lines.append("points = 1")
    return _written(folder / "deck.toml", lines)


def _written(file: Path, lines: list[str]) -> Path:
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
