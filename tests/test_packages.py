"""The wheel and the source package: what people get who install FORVM."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.browser.conftest import PAGES, missing

ROOT = Path(__file__).resolve().parent.parent
# Tools that build the pages, and packages that only draw the map while it is built: nothing of theirs is shipped.
BUILD_TOOLS = {"@sveltejs/vite-plugin-svelte", "d3-delaunay", "d3-geo", "smol-toml", "topojson-client", "vite"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source package."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.skipif(not PAGES.exists(), reason=f"{missing()}: the packages were not built")
def test_the_wheel_brings_the_licences_of_all_that_the_pages_are_made_of(built: Path):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        licences = packed.read("forvm/server/pages/licences.txt").decode()
    dependencies = json.loads((ROOT / "web" / "package.json").read_text())["dependencies"].keys()
    listed = {line.split()[1] for line in licences.splitlines() if line.startswith("## ")}
    assert dependencies - BUILD_TOOLS <= listed
    assert not BUILD_TOOLS & listed
    assert "SIL OPEN FONT LICENSE" in licences
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.skipif(not PAGES.exists(), reason=f"{missing()}: the packages were not built")
def test_the_source_package_has_what_its_documentation_speaks_of(built: Path):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    wanted = {
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
        "Makefile",
        "hatch_build.py",
    }
    assert wanted | {"requirements/play.txt", "requirements/dev.txt", "deploy/forvm.service"} <= names
    assert not [
        name for name in names if "node_modules" in name or name.startswith((".venv", "src/forvm/server/pages/"))
    ]
