"""Reads the file of a study. Everything is checked before anything is played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forvm import bots as bots_module
from forvm import content
from forvm.content import Rules, Value
from forvm.content.document import Document, parse, read, shown
from forvm.content.loading import DATA
from forvm.content.parameters import did_you_mean
from forvm.content.toml_positions import KeyPath
from forvm.errors import ContentError, ForvmError
from forvm.lab.bot_sources import use_bots_of
from forvm.lab.own_bots import own_bots, source_digest
from forvm.lab.scheme import SCHEME
from forvm.lab.study.cells import CellMaker
from forvm.lab.study.combining import combine
from forvm.lab.study.design import KINDS, SAMPLED
from forvm.lab.study.factors import read_changes, read_factors
from forvm.lab.study.levels import CONTENT, leaves
from forvm.lab.study.model import Amount, Cell, Design, Factor, Level, Study, in_whole_blocks
from forvm.lab.study.study_files import own_files

if TYPE_CHECKING:
    from forvm.lab.games.collectors import Collector
    from forvm.lab.statistics.own_statistics import OwnStatistic

FOLDER = DATA / "studies"
MOST_GAMES = 1_000_000_000
MOST_IN_A_CELL = 100_000_000
MOST_POINTS = 1 << 16
MOST_SEED = 2**60 - 1

_KEYS = (
    "format",
    "id",
    "title",
    "question",
    "explanation",
    "metrics",
    "statistics",
    "collect",
    "seed",
    "baseline",
    "factors",
    "variants",
    "design",
    "games",
)


def names() -> tuple[str, ...]:
    """The studies that are shipped: ready questions."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def load(study: str | Path | Mapping[str, Any], changes: Mapping[str, Value] | None = None) -> Study:
    """The study of a file, of a shipped one's name, or of what such a file would say.

    ``changes`` are parameters that its baseline gets in place of its own.

    >>> load("first_seat").title
    'Is the first seat better?'
    """
    if isinstance(study, Mapping):
        from forvm.lab.study.study_writer import write

        study = _changed(Document(study), changes or {})
        # Read as it is written, since a file has lists before tables and the order of factors numbers the cells.
        text = write(study)
        return _Reader(Document(tomllib.loads(text)), Path(), text).study()
    path = Path(study)
    if isinstance(study, str) and study in names():
        path = FOLDER / f"{study}.toml"
    elif path.suffix != ".toml" and len(path.parts) < 2:
        raise ForvmError(
            f"There is no study {shown(str(study))}.{did_you_mean(str(study), names())} One of your own is named by "
            f"its path, such as {study or 'mine'}.toml."
        )
    document = read(path)
    text = path.read_text(encoding="utf-8-sig")
    if changes:
        from forvm.lab.study.study_writer import write

        data = _changed(document, changes)
        document, text = Document(data, file=path, text=text), write(data)
    use_bots_of(path.parent)
    return _Reader(document, path.parent, text).study()


def _changed(document: Document, changes: Mapping[str, Value]) -> dict[str, Any]:
    """What a study's file says, with some parameters of the baseline replaced."""
    baseline = document.data.get("baseline", {})
    if not isinstance(baseline, dict):
        return dict(document.data)  # the reader says what is wrong with it
    base = {key: value for _, key, value in leaves(baseline, ())}
    base |= {key: list(value) if isinstance(value, tuple) else value for key, value in changes.items()}
    return {**document.data, "baseline": base}


def of_scheme(study: Study, scheme: int) -> Study:
    """The same study, with the dice, seats and samples of another scheme."""
    if scheme == study.scheme or study.design.kind not in SAMPLED:
        return study.with_scheme(scheme)
    return _Reader(parse(study.text), study.folder, study.text).study(scheme)


@dataclass
class _Reader:
    """One file on its way to a study."""

    document: Document
    folder: Path
    text: str
    paths: dict[str, KeyPath] = field(default_factory=dict)  # where each factor stands
    own_statistics: tuple[OwnStatistic, ...] = ()

    def study(self, scheme: int = SCHEME) -> Study:
        document, data = self.document, self.document.data
        document.known_keys(data, (), _KEYS)
        id = document.name(data)
        title = document.text(data, (), "title", longest=100)
        question = document.text(data, (), "question", longest=300) if "question" in data else title
        explanation = document.text(data, (), "explanation", longest=2000) if "explanation" in data else ""
        seed = document.number(data, (), "seed", 0, MOST_SEED) if "seed" in data else 1
        maker, rules = self._baseline()
        factors, variants = self._changes(rules)
        design = self._design(factors, variants)
        self.own_statistics = self._statistics()
        metrics = self._metrics()
        amount = self._amount(metrics)
        self._check_bots(maker, factors, variants)
        files = own_files(document, self._content_named(maker, factors), self.folder)
        document.check()
        cells, points = combine(document, maker, factors, variants, design, seed, self.paths, scheme)
        document.check()
        asked, amount = amount, in_whole_blocks(amount, cells, scheme)
        self._check_size(amount, cells)
        document.check()
        collect = self._collectors(cells) if self.document.data.get("collect") else ()
        document.check()
        made = Study(
            id=id,
            title=title,
            question=question,
            explanation=explanation,
            metrics=metrics,
            seed=seed,
            factors=factors,
            design=design,
            amount=amount,
            cells=cells,
            points=points,
            own_bots=(
                *own_bots(bot for cell in cells for bot in cell.bots),
                *((one.word, source_digest(one.word)) for one in collect),
            ),
            text=self.text,
            folder=self.folder,
            files=files,
            asked=asked,
            scheme=scheme,
            collect=collect,
        )
        return self._with_statistics(made)

    def _section(self, name: str) -> dict[str, Any]:
        table = self.document.data.get(name, {})
        if isinstance(table, dict):
            return table
        self.document.problem((name,), f"{name} must be a section, [{name}], with a line for each thing in it.")
        return {}

    def _baseline(self) -> tuple[CellMaker, Rules]:
        """The game as it is before the factors change it; without its edition nothing else can be judged."""
        table = self._section("baseline")
        edition = table.get("edition", "forvm")
        try:
            if not isinstance(edition, str):
                raise ForvmError(f"edition must be a name or the path of a TOML file, not {shown(edition)}.")
            rules = content.load(str(self.folder / edition) if edition.endswith(".toml") else edition)
        except ForvmError as error:
            line = self.document.line(("baseline", "edition"))
            raise ContentError(str(error), file=self.document.file, line=line, key="baseline.edition") from None
        base = read_changes(self.document, table, ("baseline",), rules, self.folder)
        base.pop("edition", None)
        base.setdefault("players", min(4, rules.player_counts[-1]))
        base.setdefault("bots", ("greedy",))
        return CellMaker(edition, base, self.folder), rules

    def _changes(self, rules: Rules) -> tuple[tuple[Factor, ...], tuple[tuple[str, dict[str, Level]], ...]]:
        """Factors, or variants: of these, the factors are all that any of them changes."""
        data = self.document.data
        if "variants" not in data:
            found = read_factors(self.document, rules, self.folder)
            self.paths.update({factor.key: path for factor, path in found.items()})
            return tuple(found), ()
        if "factors" in data:
            self.document.problem(("variants",), "A study has either factors to combine, or variants: leave one out.")
        variants = []
        levels: dict[str, dict[Level, None]] = {}
        for path, table in self.document.tables("variants"):
            name = self.document.text(table, path, "name", longest=100) if "name" in table else ""
            changes = read_changes(self.document, table, path, rules, self.folder, ("name",))
            variants.append((name, changes))
            for key, value in changes.items():
                levels.setdefault(key, {})[value] = None
                self.paths.setdefault(key, (*path, *key.split(".")))
        return tuple(Factor(key, tuple(of_it)) for key, of_it in levels.items()), tuple(variants)

    def _design(self, factors: tuple[Factor, ...], variants: tuple[Any, ...]) -> Design:
        document, table = self.document, self._section("design")
        document.known_keys(table, ("design",), ("kind", "points"))
        if variants:
            if table:
                document.problem(("design",), "Variants need no design: each is played as it stands.")
            return Design("variants")
        kind = table.get("kind", "all")
        if kind not in KINDS:
            hint = did_you_mean(kind, KINDS) if isinstance(kind, str) else ""
            document.problem(
                ("design", "kind"), f"There is no design {shown(kind)}.{hint} Choose one of: {', '.join(KINDS)}."
            )
            return Design("all")
        if kind not in SAMPLED:
            if "points" in table:
                document.problem(("design", "points"), f'The design "{kind}" has no use for points: leave it out.')
            return Design(kind)
        points = document.number(table, ("design",), "points", 2, MOST_POINTS)
        if kind == "sobol" and points & (points - 1):
            document.problem(
                ("design", "points"), f"A Sobol sample has a power of two of points, such as 64 or 128, not {points}."
            )
        if not factors and not document.has_problem(("factors",)):
            document.problem(("design", "kind"), f'The design "{kind}" needs factors, and there are none.')
        for factor in factors:
            if len(factor.levels) < 2:
                document.problem(
                    self.paths[factor.key], f'{factor.key} has one value only: the design "{kind}" needs two or more.'
                )
        return Design(kind, points)

    def _metrics(self) -> tuple[str, ...]:
        from forvm.lab.statistics.game_metrics import USUAL

        named = self.document.data.get("metrics", list(USUAL))
        if not isinstance(named, list) or not named:
            self.document.problem(("metrics",), f'metrics must be a list such as ["turns"], not {shown(named)}.')
            return ()
        for place, metric in enumerate(named):
            self._check_metric(("metrics", place), metric)
            if named.index(metric) < place:
                self.document.problem(("metrics", place), f"{shown(metric)} is named twice.")
        return tuple(map(str, named))

    def _collectors(self, cells: tuple[Cell, ...]) -> tuple[Collector, ...]:
        """Functions of the author's own. They add the same columns in every cell."""
        from forvm.lab.games.collectors import collectors_of
        from forvm.lab.games.columns import column_names

        words = self.document.data.get("collect", [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            self.document.problem(
                ("collect",), f'collect must be a list such as ["mine:weddings"], not {shown(words)}.'
            )
            return ()
        first = cells[0]
        try:
            return collectors_of(words, first.rules, first.players, column_names(first.rules, first.players))
        except ForvmError as error:
            self.document.problem(("collect",), str(error))
            return ()

    def _statistics(self) -> tuple[OwnStatistic, ...]:
        from forvm.lab.statistics.own_statistics import read_statistics

        table = self._section("statistics")
        try:
            return read_statistics(table)
        except ForvmError as error:
            self.document.problem(("statistics",), str(error))
            return ()

    def _with_statistics(self, study: Study) -> Study:
        """The study with its own statistics; they can only be checked once it is known who plays what."""
        try:
            return study.with_statistics(self.own_statistics) if self.own_statistics else study
        except ForvmError as error:
            self.document.problem(("statistics",), str(error))
            self.document.check()
            raise

    def _check_metric(self, path: KeyPath, metric: object) -> None:
        from forvm.lab.statistics.game_metrics import METRICS

        known = [*METRICS, *(one.name for one in self.own_statistics if not one.by)]
        if not isinstance(metric, str) or metric not in known:
            hint = did_you_mean(metric, known) if isinstance(metric, str) else ""
            hint = hint if "mean" in hint else ""
            self.document.problem(path, f"There is no metric {shown(metric)}.{hint} There are: {', '.join(known)}.")

    def _amount(self, metrics: tuple[str, ...]) -> Amount:
        """How many games: each, or until an interval is narrow."""
        document, table = self.document, self._section("games")
        path: KeyPath = ("games",)
        if "metric" not in table and "width" not in table:
            document.known_keys(table, path, ("each", "metric", "width", "least", "most"))
            for key in {"least", "most"} & set(table):
                document.problem((*path, key), f"{key} goes with metric and width; a fixed number of games is each.")
            each = document.number(table, path, "each", 1, MOST_IN_A_CELL) if "each" in table else 1000
            return Amount(each, each)
        document.known_keys(table, path, ("metric", "width", "least", "most"))
        metric = table.get("metric", metrics[0] if metrics else "")
        self._check_metric((*path, "metric"), metric)
        width = table.get("width")
        if isinstance(width, bool) or not isinstance(width, int | float) or not 0 < width < float("inf"):
            wrong = f"not {shown(width)}" if "width" in table else "but is missing"
            document.problem((*path, "width"), f"width must be a number above 0, in the metric's own unit, {wrong}.")
            width = 1.0
        least = document.number(table, path, "least", 2, MOST_IN_A_CELL) if "least" in table else 200
        most = document.number(table, path, "most", 2, MOST_IN_A_CELL) if "most" in table else 100 * least
        if most < least:
            document.problem((*path, "most"), f"most is {most}, less than least, which is {least}.")
        return Amount(least, most, str(metric), float(width))

    def _check_bots(self, maker: CellMaker, factors: Iterable[Factor], variants: Iterable[tuple[str, Any]]) -> None:
        """Every bot must exist, and must play the same game again when it is asked to."""
        named: list[tuple[KeyPath, Any]] = [(("baseline", "bots"), maker.base["bots"])]
        for factor in factors:
            if factor.key == "bots" and not variants:
                path = self.paths["bots"]
                named += [((*path, place), lineup) for place, lineup in enumerate(factor.levels)]
        named += [
            (("variants", place, "bots"), made["bots"]) for place, (_, made) in enumerate(variants) if "bots" in made
        ]
        for path, lineup in named:
            for bot in lineup:
                try:
                    own_bots([bot])
                    recipe = bots_module.recipe(bot)
                    if recipe is not None and recipe.seconds is not None:
                        raise ForvmError(
                            f"The bot “{bot}” thinks by the clock, so its games cannot be repeated: give it a number "
                            f"of simulations, as in {bot.partition(':')[0]}:sims=1000."
                        )
                except ForvmError as error:
                    self.document.problem(path, str(error))

    def _content_named(self, maker: CellMaker, factors: Iterable[Factor]) -> Iterator[tuple[KeyPath, str, Any]]:
        """Every edition, board and deck that the study names, and where."""
        yield ("baseline", "edition"), "edition", maker.edition
        for key in CONTENT:
            if key in maker.base:
                yield ("baseline", key), key, maker.base[key]
            for factor in factors:
                if factor.key == key:
                    yield from ((self.paths[key], key, name) for name in factor.levels)

    def _check_size(self, amount: Amount, cells: tuple[Cell, ...]) -> None:
        total = amount.most * len(cells)
        if total > MOST_GAMES:
            self.document.problem(
                ("games",),
                f"{len(cells):,} cells of {amount.most:,} games make {total:,}, more than {MOST_GAMES:,}: choose fewer "
                "games, fewer values, or a design that samples them.",
            )
