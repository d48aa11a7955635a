"""The type stubs, checked where Debian's package mypy is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import replaybench

USES = '''
from typing import Any

import numpy as np
import replaybench


class Plain:
    def choose(self, context: np.ndarray, actions: np.ndarray) -> int:
        return 0


class WithDraws:
    def choose(self, context: np.ndarray, actions: np.ndarray, draws: replaybench.Draws) -> int:
        return int(actions[draws.below(len(actions))])


def make(n_actions: int, n_features: int) -> Plain:
    return Plain()


log: dict[str, Any] = dict(action=[0, 1], reward=[1, 0])
replaybench.evaluate(log, Plain(), "replay")
replaybench.evaluate(log, WithDraws(), "replay", repetitions=2)
replaybench.evaluate(log, {"a": "ucb", "b": np.ones((2, 2))}, ["ips"], baseline="logged")
board = replaybench.leaderboard({"x": make, "y": WithDraws()}, ["arms_easy"], profile="smoke")
rank: float = board.place("x", "arms_easy")["rank"]
step: int = replaybench.Algorithm("ucb", 3).choose()
records: int = len(replaybench.open_log(log))
'''
WRONG = {
    'replaybench.evaluate(1.5, "ucb", 3)\n': "arg-type",
    'replaybench.leaderboard("ucb", profile="quick")\n': "arg-type",
    'replaybench.Algorithm("ucb").choose()\n': "call-arg",
    "class None_: ...\nreplaybench.evaluate({}, None_())\n": "arg-type",
}


def test_the_stubs(tmp_path):
    pytest.importorskip("mypy")
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(USES)
    wrong.write_text("import replaybench\n" + "".join(WRONG))
    environment = dict(os.environ, MYPYPATH=str(Path(replaybench.__file__).parent.parent))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", tmp_path / "cache", right, wrong],
        env=environment,
        capture_output=True,
        text=True,
    )
    found = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert not [line for line in found if "right.py" in line], done.stdout
    for number, (uses, kind) in enumerate(WRONG.items()):
        line = 2 + "".join([*WRONG][: number + 1]).count("\n") - 1
        assert any(f"wrong.py:{line}: " in one and f"[{kind}]" in one for one in found), (uses, done.stdout)
