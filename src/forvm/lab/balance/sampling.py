"""Proposes candidates with several changes, by a sampler of Optuna that learns from all that was played."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from forvm.content import Value
from forvm.lab.balance.candidate_rules import CandidateRules, Catalogue
from forvm.lab.balance.targets import Score


class CandidateSampler:
    """A tree-structured Parzen estimator over the values of some parameters, for what is missed and the price.

    It is asked and told in one order, from a seed, so it proposes the same candidates whenever it is run.
    """

    def __init__(self, catalogue: Catalogue, keys: Sequence[str], seed: int) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._optuna = optuna
        self._catalogue = catalogue
        self._values = {key: catalogue.values[key] for key in keys}
        self._space = {
            key: optuna.distributions.IntDistribution(0, len(values) - 1) for key, values in self._values.items()
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that an option may change in a later version
            sampler = optuna.samplers.TPESampler(seed=seed % 2**32, multivariate=True, n_startup_trials=0)
        self._study = optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)

    def tell(self, candidate: CandidateRules, shown: Score) -> None:
        """A candidate was played, whoever proposed it. Changes outside the sampler's space are left out."""
        changes = dict(candidate.changes)
        if set(changes) <= set(self._values):
            self._study.add_trial(
                self._optuna.trial.create_trial(
                    params={key: self._place(key, changes) for key in self._values},
                    distributions=dict(self._space),
                    values=[shown.missed, candidate.price],
                )
            )

    def ask(self) -> CandidateRules | None:
        """The next proposal; None if its changes exclude each other."""
        trial = self._study.ask(dict(self._space))
        # What it showed is told by `tell`; the trial itself has done its work.
        self._study.tell(trial, state=self._optuna.trial.TrialState.FAIL)
        return self._catalogue.candidate({key: values[trial.params[key]] for key, values in self._values.items()})

    def _place(self, key: str, changes: dict[str, Value]) -> int:
        return self._values[key].index(changes.get(key, self._catalogue.printed(key)))
