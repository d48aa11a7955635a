"""Evaluation of a log whose parts are elsewhere."""

import hashlib
import os

from . import _engine
from ._errors import SpecError
from ._logs import _whole, open_log
from ._results import comparison_of


def _digest(paths):
    """SHA-256 of the files' bytes, of several files that of their digests."""
    digests = []
    for path in paths:
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        digests.append(digest.hexdigest())
    return digests[0] if len(digests) == 1 else hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _identity(log, part):
    if part is not None:
        return str(part)
    paths = [log] if isinstance(log, (str, os.PathLike)) else log
    if isinstance(paths, (list, tuple)) and all(isinstance(path, (str, os.PathLike)) for path in paths):
        return _digest(paths)
    raise SpecError("part names this part of the log where it is no file: no two parts may have one name")


def sum_part(log, policies=None, estimators=None, *, part=None, seed=1, jobs=1, **reading):
    """Sums a part of a log for the evaluation of policies given by columns; returns a few kilobytes.

    The sums are exact: evaluate_parts gives the same bytes for every division of the log and every order of the parts.
    Call it for each part of a Dask collection (as replaybench.dask does), of a Spark RDD, or on each machine.

    log
        a path, a list of paths, a data frame or any other input of open_log, whose options are also accepted here.
    policies
        names of policies given by columns, as in open_log(...).policies; default: all of them.
    estimators
        an evaluator's text or a list of them: estimators that use propensities (ips, snips, clipped_ips, ...) or
        predictions given by columns (dr{model="given"}). Default: snips.
    part
        a name that no other part has; default: the SHA-256 of a file. A part that is merged twice is an error.
    seed, jobs
        as in replaybench.evaluate.

    Returns bytes. Raises NotApplicable, with advice, for evaluations that need the whole log (a learning algorithm,
    a fitted model, clusters); otherwise raises like replaybench.evaluate.
    """
    identity = _identity(log, part)
    opened = open_log(log, **reading)
    names = [policies] if isinstance(policies, str) else list(policies or opened.policies)
    if not names:
        raise SpecError("nothing to evaluate: the log has no target policy in its columns")
    return _engine.sum_part(
        log=opened,
        identity=identity,
        policies=[str(name) for name in names],
        estimators=[estimators] if isinstance(estimators, str) else [str(text) for text in estimators or []],
        reading=repr(sorted((name, value) for name, value in reading.items() if value is not None)),
        seed=_whole("seed", seed, 0, 2**64 - 1),
        jobs=_whole("jobs", jobs, 1, 256),
    )


def evaluate_parts(parts, *, show_unreliable=False):
    """The evaluation of the log whose parts sum_part summed, or `replaybench evaluate --partial` wrote.

    parts
        an iterable of bytes, or of paths of files with them; in any order.
    show_unreliable
        as that of replaybench.evaluate.

    Returns a Comparison. Raises DataError for a part that is damaged, twice there, or was summed by another plan.
    """
    named = []
    for number, part in enumerate(parts):
        if isinstance(part, (bytes, bytearray)):
            named.append((f"part {number}", bytes(part)))
        else:
            with open(part, "rb") as file:
                named.append((os.fspath(part), file.read()))
    if not named:
        raise SpecError("there is no part to evaluate")
    return comparison_of(_engine.evaluate_parts(named, show_unreliable=bool(show_unreliable)))
