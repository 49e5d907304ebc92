"""Reads the file of goals. Everything is checked before anything is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forvm import bots as bots_module
from forvm import content
from forvm.content import BY_KEY, Rules
from forvm.content.document import Document, read, shown
from forvm.content.loading import DATA
from forvm.content.parameters import did_you_mean, why_inert
from forvm.content.toml_positions import KeyPath
from forvm.errors import ContentError, ForvmError
from forvm.lab.balance.candidate_rules import Catalogue, as_value
from forvm.lab.balance.goals_model import (
    CHARACTERS,
    CONFIRM,
    ORDER_OF_PLAY,
    SEARCH,
    BalancePlan,
    Goal,
    MeasuredLineup,
    SearchBudget,
)
from forvm.lab.own_bots import own_bots
from forvm.lab.study.factors import read_factors
from forvm.lab.study.levels import lineup as read_lineup
from forvm.lab.study.model import Factor

FOLDER = DATA / "balance"
MOST_GAMES = 10_000_000
MOST_TRIED = 100_000
MOST_SEED = 2**60 - 1
_KEYS = (
    "format", "id", "title", "question", "explanation", "seed", "edition", "lineups", "goals", "factors", "prices",
    "search",
)  # fmt: skip


def names() -> tuple[str, ...]:
    """The goals that are shipped."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def load(goals: str | Path) -> BalancePlan:
    """The search that a file of goals, or a shipped one's name, describes.

    >>> load("fair_seats").goals[0].metric
    'order_of_play'
    """
    path = Path(goals)
    if isinstance(goals, str) and goals in names():
        path = FOLDER / f"{goals}.toml"
    elif path.suffix != ".toml" and len(path.parts) < 2:
        raise ForvmError(
            f"There are no goals {shown(str(goals))}.{did_you_mean(str(goals), names())} A file of your own is named "
            f"by its path, such as {goals or 'mine'}.toml."
        )
    document = read(path)
    return _GoalsReader(document, path.parent, path.read_text(encoding="utf-8-sig")).plan()


@dataclass
class _GoalsReader:
    """One file on its way to a plan."""

    document: Document
    folder: Path
    text: str

    def plan(self) -> BalancePlan:
        document, data = self.document, self.document.data
        document.known_keys(data, (), _KEYS)
        id = document.name(data)
        title = document.text(data, (), "title", longest=100)
        question = document.text(data, (), "question", longest=300) if "question" in data else title
        explanation = document.text(data, (), "explanation", longest=2000) if "explanation" in data else ""
        seed = document.number(data, (), "seed", 0, MOST_SEED) if "seed" in data else 1
        base = self._base()
        lineups = self._lineups(base)
        goals = self._goals(lineups)
        factors = self._factors(base)
        prices = self._prices(factors)
        budget = self._budget()
        document.check()
        plan = BalancePlan(
            id, title, question, explanation, seed, base, lineups, goals, factors, prices, budget,
            own_bots(bot for lineup in lineups for bot in lineup.bots), self.text,
        )  # fmt: skip
        self._check_singles(plan)
        document.check()
        return plan

    def _base(self) -> Rules:
        edition = self.document.data.get("edition", "forvm")
        known = (*content.names(), *content.house_rules())
        if not isinstance(edition, str) or edition not in known:
            hint = did_you_mean(edition, known) if isinstance(edition, str) else ""
            self._stop(("edition",), f"edition must be an edition or a shipped house rule, not {shown(edition)}.{hint}")
        return content.load(edition)

    def _stop(self, path: KeyPath, message: str) -> None:
        raise ContentError(message, file=self.document.file, line=self.document.line(path), key=str(path[0]))

    def _lineups(self, base: Rules) -> tuple[MeasuredLineup, ...]:
        document = self.document
        found: list[MeasuredLineup] = []
        for path, table in document.tables("lineups"):
            document.known_keys(table, path, ("name", "bots", "players", "games", "confirm_games", "use"))
            use = table.get("use", SEARCH)
            if use not in (SEARCH, CONFIRM):
                document.problem((*path, "use"), f'use must be "search" or "confirm", not {shown(use)}.')
            bots = self._bots(table, path)
            counts = base.player_counts
            most = counts[-1]
            players = document.number(table, path, "players", counts[0], most) if "players" in table else min(4, most)
            if len(bots) > players:
                document.problem((*path, "bots"), f"{len(bots)} bots do not fit at a table for {players} players.")
            games = self._games(table, path, "games", 4000)
            confirm = self._games(table, path, "confirm_games", games)
            if use == CONFIRM and "confirm_games" in table:
                document.problem((*path, "confirm_games"), "A line-up that only confirms has games; leave this out.")
            usual = f"{players} players: {', '.join(bots)}"
            name = document.text(table, path, "name", longest=60) if "name" in table else usual
            if name in [lineup.name for lineup in found]:
                document.problem(path, f"There are two line-ups {shown(name)}: give them different names.")
            found.append(MeasuredLineup(name, bots, players, games, confirm, str(use)))
        if found and all(lineup.use == CONFIRM for lineup in found):
            document.problem(
                ("lineups",), 'At least one line-up must be for the search: leave out its use = "confirm".'
            )
        return tuple(found)

    def _games(self, table: Mapping[str, Any], path: KeyPath, key: str, usual: int) -> int:
        return self.document.number(table, path, key, 24, MOST_GAMES) if key in table else usual

    def _bots(self, table: Mapping[str, Any], path: KeyPath) -> tuple[str, ...]:
        if "bots" not in table:
            self.document.problem((*path, "bots"), 'bots is missing: the bots that play, as in bots = ["greedy"].')
            return ()
        try:
            bots = read_lineup(table["bots"])
            for bot in bots:
                own_bots([bot])
                recipe = bots_module.recipe(bot)
                if recipe is not None and recipe.seconds is not None:
                    raise ForvmError(
                        f"The bot “{bot}” thinks by the clock, so its games cannot be repeated: give it a number "
                        f"of simulations, as in {bot.partition(':')[0]}:sims=1000."
                    )
        except ForvmError as error:
            self.document.problem((*path, "bots"), str(error))
            return ()
        return bots

    def _goals(self, lineups: tuple[MeasuredLineup, ...]) -> tuple[Goal, ...]:
        found = [self._goal(path, table, lineups) for path, table in self.document.tables("goals")]
        if found and not any(goal.aim == 0 for goal in found):
            self.document.problem(
                ("goals",), "At least one goal must have bounds (within, from or to): with aims alone nothing is met."
            )
        return tuple(found)

    def _goal(self, path: KeyPath, table: Mapping[str, Any], lineups: tuple[MeasuredLineup, ...]) -> Goal:
        document = self.document
        document.known_keys(table, path, ("metric", "within", "from", "to", "aim", "unit", "lineups"))
        metric = self._metric(path, table)
        numbers = {key: self._float(table, path, key) for key in ("within", "from", "to", "unit")}
        low, high, within, aim = numbers["from"], numbers["to"], numbers["within"], table.get("aim")
        if within is not None and (
            metric not in (ORDER_OF_PLAY, CHARACTERS, "") or low is not None or high is not None
        ):
            document.problem(
                (*path, "within"),
                f"within is the distance from the fair share: it goes with {ORDER_OF_PLAY} and {CHARACTERS}, "
                "and without from and to.",
            )
        if within is not None and within <= 0:
            document.problem((*path, "within"), "within must be above 0.")
        if low is not None and high is not None and low > high:
            document.problem((*path, "from"), f"from is {low:g}, more than to, which is {high:g}: exchange the two.")
        if aim not in (None, "up", "down"):
            document.problem((*path, "aim"), f'aim must be "up" or "down", not {shown(aim)}.')
        has_bounds = any(value is not None for value in (low, high, within))
        if (aim is None) == (not has_bounds):
            document.problem(path, 'A goal has either bounds (within, or from and to) or an aim ("up" or "down").')
        if aim is not None and metric in (ORDER_OF_PLAY, CHARACTERS):
            document.problem((*path, "aim"), f"{metric} is several numbers, so it has bounds and no aim.")
        if (unit := numbers["unit"]) is not None and unit <= 0:
            document.problem((*path, "unit"), "unit must be above 0: how much counts as one point.")
        signs = {"up": 1, "down": -1}
        return Goal(
            metric, low, high, within, signs.get(aim, 0) if isinstance(aim, str) else 0, unit or 1.0,
            self._named(path, table, lineups, metric),
        )  # fmt: skip

    def _metric(self, path: KeyPath, table: Mapping[str, Any]) -> str:
        from forvm.lab.statistics.game_metrics import METRICS

        known = (ORDER_OF_PLAY, CHARACTERS, *METRICS)
        metric = table.get("metric")
        if not isinstance(metric, str) or metric not in known:
            hint = did_you_mean(metric, known) if isinstance(metric, str) else ""
            hint = hint if "mean" in hint else ""
            wrong = f"There is no metric {shown(metric)}.{hint}" if "metric" in table else "metric is missing."
            self.document.problem((*path, "metric"), f"{wrong} There are: {', '.join(known)}.")
            return ""
        return metric

    def _named(
        self, path: KeyPath, table: Mapping[str, Any], lineups: tuple[MeasuredLineup, ...], metric: str
    ) -> tuple[str, ...]:
        """The line-ups for which a goal holds."""
        known = [lineup.name for lineup in lineups]
        named = table.get("lineups", [])
        if not isinstance(named, list):
            self.document.problem((*path, "lineups"), f"lineups must be a list of names, not {shown(named)}.")
            return ()
        for place, name in enumerate(named):
            if name not in known:
                hint = did_you_mean(name, known) if isinstance(name, str) else ""
                self.document.problem((*path, "lineups", place), f"There is no line-up {shown(name)}.{hint}")
        chosen = [lineup for lineup in lineups if not named or lineup.name in named]
        if metric == CHARACTERS and chosen and not any(len(set(lineup.bots)) > 1 for lineup in chosen):
            self.document.problem(
                path,
                'The goal is about characters, but no line-up has different bots, such as ["merchant", "warlord"].',
            )
        return tuple(map(str, named))

    def _float(self, table: Mapping[str, Any], path: KeyPath, key: str) -> float | None:
        if key not in table:
            return None
        value = table[key]
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
            self.document.problem((*path, key), f"{key} must be a number, not {shown(value)}.")
            return None
        return float(value)

    def _factors(self, base: Rules) -> tuple[Factor, ...]:
        found = read_factors(self.document, base, self.folder)
        for factor, path in found.items():
            if factor.key not in BY_KEY:
                self.document.problem(path, f"{factor.key} is no parameter: house rules change parameters only.")
            elif reason := why_inert(factor.key, base.values):
                self.document.problem(path, f"Changing this changes nothing: {reason}")
            elif all(level == base.values[factor.key] for level in factor.levels):
                self.document.problem(path, f"{factor.key} has no value but the printed one: name others.")
        if not found and not self.document.has_problem(("factors",)):
            self.document.problem(
                ("factors",), "factors is missing: a section with the values to try, as in oust.cost = [100, 300]."
            )
        return tuple(found)

    def _prices(self, factors: tuple[Factor, ...]) -> dict[str, float]:
        from forvm.lab.study.levels import leaves

        table = self.document.data.get("prices", {})
        if not isinstance(table, dict):
            self.document.problem(("prices",), "prices must be a section, with a line for each factor that has one.")
            return {}
        keys = [factor.key for factor in factors]
        found: dict[str, float] = {}
        for path, key, value in leaves(table, ("prices",)):
            if key not in keys:
                self.document.problem(path, f"There is no factor {key}, so it has no price.{did_you_mean(key, keys)}")
            elif isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1e6:
                self.document.problem(path, f"The price of a step must be a number above 0, not {shown(value)}.")
            else:
                found[key] = float(value)
        return found

    def _budget(self) -> SearchBudget:
        document, path = self.document, ("search",)
        table = document.data.get("search", {})
        if not isinstance(table, dict):
            document.problem(path, "search must be a section, [search].")
            table = {}
        document.known_keys(table, path, ("first", "pairs", "trials", "finalists", "front"))
        usual = {"first": (500, 24, MOST_GAMES), "pairs": (40, 0, MOST_TRIED), "trials": (60, 0, MOST_TRIED)}
        numbers = {
            key: document.number(table, path, key, low, high) if key in table else value
            for key, (value, low, high) in {**usual, "finalists": (10, 2, 1000), "front": (5, 1, 50)}.items()
        }
        return SearchBudget(**numbers)

    def _check_singles(self, plan: BalancePlan) -> None:
        """Every change must make rules that can be played."""
        catalogue = Catalogue(plan)
        for factor in plan.factors:
            for value in factor.levels:
                if catalogue.candidate({factor.key: as_value(value)}) is None:
                    self._tell_why(plan, factor.key, value)

    def _tell_why(self, plan: BalancePlan, key: str, value: object) -> None:
        path: KeyPath = ("factors", *key.split("."))
        try:
            content.from_overrides(plan.base.edition, {**plan.base.overrides, key: value})
        except ContentError as error:
            self.document.problem(path, f"{key} = {shown(value)}: {error.message}")
