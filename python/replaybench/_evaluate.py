"""The calls `evaluate` and `report`."""

import html
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _engine
from ._errors import SpecError
from ._logs import _whole, open_log
from ._results import comparison_of, evaluation_of


def _is_object(policy):
    """True for a policy in Python. An array has a method of this name, too."""
    return hasattr(policy, "choose") and not hasattr(policy, "__array__")


def _label(policy, number):
    if isinstance(policy, str):
        return policy
    if _is_object(policy):
        return str(getattr(policy, "name", type(policy).__name__))
    return "policy" if number is None else f"policy_{number}"


def _is_policy(policy):
    if isinstance(policy, np.generic) and not isinstance(policy, str):
        return False  # a number of NumPy's
    return isinstance(policy, str) or hasattr(policy, "choose") or hasattr(policy, "__array__")


def _are_several(policy):
    """True for a dict or a list of policies; a list of numbers is an array."""
    return isinstance(policy, Mapping) or (isinstance(policy, (list, tuple)) and all(map(_is_policy, policy)))


def _named_policies(policy):
    """[(label, policy)] of one policy, a list or a dict of them."""
    if policy is None:
        return []
    if isinstance(policy, Mapping):
        return [(str(label), one) for label, one in policy.items()]
    if _are_several(policy):
        return [(_label(one, number), one) for number, one in enumerate(policy)]
    return [(_label(policy, None), policy)]


def _kind(policy):
    if isinstance(policy, str):
        return "text"
    if isinstance(policy, type):
        name = policy.__name__
        raise SpecError(f"the policy {name} is a class; give an object of it, such as {name}(n_actions)")
    if _is_object(policy):
        return "object"
    if hasattr(policy, "__array__") or isinstance(policy, (list, tuple)):
        return "target"
    raise SpecError(
        "a policy is an algorithm's text, an array of probabilities, or an object with choose(context, actions); "
        f"this is a {type(policy).__name__}"
    )


def _one_of(name, value, allowed):
    if value not in allowed:
        raise SpecError(f"{name} is {value!r}; allowed: {', '.join(repr(one) for one in allowed)}")


def evaluate(
    log,
    policy=None,
    estimator=None,
    *,
    seed=1,
    repetitions=1,
    jobs=None,
    baseline=None,
    bootstrap=0,
    propensities="given",
    predictions=None,
    influences=False,
    show_unreliable=False,
    rehearse=0,
    minutes=None,
    **reading,
):
    """Estimates the value of a policy from a log.

    log
        a path, a dict of arrays (such as Open Bandit Pipeline's bandit_feedback), a data frame, or a Log; see
        help(replaybench.open_log), whose options are also accepted here.
    policy
        one of
        - an algorithm's text, "lin_ucb{alpha=0.5}"; replaybench.list("algorithms") has them all;
        - an array of the policy's probabilities: n x K (or n x K x 1) for each action at each record, or n
          floats or booleans for the logged actions. Of a policy that always takes the actions a it is
          numpy.eye(K)[a]. The labels of a data frame name the actions of the columns; an array for a log
          with named actions needs actions=[...], the names in the order of its columns;
        - an object with choose(context, actions), which returns one of `actions`, and, if it learns,
          update(context, action, reward). `choose` must not change the object, because replay also calls it
          for rejected records. With a third parameter, choose(context, actions, draws), it gets random numbers
          (replaybench.Draws) that make the result reproducible. With probabilities(context, actions) and
          without update, estimators of static policies accept it. Evaluations use deep copies. A policy in
          Python is slow and holds the interpreter's lock;
        - a list, or a dict {label: policy}, of these;
        - None for the policies given by columns of the log.
    estimator
        an evaluator's text, such as "replay", "snips", "dr{model=\"given\", predictions=\"q\"}", or a list of them.
        The default depends on the log and the policies (`replaybench list --defaults`).
    seed
        seed of the draws of policies and evaluators.
    repetitions
        number of runs with different draws; estimates and rows are averaged.
    jobs
        threads; default all processors. The result does not depend on their number.
    baseline
        "logged" adds the lift over the logging policy, with its paired interval.
    bootstrap
        resamples for paired intervals if an evaluator has no influences of records: 0, or 40 to 1000000.
    propensities
        "given", or a method to estimate them: "frequency" (of the actions), "logistic" (from the features).
    predictions
        {name: n x K array} of predicted rewards, with columns as for a policy.
    influences
        keeps the influence of each record on the estimate.
    show_unreliable
        shows withheld estimates, for example from fewer than 30 accepted or effective records.
    rehearse
        number of twins of each kind, 20 to 100000 (100 are usual); 0 means none. The estimators are tried on the
        twins, simulated copies of the log whose truth is known, and the result's `rehearsal` names the estimator to
        trust. Without `estimator` some fifteen are tried.
    minutes
        with `rehearse`: no twin starts after this number of minutes.

    Returns an Evaluation for one policy and one estimator; a Comparison for a list or dict, `baseline`, `by` or `rehearse`.
    The `warnings` of an estimate are reasons not to trust it.

    Raises SpecError for unknown names and options, DataError for an unusable log, NotApplicable if policy,
    estimator and log do not fit, FileError, and the exceptions of a policy in Python. The interpreter's lock is
    released while the engine works, unless a policy is in Python.
    """
    options = dict(seed=seed, repetitions=repetitions, jobs=jobs, baseline=baseline, bootstrap=bootstrap)
    options |= dict(propensities=propensities, predictions=predictions, influences=influences)
    options |= dict(rehearse=rehearse, minutes=minutes)
    return _result(_found(log, policy, estimator, show_unreliable=show_unreliable, **options, **reading))


def _result(found):
    return evaluation_of(found) if "segments" not in found else comparison_of(found)


def _found(
    log,
    policy=None,
    estimator=None,
    *,
    seed=1,
    repetitions=1,
    jobs=None,
    baseline=None,
    bootstrap=0,
    propensities="given",
    predictions=None,
    influences=False,
    show_unreliable=False,
    rehearse=0,
    minutes=None,
    page_of="",
    **reading,
):
    """The engine's result; with `page_of`, the text of the call, also a page under the key "page"."""
    _one_of("baseline", baseline, (None, "logged"))
    _one_of("propensities", propensities, ("given", "frequency", "logistic"))
    named = _named_policies(policy)
    arrays = {label: one for label, one in named if _kind(one) == "target"}
    opened = open_log(log, policies=arrays, predictions=predictions, **reading)
    policies = [(_kind(one), label, label if label in arrays else one) for label, one in named]
    if not named:
        policies = [("target", name, name) for name in opened.policies]
    if not policies:
        raise SpecError("nothing to evaluate: the log has no target policy; policy names an algorithm")
    if estimator is not None and not isinstance(estimator, Iterable):
        raise SpecError(f"estimator is {estimator!r}; allowed: an evaluator's text, or a list of them")
    estimators = [estimator] if isinstance(estimator, str) else list(estimator or [])
    several = _are_several(policy) or not isinstance(estimator, (str, type(None)))
    rehearse = _whole("rehearse", rehearse, 0, 100_000)
    if 0 < rehearse < 20:
        raise SpecError(f"rehearse is {rehearse}; allowed: 0, or 20 to 100000")
    if minutes is not None and not (rehearse > 0 and minutes > 0):
        raise SpecError(f"minutes is {minutes!r}; it is a time above 0, for rehearse")
    single = not several and len(policies) == 1 and baseline is None and not opened.segments and rehearse == 0
    bootstrap = _whole("bootstrap", bootstrap, 0, 1_000_000)
    if 0 < bootstrap < 40:
        raise SpecError(f"bootstrap is {bootstrap}; allowed: 0, or 40 to 1000000")
    return _engine.evaluate(
        log=opened,
        policies=policies,
        estimators=[str(text) for text in estimators],
        single=single,
        seed=_whole("seed", seed, 0, 2**64 - 1),
        repetitions=_whole("repetitions", repetitions, 1, 1_000_000),
        jobs=_whole("jobs", jobs if jobs is not None else min(256, os.cpu_count() or 1), 1, 256),
        lift=baseline is not None,
        bootstrap=bootstrap,
        propensities=propensities,
        influences=influences,
        show_unreliable=show_unreliable,
        rehearse=rehearse,
        minutes=float(minutes or 0),
        page_of=page_of,
    )


def _argument(value):
    """As it stands in a call; arrays, frames and objects by their type alone."""
    if isinstance(value, (str, int, float, type(None))):
        return repr(value)
    if isinstance(value, (list, tuple)) and all(isinstance(one, (str, int)) for one in value):
        return repr(list(value))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{str(key)!r}: {_argument(one)}" for key, one in value.items()) + "}"
    return os.fspath(value).__repr__() if isinstance(value, os.PathLike) else f"<{type(value).__name__}>"


@dataclass(frozen=True, repr=False)
class Report:
    """An evaluation as one HTML page that needs no other file; a notebook shows it."""

    result: Any
    """The Evaluation or Comparison."""
    html: str
    """The page."""

    def save(self, file):
        """Writes the page to a file, UTF-8. Raises OSError."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.html)

    def __repr__(self):
        return repr(self.result)

    def _repr_html_(self):
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" title="evaluation" '
            'style="width: 100%; height: 40rem; border: 0"></iframe>'
        )


def report(log, policy=None, estimator=None, *, file=None, **options):
    """Evaluates, and makes the page of `replaybench evaluate --report`: answer, estimates, log, weights, tests.

    log, policy, estimator and `options` are those of `evaluate`; file: where to write the page, a path.

    Returns a Report: `result`, `html` and `save(file)`. The last expression of a notebook's cell, it is shown there.
    Raises what `evaluate` raises, and OSError.
    """
    given = [_argument(one) for one in (log, policy, estimator)]
    while given[-1] == "None" and len(given) > 1:
        given.pop()
    call = ", ".join(given + [f"{name}={_argument(value)}" for name, value in options.items()])
    found = _found(log, policy, estimator, page_of=f"replaybench.report({call})", **options)
    made = Report(html=found.pop("page"), result=_result(found))
    if file is not None:
        made.save(file)
    return made


Report.__module__ = "replaybench"
