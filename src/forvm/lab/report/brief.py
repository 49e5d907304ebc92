"""What comes first on the page: the most important in a few sentences. They say what the tables below say."""

from __future__ import annotations

from forvm.lab.report import words
from forvm.lab.report.blocks import Bullets
from forvm.lab.report.contrasts import Effect, opposites
from forvm.lab.report.findings import ERROR, Findings
from forvm.lab.report.material import Material, estimated
from forvm.lab.report.repeated import hidden, matters
from forvm.lab.report.words import say
from forvm.lab.statistics import FEWEST_GAMES
from forvm.lab.statistics.game_metrics import METRICS
from forvm.lab.study.design import SAMPLED

MOST_TOLD = 5


def brief_of(material: Material, findings: Findings) -> Bullets:
    """The most important in a few sentences."""
    told = [*_effects(material, findings)]
    told += [hidden(one) for one in opposites(findings.effects)[:MOST_TOLD]]
    if findings.matters:
        told.append(matters(findings.matters[0]))
    if any(metric.id == "turns" for metric in material.metrics):
        turns = METRICS["turns"]
        length = estimated(material.baseline.sample(turns))
        told.append(
            say("brief.length", turns=words.plain(length.value), interval=words.span(turns, length.low, length.high))
        )
    told.append(_seats(findings))
    if findings.strategies[0]:
        told.append(_strategies(findings))
    if min(one.games for one in material.cells) < FEWEST_GAMES:
        told.append(say("brief.too_few", fewest=FEWEST_GAMES))
    return Bullets(told)


def _effects(material: Material, findings: Findings) -> list[str]:
    if material.study.design.kind in SAMPLED:
        return [say("brief.sampled")]
    if not findings.effects:
        return [say("brief.baseline_alone")]
    # What the study asks about first comes first.
    importance = {metric: place for place, metric in enumerate(material.metrics)}
    standing = sorted(
        (one for one in findings.effects if one.told.differs and one.contrast.kind in ("cell", "main")),
        key=lambda effect: (importance[effect.metric], -_strength(effect)),
    )
    if not standing:
        return [say("brief.nothing")]
    told = [
        say(
            "brief.effect",
            variant=effect.contrast.label,
            metric=words.metric_name(effect.metric),
            change=words.amount(effect.metric, effect.told.alone.value, signed=True),
            interval=words.span(effect.metric, effect.told.alone.low, effect.told.alone.high, signed=True),
        )
        for effect in standing[:MOST_TOLD]
    ]
    if len(standing) > MOST_TOLD:
        told.append(say("brief.more", count=len(standing) - MOST_TOLD))
    return told


def _strength(effect: Effect) -> float:
    """How many half-widths of its interval a difference is away from zero."""
    return abs(effect.told.alone.value) / ((effect.told.alone.high - effect.told.alone.low) / 2)


def _seats(findings: Findings) -> str:
    told = findings.seats[0]
    if told.p >= ERROR:
        return say("brief.seats_even")
    return say(
        "brief.seats_uneven",
        first=words.share(told.shares[0]),
        last=words.share(told.shares[-1]),
        fair=words.percent(told.fair),
    )


def _strategies(findings: Findings) -> str:
    best = findings.best(0)
    fair = words.percent(best[0].fair)
    if len(best) == 1:
        return say("brief.strategy", bot=best[0].bot, share=words.share(best[0].share), fair=fair)
    shares = "; ".join(f"{one.bot} {words.share(one.share)}" for one in best)
    return say("brief.strategies", shares=shares, fair=fair)
