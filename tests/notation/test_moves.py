"""Every token is read back as the move it was written for, and what cannot be read says why."""

import pytest

import forvm
from forvm import content
from forvm.content import Rules
from forvm.engine import actions
from forvm.engine.actions import ACTIONS, KINDS, decode, encode
from forvm.errors import AmbiguousMove, IllegalMove, MalformedMove
from forvm.notation import FORMS, exists, names_of, parse, write
from tests.game.tables import EDITIONS, TABLES, new_game, steps

RULES = content.load("forvm")
NAMES = names_of(RULES)
G = RULES.definition(4)


def read(token: str) -> int:
    return parse(token, NAMES, G)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 4])
def test_every_action_that_exists_round_trips(edition, players):
    rules = content.load(edition)
    names, g = names_of(rules), rules.definition(players)
    written = {write(action, names, g): action for action in range(ACTIONS) if exists(action, names, g)}
    assert {KINDS[decode(action)[0]].name for action in written.values()} == set(FORMS)
    for token, action in written.items():
        assert parse(token, names, g) == action
        assert parse(token.upper(), names, g) == action
        assert not set(token) & set(" \t\n"), token


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_tokens_of_random_games_round_trip(edition, players):
    for seed in range(4):
        game = new_game(edition, players)
        for move in steps(game, seed, most=400):
            assert game.move(str(move)) == move
            offered = {str(other) for other in game.legal()}
            assert len(offered) == len(game.legal())


def test_what_does_not_exist_on_this_board_is_no_move():
    beyond = [
        encode(actions.BUILD, G.markets),
        encode(actions.MOVE, len(NAMES.links)),
        encode(actions.CARD, G.cards),
        encode(actions.GIVE, G.bands, 0),
        encode(actions.COUNTER, 41),
        -1,
        ACTIONS,
    ]
    assert not any(exists(action, NAMES, G) for action in beyond)
    assert not exists(encode(actions.DIVORCE, 3), NAMES, RULES.definition(3))


def test_links_are_numbered_as_in_the_engine():
    count = G.first_link[G.markets]
    assert NAMES.links == tuple(zip(G.link_from[:count], G.link_to[:count], strict=True))


@pytest.mark.parametrize(
    ("token", "canonical"),
    [
        ("build@carthage", "build@Carthago"),
        ("BUILD@CARTHAGO", "build@Carthago"),
        ("build@Carthago Nova", "build@Carthago_Nova"),
        ("build@carthago-nova", "build@Carthago_Nova"),
        (" Rome > Luna ", "Roma>Luna"),
        ("rom>lun", "Roma>Luna"),
        ("oust@Mars", "oust@Massilia"),
        ("wed : son @ Luna", "wed:son@Luna"),
        ("propose:b:Son:$300", "propose:B:son:300"),
        ("counter:$0", "counter:0"),
        ("GIVE:Temple.2", "give:temple.2"),
        ("Daughter", "daughter"),
        ("D5", "d5"),
        ("card:GREAT_FIRE", "card:great_fire"),
    ],
)
def test_reading_is_forgiving(token, canonical):
    assert write(read(token), NAMES, G) == canonical


def test_a_whole_name_wins_over_names_that_begin_with_it():
    assert write(read("build@Carthago"), NAMES, G) == "build@Carthago"


def test_a_name_only_begun_means_what_can_be_played():
    legal = (encode(actions.BUILD, 6), encode(actions.BUILD, 1))
    assert write(parse("build@Carth", NAMES, G, legal), NAMES, G) == "build@Carthago"


def test_a_name_that_fits_several_markets_is_ambiguous():
    with pytest.raises(AmbiguousMove) as error:
        read("build@Car")
    for name in ("Caralis", "Carthago", "Carthago_Nova", "Carnuntum"):
        assert f"build@{name}" in str(error.value)


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("", "No move was given"),
        ("   ", "No move was given"),
        ("buidl@Luna", "Did you mean build"),
        ("frobnicate", "Moves look like"),
        ("build", "Moves look like"),
        ("build@", "name is missing"),
        ("build:Luna", "as in build@Luna"),
        ("build@Lunna", "Did you mean Luna"),
        ("Roma>Nowhere", "no market “Nowhere”"),
        ("Roma>Luna>Roma", "one step at a time"),
        ("d0", "1 to 6"),
        ("d7", "1 to 6"),
        ("d55", "1 to 6"),
        ("card:great_fires", "Did you mean great_fire"),
        ("card:", "no card"),
        ("wed:child@Luna", "a son or a daughter"),
        ("wed:son", "as in wed:son@Luna"),
        ("propose:E:son:300", "A, B, C, D"),
        ("propose:B:son", "as in propose:B:son:300"),
        ("propose:B:son:301", "steps of $25"),
        ("propose:B:son:1025", "from $0 to $1,000"),
        ("counter:99999999999999999999", "from $0 to $1,000"),
        ("counter:-25", "as in counter:300"),
        ("divorce", "Moves look like"),
        ("divorce:", "as in divorce:B"),
        ("destroy:B", "as in destroy:B@Luna"),
        ("give:tempel.1", "Did you mean temple"),
        ("give:temple.4", "bands 1 to 3"),
        ("give:temple.0", "bands 1 to 3"),
        ("give:temple", "as in give:temple.1"),
        ("build@" + "x" * 10_000, "too long"),
        ("\x00", "is not a move"),
        ("½", "is not a move"),
        ("d²", "is not a move"),
    ],
)
def test_a_typo_says_what_would_be_right(token, told):
    with pytest.raises(MalformedMove) as error:
        read(token)
    assert told in str(error.value)


def test_a_step_without_a_link_names_the_neighbours():
    with pytest.raises(IllegalMove, match=r"No link leads from Roma to Alexandria.*Luna.*\(MOVE-2\)"):
        read("Roma>Alexandria")


def house_board(tmp_path, latin: str) -> Rules:
    board = tmp_path / "board.toml"
    board.write_text(
        f"""
        format = 1
        id = "odd"
        name = "Odd names"
        regions = [{{ id = "all", name = "All" }}]
        markets = [
          {{ name = "Rome", kind = "rome", values = [300, 150, 100, 75], lon = 12, lat = 41 }},
          {{ name = "Other", latin = "{latin}", region = "all", kind = "large", values = [1, 1, 1, 1], lon=1, lat=1 }},
        ]
        links = [["Rome", "Other"]]
        """
    )
    deck = tmp_path / "deck.toml"
    deck.write_text(
        'format = 1\nid = "plain"\nname = "-"\ncards = [{ id = "census", copies = 1, effect = "census", points = 1 }]'
    )
    return content.from_overrides("short", {"trade.boost": [25]}, board=board, deck=deck)


@pytest.mark.parametrize("latin", ["A > B", "end", "d5", "x@y:z", "Città  Nuova", "1:2"])
def test_odd_names_of_ones_own_board_stay_one_token(tmp_path, latin):
    rules = house_board(tmp_path, latin)
    names, g = names_of(rules), rules.definition(3)
    for action in range(ACTIONS):
        if exists(action, names, g):
            token = write(action, names, g)
            assert len(token.split()) == 1
            assert parse(token, names, g) == action


def test_public_names_are_the_errors_of_the_game():
    assert forvm.MalformedMove is MalformedMove
    assert forvm.AmbiguousMove is AmbiguousMove
