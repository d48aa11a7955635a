"""Several threads at once."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import replaybench


def test_two_threads_give_the_same_result(uniform):
    log = replaybench.open_log(uniform[0])

    def call(_):
        return replaybench.evaluate(log, "lin_ucb", "s_bred{resamples=10}", seed=4)

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(call, range(2))
    assert first == second == call(0)


def test_the_lock_is_released(uniform):
    """Another thread runs while the engine works."""
    log = replaybench.open_log(uniform[0])
    done = threading.Event()
    turns = 0

    def count():
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        time.sleep(0.01)
        most = 0
        for _ in range(100):  # a busy machine may give it no turn for a while
            before = turns
            replaybench.evaluate(log, "lin_ucb", "s_bred{resamples=40}")
            most = max(most, turns - before)
            if most >= 5:
                break
    finally:
        done.set()
        counter.join()
    assert most >= 5  # with the lock held it would be 0 or 1


def test_python_policies_in_two_threads(uniform):
    class Draws:
        def choose(self, context, actions, draws):
            return actions[draws.below(len(actions))]

        def update(self, context, action, reward):
            pass

    def call(_):
        return replaybench.evaluate(uniform[0], Draws(), "replay", seed=2).estimate

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(call, range(2))
    assert first == second
