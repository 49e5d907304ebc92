"""Dice that can be checked: the same everywhere, without bias, and proved by the record."""

import hashlib
import hmac
import json
import random
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

import forvm
from forvm.errors import ForvmError, RecordError
from forvm.game.dicecheck import draws, skipped, verify, verify_record
from forvm.game.fairdice import FairDice, commitment, new_secret, outcomes
from forvm.notation.proof import DiceProof
from forvm.notation.records import text_digest
from tests.game.tables import new_game, short_game

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "dice.json").read_text(encoding="utf-8"))
SECRET = bytes(range(32))
DAY = "2026-03-15"


def fair_game(dice: FairDice, edition: str = "forvm", turns: int = 3, undo_every: int = 0) -> forvm.Game:
    """A game at random with fair dice, in which something is taken back now and then."""
    game, choose = new_game(short_game(edition, turns), 3), random.Random(5)
    while game.to_act is not None:
        if game.to_act == forvm.CHANCE:
            game.play(dice.draw(game))
        else:
            kinds = sorted({move.kind for move in game.legal()})
            kind = choose.choice(kinds)
            game.play(choose.choice([move for move in game.legal() if move.kind == kind]))
        if undo_every and game.event % undo_every == 0 and game.outcome is None:
            game.undo(min(2, len(game.history)))
    return game


def signed_again(lines: list[str]) -> str:
    """A record whose digest fits what somebody changed."""
    return "\n".join([*lines[:-1], f"digest: {text_digest(lines[:-1])}"]) + "\n"


def with_token(record: str, old: str, new: str) -> str:
    assert old in record
    return signed_again(record.replace(old, new, 1).splitlines())


@pytest.fixture(scope="module")
def dice() -> FairDice:
    return FairDice(SECRET, "g4me_id-1", ["Ada's 17 pebbles", None, "α ω"])


@pytest.fixture(scope="module")
def game(dice: FairDice) -> forvm.Game:
    return fair_game(dice, turns=6, undo_every=11)


@pytest.fixture(scope="module")
def record(game: forvm.Game, dice: FairDice) -> str:
    return game.record(DAY, proof=dice.proof())


# What is drawn.


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: vector["name"])
def test_the_vectors_that_every_implementation_must_meet(vector):
    dice = FairDice(bytes.fromhex(vector["secret"]), vector["game"], vector["entropy"])
    assert commitment(bytes.fromhex(vector["secret"])) == vector["commitment"]
    for attempt, tried in enumerate(vector["attempts"]):
        message = dice.message(vector["event"], attempt)
        assert message == tried["message"]
        assert hmac.new(bytes.fromhex(vector["secret"]), message.encode(), hashlib.sha256).hexdigest() == tried["hmac"]
    assert dice.choose(vector["event"], vector["weights"]) == vector["chosen"]


def test_the_vectors_hold_by_the_words_of_the_docs_alone():
    """Once more, by another way: numbers above the last whole round are passed over, others fall into the weights."""
    again = 0
    for vector in VECTORS["draws"]:
        numbers = [int(tried["hmac"][:8], 16) for tried in vector["attempts"]]
        total = sum(vector["weights"])
        kept = [number for number in numbers if number // total < 2**32 // total]
        assert kept == numbers[-1:]
        again += len(numbers) - 1
        bounds = list(accumulate(vector["weights"]))
        assert vector["chosen"] == next(i for i, bound in enumerate(bounds) if kept[0] % total < bound)
    assert again >= 3  # some were thrown again, else rejecting would be untested


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((count - due) ** 2 / due for count, due in zip(counts, expected, strict=True))


@pytest.mark.parametrize(
    ("weights", "limit"),
    [([1] * 6, 20.5), ([24, 24], 10.8), ([3, 1, 1, 2, 5, 1, 7, 2], 24.3), ([1, 999], 10.8)],  # 1 in 1000 is above
)
def test_outcomes_come_up_as_often_as_their_weights_say(weights, limit):
    dice, throws = FairDice(hashlib.sha256(b"unbiased").digest(), "many", []), 12_000
    counts = [0] * len(weights)
    for event in range(1, throws + 1):
        counts[dice.choose(event, weights)] += 1
    assert chi_square(counts, [throws * weight / sum(weights) for weight in weights]) < limit


def test_throwing_again_is_what_makes_it_fair():
    """With three sides of 2^30 in 2^32 the remainder alone would show the first side twice as often."""
    dice, throws = FairDice(hashlib.sha256(b"again").digest(), "many", []), 3_000
    counts = [0, 0, 0]
    for event in range(1, throws + 1):
        counts[dice.choose(event, [2**30] * 3)] += 1
    assert chi_square(counts, [throws / 3] * 3) < 13.8


def test_neighbouring_dice_know_nothing_of_each_other():
    dice, throws = FairDice(hashlib.sha256(b"pairs").digest(), "many", []), 7_200
    pairs = [0] * 36
    last = dice.choose(0, [1] * 6)
    for event in range(1, throws + 1):
        this = dice.choose(event, [1] * 6)
        pairs[last * 6 + this] += 1
        last = this
    assert chi_square(pairs, [throws / 36] * 36) < 66.6


def test_everything_named_in_the_message_changes_the_dice():
    def first_ten(secret: bytes = SECRET, game: str = "g", entropy: tuple[str | None, ...] = (None, "a")) -> list[int]:
        return [FairDice(secret, game, entropy).number(event, 1000) for event in range(10)]

    others = [
        first_ten(secret=bytes(32)),
        first_ten(game="h"),
        first_ten(entropy=("a", None)),
        first_ten(entropy=(None, "b")),
        first_ten(entropy=()),
    ]
    assert all(other != first_ten() for other in others)
    assert first_ten() == first_ten()


@pytest.mark.parametrize("edition", ["short", "horrea", "forvm"])
def test_a_table_can_draw_all_it_needs_and_the_record_proves_it(edition):
    dice = FairDice(SECRET, "g", ["x"])
    game = fair_game(dice, edition, turns=4)
    assert {draw.kind for draw in draws(game)} == ({"die", "card"} if edition == "forvm" else {"die", "card", "child"})
    again = forvm.Game.from_record(game.record(DAY, proof=dice.proof()))
    verdict = verify(again)
    assert verdict.fair
    assert verdict.checked == len(draws(again)) == sum(played.seat == forvm.CHANCE for played in again.history)


def test_drawing_leaves_the_game_alone_and_waits_for_its_turn(dice):
    game = new_game("forvm", 3)
    assert dice.draw(game) == dice.draw(game)
    assert (game.event, len(game.history)) == (0, 0)
    assert [weight for _, weight in outcomes(game.state, game.definition)] == [1] * 6
    while game.to_act == forvm.CHANCE:
        game.play(dice.draw(game))
    with pytest.raises(ForvmError, match="No die and no card is due now"):
        dice.draw(game)


def test_a_die_that_is_rolled_again_after_an_undo_is_another_die(dice):
    shown = set()
    game = new_game("forvm", 3)
    for _ in range(20):
        shown.add(dice.draw(game))
        game.play(dice.draw(game))
        game.undo()
    assert game.event == 40
    assert len(shown) > 2


# What the record proves.


def test_the_record_of_a_game_with_moves_taken_back_is_proved(game, record):
    assert verify(forvm.Game.from_record(record)).follows
    verdict = verify_record(record)
    # Somebody who changed the record could pass numbers over as well: so the dice follow, and are not called fair.
    assert verdict.finding == "qualified"
    assert skipped(game) > 5
    assert f"{skipped(game)} numbers were skipped" in verdict.text
    again = forvm.Game.from_record(record)
    assert [played.event for played in again.history] == [played.event for played in game.history]
    assert again.record() == record


def test_numbers_stand_where_something_was_taken_back_and_nowhere_else(game, record):
    jumps = [word for line in record.splitlines() for word in line.split() if word.startswith("#")]
    events = [0, *(played.event for played in game.history)]
    assert jumps == [f"#{after}" for before, after in pairwise(events) if after != before + 1]
    assert "#" not in game.record(DAY)


def test_every_die_that_is_changed_is_named(game, record):
    """Also if whoever changed it has put a fitting digest below: the first die that differs is told."""
    changed = 0
    lines = record.splitlines()
    for number, line in enumerate(lines):
        for old, new in (("d1", "d2"), ("d2", "d3"), ("d5", "d4"), ("d6", "d5")):
            words = line.split(" ")
            if not line[:1].isdigit() or old not in words:
                continue
            words[words.index(old)] = new
            forged = signed_again([*lines[:number], " ".join(words), *lines[number + 1 :]])
            verdict = verify_record(forged)
            assert verdict.finding == "different"
            assert verdict.wrong is not None
            assert verdict.wrong.token == new
            assert f"the record says {new}, but by the secret it is {old}" in verdict.text
            assert f"number {verdict.wrong.event} " in verdict.text
            changed += 1
    assert changed > 4


def test_a_die_is_named_even_in_a_record_whose_digest_no_longer_fits(record):
    die = next(word for line in record.splitlines() for word in line.split() if word in ("d1", "d2", "d3"))
    clumsy = record.replace(f" {die}", " d4", 1)
    with pytest.raises(RecordError):
        forvm.Game.from_record(clumsy)
    assert verify_record(clumsy).finding == "different"


def test_another_number_is_another_die(game, record, dice):
    jumps = [int(word[1:]) for line in record.splitlines() for word in line.split() if word.startswith("#")]
    found = []
    for jump, following in pairwise([*jumps, game.event + 1]):
        moved = [draw for draw in draws(game) if jump <= draw.event < following]
        others = [draw for draw in moved if dice.choose(draw.event + 1, draw.weights) != draw.drawn]
        forged = verify_record(with_token(record, f"#{jump} ", f"#{jump + 1} "))
        found.append(forged.finding)
        assert found[-1] == ("different" if others else "qualified")
    assert found.count("different") > 2


def test_other_words_of_a_player_another_id_or_another_secret_do_not_pass(record):
    assert verify_record(with_token(record, "17 pebbles", "18 pebbles")).finding == "different"
    assert verify_record(with_token(record, "g4me_id-1", "g4me_id-2")).finding == "different"
    assert verify_record(with_token(record, SECRET.hex(), bytes(32).hex())).finding == "wrong_secret"
    assert verify_record(with_token(record, commitment(SECRET), "0" * 64)).finding == "wrong_secret"


def test_a_record_that_was_made_up_as_a_whole_does_not_have_the_published_commitment(record):
    assert verify_record(record, commitment(SECRET).upper()).follows
    assert verify_record(record, commitment(bytes(32))).finding == "wrong_commitment"


def test_what_does_not_concern_dice_is_told_as_ever(record):
    with pytest.raises(RecordError, match="digest does not fit"):
        verify_record(record.replace("Ada", "Eve", 1))


def test_without_a_proof_and_before_the_end_nothing_is_proved(game, dice):
    assert verify_record(game.record(DAY)).finding == "no_proof"
    running = game.copy()
    running.undo(3)
    assert verify_record(running.record(DAY, proof=dice.proof().without_secret())).finding == "running"


def test_a_running_game_keeps_its_secret(game, dice, record):
    running = game.copy()
    running.undo(3)
    with pytest.raises(ForvmError, match="when the game is over, and not before"):
        running.record(DAY, proof=dice.proof())
    kept = running.record(DAY, proof=dice.proof().without_secret())
    assert SECRET.hex() not in kept
    told = kept.replace("\n\n", f'\n  secret = "{SECRET.hex()}"\n\n', 1)
    with pytest.raises(RecordError, match="the game is not over"):
        forvm.Game.from_record(signed_again(told.splitlines()))
    with pytest.raises(ForvmError, match="not known yet"):
        FairDice.of(dice.proof().without_secret())


# What cannot be used.


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("scheme = 1", "scheme = 3", "by scheme 3"),
        ("scheme = 1", "side = 1", "lack their scheme, which is 1 or 2"),
        ("scheme = 1", "scheme = 1\n  side = 1", "“side” says nothing about dice"),
        ('commitment = "', 'commitment = "g', "64 hexadecimal digits"),
        ('  game = "g4me_id-1"\n', "", "lack their game"),
        ('game = "g4me_id-1"', 'game = "g 1"', "letters, digits"),
        ("entropy.A", "entropy.D", "“entropy.D” names no seat of this game"),
        ("entropy.A = ", "entropy.A = 1 # ", "in quotation marks"),
        ("entropy.C = ", "entropy.C = [", "TOML"),
        ('secret = "', 'secret = "f', "64 hexadecimal digits"),
        ("dice:", "dices:", "is no line of a record's header"),
    ],
)
def test_a_damaged_proof_is_told_with_its_line(record, old, new, told):
    with pytest.raises(RecordError, match=told) as problem:
        forvm.Game.from_record(record.replace(old, new, 1))
    assert problem.value.line is not None


def test_numbers_go_up_and_need_a_proof(game, record):
    jump = next(word for line in record.splitlines() for word in line.split() if word.startswith("#"))
    with pytest.raises(RecordError, match="is out of place: the next move is number"):
        forvm.Game.from_record(with_token(record, jump, "#2"))
    plain = game.record(DAY)
    with pytest.raises(RecordError, match="only records that prove their dice"):
        forvm.Game.from_record(with_token(plain, "A: ", "A: #9 "))


@pytest.mark.parametrize("words", ["", "x" * 65, "two\nlines", "\ud800", "bell\a"])
def test_what_a_player_adds_is_one_short_line(words):
    with pytest.raises(ForvmError, match="one line of 1 to 64 characters"):
        FairDice(SECRET, "g", [words])


def test_secrets_and_sides_have_their_sizes():
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()
    with pytest.raises(ForvmError, match="32 bytes, not 3"):
        FairDice(b"abc", "g")
    with pytest.raises(ForvmError, match="sides"):
        FairDice(SECRET, "g").number(1, 0)
    with pytest.raises(ForvmError, match="Only 4 players"):
        DiceProof("g", "0" * 64, ("a",) * 5)
