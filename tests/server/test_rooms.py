"""The rooms of the server are those that ARCHITECTURE.md draws, in the order that the import contract holds."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "forvm" / "server"
NO_ROOMS = {"pages", "__pycache__"}  # `pages` is built


def contract() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (rooms,) = [one for one in settings if one.get("id") == "server-rooms"]
    return [str(layer) for layer in rooms["layers"]]


def test_architecture_draws_the_rooms_of_the_contract():
    section = (ROOT / "ARCHITECTURE.md").read_text().split("## The rooms of the server")[1]
    drawing = section.split("```")[1]
    drawn = [line.split()[0] for line in drawing.splitlines() if line.strip() and line.strip() != "│"]
    assert drawn == contract()


def test_every_folder_is_a_room_and_no_module_stands_outside():
    assert {path.name for path in SERVER.iterdir() if path.is_dir()} - NO_ROOMS == set(contract())
    assert [path.name for path in SERVER.glob("*.py")] == ["__init__.py"]


def test_sql_is_in_the_store_alone_and_in_what_copies_and_checks_it():
    asking = {path for path in SERVER.rglob("*.py") if ".execute(" in path.read_text()}
    assert {path.name for path in asking if path.parent.name != "store"} <= {
        "backups.py",
        "checking.py",
        "store_copies.py",
    }
