"""Writes ``dispatch.py`` from ``decisions.py``: chains of comparisons, which Numba compiles best.

``python -m forvm.engine.dispatch_writer`` writes the file.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path

from forvm.engine import actions, reasons, tasks
from forvm.engine.actions import KINDS
from forvm.engine.decisions import CHANCE, DECISIONS, ChoiceRules, Rule

FILE = Path(__file__).with_name("dispatch.py")
WIDTH = 120

HEAD = '''"""Which rules answer which task. Written by ``dispatch_writer`` from ``decisions``: change those instead."""

from __future__ import annotations

'''
SIZES = {"market": "MARKETS", "player": "PLAYERS", "price": "PRICES", "gift": "GIFTS", "sex": "2"}
# How chance's rules call what came up.
OUTCOMES = {"sex": "a - actions.CHILD_0", "card": "a - actions.CARD_0", "pips": "a - actions.DIE_0 + 1"}


def _names(module: object) -> dict[int, str]:
    """The constants of a module by their values; the first name of a value counts."""
    constants = [(name, value) for name, value in vars(module).items() if name.isupper() and isinstance(value, int)]
    return {value: name for name, value in reversed(constants)}


TASKS = _names(tasks)
REASONS = _names(reasons)


def text() -> str:
    """The whole file."""
    body = "\n\n\n".join("\n".join(lines) for lines in _functions())
    return f"{HEAD}{_imports(body)}\n\n\n{body}\n"


def _functions() -> Iterable[list[str]]:
    yield _outcome_kind()
    yield _apply_chance()
    yield _list_choices()
    for task in DECISIONS:
        yield _why_not(task)
        yield _apply(task)
    yield _by_task("why_not_choice", "int", "OK if this move answers what is asked of the player, else the reason.")
    yield _by_task("apply_choice", "None", "Do one legal move of the player to act.")


def _rule(name: str, parameters: str, returns: str, doc: str) -> list[str]:
    return ["@rule", f"def {name}({parameters}) -> {returns}:", f'    """{doc}"""']


def _chain(cases: Iterable[tuple[str, list[str]]]) -> list[str]:
    """``if`` and ``elif`` for each condition."""
    lines: list[str] = []
    for condition, body in cases:
        lines.append(f"    {'elif' if lines else 'if'} {condition}:")
        lines += [f"        {line}" for line in body]
    return lines


def _task(task: int) -> str:
    return f"tasks.{TASKS[task]}"


def _kind(kind: int) -> str:
    return KINDS[kind].name.upper()


def _outcome_kind() -> list[str]:
    lines = _rule("outcome_kind", "task: int", "int", "What a task of chance waits for: a die unless it is a card.")
    for kind in sorted({outcome.kind for outcome in CHANCE.values()} - {actions.DIE}):
        asked = " or ".join(f"task == {_task(task)}" for task, outcome in CHANCE.items() if outcome.kind == kind)
        lines += [f"    if {asked}:", f"        return actions.{_kind(kind)}"]
    return [*lines, "    return actions.DIE"]


def _apply_chance() -> list[str]:
    lines = _rule("apply_chance", "s: State, g: Definition, a: int", "None", "A die has fallen or a card was drawn.")
    lines.append("    task = s.task[s.top]")
    return lines + _chain((f"task == {_task(task)}", [_call(outcome.do, OUTCOMES)]) for task, outcome in CHANCE.items())


def _list_choices() -> list[str]:
    doc = "Write the legal moves of the player to act into ``scratch``; returns how many."
    lines = _rule("list_choices", "s: State, g: Definition, scratch: Scratch", "int", doc)
    lines += ["    task = s.task[s.top]", "    p = s.actor[s.top]", "    n = 0"]
    cases = []
    for task, decision in DECISIONS.items():
        body: list[str] = []
        for listed in decision.lists:
            body += [f"n = {_call(listed, {})}"] if callable(listed) else _list_one(listed, decision.choices[listed])
        cases.append((f"task == {_task(task)}", body))
    return [*lines, *_chain(cases), "    return n"]


def _list_one(kind: int, choice: ChoiceRules) -> list[str]:
    body = [f"scratch.ids[n] = actions.{_kind(kind)}_0", "n += 1"]
    if not choice.may:
        return body
    asked = " and ".join(f"{_call(question, {})} == OK" for question in choice.may)
    return [f"if {asked}:", *(f"    {line}" for line in body)]


def _why_not(task: int) -> list[str]:
    decision = DECISIONS[task]
    name = TASKS[task].lower()
    doc = f"Why a move does not answer ``tasks.{TASKS[task]}``."
    lines = _rule(f"why_not_{name}", "s: State, g: Definition, p: int, a: int", "int", doc)
    for kind, choice in decision.choices.items():
        lines += [f"    if {_is_kind(kind)}:", *(f"        {line}" for line in _index(kind))]
        *before, last = [_call(question, _coordinates(kind)) for question in choice.may] or ["OK"]
        for question in before:
            lines += [f"        why = {question}", "        if why != OK:", "            return why"]
        lines.append(f"        return {last}")
    return [*lines, f"    return reasons.{REASONS[decision.otherwise]}"]


def _apply(task: int) -> list[str]:
    doc = f"Do a legal move that answers ``tasks.{TASKS[task]}``."
    lines = _rule(f"apply_{TASKS[task].lower()}", "s: State, g: Definition, p: int, a: int", "None", doc)
    return lines + _chain(
        (_is_kind(kind), [*_index(kind), *(_call(rule, _coordinates(kind)) for rule in choice.do)])
        for kind, choice in DECISIONS[task].choices.items()
    )


def _by_task(name: str, returns: str, doc: str) -> list[str]:
    """A function that calls the one of the task."""
    lines = _rule(name, "s: State, g: Definition, a: int", returns, doc)
    lines += ["    task = s.task[s.top]", "    p = s.actor[s.top]"]
    stem = name.removesuffix("_choice")
    calls = {task: f"{stem}_{TASKS[task].lower()}(s, g, p, a)" for task in DECISIONS}
    if returns == "None":
        return lines + _chain((f"task == {_task(task)}", [call]) for task, call in calls.items())
    for task, call in calls.items():
        lines += [f"    if task == {_task(task)}:", f"        return {call}"]
    return [*lines, "    return reasons.OVER"]


def _is_kind(kind: int) -> str:
    """The condition that an action is of a kind."""
    base = f"actions.{_kind(kind)}_0"
    if not KINDS[kind].dimensions:
        return f"a == {base}"
    end = f"actions.{_kind(kind + 1)}_0" if kind + 1 < len(KINDS) else "actions.ACTIONS"
    return f"{base} <= a < {end}"


def _index(kind: int) -> list[str]:
    """The place of an action within its kind gets a name where it holds several coordinates."""
    return [f"at = a - actions.{_kind(kind)}_0"] if len(KINDS[kind].dimensions) > 1 else []


def _coordinates(kind: int) -> dict[str, str]:
    """How each coordinate of a kind comes out of the action, by dimension."""
    names = [name for name, _ in KINDS[kind].dimensions]
    index = "at" if len(names) > 1 else f"a - actions.{_kind(kind)}_0"
    found: dict[str, str] = {}
    for place, name in enumerate(names):
        below = " * ".join(SIZES[later] for later in names[place + 1 :])
        value = index if not below else f"{index} // ({below})" if " " in below else f"{index} // {below}"
        found[name] = f"{value} % {SIZES[name]}" if place else value
    return found


def _call(rule: Rule, given: dict[str, str]) -> str:
    """A call with what the rule's parameters name; the ones that no name fits are coordinates, in order."""
    coordinates = iter(given.values())
    passed = []
    for name in inspect.signature(rule).parameters:
        if name in ("s", "g", "p", "scratch", "n"):
            passed.append(name)
        else:
            passed.append(given[name] if given is OUTCOMES else next(coordinates))
    return f"{rule.__name__}({', '.join(passed)})"


def _imports(body: str) -> str:
    """What the functions need, in the order that the formatter keeps."""
    rules = {question for d in DECISIONS.values() for c in d.choices.values() for question in (*c.may, *c.do)}
    rules |= {listed for d in DECISIONS.values() for listed in d.lists if callable(listed)}
    rules |= {outcome.do for outcome in CHANCE.values()}
    wanted = {
        "forvm.engine": {"actions", "reasons", "tasks"},
        "forvm.engine.definition": {"Definition"},
        "forvm.engine.limits": {size for size in SIZES.values() if size.isupper() and size in body},
        "forvm.engine.reasons": {"OK"},
        "forvm.engine.scratch": {"Scratch"},
        "forvm.engine.state": {"State"},
        "forvm.engine.twin.rule": {"rule"},
    }
    for rule in rules:
        wanted.setdefault(rule.__module__, set()).add(rule.__name__)
    return "\n".join(_import(module, sorted(wanted[module])) for module in sorted(wanted))


def _import(module: str, names: list[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
