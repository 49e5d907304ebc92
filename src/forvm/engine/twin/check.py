"""Names what Numba would refuse, at once and with file and line: ``python -m forvm.engine.twin.check [folder …]``.

It reads the sources and imports none of them. ``README.md`` in this folder says what a rule may contain.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

MARKS = {"rule", "plain_only"}
# What Numba knows by itself, as far as the rules use it.
BUILTINS = {"abs", "bool", "float", "int", "len", "max", "min", "range", "round"}
MODULES = {"math"}
METHODS = {"view"}
REFUSED: dict[type[ast.AST], str] = {
    ast.Raise: "a rule cannot raise an exception",
    ast.Try: "a rule cannot handle exceptions",
    ast.With: "a rule cannot use with",
    ast.JoinedStr: "a rule cannot use strings",
    ast.Dict: "a rule cannot use dicts",
    ast.Set: "a rule cannot use sets",
    ast.DictComp: "a rule cannot use dicts",
    ast.SetComp: "a rule cannot use sets",
    ast.ListComp: "a rule cannot use comprehensions",
    ast.GeneratorExp: "a rule cannot use generators",
    ast.Yield: "a rule cannot be a generator",
    ast.YieldFrom: "a rule cannot be a generator",
    ast.Await: "a rule cannot wait",
    ast.Lambda: "a rule cannot contain functions",
    ast.FunctionDef: "a rule cannot contain functions",
    ast.AsyncFunctionDef: "a rule cannot contain functions",
    ast.ClassDef: "a rule cannot contain classes",
    ast.Import: "a rule cannot import",
    ast.ImportFrom: "a rule cannot import",
    ast.Global: "a rule cannot change globals",
    ast.Nonlocal: "a rule cannot change variables of others",
    ast.Starred: "a rule cannot take or pass *arguments",
    ast.Match: "a rule cannot use match",
}


class Finding(NamedTuple):
    """Something that Numba would refuse, and where it is."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


class Function(NamedTuple):
    """A rule as its source shows it."""

    file: str
    module: str
    node: ast.FunctionDef
    is_compiled: bool


class Module:
    """The rules of one file, and the names that it imports."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        self.file = str(file)
        self.tree = ast.parse(file.read_text("utf-8"), str(file))
        self.imported: dict[str, tuple[str, str]] = {}  # name → module, name there
        self.rules: dict[str, Function] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (node.module, alias.name)
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef) and (marks := MARKS & _decorators(node)):
                self.rules[node.name] = Function(self.file, name, node, "rule" in marks)


def check(folders: Iterable[Path]) -> list[Finding]:
    """Every finding in the rules below these folders, each of which is a package or holds packages."""
    modules = {name: Module(name, file) for folder in folders for name, file in _sources(folder)}
    findings: list[Finding] = []
    calls: dict[tuple[str, str], dict[tuple[str, str], int]] = {}
    for module in modules.values():
        for rule in module.rules.values():
            findings += _signature(rule)
            if rule.is_compiled:
                found: dict[tuple[str, str], int] = {}
                findings += _body(rule, module, modules, found)
                calls[module.name, rule.node.name] = found
    return sorted([*findings, *_recursion(calls, modules)])


def _sources(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every source file below a folder that speaks of rules, with the name of its module."""
    root = folder
    while (root / "__init__.py").exists():
        root = root.parent
    for file in sorted(folder.rglob("*.py")):
        if "@rule" in file.read_text("utf-8") or "@plain_only" in file.read_text("utf-8"):
            yield ".".join(file.relative_to(root).with_suffix("").parts), file


def _decorators(node: ast.FunctionDef) -> set[str]:
    return {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}


def _signature(rule: Function) -> Iterator[Finding]:
    given = rule.node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        yield Finding(rule.file, rule.node.lineno, f"{rule.node.name}: a rule takes plain arguments without defaults")
    for argument in [*given.posonlyargs, *given.args]:
        if argument.annotation is None:
            yield Finding(rule.file, argument.lineno, f"{rule.node.name}: {argument.arg} has no annotation")
    if rule.node.returns is None:
        yield Finding(rule.file, rule.node.lineno, f"{rule.node.name}: what it returns has no annotation")


def _body(
    rule: Function, module: Module, modules: dict[str, Module], found: dict[tuple[str, str], int]
) -> Iterator[Finding]:
    body = rule.node.body[1:] if ast.get_docstring(rule.node) is not None else rule.node.body
    for node in (node for statement in body for node in ast.walk(statement)):
        if type(node) in REFUSED:
            yield Finding(rule.file, getattr(node, "lineno", 0), f"{rule.node.name}: {REFUSED[type(node)]}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            yield Finding(rule.file, node.lineno, f"{rule.node.name}: a rule cannot use strings")
        elif isinstance(node, ast.Call):
            callee = node.func
            if isinstance(callee, ast.Name):
                place = module.imported.get(callee.id, (module.name, callee.id))
                if place[0] in modules and place[1] in modules[place[0]].rules:
                    found.setdefault(place, node.lineno)
                    continue
                if callee.id in BUILTINS or place[0] in MODULES:
                    continue
            elif isinstance(callee, ast.Attribute) and (callee.attr in METHODS or ast.unparse(callee.value) in MODULES):
                continue
            text = f"{rule.node.name}: {ast.unparse(callee)} is not marked @rule"
            yield Finding(rule.file, node.lineno, text)


def _recursion(
    calls: dict[tuple[str, str], dict[tuple[str, str], int]], modules: dict[str, Module]
) -> Iterator[Finding]:
    """Every rule that is called again before it has returned."""
    done: set[tuple[str, str]] = set()

    def visit(rule: tuple[str, str], above: list[tuple[str, str]]) -> Iterator[Finding]:
        for callee, line in calls.get(rule, {}).items():
            if callee in [*above, rule]:
                circle = [*above, rule][[*above, rule].index(callee) :]
                told = " → ".join(name for _, name in [*circle, callee])
                yield Finding(modules[rule[0]].file, line, f"{rule[1]}: a rule cannot call itself ({told})")
            elif callee not in done:
                yield from visit(callee, [*above, rule])
        done.add(rule)

    for rule in calls:
        if rule not in done:
            yield from visit(rule, [])


def main() -> None:
    """Check the folders that are named, or this package; ends with 1 if there is a finding."""
    package = Path(__file__).parents[2]
    findings = check([Path(folder) for folder in sys.argv[1:]] or [package])
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
