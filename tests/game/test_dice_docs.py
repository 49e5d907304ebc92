"""What docs/dice.md says is so."""

import doctest
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "dice.md"


def test_the_examples_run():
    failed, tried = doctest.testfile(str(DOCS), module_relative=False)
    assert failed == 0
    assert tried > 5


def test_the_texts_shown_are_those_of_the_vectors():
    shown = re.findall(r"```text\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    texts = ["\n".join(line.strip() for line in block.splitlines() if line.strip()) for block in shown]
    vectors = json.loads((ROOT / "tests" / "vectors" / "dice.json").read_text(encoding="utf-8"))
    sealed = vectors["sealed"]["games"][0]
    words, seal, message, scheme_1 = texts
    assert words == sealed["words"][0]["text"]
    assert seal == sealed["text"]
    assert message in [draw["attempts"][0]["message"] for draw in sealed["draws"]]
    assert scheme_1 in [draw["attempts"][0]["message"] for draw in vectors["draws"]]
