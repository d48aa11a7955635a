"""The call `rank`: every algorithm on one log."""

import json
import os
from dataclasses import dataclass
from typing import Any

from . import _engine
from ._errors import SpecError
from ._evaluate import _argument, _is_object, _named_policies, _one_of
from ._logs import _whole, open_log


@dataclass(frozen=True, repr=False)
class Ranking:
    """Algorithms on one log, best first: which one to deploy."""

    answer: str
    """The algorithm to take, with its interval, and whether others tie with it: a sentence."""
    explanations: "dict[str, str]"
    """Sentences on "ties", the "cheapest" of them, the "held out" half and "optimism"."""
    algorithms: "list[dict[str, Any]]"
    """By rank: algorithm, estimate and behind (each with value, low, high), may_be_best, accepted, choose_ns, ..."""
    unranked: "list[dict[str, str]]"
    """Those without a rank, by reason."""
    warnings: "list[str]"
    """What speaks against the ranking."""
    details: "dict[str, Any]"
    """Everything that `replaybench leaderboard --log FILE --format json` prints (schema/log_leaderboard.json)."""
    html: str
    """The ranking as one HTML page that needs no other file."""

    def save(self, file):
        """Writes the page to a file, UTF-8. Raises OSError."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.html)

    def to_frame(self):
        """The algorithms as a pandas data frame. Raises ImportError without pandas."""
        import pandas

        return pandas.json_normalize(self.algorithms, sep="_")

    def __repr__(self):
        return "\n".join([self.answer, *(f"{word}: {text}" for word, text in self.explanations.items())])


Ranking.__module__ = "replaybench"


def rank(
    log,
    policy=None,
    estimator=None,
    *,
    algorithms=None,
    seed=1,
    jobs=None,
    bootstrap=40,
    propensities="given",
    rehearse=0,
    minutes=None,
    timings=True,
    **reading,
):
    """Ranks every algorithm that fits a log, and policies in Python: which one to deploy?

    This is `replaybench leaderboard --log`: algorithms are tuned by entangled validation on a random half of the
    log, ranked on all of it by one evaluator with paired differences, and the first one of that half is evaluated on
    the other half, which chose nothing.

    log
        as for replaybench.evaluate, whose options of reading are also accepted here.
    policy
        an object with choose(context, actions[, draws]), as for replaybench.evaluate, which also competes, untuned;
        or a list, or a dict {name: policy}, of these. With a policy in Python one thread works.
    estimator
        the evaluator that ranks, by its text; default: by the log.
    algorithms
        texts of the engine's algorithms that compete; default: all that fit.
    seed
        seed of the halves of the log and of the draws.
    jobs
        threads; default all processors. The numbers do not depend on it.
    bootstrap
        resamples for the paired intervals of an evaluator without influences of records: 0, or 40 to 1000000.
    propensities
        "given", or a method to estimate them: "frequency", "logistic".
    rehearse
        twins of the log of each kind, 20 to 100000, on which a rehearsal chooses the evaluator; 0: none.
    minutes
        of `rehearse`: no further twin starts after so many minutes.
    timings
        measures the time of a choice and of an update.

    Returns a Ranking; print it for the answer. Raises what replaybench.evaluate raises.
    """
    _one_of("propensities", propensities, ("given", "frequency", "logistic"))
    named = _named_policies(policy)
    for name, one in named:
        if not _is_object(one) or isinstance(one, type):
            raise SpecError(f"{name}: a policy to rank is an object with choose(context, actions), not a text or class")
    rehearse = _whole("rehearse", rehearse, 0, 100_000)
    if 0 < rehearse < 20:
        raise SpecError(f"rehearse is {rehearse}; allowed: 0, or 20 to 100000")
    if rehearse > 0 and estimator is not None:
        raise SpecError("rehearse chooses the evaluator, and estimator names one: give one of them")
    if minutes is not None and not (rehearse > 0 and minutes > 0):
        raise SpecError(f"minutes is {minutes!r}; it is a time above 0, for rehearse")
    bootstrap = _whole("bootstrap", bootstrap, 0, 1_000_000)
    if 0 < bootstrap < 40:
        raise SpecError(f"bootstrap is {bootstrap}; allowed: 0, or 40 to 1000000")
    text, page = _engine.rank(
        log=open_log(log, **reading),
        policies=named,
        algorithms=[algorithms] if isinstance(algorithms, str) else [str(one) for one in algorithms or []],
        estimator=str(estimator or ""),
        seed=_whole("seed", seed, 0, 2**64 - 1),
        jobs=_whole("jobs", jobs if jobs is not None else min(256, os.cpu_count() or 1), 1, 256),
        bootstrap=bootstrap,
        propensities=propensities,
        twins=rehearse,
        minutes=float(minutes or 0),
        timings=bool(timings),
        call=f"replaybench.rank({_argument(log)}, seed={seed})",
    )
    details = json.loads(text)
    parts = {name: details[name] for name in ("answer", "algorithms", "unranked", "warnings")}
    return Ranking(explanations=details.get("explanations", {}), details=details, html=page, **parts)
