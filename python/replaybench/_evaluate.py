"""The call `evaluate`."""

import os
from collections.abc import Mapping

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
    **reading,
):
    """Estimates the value of a policy from a log.

    log
        a path, a dict of arrays (as Open Bandit Pipeline's bandit_feedback), a data frame, or what open_log
        gave; see help(replaybench.open_log), whose options can be given here, too.
    policy
        one of
        - an algorithm's text, "lin_ucb{alpha=0.5}"; replaybench.list("algorithms") has them all;
        - an array of probabilities: n x K (or n x K x 1), the policy's of each action at each record; or n, of
          the logged actions. The labels of a data frame say which column is which action; an array beside a log
          with named actions needs actions=[...], the names in the order of its columns;
        - an object with choose(context, actions), which returns one of `actions`, and, if it learns,
          update(context, action, reward). `choose` must not change it: replay asks also at records that it
          then rejects. With a third parameter, choose(context, actions, draws), it gets random numbers
          (replaybench.Draws) that make the result reproducible. With probabilities(context, actions) and
          without update it can be judged by evaluators of fixed policies. Deep copies of it are used. Such a
          policy is slow, and keeps the interpreter's lock;
        - a list, or a dict {label: policy}, of those;
        - None: the policies that the log gives by columns.
    estimator
        an evaluator's text, such as "replay", "snips", "dr{model=\"given\", predictions=\"q\"}", or a list of them.
        Default: by the log and the policies, as the table in evaluators/README.md says.
    seed
        of the draws of policies and evaluators.
    repetitions
        runs with different draws, whose estimates and rows are averaged.
    jobs
        threads; default all processors. The result does not depend on their number.
    baseline
        "logged": the lift over the policy that wrote the log, with its paired interval.
    bootstrap
        resamples for paired intervals where an evaluator has no influence of each record: 0, or 40 to 1000000.
    propensities
        "given", or how to estimate them: "frequency" (of the actions), "logistic" (from the features).
    predictions
        {name: n x K array} of predicted rewards, its columns as those of a policy.
    influences
        keep each record's part in the error of the estimate.
    show_unreliable
        give an estimate also where it is withheld, as one on fewer than 30 accepted or effective records.

    Returns an Evaluation for one policy and one estimator, a Comparison where a list or dict is given, or
    `baseline` or `by`. What speaks against an estimate is in its `warnings`.

    Raises SpecError for unknown names and options, DataError for a log that cannot be used, NotApplicable where
    policy, estimator and log do not fit, FileError; and what a policy in Python raises. The interpreter's lock
    is released while the engine works, unless a policy is in Python.
    """
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
    estimators = [estimator] if isinstance(estimator, str) else list(estimator or [])
    several = _are_several(policy) or not isinstance(estimator, (str, type(None)))
    single = not several and len(policies) == 1 and baseline is None and not opened.segments
    bootstrap = _whole("bootstrap", bootstrap, 0, 1_000_000)
    if 0 < bootstrap < 40:
        raise SpecError(f"bootstrap is {bootstrap}; allowed: 0, or 40 to 1000000")
    found = _engine.evaluate(
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
    )
    return evaluation_of(found) if "segments" not in found else comparison_of(found)
