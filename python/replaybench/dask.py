"""A log larger than a machine, on a Dask cluster.

    from dask.distributed import Client
    import replaybench.dask

    result = replaybench.dask.evaluate("logs/*.parquet", ["pi_new"], ["snips"], client=Client("scheduler:8786"))

Each file, or partition of a data frame, is summed by the worker that has it (replaybench.sum_part); what comes back is
some kilobytes a part. The sums are exact: neither the number of workers nor the order in which they end changes a bit,
and the parts of a worker that dies are summed again by another.
"""

import glob
import os

from dask import delayed
from dask.base import compute

from ._errors import FileError, SpecError
from ._parts import evaluate_parts, sum_part

__all__ = ["evaluate"]


def _paths(log):
    """The files that paths and patterns name; a folder is no file."""
    found = []
    for path in [log] if isinstance(log, (str, os.PathLike)) else log:
        if not isinstance(path, (str, os.PathLike)):
            raise SpecError("a log is a path, a pattern, a list of those, or a Dask data frame")
        text = os.fspath(path)
        is_pattern = not os.path.exists(text) and any(mark in text for mark in "*?[")
        matching = sorted(glob.glob(text)) if is_pattern else [text]
        if not matching:
            raise FileError(f"no file matches {text}")
        found += matching
    return found


def _sum_frame(frame, number, policies, estimators, options):
    # A partition without rows adds nothing.
    return sum_part(frame, policies, estimators, part=f"partition {number}", **options) if len(frame) else b""


def evaluate(log, policies=None, estimators=None, *, client=None, seed=1, show_unreliable=False, **reading):
    """Estimates the value of the policies that columns of a log give, in parts on the workers of a Dask cluster.

    log
        a path, a pattern or a list of them, each file a part that the workers can read at this path; or a Dask data
        frame, each of whose partitions is a part.
    policies, estimators, seed, and the options of open_log
        as those of replaybench.sum_part.
    client
        a dask.distributed.Client; default: the one that is open, else threads of this process.
    show_unreliable
        as that of replaybench.evaluate.

    Returns a Comparison, as replaybench.evaluate_parts, with the same bytes for any number of workers.
    """
    options = {"seed": seed, **reading}
    if hasattr(log, "to_delayed"):
        tasks = [
            delayed(_sum_frame)(frame, number, policies, estimators, options)
            for number, frame in enumerate(log.to_delayed())
        ]
    else:
        tasks = [delayed(sum_part)(path, policies, estimators, **options) for path in _paths(log)]
    parts = client.gather(client.compute(tasks)) if client is not None else compute(*tasks)
    return evaluate_parts([part for part in parts if part], show_unreliable=show_unreliable)
