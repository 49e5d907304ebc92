"""Files that cannot be read, or are no house rule."""

from pathlib import Path

import pytest

from forvm.content import load
from forvm.errors import ContentError


@pytest.mark.parametrize("name", ["forvn", "Forvm", "cheap-ousting", "", "4"])
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    with pytest.raises(ContentError, match="There is no edition or house rule") as caught:
        load(name)
    assert "short, horrea, forvm" in str(caught.value)
    assert "cheap_ousting" in str(caught.value)


def test_an_unknown_name_that_is_nearly_right() -> None:
    with pytest.raises(ContentError, match=r"Did you mean forvm\?"):
        load("forum")


@pytest.mark.parametrize("name", ["missing.toml", "no/such/folder/mine.toml"])
@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_that_is_not_there(tmp_path: Path, name: str, kind: type) -> None:
    with pytest.raises(ContentError, match="There is no such file") as caught:
        load(kind(tmp_path / name))
    assert caught.value.file == tmp_path / name


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="cannot be read"):
        load(tmp_path)


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(ContentError, match="cannot be the name of a file"):
        load("a\0b.toml")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("format = 1\nid = \n", 2, "not valid TOML here: Invalid value"),
        ("format = 1\n[oust\ncost = 1\n", 2, "not valid TOML"),
        ("format = 1\nformat = 1\n", 2, "not valid TOML here: Cannot overwrite a value"),
        ('format = 1\nname = "', 2, "not valid TOML"),
        ("{}", 1, "not valid TOML"),
    ],
)
def test_broken_toml_is_told_with_its_line(written, text: str, line: int, message: str) -> None:
    with pytest.raises(ContentError, match=message) as caught:
        load(written(text))
    assert caught.value.line == line
    assert "(at " not in caught.value.message


@pytest.mark.parametrize("text", [f"x = {'[' * 100_000}", f"x = {'9' * 10_000}"])
def test_toml_that_is_too_deep_or_too_long(written, text: str) -> None:
    with pytest.raises(ContentError):
        load(written(text))


@pytest.mark.parametrize("value", [f"0x{'f' * 90}", f"{'[' * 12}{']' * 12}", "1979-05-27", "nan", '"é\\u0000"'])
def test_a_strange_value_is_an_ordinary_problem(upon, value: str) -> None:
    with pytest.raises(ContentError, match=r"oust\.cost must be a whole number"):
        load(upon(f"oust.cost = {value}"))


def test_a_file_that_is_not_text(written) -> None:
    path = written()
    path.write_bytes(b"format = 1\nname = '\xff'\n")
    with pytest.raises(ContentError, match="not UTF-8 text") as caught:
        load(path)
    assert caught.value.line == 2


def test_a_file_that_is_too_large(written) -> None:
    with pytest.raises(ContentError, match="larger than 64 kB"):
        load(written("#" * 64_001))


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(written, house_rule: str) -> None:
    path = written()
    path.write_bytes(b"\xef\xbb\xbf" + house_rule.replace("\n", "\r\n").encode())
    assert load(path).id == "mine"


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("2", "made for a later version of FORVM .format 2; this version reads format 1"),
        ("0", "format is 0: the file must say format = 1"),
        ("true", "format is true: the file must say format = 1"),
        ('"1"', 'format is "1": the file must say format = 1'),
        ("1.0", "format is 1.0: the file must say format = 1"),
    ],
)
def test_another_format(written, house_rule: str, version: str, message: str) -> None:
    with pytest.raises(ContentError, match=message) as caught:
        load(written(house_rule.replace("format = 1", f"format = {version}")))
    assert (caught.value.line, caught.value.key) == (1, "format")


def test_no_format(written) -> None:
    with pytest.raises(ContentError, match="format is missing"):
        load(written(""))


def test_a_board_of_a_later_format(written, small_board: str) -> None:
    with pytest.raises(ContentError, match="made for a later version"):
        load(written(board=small_board.replace("format = 1", "format = 3")))


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "message"),
    [
        (
            'edition = "forvm"\n',
            "",
            None,
            "edition",
            "a house rule names the one it changes: short, horrea, forvm",
        ),
        ('edition = "forvm"', 'edition = "forvn"', 4, "edition", 'no edition "forvn". Did you mean forvm'),
        ('edition = "forvm"', "edition = 3", 4, "edition", "no edition 3. There are: short, horrea, forvm"),
        ('edition = "forvm"', 'edition = "cheap_ousting"', 4, "edition", 'no edition "cheap_ousting"'),
        ('id = "mine"\n', "", None, "id", "id must be a short name .*, but is missing"),
        ('name = "Mine"', 'name = ""', 3, "name", "name must be a text"),
        ('board = "board.toml"', "board = 3", 5, "board", "board must be the path of a TOML file"),
        ('name = "Mine"', 'name = "Mine"\ndescription = 1', 4, "description", "description must be a text"),
    ],
)
def test_a_wrong_header(written, house_rule: str, old: str, new: str, line: int, key: str, message: str) -> None:
    with pytest.raises(ContentError, match=message) as caught:
        load(written(house_rule.replace(old, new)))
    assert (caught.value.line, caught.value.key) == (line, key)


def test_a_board_that_is_not_there(written, house_rule: str) -> None:
    path = written(house_rule.replace("board.toml", "other.toml"))
    with pytest.raises(ContentError, match="There is no such file") as caught:
        load(path)
    assert caught.value.file == path.parent / "other.toml"
