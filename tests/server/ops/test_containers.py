"""The image and its compose file, as far as that can be checked without an engine that builds and runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from forvm.cli.app import make_app
from tests.server.ops.test_serving import serving

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
DOCS = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
FORVM = COMPOSE["services"]["forvm"]
PUBLIC = "https://forvm.example.org"


class Instruction(NamedTuple):
    name: str
    words: list[str]


def instructions() -> list[Instruction]:
    """The lines of the Containerfile, those that go on in the next line joined."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ").splitlines()
    found = [line.split(maxsplit=1) for line in lines if line]
    return [Instruction(name, json.loads(rest) if rest[0] == "[" else rest.split()) for name, rest in found]


def last_stage() -> dict[str, list[str]]:
    """What the image itself is: the last word of each kind."""
    every = instructions()
    last = max(number for number, one in enumerate(every) if one.name == "FROM")
    return {one.name: one.words for one in every[last:]}


def copied() -> list[str]:
    """What is copied from the repository."""
    return [
        source.removeprefix("./")
        for one in instructions()
        if one.name == "COPY" and not one.words[0].startswith("--from=")
        for source in one.words[:-1]
    ]


def is_left_out(path: str) -> bool:
    """By .dockerignore: the last pattern counts that names the path, or a folder that it is in."""
    left_out, above = False, [path, *(str(folder) for folder in Path(path).parents if folder.name)]
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        if not line.startswith("#") and any(_names(pattern, name) for name in above):
            left_out = not line.startswith("!")
    return left_out


def _names(pattern: str, path: str) -> bool:
    if pattern.startswith("**/"):
        return Path(path).name == pattern[3:]
    return path.count("/") == pattern.count("/") and fnmatch(path, pattern)


def filled(text: str, **values: str) -> str:
    """A text of the compose file, with values or what stands for them: ``${NAME:-default}`` and ``${NAME:?error}``."""
    return re.sub(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]+)\}", lambda found: values.get(found[1], found[2]), text)


def command(**values: str) -> list[str]:
    return [filled(word, FORVM_PUBLIC_URL=PUBLIC, **values) for word in FORVM["command"]]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no hadolint for Windows")
def test_hadolint_finds_nothing():
    hadolint = Path(sys.executable).with_name("hadolint")
    told = subprocess.run([hadolint, DEPLOY / "Containerfile"], capture_output=True, text=True, check=False)
    assert (told.stdout + told.stderr, told.returncode) == ("", 0)


def test_what_is_copied_is_there_and_reaches_the_builder():
    assert copied()
    for source in copied():
        assert (ROOT / source).exists(), source
        assert not is_left_out(source), source
    for kept in ("src/forvm/cli/app.py", "web/src/main.ts", "requirements/build.txt"):
        assert (ROOT / kept).is_file()
        assert not is_left_out(kept), kept
    for left_out in (".git", ".venv/bin/python", "tests", "web/node_modules/vite", "src/forvm/server/pages/index.html"):
        assert is_left_out(left_out), left_out
    assert is_left_out("src/forvm/cli/__pycache__/app.pyc")


def test_the_wheel_finds_what_it_is_built_from():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = project["tool"]["hatch"]["build"]["hooks"]["custom"]["path"]
    wanted = {project["project"]["readme"], *project["project"]["license-files"], hook, "pyproject.toml", "src"}
    assert wanted <= set(copied())
    words = [" ".join(one.words) for one in instructions() if one.name == "RUN"]
    for requirements in re.findall(r"-r (\S+)", " ".join(words)):
        assert requirements in copied()
    locked = (ROOT / "requirements" / "build.txt").read_text(encoding="utf-8")
    assert all(f"\n{name.partition('>')[0]}==" in locked for name in project["build-system"]["requires"])


def test_stages_are_there_and_images_have_versions():
    stages = [one.words for one in instructions() if one.name == "FROM"]
    named = {words[2] for words in stages if words[1:2] == ["AS"]}
    used = {one.words[0].removeprefix("--from=") for one in instructions() if one.words[0].startswith("--from=")}
    assert used == named
    for image in [*(words[0] for words in stages), COMPOSE["services"]["postgres"]["image"]]:
        assert re.fullmatch(r"docker\.io/library/(node|python|postgres):[0-9.]+[a-z-]+", image), image


def test_the_image_runs_as_nobody_in_particular():
    image = last_stage()
    assert image["USER"] == ["10001"]
    assert "--uid 10001" in " ".join(image["RUN"])
    assert {"--no-create-home", "--system"} <= set(image["RUN"])
    assert FORVM["read_only"]
    assert FORVM["cap_drop"] == ["ALL"]


def test_the_server_is_started_with_a_command_that_there_is():
    assert last_stage()["ENTRYPOINT"] == ["forvm"]
    assert last_stage()["CMD"][0] == command()[0] == "serve"
    called, bound, _ = make_app().parse_args(command(), print_error=False, exit_on_error=False)
    assert called.__name__ == "serve"
    given = bound.arguments
    assert (given["public_url"], given["store"], given["host"]) == (PUBLIC, "/var/lib/forvm/games.sqlite3", "0.0.0.0")
    database = command(FORVM_STORE="postgresql://forvm@postgres/forvm")
    assert "--store=postgresql://forvm@postgres/forvm" in database


def test_ports_volumes_and_networks_fit_together():
    (port,) = last_stage()["EXPOSE"]
    assert f"--port={port}" in command()
    assert FORVM["ports"] == [f"127.0.0.1:{port}:{port}"]
    mounted = dict(mount.split(":") for mount in FORVM["volumes"])
    assert sorted(mounted.values()) == sorted(last_stage()["VOLUME"])
    database = [mount.split(":")[0] for mount in COMPOSE["services"]["postgres"]["volumes"]]
    assert {*mounted, *database} == set(COMPOSE["volumes"])
    assert filled(command()[3]).removeprefix("--store=").startswith(mounted["store"])
    assert f"XDG_CACHE_HOME={mounted['cache']}" in last_stage()["ENV"]
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert f"--proxy={network['subnet']}" in command()


def test_paths_of_the_build_are_there():
    context = (DEPLOY / FORVM["build"]["context"]).resolve()
    assert context == ROOT
    assert (context / FORVM["build"]["dockerfile"]).is_file()


def test_the_database_is_an_option_that_the_docs_explain():
    postgres = COMPOSE["services"]["postgres"]
    assert "profiles" not in FORVM
    assert "`COMPOSE_PROFILES`" in DOCS
    assert f"`{postgres['profiles'][0]}`" in DOCS
    user, database = (postgres["environment"][name] for name in ("POSTGRES_USER", "POSTGRES_DB"))
    assert f"`postgresql://{user}@postgres/{database}`" in DOCS
    assert postgres["healthcheck"]["test"][2:] == [f"--username={user}", f"--dbname={database}"]
    # The password is given to both sides in the same way.
    assert postgres["environment"]["POSTGRES_PASSWORD"] == FORVM["environment"]["PGPASSWORD"]
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    table = DOCS[DOCS.index("| value | what it is") : DOCS.index("Every command of FORVM runs inside")]
    assert asked | {"COMPOSE_PROFILES"} == set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))


def test_a_server_that_runs_as_composed_is_healthy_and_one_that_has_ended_is_not(tmp_path: Path):
    kind, python, *words = FORVM["healthcheck"]["test"]
    assert (kind, python) == ("CMD", "python")

    def asked(port: int) -> int:
        told = [word.replace("8765", str(port)) for word in words]
        environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        return subprocess.run(
            [sys.executable, *told], stderr=subprocess.DEVNULL, env=environment, check=False
        ).returncode

    own = [word for word in command()[1:] if not word.startswith(("--port=", "--store=", "--log-format="))]
    with serving(tmp_path, *own) as running:
        assert asked(running.port) == 0
        running.process.terminate()
        running.process.wait()
        assert asked(running.port) == 1
