"""What is larger, longer or deeper than any real file is refused before it is parsed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from forvm import content
from forvm.content.loading import DATA
from forvm.content.toml_bounds import check_toml
from forvm.errors import ContentError

HEAD = 'format = 1\nid = "mine"\nname = "Mine"\nedition = "forvm"\n'

Upon = Callable[[str], Path]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (f"{'a.' * 1_900}a = 1", 5, "more than 6 dots"),
        (f"{'a . ' * 900}a = 1", 5, "more than 6 dots"),
        ('"a".' * 900 + "a = 1", 5, "more than 6 dots"),
        ("x = {'a'.b.c.d.e.f.g.h = 1}", 5, "more than 6 dots"),
        (f"[{'a.' * 900}a]", 5, "more than 6 dots"),
        (f"\n\nx = {'[' * 900}", 7, "more than 12 deep"),
        (f"x = {'{a = ' * 700}", 5, "more than 12 deep"),
        ("x = [\n" * 900, 17, "more than 12 deep"),
        (f"x = {'9' * 3_900}", 5, "more than 100 characters"),
        (f"x = 0x{'f' * 3_900}", 5, "more than 100 characters"),
        (f"{'a' * 101} = 1", 5, "more than 100 characters"),
        (f"x = '{'a' * 4_000}'", 5, "at most 4000 are read"),
        ("# a\n" * 4_000, None, "at most 4000 are read"),
        ("# a comment that is long\n" * 3_000, None, "larger than 64 kB"),
        ("# \ud800", 5, "not UTF-8"),
    ],
)
def test_what_no_real_file_has_is_refused(text: str, line: int | None, said: str) -> None:
    with pytest.raises(ContentError, match=said) as caught:
        content.loads(HEAD + text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "text", ['"' + "a." * 500 + '"', "'" + "[" * 500 + "'", '"""' + "[\n" * 50 + '\\""""', "'''.......'''''"]
)
def test_what_stands_in_a_string_is_no_key_and_no_list(text: str) -> None:
    check_toml(f"description = {text}  # {'a.' * 100} {'[' * 100}\noust.cost = 3\n")


def test_an_unclosed_string_is_left_to_the_reader() -> None:
    for quote in ('"', "'", '"""', "'''"):
        with pytest.raises(ContentError, match="not valid TOML"):
            content.loads(f"{HEAD}x = {quote}{'a.' * 100}")


def test_every_shipped_file_is_far_within_the_bounds() -> None:
    files = sorted(DATA.glob("*/*.toml"))
    assert len(files) > 10
    for file in files:
        text = file.read_text(encoding="utf-8")
        check_toml(text)
        assert len(text) < 20_000


def test_a_bomb_of_20_kB_is_refused_before_it_is_parsed(upon: Upon) -> None:
    """To parse it takes 24 seconds and 530 MB. Processor time is measured: other work on the machine does not count."""
    file = upon("\n".join(f"{'a.' * 1_900}a{number} = 1" for number in range(5)))
    began = time.process_time()
    with pytest.raises(ContentError, match="dots"):
        content.load(file)
    assert time.process_time() - began < 5


@pytest.mark.parametrize("line", ["oust.k{} = 1", "k{} = 1", "[k{}]", "oust.cost{} = [1, 'x']"])
def test_only_the_first_of_thousands_of_wrong_keys_are_told(upon: Upon, line: str) -> None:
    with pytest.raises(ContentError, match="2000 things are wrong") as caught:
        content.load(upon("\n".join(line.format(number) for number in range(2_000))))
    assert caught.value.message.endswith("and 1992 more.")
    assert len(caught.value.message) < 2_000
