"""Offline evaluation of contextual bandit algorithms.

What would the mean reward of a recommendation policy be? It is estimated from a log that another policy wrote.

    import replaybench

    result = replaybench.evaluate("log.csv", "lin_ucb{alpha=0.5}", "replay")
    result = replaybench.evaluate(bandit_feedback, action_dist, ["ips", "snips", "dr"])
    print(result)

The functions:

    evaluate      estimates with intervals, diagnostics and warnings; with rehearse=100 the estimator to trust
    report        the same as a page with pictures, in a file or a notebook
    open_log      a log to be evaluated more than once
    open_dataset  the log of a data set, from a file or a simulator
    play          an algorithm in a simulator, compared with a uniform choice and the optimum
    rank          every algorithm on a log: which one to deploy
    leaderboard   the place of a policy in Python among the engine's algorithms
    Algorithm     an algorithm of the engine, one step at a time
    list          algorithms, evaluators and data sets
    describe      a component's parameters
    load_results  the tables of a study
    sum_part, evaluate_parts
                  a log larger than a machine, in parts; replaybench.dask does it on a Dask cluster

Errors are replaybench.Error, a ValueError, with the messages of the command line.
"""

from ._catalogue import Description, describe, list, load_results
from ._engine import Algorithm, Draws, Log
from ._errors import DataError, Error, FileError, NotApplicable, SpecError
from ._evaluate import Report, evaluate, report
from ._leaderboard import Leaderboard, leaderboard
from ._logs import open_dataset, open_log
from ._parts import evaluate_parts, sum_part
from ._play import Play, play
from ._rank import Ranking, rank
from ._results import Comparison, Difference, Estimate, Evaluation, EvaluationWarning, Interval, Rehearsal, Segment

__all__ = [
    "Algorithm",
    "Comparison",
    "DataError",
    "Description",
    "Difference",
    "Draws",
    "Error",
    "Estimate",
    "Evaluation",
    "EvaluationWarning",
    "FileError",
    "Interval",
    "Leaderboard",
    "Log",
    "NotApplicable",
    "Play",
    "Ranking",
    "Rehearsal",
    "Report",
    "Segment",
    "SpecError",
    "describe",
    "evaluate",
    "evaluate_parts",
    "leaderboard",
    "list",
    "load_results",
    "open_dataset",
    "open_log",
    "play",
    "rank",
    "report",
    "sum_part",
]
