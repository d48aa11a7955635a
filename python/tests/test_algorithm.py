"""Algorithms of the engine, one step at a time."""

import copy

import numpy as np
import pytest
import replaybench


@pytest.mark.parametrize("text", ["lin_ucb{alpha=0.5}", "epsilon_greedy", "thompson_sampling", "softmax"])
def test_stepping_is_replay(uniform, text):
    log = replaybench.open_log(uniform[0])
    algorithm = replaybench.Algorithm(
        text, log.n_actions, log.context.shape[1], seed=5, horizon=len(log), rewards="binary",
        action_names=log.action_names,
    )
    rewards = []
    for context, logged, reward in zip(log.context, log.action, log.reward):
        if algorithm.choose(context) == logged:
            algorithm.update(context, logged, reward)
            rewards.append(reward)
    result = replaybench.evaluate(log, text, "replay", seed=5)
    assert result.accepted == len(rewards)
    assert result.estimate == np.sum(rewards) / len(rewards)
    assert algorithm.step == len(log)
    assert algorithm.text == result.algorithm


def test_facts():
    ucb = replaybench.Algorithm("ucb", 3, rewards="binary")
    assert (ucb.n_actions, ucb.n_features, ucb.step) == (3, 0, 0)
    assert ucb.learns and not ucb.uses_contexts
    assert ucb.state_bytes > 0
    before = ucb.state_digest
    assert ucb.choose() == 0 and ucb.state_digest == before
    ucb.update(None, 0, 1)
    assert ucb.state_digest != before
    assert "ucb{" in repr(ucb)
    assert "lin_ucb" in replaybench.Algorithm.__doc__


def test_probabilities():
    softmax = replaybench.Algorithm("softmax", 3)
    for action, reward in enumerate([0, 1, 0]):
        softmax.update(None, action, reward)
    probabilities = softmax.probabilities()
    assert probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert probabilities.argmax() == 1
    assert softmax.step == 0
    assert len(softmax.probabilities(actions=[0, 2])) == 2
    with pytest.raises(replaybench.NotApplicable, match="probabilities"):
        replaybench.Algorithm("lap", 3, 2, rewards="binary").probabilities([1, 1])


def test_copies_are_apart():
    one = replaybench.Algorithm("ucb", 3)
    two = copy.deepcopy(one)
    one.update(None, 1, 1)
    assert one.state_digest != two.state_digest
    two.update(None, 1, 1)
    assert one.state_digest == two.state_digest


def test_draws_are_addresses():
    one = replaybench.Algorithm("uniform_random", 1000, seed=9)
    chosen = [one.choose() for _ in range(20)]
    again = replaybench.Algorithm("uniform_random", 1000, seed=9)
    assert again.choose(step=7) == chosen[7]
    assert again.choose() == chosen[8]
    assert chosen != [replaybench.Algorithm("uniform_random", 1000, seed=10).choose(step=i) for i in range(20)]


def test_an_algorithm_as_a_policy(uniform):
    algorithm = replaybench.Algorithm("ucb{ties=lowest}", 4, 4, rewards="binary")
    ours = replaybench.evaluate(uniform[0], algorithm, "replay")
    assert ours.estimate == replaybench.evaluate(uniform[0], "ucb{ties=lowest}", "replay").estimate
    assert algorithm.step == 0


@pytest.mark.parametrize(
    "arguments,error,said",
    [
        (("lin_ucv", 3, 2), replaybench.SpecError, 'did you mean "lin_ucb"'),
        (("lin_ucb{alpha=-1}", 3, 2), replaybench.SpecError, "alpha"),
        (("ucb", 0), replaybench.SpecError, "n_actions is 0"),
        (("best_policy", 3), replaybench.NotApplicable, "."),
    ],
)
def test_what_cannot_be_made(arguments, error, said):
    with pytest.raises(error, match=said):
        replaybench.Algorithm(*arguments)


def test_wrong_steps():
    algorithm = replaybench.Algorithm("lin_ucb", 3, 2, rewards="binary")
    with pytest.raises(ValueError, match="3 features; the algorithm was made for 2"):
        algorithm.choose([1, 2, 3])
    with pytest.raises(ValueError, match="not a finite number"):
        algorithm.choose([1, np.nan])
    with pytest.raises(ValueError, match="actions are 0 to 2"):
        algorithm.choose([1, 2], [0, 3])
    with pytest.raises(ValueError, match="not increasing"):
        algorithm.choose([1, 2], [2, 1])
    with pytest.raises(ValueError, match="empty"):
        algorithm.choose([1, 2], [])
    with pytest.raises(ValueError, match="not in the pool"):
        algorithm.update([1, 2], 2, 1, [0, 1])
    with pytest.raises(ValueError, match="0 or 1"):
        algorithm.update([1, 2], 2, 0.5)
    with pytest.raises(TypeError):
        algorithm.update([1, 2], -1, 1)
