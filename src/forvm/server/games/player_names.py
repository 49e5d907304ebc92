"""Names of players: each can be read, and no two at a table look alike.

Unicode has letters that nobody sees, marks that pile up, and letters of one script that look like those of another.
Names with invisible signs, piled marks or mixed scripts are refused, which leaves few ways to imitate somebody; for
those names are compared by what they look like (after UTS 39, with the pairs that matter between the scripts allowed).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from forvm import text
from forvm.notation.names import LONGEST_NAME
from forvm.server.common.server_errors import ServerError

MOST_MARKS = 3  # on one letter: Hebrew and Vietnamese need as many

# Signs that take no room or show nothing, though Python counts them as printable: Default_Ignorable_Code_Point, the
# blank of Braille and a musical sign without ink. All others of that kind are not printable anyway.
_INVISIBLE = {
    *map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159)),
    *map(chr, range(0x180B, 0x1810)),
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
# The scripts in everyday use (UAX 31, table 5), by the first word of their letters' names.
_EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "BOPOMOFO", "HANGUL"}
_ALONE = (
    "LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA", "ETHIOPIC", "DEVANAGARI",
    "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO",
    "TIBETAN", "MYANMAR", "KHMER",
)  # fmt: skip
_NO_SCRIPT = {"MODIFIER", "FEMININE", "MASCULINE"}  # letters that go with any
# Letters on the left look like those below them. Capitals first: as small letters they may look like none.
_LOOKS_LIKE = str.maketrans(
    "I1|0" "АВЕКМНОРСТУХЅІЈԚԜӀԌЬ" "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" "ՍՕՏԼ" "аԁеһіјӏорԛѕсуүхѵԝгпк" "αγηικνορστυχω" "օսհոցզ"
    "ıɑɡɩᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" "ǀƖ℮",
    "lllo" "ABEKMHOPCTYXSlJQWlGb" "ABEZHlKMNOPTYX" "UOSL" "adehijlopqscyyxvwrnk" "aynikvopotuxw" "ouhngq"
    "iagiabcdeghijklmnoprstuvwyz" "lle",
)  # fmt: skip
# All apostrophes look alike, and all dashes.
_SIGNS = str.maketrans({**dict.fromkeys("’‘‛ʼʹʻʽˈ′`´＇", "'"), **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")})
_AT_THE_EDGE = "'-.,:;!?·_~*\" "  # what one hardly sees before or after a name


def check_name(name: str) -> str:
    """A name that every screen can show as it is."""
    words = text.load("table")["names"]
    tidy = unicodedata.normalize("NFC", " ".join(filter(None, name.strip().split(" "))))
    if not tidy or not tidy.isprintable() or len(tidy) > LONGEST_NAME:
        raise ServerError("malformed", text.fill(words["printable"], {"count": LONGEST_NAME}))
    if any(sign in _INVISIBLE for sign in tidy):
        raise ServerError("malformed", words["invisible"])
    _check_marks(tidy)
    _check_scripts(tidy)
    return tidy


def check_names(names: Iterable[str]) -> list[str]:
    """Names of all at a table, no two of which look alike."""
    checked: list[str] = []
    for name in names:
        tidy = check_name(name)
        if (other := taken_by(tidy, checked)) is not None:
            raise alike(tidy, other)
        checked.append(tidy)
    return checked


def taken_by(name: str, others: Iterable[str]) -> str | None:
    """The name among others that this one would be mistaken for."""
    mine = _keys(name)
    return next((other for other in others if mine & _keys(other)), None)


def alike(name: str, other: str) -> ServerError:
    """The refusal of a name that looks like another."""
    words = text.load("table")["names"]
    said = "same" if name.casefold() == other.casefold() else "alike"
    return ServerError("taken", text.fill(words[said], {"name": name, "other": other}))


def check_not_reserved(name: str) -> None:
    """Refuse a person's name that says that they are a bot or a spectator."""
    table = text.load("table")
    titles = [bot["name"] for bot in table["bots"].values()] + [table["talk"]["spectator"].partition(" ")[0]]
    title = taken_by(name.rstrip("0123456789 "), titles) or taken_by(name, titles)
    if title is not None:
        raise ServerError("taken", text.fill(table["names"]["reserved"], {"name": name, "other": title}))


def _keys(name: str) -> set[str]:
    """Two names that share a key are taken for each other: the same letters, or letters that look the same."""
    plain = " ".join(unicodedata.normalize("NFKC", name.translate(_SIGNS)).split())
    plain = plain.strip(_AT_THE_EDGE) or plain
    return {plain.casefold(), _seen(plain), _seen(plain.upper())}


def _seen(name: str) -> str:
    """What a name looks like at a glance, in plain letters."""
    plain = name.translate(_LOOKS_LIKE).casefold().translate(_LOOKS_LIKE)
    return plain.replace("rn", "m").replace("vv", "w")


def _check_marks(name: str) -> None:
    """A mark needs a letter to stand on, and no letter carries a pile of them."""
    marks, carries = 0, False
    for sign in name:
        if unicodedata.category(sign) in ("Mn", "Me", "Mc"):
            marks += 1
            if not carries or marks > MOST_MARKS:
                raise ServerError("malformed", text.fill(text.load("table")["names"]["marks"], {"count": MOST_MARKS}))
        else:
            marks, carries = 0, sign != " "


def _check_scripts(name: str) -> None:
    words = text.load("table")["names"]
    scripts: set[str] = set()
    for sign in unicodedata.normalize("NFKC", name):
        if not unicodedata.category(sign).startswith("L"):
            continue
        script = unicodedata.name(sign, "?").split(" ")[0]
        if script in _NO_SCRIPT:
            continue
        if script not in _ALONE and script not in _EAST_ASIAN:
            raise ServerError("malformed", text.fill(words["script"], {"sign": sign}))
        scripts.add("EAST ASIAN" if script in _EAST_ASIAN else script)
    if len(scripts) > 1 and scripts != {"LATIN", "EAST ASIAN"}:
        found = " and ".join(sorted(script.capitalize() for script in scripts))
        raise ServerError("malformed", text.fill(words["mixed"], {"scripts": found}))
