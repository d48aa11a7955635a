"""Policies written in Python."""

import numpy as np
import pytest
import replaybench


class EpsilonGreedy:
    """The engine's epsilon_greedy, with the same name and so the same draws."""

    name = "epsilon_greedy"

    def __init__(self, n_actions, epsilon=0.1):
        self.epsilon = epsilon
        self.pulls = np.zeros(n_actions)
        self.rewards = np.zeros(n_actions)

    def choose(self, context, actions, draws):
        if draws.uniform() < self.epsilon:
            return actions[draws.below(len(actions))]
        means = [np.inf if self.pulls[a] == 0 else self.rewards[a] / self.pulls[a] for a in actions]
        return actions[int(np.argmax(means))]

    def update(self, context, action, reward):
        self.pulls[action] += 1
        self.rewards[action] += reward


class Fixed:
    """A static policy that gives its probabilities."""

    def __init__(self, weights):
        self.weights = np.asarray(weights)

    def choose(self, context, actions):
        return actions[int(np.argmax(self.weights[actions]))]

    def probabilities(self, context, actions):
        return self.weights[actions] / self.weights[actions].sum()


@pytest.mark.parametrize("estimator", ["replay", "s_bred{resamples=2}"])
def test_the_engines_algorithm_retold(uniform, estimator):
    ours = replaybench.evaluate(uniform[0], EpsilonGreedy(4), estimator, seed=3)
    theirs = replaybench.evaluate(uniform[0], "epsilon_greedy{epsilon=0.1}", estimator, seed=3)
    assert ours.estimate == theirs.estimate
    assert ours.accepted == theirs.accepted
    assert ours.interval == theirs.interval
    assert ours.label == "epsilon_greedy"


def test_repetitions_are_of_one_thread(uniform):
    ours = replaybench.evaluate(uniform[0], EpsilonGreedy(4), "replay", repetitions=3, jobs=8)
    theirs = replaybench.evaluate(uniform[0], "epsilon_greedy", "replay", repetitions=3, jobs=8)
    assert ours.estimate == theirs.estimate


def test_the_object_is_not_changed(uniform):
    policy = EpsilonGreedy(4)
    replaybench.evaluate(uniform[0], policy, "replay")
    assert policy.pulls.sum() == 0


def test_probabilities(skewed):
    policy = Fixed([0.1, 0.2, 0.3, 0.4])
    table = np.tile(policy.weights, (skewed[0]["n_rounds"], 1))
    for estimator in ("ips", "dr"):
        ours = replaybench.evaluate(skewed[0], policy, estimator)
        assert ours.estimate == replaybench.evaluate(skewed[0], table, estimator).estimate
    with pytest.raises(replaybench.NotApplicable, match="learns"):
        replaybench.evaluate(skewed[0], EpsilonGreedy(4), "ips")


def test_several_kinds_side_by_side(uniform):
    found = replaybench.evaluate(uniform[0], {"mine": EpsilonGreedy(4), "theirs": "epsilon_greedy"}, ["replay"])
    assert found.find("mine", "replay").estimate == found.find("theirs", "replay").estimate
    assert found.policies == ["mine", "theirs"]


def test_contexts_are_the_logs(uniform):
    seen = []

    class Spy:
        def choose(self, context, actions):
            seen.append(context)
            return 0

        def __deepcopy__(self, memo):
            return self

    replaybench.evaluate(uniform[0], Spy(), "replay")
    records = uniform[0]["n_rounds"]
    # Kept beyond the call: they are copies. The constant feature is last.
    assert np.array_equal(np.array(seen[:records])[:, :3], uniform[0]["context"])
    assert (np.array(seen)[:, 3] == 1).all()


@pytest.mark.parametrize("chosen", [4, -1, 2**40])
def test_a_choice_that_is_not_there(uniform, chosen):
    class Wrong:
        def choose(self, context, actions):
            return chosen

    with pytest.raises(ValueError, match=f"action {chosen}, which is not available; there are 4 from 0 to 3"):
        replaybench.evaluate(uniform[0], Wrong(), "replay")


@pytest.mark.parametrize("chosen", [None, "1", 1.5])
def test_a_choice_that_is_no_number(uniform, chosen):
    class Wrong:
        def choose(self, context, actions):
            return chosen

    with pytest.raises(TypeError, match="one of the numbers in `actions`"):
        replaybench.evaluate(uniform[0], Wrong(), "replay")


def test_what_a_policy_raises_is_raised(uniform):
    class Breaks:
        def choose(self, context, actions):
            return 0

        def update(self, context, action, reward):
            raise KeyError("no such item")

    with pytest.raises(KeyError, match="no such item"):
        replaybench.evaluate(uniform[0], Breaks(), "replay")


@pytest.mark.parametrize("given,said", [([1], "1 numbers for 4"), ([2, 0, 0, 0], "outside"), ([0.1] * 4, "sum to 0.4")])
def test_wrong_probabilities(skewed, given, said):
    class Wrong(Fixed):
        def probabilities(self, context, actions):
            return given

    with pytest.raises(ValueError, match=said):
        replaybench.evaluate(skewed[0], Wrong([1, 1, 1, 1]), "ips")


def test_draws_end_with_the_call(uniform):
    class Keeps:
        kept = []

        def choose(self, context, actions, draws):
            for old in self.kept:
                old.uniform()
            Keeps.later = draws
            return draws.below(4)

    replaybench.evaluate(uniform[0], Keeps(), "replay")
    with pytest.raises(ValueError, match="end with the call"):
        Keeps.later.uniform()


def test_a_class_and_choices_that_are_no_action_are_named(uniform):
    class Nothing:
        def choose(self, context, actions):
            return None

    with pytest.raises(replaybench.SpecError, match="the policy Nothing is a class; give an object of it"):
        replaybench.evaluate(uniform[0], Nothing, "replay")
    with pytest.raises(TypeError, match="choose gave None; it must return one of the numbers in `actions`"):
        replaybench.evaluate(uniform[0], Nothing(), "replay")


def test_play():
    first = replaybench.play("ucb", "bernoulli_arms{means=[0.2, 0.8]}", steps=200, replicates=3)
    assert (first.n_actions, first.steps, first.replicates) == (2, 200, 3)
    assert [row["policy"] for row in first.to_dicts()] == ["algorithm", "best_policy", "best_action", "uniform"]
    gain = first.rewards["algorithm"].value - first.rewards["uniform"].value
    assert first.differences["uniform"].value == pytest.approx(gain, abs=1e-12)
    assert "algorithm's difference" in repr(first)

    class Last:
        def choose(self, context, actions):
            return actions[len(actions) - 1]

    last = replaybench.play(Last(), "bernoulli_arms{means=[0.2, 0.8]}", steps=200, replicates=3)
    best = replaybench.play("fixed_action{action=1}", "bernoulli_arms{means=[0.2, 0.8]}", steps=200, replicates=3)
    assert last.rewards["algorithm"] == best.rewards["algorithm"]
    with pytest.raises(replaybench.SpecError, match="an array of probabilities cannot be played"):
        replaybench.play(np.ones((2, 2)), "bernoulli_arms", steps=10)
    with pytest.raises(replaybench.SpecError, match="steps is 0"):
        replaybench.play("ucb", "bernoulli_arms", steps=0)
