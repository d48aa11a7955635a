"""References and memory."""

import gc
import os
import sys

import numpy as np
import replaybench


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def grows(call, times):
    """Bytes of memory that `times` calls add, after as many calls that warm up."""
    for _ in range(max(1, times // 10)):
        call()
    gc.collect()
    before = resident_bytes()
    for _ in range(times):
        call()
    gc.collect()
    return resident_bytes() - before


def test_a_million_steps():
    algorithm = replaybench.Algorithm("epsilon_greedy", 5, rewards="binary")

    def step():
        algorithm.update(None, algorithm.choose(), 1)

    assert grows(step, 500_000) < 1 << 20  # a choice and an update each


def test_steps_with_contexts():
    algorithm = replaybench.Algorithm("lin_ucb", 3, 4)
    context = np.ones(4)

    def step():
        algorithm.update(context, algorithm.choose(context, [0, 2]), 0.5, [0, 2])
        algorithm.state_bytes

    before = sys.getrefcount(context)
    assert grows(step, 50_000) < 1 << 20
    assert sys.getrefcount(context) == before


def test_evaluations(skewed):
    feedback, target, _ = skewed
    small = {key: value[:200] if hasattr(value, "shape") else value for key, value in feedback.items()}
    small["n_rounds"] = 200
    policy = target[:200]

    class Counted:
        def choose(self, context, actions, draws):
            return actions[draws.below(len(actions))]

        def update(self, context, action, reward):
            pass

    held = [small["action"], small["context"], policy]
    before = [sys.getrefcount(one) for one in held]
    assert grows(lambda: replaybench.evaluate(small, policy, ["ips", "snips"], influences=True), 200) < 4 << 20
    assert grows(lambda: replaybench.evaluate(small, Counted(), "replay"), 100) < 4 << 20
    assert [sys.getrefcount(one) for one in held] == before


def test_errors_leave_nothing_behind():
    log = {"action": np.arange(4), "reward": np.full(4, np.nan)}

    def fail():
        try:
            replaybench.evaluate(log, "ucb", "replay")
        except replaybench.DataError:
            pass

    before = [sys.getrefcount(one) for one in log.values()]
    assert grows(fail, 2000) < 2 << 20
    assert [sys.getrefcount(one) for one in log.values()] == before


def test_views_keep_their_owner():
    log = replaybench.open_log({"action": np.arange(5) % 2, "reward": np.arange(5.0), "context": np.ones((5, 2))})
    reward, context = log.reward, log.context
    assert log.propensity is None
    del log
    gc.collect()
    assert reward.tolist() == [0, 1, 2, 3, 4] and context.shape == (5, 3)
    assert not reward.flags.writeable and not reward.flags.owndata


def test_influences_are_kept_with_the_result(skewed):
    result = replaybench.evaluate(skewed[0], skewed[1], "ips", influences=True)
    influences = result.influences
    del result
    gc.collect()
    assert len(influences) == skewed[0]["n_rounds"]
    assert abs(influences.sum()) < 1e-9
    assert replaybench.evaluate(skewed[0], skewed[1], "ips").influences is None
    asked = replaybench.evaluate(skewed[0], skewed[1], ["ips", "snips"], influences=True)
    assert all(len(one.influences) == skewed[0]["n_rounds"] for one in asked)
    unasked = replaybench.evaluate(skewed[0], ["uniform_random", "fixed_action"], "snips")
    assert all(one.influences is None for one in unasked)
