"""Whatever is done to a file, it loads or gets a ContentError: never another exception."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forvm.content import load
from forvm.errors import ContentError

JUNK = (
    *("", "0", "-1", "true", "1.5", "nan", "inf", "1e999", "9" * 400, "0x" + "f" * 5000, "1979-05-27", '""', '"Rome"'),
    *('"{"', '"{Rome}"', '"\\u0000"', "[]", "[[]]", "[1]", '["Rome"]', '["Rome", "Delos"]', "{}", "{ a = 1 }", "x = 1"),
    *("[[cards]]", "[oust]", "[trade.full]", "#", "'''", '"""', "\n", "]", "}", ",", "="),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path: Path = tmp_path_factory.mktemp("junk")
    return path


@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_junk_in_a_file(data, folder: Path, house_rule: str, small_board: str, small_deck: str) -> None:
    texts = {
        "mine.toml": f"{house_rule}oust.cost = 100\ngive.bands = [1, 5, 9]\ntrade.full = {{ small = 3 }}\n",
        "board.toml": small_board,
        "deck.toml": small_deck,
    }
    name = data.draw(st.sampled_from(sorted(texts)))
    for _ in range(data.draw(st.integers(1, 3))):
        tokens = re.findall(r'"[^"\n]*"|\[[^][\n]*\]|[\w.-]+|\s+|.', texts[name])
        place = data.draw(st.integers(0, len(tokens) - 1))
        tokens[place] = data.draw(st.sampled_from(JUNK))
        texts[name] = "".join(tokens)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    try:
        rules = load(folder / "mine.toml")
    except ContentError:
        return
    for players in rules.player_counts:
        assert rules.definition(players).players == players
