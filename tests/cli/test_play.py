"""Games at the terminal, typed line by line."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import forvm as package
from tests.cli.conftest import Call
from tests.cli.running import environment, forvm

# Whatever is asked, one of these is an answer; the others are refused and change nothing.
ANYTHING = "end\nrefuse\npay\n" * 200


def kept(data: Path) -> list[Path]:
    return sorted((data / "games").glob("*.forvm"))


def played(path: Path) -> list[str]:
    return [move.notation for move in package.Game.load(path).history]


def test_a_whole_game_from_the_first_die_to_the_result(data: Path, two_turns: Path):
    done = forvm("play", "--terminal", "--edition", two_turns, "--seed", "11", data=data, typed=f"1\nluna\n{ANYTHING}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Two turns, for 4 players: 15 prestige, or the most after 2 turns." in done.stdout
    assert "Turn 2" in done.stdout
    game = package.Game.load(kept(data)[0])
    assert game.outcome is not None
    assert f"{game.outcome.reason}  (RECKON-3)" in done.stdout


def test_plain_output_has_no_escape_codes(data: Path):
    done = forvm("play", "--terminal", data=data, typed="map\nquit\n")
    assert "\x1b" not in done.stdout
    assert "Traceback" not in done.stderr


def test_the_same_seed_gives_the_same_game(call: Call, data: Path, two_turns: Path):
    for _ in range(2):
        call(
            "play", "--terminal", "--edition", two_turns, "--seed", "5", "--seats", "you,random,random", typed=ANYTHING
        )
    first, second = kept(data)
    assert played(first) == played(second)


def test_numbers_notation_beginnings_and_markets_are_moves(call: Call, data: Path):
    seats = ("--seats", "Ada,Ben,Cleo", "--seed", "3")
    typed = "roma>lu\ncarthage\nputeoli\n"
    assert call("play", "--terminal", *seats, typed=typed).code == 0
    moves = played(kept(data)[-1])[3:]
    assert moves == ["Roma>Luna", "Roma>Carthago", "Roma>Puteoli"]


def test_what_cannot_be_played_is_told_and_changes_nothing(call: Call, data: Path):
    typed = "99\nRoma>Lunna\nbuild@Luna\nhlep\nRoma>Ca\nca\n\n"
    told = call("play", "--terminal", "--seats", "Ada,Ben,Cleo", "--seed", "3", typed=typed)
    assert told.code == 0
    for words in (
        "There is no move 99. The moves are numbered 1 to 8.",
        "Did you mean Luna?",
        "This move does not belong to the move phase",
        "“hlep” is neither a move nor a command. Did you mean help?",
        "can mean 2 moves: Roma>Caralis, Roma>Carthago",
        "“ca” can mean Roma>Caralis, Roma>Carthago",
    ):
        assert words in " ".join(told.out.split())
    assert all(re.fullmatch(r"d\d", move) for move in played(kept(data)[0]))


def test_prices_are_asked_for(call: Call, data: Path):
    # The first of the proposals; then a price that is none, no price at all, and a good one.
    typed = "end\nend\nend\n1\n13\n\n1\n$75\naccept\n"
    told = call("play", "--terminal", "--seats", "Ada,Ben,Cleo", "--seed", "3", typed=typed)
    assert "13 is not a possible price. Type a whole number in steps of $25, from $0 to $200." in told.out
    assert played(kept(data)[0])[-2:] == ["propose:A:son:75", "accept"]


def test_undo_takes_back_people_s_moves_but_no_die(call: Call, data: Path):
    typed = "roma>luna\nundo\nundo\n"
    told = call("play", "--terminal", "--seats", "Ada,Ben,Cleo", "--seed", "3", typed=typed)
    assert "Taken back: Roma>Luna" in told.out
    assert "You cannot take back a die or a card" in told.out
    assert all(re.fullmatch(r"d\d", move) for move in played(kept(data)[0]))


def test_undo_stops_at_a_bot(call: Call, data: Path):
    told = call("play", "--terminal", "--seats", "Ada,random,random", "--seed", "1", typed="luna\nundo\n" * 4)
    assert "move: a bot made it." in told.out


def test_a_game_goes_on_where_it_was_left(call: Call, data: Path, two_turns: Path):
    left = call(
        "play",
        "--terminal",
        "--edition",
        two_turns,
        "--seats",
        "Ada,random,random",
        "--seed",
        "2",
        typed="luna\nquit\n",
    )
    file = kept(data)[0]
    before = played(file)
    assert f"forvm play --resume {file}" in left.out
    listed = call("play", "--terminal", "--resume", "list")
    assert "Ada, Brutus, Cornelia" in listed.out
    for word in ("last", "1", file.name):
        resumed = call("play", "--terminal", "--resume", word, typed="quit\n")
        assert "At the table: Ada, Brutus (random), Cornelia (random)." in resumed.out
    ended = call("play", "--terminal", "--resume", "last", typed=ANYTHING)
    assert "(RECKON-3)" in ended.out
    assert played(file)[: len(before)] == before
    assert call("play", "--terminal", "--resume", "list").out.strip() == "There are no unfinished games."


def test_save_writes_a_record_that_resumes_and_stays_as_it_is(call: Call, data: Path):
    told = call(
        "play", "--terminal", "--seats", "Ada,Ben,Cleo", "--seed", "3", typed="luna\nsave evening.forvm\nquit\n"
    )
    assert "Saved in evening.forvm" in told.out
    saved = (data / "evening.forvm").read_text(encoding="utf-8")
    assert package.Game.from_record(saved).names == ("Ada", "Ben", "Cleo")
    call("play", "--terminal", "--resume", "evening.forvm", typed="luna\nquit\n")
    assert (data / "evening.forvm").read_text(encoding="utf-8") == saved
    assert len(kept(data)) == 2


def test_save_spares_files_that_are_no_records(call: Call, data: Path):
    (data / "letter.txt").write_text("Dear Ben", encoding="utf-8")
    told = call("play", "--terminal", "--seed", "3", typed="save letter.txt\nsave\nsave no/such/\0folder\nquit\n")
    assert told.code == 0
    assert "letter.txt already exists and is not a record" in told.out
    assert (data / "letter.txt").read_text(encoding="utf-8") == "Dear Ben"


def test_commands_show_what_they_promise(call: Call):
    typed = "help\nmap\nmarkets\nmarkets carthage\nlog\ntrade\nrules\nrules OUST-2\nrules loan\nhint\ntable\nquit\n"
    told = call("play", "--terminal", "--seats", "Ada,Ben,Cleo", "--seed", "3", typed=typed)
    assert told.code == 0
    for words in (
        "What you can type",
        "The map needs 150 columns",
        "Sarmizegetusa",
        "links to Roma, Carthago Nova, Iol Caesarea, Lepcis Magna",
        "rolls",
        "Nobody has anything to trade yet.",
        "DESTROY-1 ",
        "A challenge costs $200.",
        "Clauses that mention “loan”:",
        "What the bot consul would do, best first:",
        "% to win",
    ):
        assert words in told.out


def test_nobody_sees_another_s_hand(call: Call, hidden_two_turns: Path):
    typed = "\nend\n\nend\n\nend\nlog\n" * 12
    told = call(
        "play", "--terminal", "--edition", hidden_two_turns, "--seats", "Ada,Ben,Cleo", "--seed", "3", typed=typed
    )
    parts = re.split(r"Pass the keyboard to (\w+), then press Enter\.", told.out)
    assert len(parts) > 10
    for name, seen in zip(parts[1::2], parts[2::2], strict=True):
        seen = seen.partition("━━━ end")[0]
        for other in {"Ada", "Ben", "Cleo"} - {name}:
            assert not re.search(rf"{other} .*[♂♀]", seen.partition("The last turn is over")[0])
            assert not re.search(rf"{other} (gets|is dealt) .*(son|daughter)", seen)
    assert re.search(r"Ada .*♂\d ♀\d", told.out)


def test_a_disk_that_refuses_does_not_end_the_game(call: Call, data: Path, two_turns: Path):
    (data / "games").write_text("in the way", encoding="utf-8")
    told = call("play", "--terminal", "--edition", two_turns, "--seed", "2", typed=ANYTHING)
    assert told.code == 0
    assert told.out.count("cannot be saved") == 1
    assert "(RECKON-3)" in told.out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_an_interrupt_leaves_cleanly_and_loses_nothing(data: Path):
    process = subprocess.Popen(
        [sys.executable, "-m", "forvm", "play", "--terminal", "--seats", "Ada,Ben,Cleo", "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**environment(data), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("luna\n")
    process.stdin.flush()
    for said in ("luna", "moves agents"):
        while said not in (line := process.stdout.readline()):
            assert line, "it ended by itself"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    assert "forvm play --resume" in out
    assert played(kept(data)[0])[-1] == "Roma>Luna"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--edition", "forvn"], 'There is no edition or house rule "forvn". Did you mean forvm?'),
        (["--edition", "nowhere.toml"], "nowhere.toml"),
        (["--players", "7"], "Forvm is for 3 or 4 players, not 7."),
        (["--players", "many"], "--players"),
        (["--player", "4"], "Did you mean --players?"),
        (["--players", "3", "--seats", "Ada,Ben"], "--seats names 2, but the game is for 3 players"),
        (["--seats", "Ada,ada,Ben"], "Two players have the same name"),
        (["--seats", "Ada,,Ben"], "A seat is empty"),
        (["--seats", "Ada,tirro,Ben"], "There is no bot “tirro”. Did you mean tiro?"),
        (["--resume", "last"], "There are no unfinished games."),
        (["--resume", "3"], "There is no unfinished game 3: there are none."),
        (["--resume", "nothing.forvm"], "nothing.forvm: There is no such file."),
        (["--resume", "last", "--players", "3"], "leave out --edition, --set and --players"),
        (["--seed", "luck"], "--seed"),
        (["now"], "now"),
    ],
)
def test_bad_input_is_one_paragraph_and_leaves_nothing_behind(call: Call, data: Path, words: list[str], told: str):
    answer = call("play", "--terminal", *words)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("forvm: ")
    assert told in answer.err
    assert answer.err.count("\n") == 1
    assert list(data.iterdir()) == []


def test_a_broken_house_rule_is_no_game(call: Call, data: Path):
    (data / "mine.toml").write_text('edition = "forvm"\n[oust\ncost = 100\n', encoding="utf-8")
    answer = call("play", "--terminal", "--edition", "mine.toml")
    assert answer.code == 2
    assert "mine.toml" in answer.err
    assert kept(data) == []


def test_a_damaged_save_is_told_with_its_line(call: Call, data: Path):
    call("play", "--terminal", "--seats", "Ada,Ben,Cleo", "--seed", "3", typed="luna\nquit\n")
    file = kept(data)[0]
    file.write_text(file.read_text(encoding="utf-8").replace("Roma>Luna", "Roma>Lunna"), encoding="utf-8")
    answer = call("play", "--terminal", "--resume", "last")
    assert answer.code == 2
    assert re.search(rf"{re.escape(str(file))}, line \d+: .*Lunna", answer.err)
