"""forvm replay --verify."""

from pathlib import Path

import pytest

from forvm import Game
from forvm.cli.verify import QUALIFIED
from forvm.game.fairdice import FairDice, SealedDice, commitment
from tests.cli.conftest import Call
from tests.game.tables import new_game, short_game
from tests.game.test_fairdice import SECRET, fair_game, with_token
from tests.game.test_sealedrecords import play_on, sealed_dice

DAY = "2026-03-15"


@pytest.fixture(scope="module")
def dice() -> FairDice:
    return FairDice(SECRET, "g1", ["Alea iacta 49"])


@pytest.fixture(scope="module")
def game(dice: FairDice) -> Game:
    return fair_game(dice, "horrea", turns=30, undo_every=60)


@pytest.fixture
def file(data: Path, game: Game, dice: FairDice) -> Path:
    path = data / "game.forvm"
    path.write_text(game.record(DAY, proof=dice.proof()), encoding="utf-8")
    return path


def change(file: Path, old: str, new: str) -> None:
    file.write_text(with_token(file.read_text(encoding="utf-8"), old, new), encoding="utf-8")


def test_a_game_with_numbers_passed_over_is_checked_and_reported(call: Call, file: Path, game: Game):
    told = call("replay", file, "--verify")
    assert (told.code, told.err) == (QUALIFIED, "")
    rolled = sum(played.notation in {f"d{n}" for n in range(1, 7)} for played in game.history)
    assert "The dice are correct" in told.out
    assert "were skipped" in " ".join(told.out.split())
    assert f"Compare the commitment with the one you were shown before the game: {commitment(SECRET)}" in told.out
    assert f"{rolled} dice rolled" in told.out
    assert "family cards dealt" in told.out
    assert "fate cards drawn" in told.out
    assert "Fair dice or cards differ this much or more in " in told.out


def test_the_published_commitment_is_compared(call: Call, file: Path):
    assert call("replay", file, "--verify", "--commitment", commitment(SECRET)).code == QUALIFIED
    told = call("replay", file, "--verify", "--commitment", "0" * 64)
    assert told.code == 1
    assert "is not the one you gave" in told.out


def test_a_changed_die_is_named(call: Call, file: Path):
    change(file, "A: daughter", "A: son")
    told = call("replay", file, "--verify")
    assert told.code == 1
    assert "was changed: the record says son, but by the secret it is daughter." in " ".join(told.out.split())


def test_another_secret_is_noticed(call: Call, file: Path):
    change(file, SECRET.hex(), "11" * 32)
    told = call("replay", file, "--verify")
    assert told.code == 1
    assert "not the one that was promised" in told.out


def test_what_cannot_be_checked_is_told_with_another_code(call: Call, file: Path, game: Game, dice: FairDice):
    running = game.copy()
    running.undo(2)
    file.write_text(running.record(DAY, proof=dice.proof().without_secret()), encoding="utf-8")
    told = call("replay", file, "--verify")
    assert (told.code, told.out) == (2, "")
    assert "game.forvm: The game is not over" in told.err
    file.write_text(game.record(DAY), encoding="utf-8")
    told = call("replay", file, "--verify")
    assert (told.code, told.out) == (2, "")
    assert "game.forvm: The record has no proof of its dice" in told.err


def test_a_record_that_is_wrong_in_another_way_is_told_with_its_line(call: Call, file: Path):
    file.write_text(file.read_text(encoding="utf-8").replace("Ada", "Eve", 1), encoding="utf-8")
    told = call("replay", file, "--verify")
    assert (told.code, told.out) == (2, "")
    assert "game.forvm, line " in told.err


def test_a_commitment_without_verify_is_no_use(call: Call, file: Path):
    assert "add --verify" in call("replay", file, "--commitment", "0" * 64).err


# Sealed dice.


@pytest.fixture(scope="module")
def sealed() -> SealedDice:
    return sealed_dice(new_game(short_game("horrea", 3), 3))


@pytest.fixture
def sealed_file(data: Path, sealed: SealedDice) -> Path:
    game = play_on(new_game(short_game("horrea", 3), 3), sealed, undo_every=13, epochs_at=(20,))
    path = data / "sealed.forvm"
    path.write_text(game.record(DAY, proof=sealed.proof()), encoding="utf-8")
    return path


def test_sealed_dice_are_proved(call: Call, data: Path, sealed: SealedDice):
    game = play_on(new_game(short_game("horrea", 3), 3), sealed)
    (data / "fair.forvm").write_text(game.record(DAY, proof=sealed.proof()), encoding="utf-8")
    told = call("replay", data / "fair.forvm", "--verify")
    assert (told.code, told.err) == (0, "")
    assert "The dice are as they were sealed" in " ".join(told.out.split())
    assert "does not prove" not in told.out


def test_what_was_taken_back_is_told_and_does_not_pass_as_proved(call: Call, sealed_file: Path, sealed: SealedDice):
    told = call("replay", sealed_file, "--verify")
    assert (told.code, told.err) == (QUALIFIED, "")
    out = " ".join(told.out.split())
    assert "The dice are as they were sealed" in out
    assert "moves were taken back" in out
    assert "But this does not prove all of them." in out
    assert "the server went back to an older copy of the game 1 time, at event 21." in out
    assert f"Compare the seal with the one you were shown before the game: {sealed.proof().seal.digest()}" in told.out


def test_the_seal_that_was_kept_is_compared(call: Call, sealed_file: Path, sealed: SealedDice):
    kept = sealed.proof().seal.digest()
    assert call("replay", sealed_file, "--verify", "--seal", kept, "--commitment", commitment(SECRET)).code == QUALIFIED
    told = call("replay", sealed_file, "--verify", "--seal", "0" * 64)
    assert told.code == 1
    assert "The record's seal is not the one you gave" in told.out
    assert "add --verify" in call("replay", sealed_file, "--seal", kept).err


def test_a_name_that_was_changed_is_told(call: Call, sealed_file: Path):
    change(sealed_file, '  A = "Ada"', '  A = "Eve"')
    told = call("replay", sealed_file, "--verify")
    assert told.code == 1
    assert "the record has “Eve” in seat A, but the seal has “Ada” there" in " ".join(told.out.split())
