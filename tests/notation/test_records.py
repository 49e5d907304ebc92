"""Records: exact, readable, and not to be fooled."""

import json
import random
import re
from datetime import date

import pytest

import forvm
from forvm import content
from forvm.content import from_overrides
from forvm.errors import RecordError
from forvm.notation import read_record, state_digest
from forvm.notation.records import text_digest
from tests.game.tables import EDITIONS, TABLES, new_game, random_game, short_game, steps

DAY = "2026-03-15"
HOUSE_RULES = ("cheap_ousting", "dearer_benefactions", "twelve_points")


def assert_round_trip(game: forvm.Game) -> forvm.Game:
    text = game.record(DAY)
    again = forvm.Game.from_record(text)
    assert again.record() == text
    assert again.state == game.state
    assert again.names == game.names
    assert [str(p) for p in again.history] == [str(p) for p in game.history]
    assert again.rules.digest() == game.rules.digest()
    return again


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games_round_trip(edition, players):
    for seed in range(4):
        game = random_game(edition, players, seed)
        assert game.outcome is not None
        assert f"({game.outcome.clause})" in game.record(DAY)
        assert_round_trip(game)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_unfinished_games_round_trip_and_go_on(edition, players):
    for seed in range(4):
        game = random_game(edition, players, seed, most=seed * 37)
        assert "\nunfinished\n" in game.record(DAY)
        again = assert_round_trip(game)
        if again.to_act == forvm.CHANCE:
            again.roll(forvm.Dice(1))
        else:
            again.play(again.legal()[0])


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_house_rules_travel_with_the_record(name):
    game = random_game(name, 4, seed=1)
    again = assert_round_trip(game)
    assert again.rules.overrides == content.load(name).overrides
    assert again.rules.id == name
    assert again.rules.description == content.load(name).description


def test_every_parameter_can_travel():
    overrides = {
        "trade.boost": [1, 2, 3, 4, 5],
        "alliance.repaid": False,
        "family.kind": "hand",
        "loan.kind": "ladder",
        "trade.full.exotic": 300,
        "win.turn_limit": 3,
        "players.min": 2,
    }
    game = random_game(from_overrides("forvm", overrides, id="mixed", name='A "mixed" bag'), 2, seed=5)
    assert_round_trip(game)


def own_content(tmp_path):
    board = tmp_path / "board.toml"
    board.write_text(
        """
        format = 1
        id = "little"
        name = "A little “sea”"
        regions = [{ id = "west", name = "West" }, { id = "east", name = "East" }]
        markets = [
          { name = "Rome", latin = "Roma", kind = "rome", values = [300, 150, 100, 75], lon = 12.5, lat = 41.9 },
          { name = "Ostia Antica", region = "west", kind = "small", values = [75, 25, 0, 0], lon = 12.3, lat = 41.7 },
          { name = "Gades", region = "west", kind = "large", values = [90, 25, 0, 0], lon = -6.3, lat = 36.5 },
          { name = "Tyre", latin = "Tyrus", region = "east", kind = "exotic", values = [99, 9, 0, -9], lon=35, lat=33 },
        ]
        links = [["Rome", "Ostia Antica"], ["Ostia Antica", "Gades"], ["Gades", "Tyre"], ["Rome", "Tyre"]]
        """,
        encoding="utf-8",
    )
    deck = tmp_path / "deck.toml"
    deck.write_text(
        """
        format = 1
        id = "small"
        name = "A small deck"
        cards = [
          { id = "census", copies = 2, effect = "census", points = 1 },
          { id = "my_fire", copies = 1, effect = "fire", markets = ["Tyrus"], name = "Fire", text = "In\\n{markets}." },
          { id = "patron", copies = 1, effect = "patron", amount = 300 },
          { id = "elect", copies = 1, effect = "elections", points = 1, roll = 3, name = "Vote", text = "Vote!" },
        ]
        """,
        encoding="utf-8",
    )
    return from_overrides(
        "short", {"win.prestige": 6, "win.turn_limit": 20}, board=board, deck=deck, id="mine", name="Mine"
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_board_and_a_deck_of_ones_own_are_in_the_record(tmp_path, seed):
    rules = own_content(tmp_path)
    game = random_game(rules, 3, seed)
    for file in tmp_path.iterdir():
        file.unlink()
    again = assert_round_trip(game)
    assert again.rules.board == rules.board
    assert again.rules.deck == rules.deck


def test_odd_names_of_players_are_safe():
    names = ['"; DROP', "A: end", "# no \\ comment", "Ζηνώ 𝄞 {x}"]
    game = forvm.Game("forvm", 4, names)
    for token in ("d1", "d2", "d3", "d4", "end"):
        game.play(token)
    assert assert_round_trip(game).names == tuple(names)


def test_a_record_reads_like_this():
    game = new_game(short_game("forvm", 1), 3)
    for token in ("d5", "d5", "d3", "d1", "d2", "Roma>Luna", "end", "enter", "d4", "Roma>Caralis", "end"):
        game.play(token)
    body = game.record(DAY).split('C = "Cleo"\n\n')[1].split("\nunfinished")[0]
    assert body == (
        "0 begin    A: d5\n"
        "0 begin    B: d5\n"
        "0 begin    C: d3\n"
        "0 begin    A: d1\n"
        "0 begin    B: d2\n"
        "\n"
        "1 move     B: Roma>Luna\n"
        "1 move     C: end\n"
        "1 move     A: enter d4 Roma>Caralis end\n"
    )


def test_the_date_is_an_argument_and_kept():
    game = random_game("forvm", 3, seed=1, most=10)
    text = game.record(date(2025, 12, 24))
    assert "\ndate: 2025-12-24\n" in text
    assert text.replace("2025-12-24", DAY) == game.record(DAY)
    assert forvm.Game.from_record(text).record() == text
    assert f"date: {date.today().isoformat()}" in game.record()
    with pytest.raises(forvm.ForvmError, match="2026-03-15"):
        game.record("yesterday")


# What is not right.

GAME = random_game("horrea", 4, seed=3)
RECORD = GAME.record(DAY)
LINES = RECORD.splitlines()


def number_of(start: str) -> int:
    """The number of the first line that begins so, from 1."""
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        forvm.Game.from_record(text)
    assert not isinstance(caught.value.__cause__, Exception)
    return caught.value


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "{}", "\x00" * 50, "FORVM", "FORVM record", "FORVM record x"])
def test_what_is_no_record_at_all(text):
    assert "no record of a game" in str(refused(text))


def test_a_record_from_the_future():
    for first in ("FORVM record 2", "FORVM record 99"):
        error = refused(RECORD.replace("FORVM record 1", first))
        assert "later version of FORVM" in str(error)
        assert error.line == 1
    error = refused(re.sub(r"actions: \d+", "actions: 99", RECORD))
    assert "later version of FORVM" in str(error)
    assert error.line == number_of("actions:")


def test_a_record_that_is_too_large():
    assert "1 MB" in str(refused(RECORD + "# a comment\n" * 100_000))


def test_cutting_a_record_anywhere_is_found():
    cut = random.Random(1)
    for length in [*(len(RECORD) - n for n in range(2, 80)), *cut.sample(range(len(RECORD) - 80), 60)]:
        error = refused(RECORD[:length])
        assert "breaks off" in str(error) or "no record of a game" in str(error) or "is no line of" in str(error)
    assert refused("\n".join(LINES[:60])).line == 60


def test_leaving_out_any_line_is_found():
    dropped = 0
    for number, line in enumerate(LINES):
        # All lines of the header and the end, and some of the moves.
        if line and not line.startswith("date:") and (not line[0].isdigit() or number % 5 == 0):
            refused("\n".join(LINES[:number] + LINES[number + 1 :]))
            dropped += 1
    assert dropped > 40


def test_changing_any_die_or_move_is_found():
    change = random.Random(2)
    tokens = [(m.start(), m.end()) for m in re.finditer(r"\b(d[1-6]|end|son|daughter|refuse)\b", RECORD)]
    for start, end in change.sample(tokens, 80):
        other = change.choice([t for t in ("d1", "d6", "end", "son", "daughter") if t != RECORD[start:end]])
        refused(RECORD[:start] + other + RECORD[end:])


def test_whatever_is_done_to_a_record_it_is_refused_or_the_same():
    record = random_game("short", 3, seed=3, most=120).record(DAY)
    mutate, refusals = random.Random(7), 0
    signs = '\x00\n\r\t "\\{}[]:=@>#.-01aé\u2028\ud800'
    for _ in range(400):
        at, length = mutate.randrange(len(record)), mutate.choice([0, 1, 30])
        start = mutate.randrange(len(record))
        inserted = mutate.choice([mutate.choice(signs), record[start : start + length]])
        changed = record[:at] + inserted + record[at + mutate.choice([0, length]) :]
        try:
            game = forvm.Game.from_record(changed)
        except RecordError:
            refusals += 1
        else:
            assert game.record(DAY) == record
    assert refusals > 300


def with_a_new_digest(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:-1], f"digest: {text_digest(lines[:-1])}"])


def test_a_forged_digest_does_not_make_an_illegal_move_legal():
    number = number_of("1 move")
    line = LINES[number - 1].replace(": ", ": d6 ")
    forged = [*LINES[: number - 1], line, *LINES[number:]]
    error = refused(with_a_new_digest("\n".join(forged)))
    assert error.line == number
    assert "Move 1 of the line, “d6”" in str(error)
    assert "TURN-1" in str(error)


def test_a_forged_result_is_found():
    error = refused(with_a_new_digest(re.sub(r"result: \w", "result: Z", RECORD)))
    assert error.line == number_of("result:")
    error = refused(with_a_new_digest(re.sub(r"result: .*", "unfinished", RECORD)))
    assert "ended otherwise" in str(error)
    error = refused(with_a_new_digest(re.sub(r"standing: A \$\d+", "standing: A $9999", RECORD)))
    assert error.line == number_of("standing:")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1 move     ", "2 move     ", "stands under turn 2, move"),
        ("1 move     ", "1 build    ", "stands under turn 1, build"),
        ("edition: horrea", "edition: horea", "Did you mean horrea"),
        ("edition: horrea", "edition: short", "horrea|short|digest|cannot|legal|stands"),
        ("players:", "player:", "Did you mean players"),
        ("deck: fate", "deck: fate\ndeck: fate", "twice"),
        ("actions: 1", "actions: one", "a number"),
        (f"date: {DAY}", "date: the ides of March", "2026-03-15"),
        ('A = "Ada"', 'A = "Ben"', "same name"),
        ('A = "Ada"', "A = 1", "player's name"),
        ('A = "Ada"', 'A = "A\\u001b"', "player's name"),
        ('A = "Ada"', 'E = "Ada"', "A, B, C, D"),
        ('  D = "Dido"\n', '  D = "Dido"\n  E = "Eva"\n', "A, B, C, D|players"),
        ("0 deal     A: ", "0 deal     A: twin ", "“twin”"),
        ("0 deal     A: ", "deal A ", "no line of a record's header"),
        ("1 move     ", "1 move ", "digest"),
        ("0 deal     B: ", "0 deal     B ", "no line of moves"),
        ("edition: horrea\n", "edition: horrea\nchanges:\n  oust.cots = 3\n", "oust.cost"),
        ("edition: horrea\n", "edition: horrea\nchanges:\n  = 3\n", "TOML"),
        ("edition: horrea\n", "edition: horrea\nname: none\n", "quotation marks"),
        ("board: mediterranean\n", "board: mediterranean\n  id = 3\n", "rules cannot be used"),
        ("deck: fate\n", "deck: fate\n  [[\n", "TOML"),
    ],
)
def test_a_changed_record_is_told_where(old, new, told):
    assert old in RECORD
    error = refused(RECORD.replace(old, new, 1))
    assert re.search(told, str(error))
    assert error.line is not None


def test_moves_after_the_end_are_found():
    number = number_of("result:")
    more = [*LINES[: number - 1], "99 move     A: end", *LINES[number - 1 :]]
    assert "after the end of the game" in str(refused("\n".join(more)))


def test_notation_in_a_record_is_exact():
    text = RECORD.replace(" end\n", " END\n", 1)
    assert "should be written end" in str(refused(text))


def test_what_an_editor_does_to_a_file_does_no_harm():
    changed = "\ufeff# my best game\n" + RECORD.replace("\n", "  \r\n") + "\n\n# the end"
    assert forvm.Game.from_record(changed).record() == RECORD


def test_a_record_of_another_version_is_accepted_if_its_game_comes_out_the_same():
    older = with_a_new_digest(re.sub(r"version: .*", "version: 0.0.1", RECORD))
    older = with_a_new_digest(re.sub(r"content: .*", "content: 000000000000", older))
    assert read_record(older).version == "0.0.1"
    assert forvm.Game.from_record(older).state == GAME.state
    changed = re.sub(r"standing: A \$\d+", "standing: A $9999", older)
    assert "made by FORVM 0.0.1" in str(refused(changed))


def test_another_content_is_named_when_the_game_does_not_replay():
    text = re.sub(r"content: .*", "content: 000000000000", RECORD)
    text = re.sub(r"standing: A \$\d+", "standing: A $9999", text)
    assert f"line {number_of('content:')}" in str(refused(text)).partition("standing")[2]


def test_files(tmp_path):
    file = tmp_path / "game.forvm"
    file.write_text(RECORD, encoding="utf-8")
    assert forvm.Game.load(file).state == GAME.state
    file.write_bytes(RECORD.encode()[:500] + b"\xff\xfe")
    with pytest.raises(RecordError, match=r"game\.forvm, line \d+: The file is not UTF-8"):
        forvm.Game.load(file)
    file.write_text(RECORD[:500], encoding="utf-8")
    with pytest.raises(RecordError, match=r"game\.forvm, line \d+: .*breaks off"):
        forvm.Game.load(file)
    file.write_bytes(b"#" * 1_000_001)
    with pytest.raises(RecordError, match="1 MB"):
        forvm.Game.load(file)
    for path in (tmp_path / "none", tmp_path, "a\0b"):
        with pytest.raises(RecordError):
            forvm.Game.load(path)


def test_a_digest_of_a_state_changes_with_every_field():
    state = GAME.state.copy()
    digests = {state_digest(state)}
    for name, column in type(state).columns.items():
        changed = state.copy()
        if column.length:
            getattr(changed, name)[-1] += 1
        else:
            setattr(changed, name, getattr(changed, name) + 1)
        digests.add(state_digest(changed))
    assert len(digests) == len(type(state).columns) + 1
    assert all(re.fullmatch(r"[0-9a-f]{12}", digest) for digest in digests)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_record_at_every_moment_of_a_game(edition):
    game = new_game(edition, 3)
    for _ in steps(game, seed=11, most=120):
        assert forvm.Game.from_record(game.record(DAY)).state == game.state


def test_names_in_a_record_are_json():
    game = forvm.Game("forvm", 3, ["a\\b", 'c"d', "é"])
    written = re.findall(r'^  [ABC] = (".*")$', game.record(DAY), re.MULTILINE)
    assert [json.loads(name) for name in written] == list(game.names)
