"""Names of players: refused where they cannot be read as they are, or could be taken for somebody else's."""

from __future__ import annotations

import pytest

from forvm import text
from forvm.server.common.server_errors import ServerError
from forvm.server.games.player_names import check_name, check_names, check_not_reserved, taken_by
from tests.server.friends import AGREEMENT, OnlineServer, Table
from tests.server.serving import Server


@pytest.mark.parametrize(
    "name",
    ["Ada", "José", "Jose\u0301", "Nguyễn Thị", "Łukasz", "O'Neill", "Анна", "Ζωή", "דָּוִד", "علي", "สมชาย", "王小明",
     "さくら", "김민준", "Kenji 健二", "अनीता", "Ada 🦊", "x2", "Müller-Lüdenscheidt", "Ada Lovelace"],
)  # fmt: skip
def test_names_of_all_the_world_are_names(name: str):
    assert check_name(f"  {name} ")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "1 to 40"),
        ("   ", "1 to 40"),
        ("x" * 41, "1 to 40"),
        ("A\nB", "printable"),
        ("A\u200bda", "printable"),
        ("Ada\u2060", "printable"),
        ("\u202eadA", "printable"),
        ("A\u00adda", "printable"),
        ("Ada\U000e0041", "printable"),
        ("\u3164", "invisible character"),
        ("\u115f\u1160", "invisible character"),
        ("\uffa0", "invisible character"),
        ("Ada\ufe0f", "invisible character"),
        ("A\u034fda", "invisible character"),
        ("\u2800", "invisible character"),
        ("Ada\U000e0101", "invisible character"),
        ("\u0301", "marks"),
        ("Ada \u0301", "marks"),
        ("A" + "\u0335" * 4, "marks"),
        ("Z\u0351\u0352\u0353\u0354\u0355", "marks"),
        ("Аdа", "Cyrillic and Latin"),
        ("Αda", "Greek and Latin"),
        ("ᎪᏧᎪ", "everyday use"),
        ("ꓮꓓꓮ", "everyday use"),
    ],
)
def test_what_cannot_be_read_as_it_is_is_refused_in_words(name: str, said: str):
    with pytest.raises(ServerError) as refused:
        check_name(name)
    assert refused.value.code == "malformed"
    assert said in refused.value.message


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "ADA"),
        ("Oscar", "0scar"),
        ("Coco", "Сосо"),
        ("Livia", "LlVlA"),
        ("Ida", "lda"),
        ("Ida", "1da"),
        ("Bernd", "Bemd"),
        ("Ada", "Ａｄａ"),
        ("Ada", "𝒜𝒹𝒶"),
        ("Ada", "ᴀᴅᴀ"),
        ("José", "Jose\u0301"),
        ("Ada L", "Ada\u2002L"),
        ("HOPE", "НОРЕ"),
        ("Tom", "ΤΟΜ"),
        ("Ida", "ǀda"),
        ("Leo", "Ɩeo"),
        ("Sam", "ꜱam"),
        ("Eva", "℮va"),
        ("O'Neill", "O’Neill"),
        ("O'Neill", "Oʼneill"),
        ("Anne-Marie", "Anne‐Marie"),
        ("Anne-Marie", "Anne−Marie"),
        ("Ada", "Adaʹ"),
        ("Ada", "Ada."),
    ],
)
def test_names_that_look_alike_are_taken_for_each_other(one: str, other: str):
    assert taken_by(one, [other]) == other
    assert taken_by(other, ["Xenia", one]) == one


@pytest.mark.parametrize(("one", "other"), [("Ada", "Adah"), ("Ali", "Ala"), ("Jose", "José"), ("Анна", "Anna")])
def test_names_that_differ_are_each_their_own(one: str, other: str):
    assert taken_by(one, [other]) is None
    assert check_names([one, other]) == [one, other]


def test_nobody_calls_themselves_a_bot_or_a_spectator():
    bots = [bot["name"] for bot in text.load("table")["bots"].values()]
    for name in (*bots, "tiro", "Tiro 2", "T1ro", "Тіго", "Spectator 1", "SPECTATOR", "The Warlord"):
        with pytest.raises(ServerError) as refused:
            check_not_reserved(name)
        assert refused.value.code == "taken"
    for name in ("Tirol", "Constantine", "Ada"):
        check_not_reserved(name)


def test_nobody_sits_down_under_anothers_name(online: OnlineServer):
    table = Table(online, people=2, bots=1, begin=False)
    guest, here = table.friends[1], f"/api/gatherings/{table.id}/sit"
    guest.join(table.links["everyone"])
    for name in ("ADA", "ᴀᴅᴀ", "Tiro", "T1ro", "Consul 3"):
        assert guest.refused(here, {"name": name}) == "taken"
    for name in ("Аdа", "\u3164", "Ben\ufe0f"):
        assert guest.refused(here, {"name": name}) == "malformed"
    assert guest.post(here, {"name": "Ben"})["seats"][1]["name"] == "Ben"


def test_a_bot_does_not_get_the_name_of_a_person(online: OnlineServer):
    wanted = {"seats": [{}, {"bot": "tiro", "name": "ADA"}, {"bot": "tiro"}], "agreement": AGREEMENT, "name": "Ada"}
    answer = online.ask("POST", "/api/gatherings", wanted)
    assert answer.body["code"] == "taken"


def test_at_one_screen_too_names_can_be_told_apart(server: Server):
    for names, code in ((["Ada", "ᴀᴅᴀ", "Ben"], "taken"), (["Ada", "\u3164", "Ben"], "malformed")):
        answer = server.ask("POST", "/api/games", {"seats": [{"name": name} for name in names]})
        assert answer.body["code"] == code
