"""Replay of the same log by the Open Bandit Pipeline (`pip install obp`) and by this module.

    PYTHONPATH=build/release/python python3 python/bench/beside_obp.py

A uniform log of 20,000 records, ten actions, fifteen features and the constant. CPU times, the least of several runs
in turn; of obp `run_bandit_simulation`, which gives the policy's choices, of this module the whole evaluation. LinUCB
is the same algorithm in both and accepts the same records; the others choose at random.
"""

import contextlib
import os
import resource

import numpy as np
import replaybench
from obp.policy import BernoulliTS, EpsilonGreedy, LinUCB
from obp.simulator import run_bandit_simulation

RECORDS, ACTIONS, FEATURES, RUNS = 20_000, 10, 15, 3
AT_ONCE = 20  # evaluations per time: one takes some milliseconds


def seconds(call):
    begin = resource.getrusage(resource.RUSAGE_SELF)
    result = call()
    end = resource.getrusage(resource.RUSAGE_SELF)
    return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime, result


def make_log():
    random = np.random.RandomState(1)
    context = np.column_stack([random.normal(size=(RECORDS, FEATURES)), np.ones(RECORDS)])
    action = random.randint(ACTIONS, size=RECORDS)
    weights = random.normal(scale=0.5, size=(ACTIONS, FEATURES + 1))
    click = 1 / (1 + np.exp(2 - (context * weights[action]).sum(axis=1)))
    return dict(
        n_rounds=RECORDS,
        n_actions=ACTIONS,
        context=context,
        action=action,
        position=None,
        reward=random.binomial(1, click),
        pscore=np.full(RECORDS, 1 / ACTIONS),
    )


def by_obp(log, policy):
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):  # its progress bar
        choices = run_bandit_simulation(bandit_feedback=dict(log), policy=policy)
    return int(choices[np.arange(RECORDS), log["action"], 0].sum())


def main():
    log = make_log()
    # Of equal scores obp takes the last action, the engine the first: with the actions the other way round they agree.
    # The engine appends the constant itself.
    turned = dict(log, action=ACTIONS - 1 - log["action"], context=log["context"][:, :FEATURES])
    dim = FEATURES + 1
    cases = [
        ("LinUCB", lambda: LinUCB(dim=dim, n_actions=ACTIONS, epsilon=1.0), "lin_ucb{alpha=1, lambda=1}"),
        ("epsilon-greedy", lambda: EpsilonGreedy(n_actions=ACTIONS, epsilon=0.1, random_state=1), "epsilon_greedy{epsilon=0.1}"),
        ("Thompson sampling", lambda: BernoulliTS(n_actions=ACTIONS, random_state=1), "thompson_sampling{alpha=1, beta=1}"),
    ]
    print(f"{'':18} {'obp':>22} {'replaybench':>22}")
    print(f"{'policy':18} {'records/s':>11} {'accepted':>10} {'records/s':>11} {'accepted':>10} {'ratio':>6}")
    for name, policy, text in cases:
        theirs = ours = float("inf")
        for _ in range(RUNS):
            spent, their_count = seconds(lambda: by_obp(log, policy()))
            theirs = min(theirs, spent)
            spent, result = seconds(lambda: [replaybench.evaluate(turned, text, "replay") for _ in range(AT_ONCE)][-1])
            ours = min(ours, spent / AT_ONCE)
        print(
            f"{name:18} {RECORDS / theirs:11,.0f} {their_count:10} {RECORDS / ours:11,.0f} "
            f"{result.accepted:10.0f} {theirs / ours:6.0f}"
        )


if __name__ == "__main__":
    main()
