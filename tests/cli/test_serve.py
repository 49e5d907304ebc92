"""forvm serve: what cannot be served is told before anything begins. Serving itself is in tests/server/ops."""

from pathlib import Path

import pytest

from tests.cli.conftest import Call


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--public-url", "forvm.example.org"), "is not an address that a browser can open"),
        (("--public-url", "https://example.org/forvm"), "has the path"),
        (("--proxy", "nginx"), "A proxy is named by its address"),
        (("--open-games", "0"), "--open-games is a number from 1 up"),
        (("--thinkers", "0"), "--thinkers is a number from 1 up"),
        (("--host", "192.0.2.1"), "Add --public-url http://192.0.2.1:"),
        (("--host", "192.0.2.1", "--public-url", "http://192.0.2.1:8765"), "cannot listen on 192.0.2.1"),
        (("--log-format", "xml"), "xml"),
        (("--seed", "7"), "--seed"),
    ],
)
def test_what_cannot_be_served_is_told(call: Call, data: Path, words: tuple[str, ...], told: str):
    answer = call("serve", "--store", data / "games.sqlite3", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in " ".join(answer.err.split())
    assert not list(data.iterdir())


def test_the_help_says_what_each_option_does(call: Call):
    told = " ".join(call("serve", "--help").out.split())
    for option in ("--host", "--port", "--store", "--public-url", "--proxy", "--open-games", "--metrics-port"):
        assert option in told
    assert "Example: forvm serve" in told
