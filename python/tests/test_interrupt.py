"""Ctrl-C while the engine works."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import replaybench

# Prints "begun" when the engine is about to work, and what became of it with the seconds since the signal came.
CHILD = """
import gc, os, signal, sys, threading, time
import numpy as np
import replaybench

random = np.random.RandomState(1)
n, k = 200_000, 10
log = dict(context=random.normal(size=(n, 40)), action=random.randint(k, size=n), n_actions=k,
           reward=random.randint(2, size=n), pscore=np.full(n, 1 / k))
opened = replaybench.open_log(log)

class Slow:
    def choose(self, context, actions, draws):
        return actions[draws.below(len(actions))]
    def update(self, context, action, reward):
        pass

def work():
{work}

came = []
def handler(number, frame):
    came.append(time.monotonic())
    raise KeyboardInterrupt
signal.signal(signal.SIGINT, handler)

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def tasks():
    return len(os.listdir("/proc/self/task"))

for turn in range({turns}):
    tasks_before = tasks()
    print("begun", flush=True)
    try:
        work()
        print("finished", flush=True)
    except KeyboardInterrupt:
        seconds = time.monotonic() - came[-1]
        # The system lists a thread for a moment after it was joined.
        while tasks() > tasks_before and time.monotonic() - came[-1] < seconds + 5:
            time.sleep(0.01)
        print(f"interrupted {{seconds:.3f}} {{threading.active_count()}} {{tasks()}} {{resident()}}", flush=True)
after = replaybench.evaluate({{"action": [0, 1] * 50, "reward": [1, 0] * 50}}, "fixed_action", "replay").estimate
print("after", after, flush=True)
"""


def interrupted(work, turns=1, pause=0.3):
    """The lines of a child that gets SIGINT `pause` seconds after it began each turn."""
    program = CHILD.format(work=textwrap.indent(work, "    "), turns=turns)
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    ended = []
    try:
        for _ in range(turns):
            assert child.stdout.readline() == "begun\n", child.stderr.read()
            time.sleep(pause)
            child.send_signal(signal.SIGINT)
            ended.append(child.stdout.readline().split())
        rest, errors = child.stdout.read(), child.stderr.read()
        child.wait(timeout=60)
    finally:
        child.kill()
        child.wait()
    assert child.returncode == 0, errors
    assert rest == "after 1.0\n"
    assert all(line[0] == "interrupted" for line in ended), ended
    return ended


@pytest.mark.parametrize(
    "work",
    [
        'replaybench.evaluate(opened, "lin_ucb", "s_bred{resamples=50}")',  # one pass is seconds
        'replaybench.evaluate(opened, "lin_ucb", "replay", repetitions=500, jobs=2)',
        'replaybench.evaluate(opened, "uniform_random", \'dr{model="logistic", folds=5}\', bootstrap=500)',
        'while True:\n    replaybench.open_log(log)',
        'replaybench.evaluate(opened, Slow(), "s_bred{resamples=50}")',
    ],
    ids=["passes", "threads", "models", "reading", "python"],
)
def test_it_stops_within_a_second(work):
    (line,) = interrupted(work)
    assert float(line[1]) < 1


def test_nothing_is_left_behind():
    turns = interrupted('replaybench.evaluate(opened, "lin_ucb", "s_bred{resamples=50}")', turns=8, pause=0.15)
    assert {line[2] for line in turns} == {"1"}  # threads of Python
    tasks = {line[3] for line in turns}
    assert tasks == {turns[0][3]}  # threads of the process
    # A log expanded for S-BRED has 8 MB of record numbers: one that is kept per turn would show.
    assert int(turns[-1][4]) - int(turns[2][4]) < 16 << 20


def test_another_handler_may_let_it_go_on(uniform):
    """A signal whose handler does not raise stops nothing, and the result is the same."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals are handled in the main thread")
    log = replaybench.open_log(uniform[0])
    came = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: came.append(number))
    sender = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1))
    try:
        expected = replaybench.evaluate(log, "lin_ucb", "s_bred{resamples=100}")
        sender.start()
        while not came:
            assert replaybench.evaluate(log, "lin_ucb", "s_bred{resamples=100}") == expected
    finally:
        sender.join()
        signal.signal(signal.SIGUSR1, before)
