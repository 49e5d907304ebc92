"""Promises about the repository as a whole: what its files may say, how they are locked, who imports whom."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import forvm

ROOT = Path(__file__).resolve().parent.parent
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# A file with one of these works on one machine, or with one package index, only.
FORBIDDEN = {
    "a package index option": r"--(extra-)?index-url\b|--find-link[s]\b",
    "a package index address": r"https?://[^\s\"']*/simple\b|https?://registry\.",
    "the address of a package file": r"https?://[^\s\"'#]+\.(whl|tgz|tar\.gz)\b",
    "an address in a package lock": r"\"resolved\":\s*\"http",
    "a file address": r"\bfile:///\w",
    "a path of one machine": r"(?<![\w.])/(home/\w+|Users/\w+|root|work|workspace)/",
}


def tracked_files() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in names if path.is_file()]


def offences(text: str) -> list[str]:
    return [what for what, pattern in FORBIDDEN.items() if re.search(pattern, text)]


def test_tracked_files_name_no_registry_and_no_machine():
    found = {}
    for path in tracked_files():
        if wrong := offences(path.read_bytes().decode("utf-8", errors="replace")):
            found[str(path.relative_to(ROOT))] = wrong
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "--" + "index-url https://example.org/",
        "--" + "extra-index-url=x",
        "https://packages.example.org" + "/simple/numpy",
        "https:" + "//registry.example.org/vite",
        "https:" + "//example.org/numpy-2.0-cp311.whl",
        '"resolved"' + ': "https://example.org"',
        "file:" + "///opt",
        "/" + "home/someone/forvm",
        "/" + "root/forvm",
        "/" + "work/main",
    ],
)
def test_the_patterns_find_what_they_are_meant_to_find(text):
    assert offences(text)


def locked(name: str) -> dict[str, list[str]]:
    """Each package of a lock file, with the lines that belong to it."""
    packages: dict[str, list[str]] = {}
    current: list[str] = []
    for line in (ROOT / "requirements" / name).read_text().splitlines():
        if line and not line[0].isspace() and not line.startswith("#"):
            requirement = Requirement(line.removesuffix("\\").strip())
            current = packages.setdefault(canonicalize_name(requirement.name), [])
        current.append(line)
    return packages


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "requirements").glob("*.txt")))
def test_every_locked_package_has_one_version_and_a_hash(name):
    for package, lines in locked(name).items():
        assert "==" in lines[0], f"{package} is not pinned"
        assert any("--hash=sha256:" in line for line in lines), f"{package} has no hash"


def test_the_lock_admits_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    lock = locked("dev.txt")
    for requirement in map(Requirement, wanted):
        if requirement.name == "forvm":
            continue
        assert requirement.name in lock, f"{requirement}: run make lock"
        for version in re.findall(r"^\S+==(\S+)", "\n".join(lock[requirement.name]), re.MULTILINE):
            assert requirement.specifier.contains(version), f"{requirement} against {version}: run make lock"


def lint_imports(where: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT_IMPORTS, "--no-cache", "--config", ROOT / "pyproject.toml", *more],
        cwd=where,
        capture_output=True,
        text=True,
    )


def test_imports_follow_the_arrow():
    result = lint_imports(ROOT / "src")
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("engine", "from forvm import game"),
        ("game", "import forvm.bots"),
        ("bots", "import forvm.terminal"),
        ("stranger", "import forvm.game"),
    ],
)
def test_an_import_against_the_arrow_is_found(tmp_path, module, line):
    package = tmp_path / "forvm"
    package.mkdir()
    for name in ("__init__", "_version", "errors", "engine", "game", "bots", "terminal", module):
        (package / f"{name}.py").write_text("")
    one_way = "--contract", "one-way"
    assert module == "stranger" or lint_imports(tmp_path, *one_way).returncode == 0
    (package / f"{module}.py").write_text(f"{line}\n")
    result = lint_imports(tmp_path, *one_way)
    assert result.returncode == 1
    assert "Dependencies point one way BROKEN" in result.stdout
    assert module in result.stdout


def test_the_version_is_the_same_everywhere():
    assert metadata.version("forvm") == forvm.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+([ab.]\w+)?", forvm.__version__)


# These take what the page shows at this very moment, be it filled or not.
AT_ONCE = {"all", "is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible"}


def read_too_early(source: str) -> list[int]:
    """The lines that read a locator at once, though their function has not waited for it with ``expect`` before."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        expected: set[str] = set()
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            match call.func:
                case ast.Name("expect"):
                    expected.add(ast.unparse(call.args[0]))
                case ast.Attribute(read, name) if name in AT_ONCE and ast.unparse(read) not in expected:
                    found.append(call.lineno)
    return found


def test_the_tests_of_the_pages_wait_for_what_they_read():
    files = sorted((ROOT / "tests" / "browser").glob("*.py"))
    found = {path.name: lines for path in files if (lines := read_too_early(path.read_text(encoding="utf-8")))}
    assert found == {}, "expect(locator).to_have_count(n) first, or another expectation of the same locator"


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("for link in page.get_by_role('link').all(): pass", [2]),
        ("assert page.locator('.table').is_visible()", [2]),
        ("links = page.locator('a')\n expect(links).to_have_count(4)\n links.all()", []),
        ("links = page.locator('a')\n links.all()\n expect(links).to_have_count(4)", [3]),
    ],
)
def test_what_is_read_too_early_is_found(body, lines):
    assert read_too_early(f"def test_it(page):\n {body}\n") == lines


def test_every_decision_record_stands_in_the_index():
    records = ROOT / "docs" / "adr"
    linked = re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", (records / "README.md").read_text())
    assert linked == sorted(path.name for path in records.glob("[0-9]*.md"))


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_file_that_the_guides_name_is_there(page: str):
    """A path in the guides is the end of a path of the repository: `engine/play.py`, `store/sqlite_store.py`."""
    paths = [file.relative_to(ROOT).as_posix() for file in tracked_files()]
    named = re.findall(r"`([\w./-]+/[\w.-]+\.(?:py|toml|ts|svelte|md))`", (ROOT / page).read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in paths)] == []


def test_the_citation_and_the_metadata_of_the_software_agree_with_it():
    import json

    from forvm._version import __version__

    about = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert about["version"] == __version__
    assert f"\nversion: {__version__}\n" in cited
    assert cited.startswith("cff-version: 1.2.0\nmessage: ")
    designers = [person["familyName"] for person in about["isBasedOn"]["author"]]
    assert designers == ["Graham", "Brughmans", "Romanowska"]
    assert all(f"family-names: {name}\n" in cited for name in designers)
    assert [author["name"] for author in about["author"]] == ["The FORVM developers"]
