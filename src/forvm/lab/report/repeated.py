"""Sentences that the page says in several places."""

from __future__ import annotations

from forvm.lab.report import words
from forvm.lab.report.contrasts import Opposite
from forvm.lab.report.findings import Matters
from forvm.lab.report.words import say


def hidden(one: Opposite) -> str:
    """A main effect that hides opposite ones, in a sentence."""
    metric = one.main.metric
    return say(
        "effects.opposite",
        main=one.main.contrast.label,
        metric=words.metric_name(metric),
        change=words.difference(metric, one.main.told.alone),
        up=one.up.contrast.label,
        more=words.difference(metric, one.up.told.alone),
        down=one.down.contrast.label,
        less=words.difference(metric, one.down.told.alone),
    )


def matters(found: Matters) -> str:
    """The most important factors for a metric: all that cannot be told apart from the first."""
    metric = words.metric_name(found.metric)
    if not found.above:
        return say("brief.matters_nothing", metric=metric)
    first, *others = found.above
    names = [words.factor_name(first.factor)]
    names += [words.factor_name(one.factor) for one in others if one.factor in found.rivals]
    if len(names) == 1:
        return say("brief.matters", metric=metric, factor=names[0])
    return say("brief.matters_several", metric=metric, factors=", ".join(names))
