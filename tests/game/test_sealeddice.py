"""Dice of scheme 2: the seal, the commitment to words, and the dice that follow from them."""

import hashlib
import hmac
import json
import random
from pathlib import Path
from typing import Any

import pytest

import forvm
from forvm.errors import ForvmError
from forvm.game.fairdice import SealedDice, commitment
from forvm.notation.digest import state_digest
from forvm.notation.position import Track
from forvm.notation.proof import SealedProof
from forvm.notation.seal import DiceSeal, Opening, SealedSeat, words_commitment
from tests.game.tables import new_game

SECRET = bytes(range(32))
GAME = "3f9c2a7d11d0b6c5"
RULES = "5c" * 32
SEATS = (SealedSeat("Livia"), SealedSeat("Marcus"), SealedSeat("Aedile", bot=True))
OPENINGS = (Opening("0a" * 16, "Alea iacta 49"), Opening("0b" * 16, "α ω 🎲"), None)
EPOCH = "0e" * 16


def sealed(
    openings: tuple[Opening | None, ...] = OPENINGS,
    game: str = GAME,
    rules: str = RULES,
    seats: tuple[SealedSeat, ...] = SEATS,
    round: int = 1,
    secret: bytes = SECRET,
) -> DiceSeal:
    """A seal over what these players committed to."""
    words = (None if o is None else words_commitment(game, seat, round, o) for seat, o in enumerate(openings))
    return DiceSeal(game, rules, commitment(secret), seats, tuple(words), round)


def test_the_seal_is_the_sha_256_of_lines_that_anybody_can_write_down():
    words = [
        "\n".join(["FORVM words 2", f"game {GAME}", f"seat {letter}", "round 1", f"salt {salt}", f"words {said}"])
        for letter, salt, said in (("A", "0a" * 16, "Alea iacta 49"), ("B", "0b" * 16, "α ω 🎲"))
    ]
    promised = [hashlib.sha256(text.encode()).hexdigest() for text in words]
    text = "\n".join(
        [
            "FORVM dice 2",
            f"game {GAME}",
            f"rules {RULES}",
            "round 1",
            f"secret {hashlib.sha256(SECRET).hexdigest()}",
            "seat A person Livia",
            "seat B person Marcus",
            "seat C bot Aedile",
            f"words A {promised[0]}",
            f"words B {promised[1]}",
        ]
    )
    assert sealed().text() == text
    assert sealed().digest() == hashlib.sha256(text.encode()).hexdigest()


def test_a_die_is_the_hmac_of_lines_that_anybody_can_write_down():
    dice = SealedDice(SECRET, sealed(), OPENINGS)
    lines = [
        "FORVM dice 2",
        f"seal {sealed().digest()}",
        f"opened A {'0a' * 16} Alea iacta 49",
        f"opened B {'0b' * 16} α ω 🎲",
        "draw 7",
        "attempt 2",
    ]
    assert dice.message(7, 2) == "\n".join(lines)
    lines.insert(4, f"epoch {EPOCH}")
    assert dice.message(7, 2, EPOCH) == "\n".join(lines)


def test_everything_that_is_sealed_changes_the_dice():
    def first_ten(
        seal: DiceSeal, openings: tuple[Opening | None, ...] = OPENINGS, epoch: str | None = None
    ) -> list[int]:
        return [SealedDice(SECRET, seal, openings).number(event, 1000, epoch) for event in range(10)]

    other_words = (OPENINGS[0], Opening("0b" * 16, "α ω"), None)
    other_salt = (OPENINGS[0], Opening("0c" * 16, "α ω 🎲"), None)
    found = [
        first_ten(sealed()),
        first_ten(sealed(game="another")),
        first_ten(sealed(rules="5d" * 32)),
        first_ten(sealed(round=2)),
        first_ten(sealed(seats=(SEATS[1], SEATS[0], SEATS[2]))),
        first_ten(sealed(seats=(*SEATS[:2], SealedSeat("Aedile")))),
        first_ten(sealed(other_words), other_words),
        first_ten(sealed(other_salt), other_salt),
        first_ten(sealed((OPENINGS[0], None, None)), (OPENINGS[0], None, None)),
        first_ten(sealed(), epoch=EPOCH),
        first_ten(sealed(), epoch="0f" * 16),
    ]
    assert len({tuple(numbers) for numbers in found}) == len(found)
    assert first_ten(sealed()) == found[0]


@pytest.mark.parametrize(
    "openings",
    [
        (Opening("0a" * 16, "Alea iacta 50"), OPENINGS[1], None),
        (Opening("1a" * 16, "Alea iacta 49"), OPENINGS[1], None),
        (OPENINGS[1], OPENINGS[0], None),
        (OPENINGS[0], None, None),
        (OPENINGS[0], OPENINGS[1], Opening("0c" * 16, "I too")),
        (),
    ],
)
def test_words_that_were_not_committed_to_do_not_open_the_seal(openings):
    with pytest.raises(ForvmError, match="not those that were committed to"):
        SealedDice(SECRET, sealed(), openings)


def test_another_secret_does_not_open_the_seal():
    with pytest.raises(ForvmError, match="not the one that was sealed"):
        SealedDice(bytes(32), sealed(), OPENINGS)


def test_a_commitment_of_another_seat_game_or_round_is_not_ones_own():
    opening = OPENINGS[0]
    assert opening is not None
    kept = {
        words_commitment(GAME, 0, 1, opening),
        words_commitment(GAME, 1, 1, opening),
        words_commitment(GAME, 0, 2, opening),
        words_commitment("another", 0, 1, opening),
    }
    assert len(kept) == 4


def test_the_proof_of_a_running_game_does_not_hold_the_secret():
    proof = SealedDice(SECRET, sealed(), OPENINGS).proof()
    assert proof == SealedProof(sealed(), OPENINGS, SECRET.hex())
    assert proof.without_secret().secret is None
    with pytest.raises(ForvmError, match="not known yet"):
        SealedDice.of(proof.without_secret())
    assert SealedDice.of(proof).message(1) == SealedDice(SECRET, sealed(), OPENINGS).message(1)


@pytest.mark.parametrize("name", ["", "x" * 41, "Livia\nwords A " + "0" * 64, " Livia", "Livia ", "bell\a", "\u2028"])
def test_a_name_cannot_add_a_line_to_the_seal(name):
    with pytest.raises(ForvmError, match="cannot be sealed as a name"):
        SealedSeat(name)


@pytest.mark.parametrize(
    ("salt", "words"),
    [
        ("0a" * 16, ""),
        ("0a" * 16, "x" * 65),
        ("0a" * 16, "a\nevent 9"),
        ("0a" * 15, "a"),
        ("0A" * 16, "a"),
        ("0a" * 16 + "\n", "a"),
        ("", "a"),
    ],
)
def test_words_and_salts_that_cannot_be_used(salt, words):
    with pytest.raises(ForvmError, match=r"one line of 1 to 64 characters|32 hexadecimal digits"):
        Opening(salt, words)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "g 1"}, "letters, digits"),
        ({"rules": "5c"}, "digest of the rules"),
        ({"commitment": "x"}, "commitment of the dice"),
        ({"seats": ()}, "1 to 4 seats"),
        ({"words": (None,) * 4}, "There are 3 seats"),
        ({"words": ("zz",)}, "commitment to the words of seat A"),
        ({"words": (None, None, "00" * 32)}, "Seat C is a bot's"),
        ({"round": 0}, "A round is a number"),
    ],
)
def test_a_seal_that_cannot_be_used(change, told):
    facts = {"game": GAME, "rules": RULES, "commitment": "00" * 32, "seats": SEATS, "words": (), "round": 1}
    with pytest.raises(ForvmError, match=told):
        DiceSeal(**(facts | change))


def test_after_an_epoch_no_die_that_was_seen_comes_again():
    """Two servers go on from the same copy: each has dice of its own from there on."""
    dice = SealedDice(SECRET, sealed(), OPENINGS)

    def rolled(epochs: list[str]) -> list[int]:
        game = new_game("forvm", 3)
        for nonce in epochs:
            game.begin_epoch(nonce)
        shown = []
        for _ in range(20):
            shown.append(dice.draw(game))
            game.play(shown[-1])
            game.undo()
        return shown

    assert rolled([]) == rolled([])
    assert len({tuple(rolled(epochs)) for epochs in ([], [EPOCH], ["0f" * 16])}) == 3
    assert rolled([EPOCH, "0f" * 16]) == rolled(["0f" * 16])  # the last one counts
    game = new_game("forvm", 3)
    with pytest.raises(ForvmError, match="32 hexadecimal digits"):
        game.begin_epoch("0")
    assert (game.event, game.epoch) == (0, None)


def test_the_next_die_stays_what_it_is_whatever_is_played_before_it():
    """Somebody who knows the secret cannot shift it by one move more, nor by taking moves back."""
    dice = SealedDice(SECRET, sealed(), OPENINGS)
    game = new_game("forvm", 3)
    for token in ("d5", "d2", "d3"):
        game.play(token)
    assert dice.next_die(game) == 4
    for _ in range(9):
        game.play("Roma>Luna")
        game.undo()
    game.play("Roma>Puteoli")
    assert (game.event, dice.next_die(game)) == (22, 4)


def test_a_die_that_was_taken_back_does_not_come_again():
    dice = SealedDice(SECRET, sealed(), OPENINGS)
    game = new_game("forvm", 3)
    shown = []
    for _ in range(20):
        shown.append(dice.draw(game))
        game.play(shown[-1])
        game.undo()
    assert (game.drawn, dice.next_die(game)) == (20, 21)
    assert len(set(shown)) > 2


# The timeline.


def test_the_timeline_has_everything_that_was_ever_done():
    game = new_game("forvm", 3)
    game.play("d5")
    game.play("d2")
    game.undo(2, consent=[1, 2])
    game.begin_epoch(EPOCH)
    game.play("d1")
    game.undo()
    game.undo(0)
    game.play("d6")
    timeline = game.timeline
    assert [done.event for done in timeline] == [1, 2, 3, 4, 5, 6, 7]
    assert [type(done).__name__ for done in timeline] == [
        "Played", "Played", "TakenBack", "Epoch", "Played", "TakenBack", "Played"
    ]  # fmt: skip
    third, fourth, sixth = timeline[2], timeline[3], timeline[5]
    assert isinstance(third, forvm.game.TakenBack)
    assert (third.position, third.consent) == (0, (1, 2))
    assert isinstance(fourth, forvm.game.Epoch)
    assert fourth.nonce == EPOCH
    assert isinstance(sixth, forvm.game.TakenBack)
    assert (sixth.position, sixth.consent) == (0, ())
    assert [str(played) for played in game.history] == ["d6"]
    assert (game.event, game.epoch) == (7, EPOCH)


def test_copies_have_timelines_of_their_own_and_bots_get_none():
    game = new_game("forvm", 3)
    game.play("d5")
    game.undo()
    game.begin_epoch(EPOCH)
    twin = game.copy()
    twin.play("d1")
    twin.undo()
    assert (len(game.timeline), len(twin.timeline)) == (3, 5)
    assert twin.epoch == EPOCH
    seen = twin.seen_by(0)
    seen.play("d1")
    seen.undo()
    assert seen.timeline == ()
    assert seen.event == 7


# Vectors for other languages.

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "dice.json").read_text(encoding="utf-8"))["sealed"]


@pytest.mark.parametrize("vector", VECTORS["games"], ids=lambda vector: vector["name"])
def test_the_vectors_that_every_implementation_must_meet(vector):
    openings = tuple(None if given is None else Opening(**given) for given in vector["opened"])
    for seat, (opening, promised) in enumerate(zip(openings, vector["words"], strict=True)):
        if opening is not None:
            assert hashlib.sha256(promised["text"].encode()).hexdigest() == promised["commitment"]
            made = words_commitment(vector["game"], seat, vector["round"], opening)
            assert made == promised["commitment"]
    seal = DiceSeal(
        game=vector["game"],
        rules=vector["rules"],
        commitment=vector["commitment"],
        seats=tuple(SealedSeat(**seat) for seat in vector["seats"]),
        words=tuple(None if promised is None else promised["commitment"] for promised in vector["words"]),
        round=vector["round"],
    )
    assert (seal.text(), seal.digest()) == (vector["text"], vector["seal"])
    secret = bytes.fromhex(vector["secret"])
    dice = SealedDice(secret, seal, openings)
    for draw in vector["draws"]:
        for attempt, tried in enumerate(draw["attempts"]):
            message = dice.message(draw["draw"], attempt, draw["epoch"])
            assert message == tried["message"]
            assert hmac.new(secret, message.encode(), hashlib.sha256).hexdigest() == tried["hmac"]
        assert dice.choose(draw["draw"], draw["weights"], draw["epoch"]) == draw["chosen"]


def proof_of(vector: dict[str, Any]) -> SealedProof:
    seats = tuple(SealedSeat(**seat) for seat in vector["seats"])
    words = tuple(vector["words"])
    seal = DiceSeal(vector["game"], vector["rules"], vector["commitment"], seats, words, vector["round"])
    return SealedProof(seal, tuple(None if given is None else Opening(**given) for given in vector["opened"]))


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["name"])
def test_what_every_implementation_must_refuse(vector):
    with pytest.raises(ForvmError):
        proof_of(vector)


def test_the_vectors_hold_what_goes_wrong_first():
    every = [draw for vector in VECTORS["games"] for draw in vector["draws"]]
    assert max(len(draw["attempts"]) for draw in every) > 3
    assert {draw["epoch"] is None for draw in every} == {True, False}
    assert {vector["round"] for vector in VECTORS["games"]} == {1, 2}
    assert any(not any(vector["words"]) for vector in VECTORS["games"])


# The way back.


def test_going_back_and_forth_leads_where_it_was():
    """Whatever positions are kept on the way, by a game and by the track that readers of records follow."""
    game, choose, dice = new_game("forvm", 3), random.Random(8), forvm.Dice(8)
    track, digests = Track(game.definition), [state_digest(game.state)]
    for _ in range(250):
        if game.to_act is None or (game.history and choose.random() < 0.3):
            game.undo(min(len(game.history), choose.choice([1, 1, 2, 3, 40])))
            track.go_back(len(game.history))
            del digests[len(game.history) + 1 :]
        else:
            for _ in range(choose.choice([1, 1, 5])):
                if game.to_act is None:
                    break
                if game.to_act == forvm.CHANCE:
                    game.roll(dice)
                else:
                    game.play(choose.choice(game.legal()))
                track.play(game.history[-1].id)
                digests.append(state_digest(game.state))
        assert state_digest(game.state) == state_digest(track.state) == digests[-1]
        assert track.played == len(game.history) == len(digests) - 1
    assert max(len(game.history), game.event) > 300
