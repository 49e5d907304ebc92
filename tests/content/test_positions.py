"""The line of every key and list item is found in whatever TOML allows."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from forvm.content.loading import DATA
from forvm.content.toml_positions import KeyPath, positions

EVERY_FORM = '''\
# a comment with = and [ in it
plain = 1
"quoted key" = 'literal # not a comment'
a.b . "c.d" = "escaped \\" quote"
many = """
lines = "of" ""text
"""
raw = \'\'\'
[not.a.table]
\'\'\'
list = [ # comment ]
  1, [2, 3],
  { x = 1, y.z = [4] },
]
date = 1979-05-27 07:32:00
empty = []
none = {}

[table.inner] # comment
key = true

[[items]]
name = "one"
[items.more]
deep = 1
[[items]]
name = "two"
[[items.sub]]
k = 1
'''


def paths(value: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    if path:
        yield path
    children: Any = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    for key, inner in children:
        yield from paths(inner, (*path, key))


def test_every_form_of_toml() -> None:
    found = positions(EVERY_FORM)
    assert set(found) == set(paths(tomllib.loads(EVERY_FORM)))
    wanted: dict[KeyPath, int] = {
        ("plain",): 2,
        ("quoted key",): 3,
        ("a", "b", "c.d"): 4,
        ("many",): 5,
        ("raw",): 8,
        ("list", 1, 1): 12,
        ("list", 2, "y", "z", 0): 13,
        ("date",): 15,
        ("none",): 17,
        ("table", "inner", "key"): 20,
        ("items", 0): 22,
        ("items", 0, "more", "deep"): 25,
        ("items", 1, "name"): 27,
        ("items", 1, "sub", 0, "k"): 29,
    }
    assert {path: found[path] for path in wanted} == wanted


@pytest.mark.parametrize("file", sorted(DATA.rglob("*.toml")), ids=lambda file: file.stem)
def test_every_path_of_the_shipped_files(file) -> None:
    text = file.read_text(encoding="utf-8")
    found = positions(text)
    assert set(found) == set(paths(tomllib.loads(text)))
    lines = text.splitlines()
    for path, line in found.items():
        if isinstance(path[-1], str):
            assert path[-1] in lines[line - 1]


def test_a_text_that_is_no_toml_gives_what_was_found() -> None:
    assert positions("a = 1\n]]]\nb = 2") == {("a",): 1}
