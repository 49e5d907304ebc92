"""Writes what a search found: rule sets as house rules, tables, a picture, and a page of words."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from forvm import text
from forvm.content import Value
from forvm.lab.balance.balance_result import BalanceResult
from forvm.lab.balance.candidate_rules import CandidateRules
from forvm.lab.balance.confirming import Confirmed, verdict_of
from forvm.lab.balance.front_picture import draw_confirmed, draw_front
from forvm.lab.balance.targets import missed_by
from forvm.lab.games.atomic_files import replacing
from forvm.lab.study.study_writer import write as to_toml

HOUSE_RULES = "house_rules"


def write_front(result: BalanceResult, folder: Path) -> None:
    """Write all files of a front into the folder of the search."""
    (folder / HOUSE_RULES).mkdir(exist_ok=True)
    for old in (folder / HOUSE_RULES).glob("*.toml"):
        old.unlink()
    for place, candidate in enumerate(result.front):
        if candidate.size:
            _write(folder / HOUSE_RULES / f"{rule_set_id(result, place)}.toml", house_rules(result, place, candidate))
    _write(folder / "goals.toml", result.plan.text)
    _write(folder / "front.csv", front_table(result).write_csv(float_precision=3))
    _write(folder / "confirmed.csv", confirmed_table(result).write_csv(float_precision=3))
    _write(folder / "front.svg", draw_front(result))
    _write(folder / "confirmed.svg", draw_confirmed(result))
    _write(folder / "front.md", front_page(result))


def rule_set_id(result: BalanceResult, place: int) -> str:
    """The name of a rule set's house rules."""
    return f"{result.plan.id[:34]}_{place}"


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("balance")["page"][key], values)


def house_rules(result: BalanceResult, place: int, candidate: CandidateRules) -> str:
    """A rule set as a file of house rules, which can be played at once."""
    base = result.catalogue.base
    values: dict[str, Value] = {**base.overrides, **dict(candidate.changes)}
    header = {
        "format": 1,
        "id": rule_set_id(result, place),
        "name": say("name", title=result.plan.title[:40], number=place),
        "description": say("description", title=result.plan.title, changes=changes_of(candidate)),
        "edition": base.edition,
    }
    return to_toml({**header, **values})


def changes_of(candidate: CandidateRules) -> str:
    """The changes of a rule set in words that are also TOML."""
    return candidate.words if candidate.size else say("printed")


def front_table(result: BalanceResult) -> pl.DataFrame:
    """A row for each rule set."""
    rows = []
    for place, candidate in enumerate(result.front):
        rows.append(
            {
                "rule_set": place,
                "house_rules": f"{HOUSE_RULES}/{rule_set_id(result, place)}.toml" if candidate.size else "",
                "changes": candidate.size,
                "price": candidate.price,
                "what": changes_of(candidate),
                **{f"missed_{key}": value for key, value in missed(result, place).items()},
                "verdict": verdict_of([one for one in result.confirmed if one.rule_set == place]),
            }
        )
    return pl.DataFrame(rows)


def missed(result: BalanceResult, place: int) -> dict[str, float]:
    """By how much a rule set misses the goals on fresh dice: with the line-ups of the search, and with the others."""
    parts = {"searched": True, "others": False}
    return {
        name: missed_by(
            (one.target, one.value)
            for one in result.confirmed
            if one.rule_set == place and _searched(result, one) is is_searched
        )
        for name, is_searched in parts.items()
    }


def _searched(result: BalanceResult, one: Confirmed) -> bool:
    return result.plan.lineups[one.lineup].is_searched


def confirmed_table(result: BalanceResult) -> pl.DataFrame:
    """A row for each number of each rule set by each line-up."""
    return pl.DataFrame(
        [
            {
                "rule_set": one.rule_set,
                "lineup": result.plan.lineups[one.lineup].name,
                "in_search": _searched(result, one),
                "target": one.target.name,
                "games": one.games,
                "value": one.value,
                "low": one.low,
                "high": one.high,
                "goal_low": one.target.low,
                "goal_high": one.target.high,
                "verdict": one.verdict,
            }
            for one in result.confirmed
        ]
    )


def front_page(result: BalanceResult) -> str:
    """The page that tells what was found."""
    plan = result.plan
    lines = [
        f"# {plan.title}",
        "",
        plan.question,
        "",
        plan.explanation,
        "",
        "![front](front.svg)",
        "",
        "![confirmed](confirmed.svg)",
        "",
    ]
    lines += [say("intro", tried=len(result.tried)), ""]
    words = text.load("balance")["verdicts"]
    lines += ["| | " + " | ".join(text.load("balance")["columns"].values()) + " |", "|---" * 7 + "|"]
    for row in front_table(result).iter_rows(named=True):
        told = f"{row['missed_searched']:.2f} | {row['missed_others']:.2f} | {words.get(row['verdict'], '')}"
        lines.append(f"| {row['rule_set']} | {row['what']} | {row['changes']} | {row['price']:g} | {told} |")
    for number, lineup in enumerate(plan.lineups):
        use = say("searched" if lineup.is_searched else "not_searched")
        lines += ["", f"## {lineup.name}", "", say("lineup", use=use, games=lineup.confirm_games), ""]
        lines += _numbers(result, number)
    return "\n".join([*lines, ""])


def _numbers(result: BalanceResult, lineup: int) -> list[str]:
    """A table: a row for each target, a column for each rule set."""
    words = text.load("balance")["verdicts"]
    found = [one for one in result.confirmed if one.lineup == lineup]
    names = list(dict.fromkeys(one.target.name for one in found))
    heads = [str(place) for place in range(len(result.front))]
    lines = [f"| {say('number')} | {say('goal')} | " + " | ".join(heads) + " |", "|---" * (len(heads) + 2) + "|"]
    for name in names:
        row = [one for one in found if one.target.name == name]
        cells = [
            f"{one.value:.2f} ({one.low:.2f} to {one.high:.2f}) {words.get(one.verdict, '')}".strip() for one in row
        ]
        lines.append(f"| {name} | {goal_in_words(row[0])} | " + " | ".join(cells) + " |")
    return lines


def goal_in_words(one: Confirmed) -> str:
    """Where a number should lie."""
    target = one.target
    if target.aim:
        return say("up" if target.aim > 0 else "down")
    if target.low == -float("inf"):
        return say("at_most", high=f"{target.high:g}")
    if target.high == float("inf"):
        return say("at_least", low=f"{target.low:g}")
    return say("between", low=f"{target.low:.4g}", high=f"{target.high:.4g}")


def _write(path: Path, content: str) -> None:
    with replacing(path) as temporary:
        temporary.write_text(content, encoding="utf-8")
