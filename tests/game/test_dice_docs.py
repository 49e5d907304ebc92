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


def test_the_message_shown_is_the_one_of_the_vectors():
    shown = re.search(r"```text\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    message = "\n".join(line.strip() for line in shown[1].splitlines() if line.strip())
    vectors = json.loads((ROOT / "tests" / "vectors" / "dice.json").read_text(encoding="utf-8"))
    assert message in [draw["attempts"][0]["message"] for draw in vectors["draws"]]
