"""The call `leaderboard`."""

import copy
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _engine
from ._catalogue import _frame
from ._errors import FileError, SpecError
from ._evaluate import _is_object, _one_of, _whole

_PROFILES = ("smoke", "standard", "full")


@dataclass(frozen=True, repr=False)
class Leaderboard:
    """Policies in Python among the engine's algorithms, on the tasks of the leaderboard.

    The tables are lists of dicts, with the columns of the files that `replaybench leaderboard` writes.
    """

    policies: "list[str]"
    """The names of the policies in Python."""
    profile: str
    """Of the tasks: "smoke", "standard" or "full"."""
    scores: "list[dict[str, Any]]"
    """By task, best first: algorithm, status, mean with its 95 % interval (mean_low, mean_high), regret, share, rank
    (NaN where the task is not ranked) with the range that the tests allow, ..."""
    tasks: "list[dict[str, Any]]"
    """By task: title, dataset, horizon, replicates, whether it is ranked, why not, its references."""
    overall: "list[dict[str, Any]]"
    """By algorithm: mean rank and mean share over the ranked tasks."""
    comparisons: "list[dict[str, Any]]"
    """By task and pair: difference with its interval, p-value, adjusted p-value."""

    def place(self, policy: str, task: str) -> "dict[str, Any]":
        """The row of `scores` of this policy (or algorithm) on this task. Raises KeyError."""
        for row in self.scores:
            if row["algorithm"] == policy and row["task"] == task:
                return row
        raise KeyError((policy, task))

    def to_frame(self, table="scores"):
        """A table as a pandas data frame. Raises SpecError for an unknown one, ImportError without pandas."""
        _one_of("table", table, ("scores", "tasks", "overall", "comparisons"))
        import pandas

        return pandas.DataFrame(getattr(self, table))

    def _line(self, policy, task):
        if task["unavailable"]:
            return f"skipped: {task['unavailable']}"
        row = self.place(policy, task["task"])
        if row["status"] != "played":
            return f"{policy}: {row['status']}: {row['reason']}"
        played = [one for one in self.scores if one["task"] == task["task"] and one["status"] == "played"]
        mean = f"mean {row['mean']:.4g} [{row['mean_low']:.4g}, {row['mean_high']:.4g}]"
        if task["ranked"] != "yes":
            return f"{policy}: {mean}; not ranked: {task['why_not_ranked']}"
        count = sum(one["rank"] == one["rank"] for one in played)
        range_text = f"the tests allow {row['best_rank']:.0f} to {row['worst_rank']:.0f}"
        return f"{policy}: place {row['rank']:.4g} of {count} ({range_text}), {mean}"

    def __repr__(self):
        lines = []
        if self.profile == "smoke":
            lines.append("profile smoke: a test of the program, not of the algorithms")
        for task in self.tasks:
            lines += [f"{task['task']}: {self._line(policy, task)}" for policy in self.policies]
        return "\n".join(lines)


Leaderboard.__module__ = "replaybench"


def _home(home):
    folder = Path(home if home is not None else os.environ.get("REPLAYBENCH_HOME", "."))
    if not (folder / "experiments" / "leaderboard").is_dir():
        raise FileError(
            f"{folder / 'experiments' / 'leaderboard'} is no folder: run in a copy of the repository, or set "
            "REPLAYBENCH_HOME or home="
        )
    return folder


def _name_of(policy):
    return str(getattr(policy, "name", None) or getattr(policy, "__name__", None) or type(policy).__name__)


def _maker_of(policy):
    """Function that makes a new object of (n_actions, n_features)."""
    if _is_object(policy) and not isinstance(policy, type):
        return lambda n_actions, n_features: copy.deepcopy(policy)
    if not callable(policy):
        raise SpecError(
            "a policy on the leaderboard is an object with choose(context, actions), or what makes one of "
            f"(n_actions, n_features); this is a {type(policy).__name__}"
        )

    def make(n_actions, n_features):
        made = policy(n_actions, n_features)
        if not _is_object(made):
            raise TypeError(f"{_name_of(policy)}({n_actions}, {n_features}) gave {made!r}, which has no choose")
        return made

    return make


def _named_makers(policy):
    if isinstance(policy, Mapping):
        return [(str(name), _maker_of(one)) for name, one in policy.items()]
    several = policy if isinstance(policy, (list, tuple)) else [policy]
    return [(_name_of(one), _maker_of(one)) for one in several]


def leaderboard(policy, tasks=None, *, profile="standard", home=None, store=None, jobs=None):
    """Ranks a policy in Python on the leaderboard.

    The policy plays the tasks of `replaybench leaderboard` like every algorithm of the engine: on the same
    environments and logs, with the same evaluators, replicates, paired tests and tables.

    policy
        an object with choose(context, actions[, draws]) and update(context, action, reward), as for
        replaybench.evaluate; or a class or function that makes one from (n_actions, n_features), because the
        tasks differ in both; or a list, or a dict {name: policy}, of these. The name is the attribute `name` or
        the name of the class; it determines the policy's draws and must not be an algorithm's. The policy is
        not tuned.
    tasks
        names of tasks (experiments/leaderboard/NAME.toml), or one; default: all.
    profile
        "smoke" (seconds: a test of the program), "standard" (minutes), "full" (an hour or more).
    home
        the folder of experiments/ and results/; default $REPLAYBENCH_HOME, otherwise the current folder.
    store
        the folder of the stored scores; default results/store of `home`. Missing scores of the engine's
        algorithms are computed and stored. The policy's own scores are not stored.
    jobs
        threads for the engine's algorithms; default all processors. The result does not depend on it.

    This is slow: the policy plays every step of every replicate in Python, one call of choose and one of update
    (standard: 50 replicates of 5,000 steps on most tasks), in one thread that holds the interpreter's lock.
    Ctrl-C stops it; cells of the engine's algorithms in progress are finished and kept first.

    Returns a Leaderboard; print it for the ranks. The table marks tasks to which the policy does not apply. Raises
    SpecError for an unknown task or a name that is taken, FileError without the tasks' folder, and the policy's
    exceptions.
    """
    named = _named_makers(policy)
    if not named:
        raise SpecError("there is no policy")
    _one_of("profile", profile, _PROFILES)
    folder = _home(home)
    found = _engine.leaderboard(
        makers=named,
        tasks=[tasks] if isinstance(tasks, str) else [str(task) for task in tasks or []],
        profile=profile,
        home=str(folder),
        store=str(store if store is not None else folder / "results" / "store"),
        jobs=_whole("jobs", jobs if jobs is not None else min(256, os.cpu_count() or 1), 1, 256),
    )
    tables = {name: _frame(columns, False) for name, columns in found.items()}
    return Leaderboard(policies=[name for name, _ in named], profile=profile, **tables)
