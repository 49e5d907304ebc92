"""The rooms of the server are those that ARCHITECTURE.md draws, in the order that the import contract holds."""

import ast
import tomllib
from collections import defaultdict
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


def test_a_module_of_the_server_has_a_name_of_its_own():
    places = defaultdict(list)
    for path in (ROOT / "src" / "forvm").rglob("*.py"):
        if path.stem not in ("__init__", "__main__"):
            places[path.stem].append(path)
    twice = {
        name: found for name, found in places.items() if len(found) > 1 and any(SERVER in p.parents for p in found)
    }
    assert not twice


def test_a_class_of_the_server_has_a_name_of_its_own():
    """Messages are apart: they are called as the page calls them, and a module that uses both says which it means."""
    places = defaultdict(list)
    for path in SERVER.rglob("*.py"):
        if SERVER / "protocol" not in path.parents:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(path)
    assert not {name: found for name, found in places.items() if len(found) > 1}
