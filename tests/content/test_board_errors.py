"""What is wrong with a board is said with its line, its key and what would be right."""

import re

import pytest

from forvm.content import load
from forvm.errors import ContentError


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "message"),
    [
        ("regions = [", "siez = []\nregions = [", 4, "siez", "Unknown key. Did you mean size?"),
        ('id = "small"', 'id = "Small board"', 2, "id", 'small letters, digits and _, .*not "Small board"'),
        ('"Rome", "Ostia"]', '"Rome", "Ostai"]', 15, "links[1]", 'no market "Ostai" .* Did you mean Ostia?'),
        ('"Rome", "Ostia"]', '"Rome", "Roma"]', 15, "links[1]", "Rome is linked to itself"),
        ('"Rome", "Ostia"]', '"Rome"]', 15, "links[1]", "A link is a pair of markets"),
        ('"Rome", "Ostia"]', '"Rome", 3]', 15, "links[1]", "A link is a pair of markets"),
        ('["Athenae", "Delos"]', '["Athens", "Roma"]', 17, "links[3]", "linked already: links go both ways"),
        ('["Athenae", "Delos"],', "", 12, "markets[4]", "Delos cannot be reached from Rome: give it a link"),
        ('name = "Ostia"', 'name = "roma"', 10, "markets[2].name", "Two markets are called roma: .* Rome"),
        ('name = "Ostia"', 'name = "{Ostia}"', 10, "markets[2].name", "cannot be the name of a market"),
        ('name = "Ostia", ', "", 10, "markets[2].name", "name is missing"),
        ('name = "Ostia"', "name = 7", 10, "markets[2].name", "name must be a text of 1 to 40 signs, not 7"),
        ('name = "Ostia"', 'name = "O\\tstia"', 10, "markets[2].name", "cannot be printed"),
        ('latin = "Roma", ', 'latin = "", ', 9, "markets[1].latin", "latin must be a text"),
        (
            'region = "east", kind = "exotic"',
            'kind = "rome"',
            12,
            "markets[4].kind",
            "A second market is Rome",
        ),
        ('kind = "rome"', 'region = "west", kind = "small"', 8, "markets", "No market is Rome"),
        ('kind = "exotic"', 'kind = "exotics"', 12, "markets[4].kind", "one of rome, small, large, exotic"),
        ('kind = "exotic", ', "", 12, "markets[4].kind", "but is missing"),
        ('kind = "rome"', 'kind = "rome", region = "west"', 9, "markets[1].region", "Rome lies in no region"),
        ('region = "west", kind', "kind", 10, "markets[2].region", "Every market but Rome lies in a region"),
        (
            'region = "west"',
            'region = "wset"',
            10,
            "markets[2].region",
            'no region "wset".* Did you mean west?',
        ),
        ('region = "west"', "region = 1", 10, "markets[2].region", "no region 1"),
        ('region = "west"', 'region = "east"', 5, "regions[1]", "No market lies in the region west"),
        (
            "]\nmarkets",
            '    { id = "west", name = "W" },\n]\nmarkets',
            7,
            "regions[3].id",
            "two regions west",
        ),
        ("[75, 25, 0, 0]", "[75, 25, 0]", 10, "markets[2].values", "values must be four whole numbers"),
        ("[75, 25, 0, 0]", "[75, 25, 0, true]", 10, "markets[2].values", "values must be four whole numbers"),
        ("[75, 25, 0, 0]", "[75, 25, 0, 10001]", 10, "markets[2].values", "from -10000 to 10000"),
        ("lon = 12.3, ", "", 10, "markets[2].lon", "degrees from -180 to 180, but is missing"),
        ("lon = 12.3", "lon = nan", 10, "markets[2].lon", "degrees from -180 to 180"),
        ("lat = 41.8", "lat = 91", 10, "markets[2].lat", "degrees from -90 to 90, not 91"),
        ("lat = 41.8", f"lat = 1{'0' * 90}", 10, "markets[2].lat", "degrees from -90 to 90"),
        ("lat = 41.8", "lat = 41.8, x = 4", 10, "markets[2]", "x and y belong together"),
        ("lat = 41.8", "lat = 41.8, x = 4, y = -1", 10, "markets[2].y", "number from 0 to 10000, not -1"),
        ("lat = 41.8", "lat = 41.8, distance = 2", 10, "markets[2].distance", "Ostia is 1 links from Rome"),
        ("lat = 41.8", "lat = 41.8, distence = 1", 10, "markets[2].distence", "Did you mean distance?"),
        ("regions = [", "size = [10, 10]\nregions = [", 4, "size", r"size must be \[width, height\]"),
        ("regions = [", "size = 1000\nregions = [", 4, "size", r"size must be \[width, height\]"),
    ],
)
def test_one_thing_wrong(written, small_board: str, old: str, new: str, line: int, key: str, message: str) -> None:
    assert small_board.count(old) == 1
    path = written(board=small_board.replace(old, new))
    with pytest.raises(ContentError) as caught:
        load(path)
    assert caught.value.file == path.parent / "board.toml"
    assert (caught.value.line, caught.value.key) == (line, key)
    assert re.search(message.replace("?", r"\?"), caught.value.message)


def test_a_distance_that_agrees_may_be_given(written, small_board: str) -> None:
    load(written(board=small_board.replace("lat = 41.8", "lat = 41.8, distance = 1")))


def test_everything_wrong_is_told_at_once(written, small_board: str) -> None:
    wrong = small_board.replace('kind = "exotic"', 'kind = "odd"').replace("lat = 41.8", "lat = 141.8")
    with pytest.raises(ContentError, match="2 things are wrong") as caught:
        load(written(board=wrong))
    assert "line 10, markets[2].lat" in str(caught.value)
    assert "line 12, markets[4].kind" in str(caught.value)


def test_the_list_of_problems_is_kept_short(written, small_board: str) -> None:
    wrong = small_board.replace("lon = ", "lno = ").replace("lat = ", "lta = ")
    with pytest.raises(ContentError, match="16 things are wrong") as caught:
        load(written(board=wrong))
    assert str(caught.value).endswith("and 8 more.")


def many(count: int, links: list[tuple[int, int]], regions: int = 1) -> str:
    """A board of `count` markets, the first of which is Rome."""
    values = [1, 1, 1, 1]
    rows = [f'{{ name = "M0", kind = "rome", values = {values}, lon = 0, lat = 0 }}']
    rows += [
        f'{{ name = "M{m}", kind = "small", region = "r{m % regions}", values = {values}, lon = 0, lat = 0 }}'
        for m in range(1, count)
    ]
    provinces = ", ".join(f'{{ id = "r{r}", name = "R{r}" }}' for r in range(regions))
    pairs = ", ".join(f'["M{a}", "M{b}"]' for a, b in links)
    return (
        f'format = 1\nid = "many"\nname = "Many"\nregions = [{provinces}]\nmarkets = [\n'
        + ",\n".join(rows)
        + f"\n]\nlinks = [{pairs}]\n"
    )


DECK_WITHOUT_MARKETS = """\
format = 1
id = "bare"
name = "Bare"
[[cards]]
id = "census"
copies = 1
effect = "census"
points = 1
"""


def star(count: int) -> list[tuple[int, int]]:
    return [(0, m) for m in range(1, count)]


def every_pair(count: int, most: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(count) for b in range(a + 1, count)][:most]


def test_the_largest_board_is_accepted(written) -> None:
    links = star(64) + [(a, a + b) for b in (1, 2, 3) for a in range(1, 61)][: 192 - 63]
    own = load(written(board=many(64, links, regions=8), deck=DECK_WITHOUT_MARKETS))
    g = own.definition(3)
    assert (g.markets, g.regions, g.first_link[64]) == (64, 8, 384)


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        (many(65, star(65)), "markets", "65 markets, and a board has at most 64"),
        (many(20, star(20), regions=9), "regions", "9 regions, and a board has at most 8"),
        (many(30, every_pair(30, 193)), "links", "193 links, and a board has at most 192"),
    ],
)
def test_a_board_that_is_too_large(written, text: str, key: str, message: str) -> None:
    with pytest.raises(ContentError, match=message) as caught:
        load(written(board=text, deck=DECK_WITHOUT_MARKETS))
    assert caught.value.key == key


@pytest.mark.parametrize("key", ["markets", "regions", "links"])
@pytest.mark.parametrize("value", ["3", "[]", "[1, 2]", '"none"', "[[]]", "{ a = 1 }"])
def test_a_board_whose_parts_are_something_else(written, small_board: str, key: str, value: str) -> None:
    wrong = re.sub(rf"^{key} = \[\n.*?^\]$", f"{key} = {value}", small_board, flags=re.DOTALL | re.MULTILINE)
    with pytest.raises(ContentError, match=key):
        load(written(board=wrong))


def test_the_shipped_deck_asks_for_its_markets(upon) -> None:
    with pytest.raises(ContentError, match=r'no market "Rhodes" on the board small') as caught:
        load(upon('board = "board.toml"'))
    assert caught.value.file is not None
    assert caught.value.file.name == "fate.toml"  # type: ignore[union-attr]


def test_values_that_the_board_does_not_print(written, small_board: str) -> None:
    with pytest.raises(ContentError, match="prints no values for Ostia") as caught:
        load(written(board=small_board.replace("values = [75, 25, 0, 0], ", "")))
    assert caught.value.key == "trade.values"
