"""What docs/serving.md and deploy/ say is so."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from forvm.cli.serve_command import serve
from forvm.server.ops.server_metrics import Metrics

ROOT = Path(__file__).resolve().parents[3]
DOCS = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
OPTIONS = {f"--{name.replace('_', '-')}" for name in inspect.signature(serve).parameters}


def test_the_table_of_options_has_them_all_and_no_others():
    table = DOCS[DOCS.index("| option |") : DOCS.index("One process serves")]
    first = [line.split("|")[1] for line in table.splitlines() if line]
    named = {option for cell in first for option in re.findall(r"`(--[a-z-]+)`", cell)}
    assert named == OPTIONS


def test_defaults_are_those_of_the_command():
    defaults = {name: value.default for name, value in inspect.signature(serve).parameters.items()}
    assert (defaults["open_games"], defaults["thinkers"], defaults["host"]) == (1000, None, "127.0.0.1")
    assert "| 1000 |" in DOCS


def test_the_service_is_started_with_options_that_there_are():
    unit = (ROOT / "deploy" / "forvm.service").read_text(encoding="utf-8")
    assert {*re.findall(r"--[a-z-]+", unit)} <= OPTIONS


WATCHED = {"forvm_tables", "forvm_errands_waiting", "forvm_reader_requests"}  # by `Metrics.watch`


def test_a_server_is_installed_from_the_lock():
    """The lock for servers has what `forvm serve` needs, and nothing for building or for the laboratory."""
    assert "--require-hashes -r requirements/server.txt" in DOCS
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(one).name for one in (*project["dependencies"], *extras["server"], *extras["fast"])]
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements" / "server.txt").read_text(), re.MULTILINE))
    assert set(wanted) <= locked
    assert not locked & {"hatchling", "polars", "pytest"}


def test_copies_go_where_the_environment_says():
    unit = (ROOT / "deploy" / "forvm-backup.service").read_text(encoding="utf-8")
    assert "Environment=FORVM_BACKUPS=/var/lib/forvm\n" in unit
    assert '"$FORVM_BACKUPS/backup-$(date +%%u).sqlite3"' in unit
    assert "Environment=FORVM_BACKUPS=/mnt" in DOCS
    drill = (ROOT / "deploy" / "forvm-drill.service").read_text(encoding="utf-8")
    assert "Environment=FORVM_BACKUPS=/var/lib/forvm\n" in drill
    assert '"$FORVM_BACKUPS"/backup-?.sqlite3' in drill


def test_every_metric_is_listed():
    own = {metric.name for metric in Metrics().registry.collect() if metric.name.startswith("forvm_")} | WATCHED
    listed = DOCS[DOCS.index("| metric |") : DOCS.index("Worth an alarm")]
    assert own == {name.removesuffix("_total") for name in re.findall(r"forvm_[a-z_]+", listed)}


def test_what_is_linked_is_there():
    for target in re.findall(r"\]\(([^)#]+)\)", DOCS):
        assert (ROOT / "docs" / target).resolve().exists(), target
