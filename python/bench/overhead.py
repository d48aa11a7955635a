"""Cost of the module compared with the command line: a million records, from arrays and from a prepared log.

    PYTHONPATH=build/release/python python3 python/bench/overhead.py build/release/replaybench [RECORDS]

CPU times, the least of several runs in turn; of the command line without starting the process (its --version).
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import replaybench

ACTIONS, FEATURES = 10, 10
CASES = [("lin_ucb", "replay"), ("ucb", "replay"), ("uniform_random", "dr"), ("uniform_random", "snips")]
RUNS = 5


def used():
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def seconds(call):
    begin = used()
    call()
    return used() - begin


def main():
    program = sys.argv[1]
    records = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    random = np.random.RandomState(1)
    log = dict(
        n_rounds=records,
        n_actions=ACTIONS,
        context=random.normal(size=(records, FEATURES)),
        action=random.randint(ACTIONS, size=records),
        reward=random.binomial(1, 0.3, size=records).astype(float),
        pscore=np.full(records, 1 / ACTIONS),
    )
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "log.replaybench"
        np.savez(Path(folder) / "log.npz", **log)
        subprocess.run(
            [program, "data", "prepare", Path(folder) / "log.npz", "--out", prepared], check=True, capture_output=True
        )
        opened = replaybench.open_log(log)
        print(f"{'policy':16} {'estimator':10} {'command':>9} {'arrays':>9} {'ratio':>6} {'open log':>9} {'ratio':>6}")
        for policy, estimator in CASES:
            command = [program, "evaluate", "--log", prepared, "--algorithm", policy, "--evaluator", estimator]
            best = [float("inf")] * 4
            for _ in range(RUNS):
                calls = [
                    lambda: subprocess.run([program, "--version"], check=True, capture_output=True),
                    lambda: subprocess.run(command, check=True, capture_output=True),
                    lambda: replaybench.evaluate(log, policy, estimator),
                    lambda: replaybench.evaluate(opened, policy, estimator),
                ]
                best = [min(old, seconds(call)) for old, call in zip(best, calls)]
            start, theirs, arrays, again = best
            theirs -= start
            print(
                f"{policy:16} {estimator:10} {theirs:8.3f}s {arrays:8.3f}s {arrays / theirs:6.3f} "
                f"{again:8.3f}s {again / theirs:6.3f}"
            )


if __name__ == "__main__":
    main()
