"""Logs that the tests share, and the command line to compare with."""

import json
import os
import subprocess

import numpy as np
import pytest

ACTIONS = 4
FEATURES = 3


@pytest.fixture(scope="session")
def program():
    """The path of the program; $REPLAYBENCH."""
    path = os.environ.get("REPLAYBENCH")
    if not path:
        pytest.skip("REPLAYBENCH does not name the program")
    return path


@pytest.fixture(scope="session")
def command(program):
    """evaluate of the command line, as the dict of its JSON."""

    def call(*arguments):
        done = subprocess.run(
            [program, "evaluate", "--format", "json", *map(str, arguments)], capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)

    return call


def make_feedback(records=3000, seed=1, uniform=False):
    """A log in the shape of obp's bandit_feedback, and a target policy's n x K probabilities."""
    random = np.random.RandomState(seed)
    context = random.normal(size=(records, FEATURES)).round(6)
    logits = context @ random.normal(size=(FEATURES, ACTIONS))
    pi_b = np.full((records, ACTIONS), 1 / ACTIONS)
    if not uniform:
        pi_b = np.exp(0.5 * logits)
        pi_b /= pi_b.sum(axis=1, keepdims=True)
    action = (pi_b.cumsum(axis=1) < random.uniform(size=(records, 1))).sum(axis=1).clip(max=ACTIONS - 1)
    mean = 1 / (1 + np.exp(-logits))
    reward = (random.uniform(size=records) < mean[np.arange(records), action]).astype(float)
    target = np.exp(logits)
    target /= target.sum(axis=1, keepdims=True)
    feedback = dict(
        n_rounds=records,
        n_actions=ACTIONS,
        context=context,
        action=action,
        position=None,
        reward=reward,
        pscore=pi_b[np.arange(records), action],
    )
    return feedback, target, mean


def write_csv(path, feedback, target=None, mean=None, **more):
    """The same log as a CSV file."""
    columns = {"action": feedback["action"], "reward": feedback["reward"]}
    if feedback.get("pscore") is not None:
        columns["propensity"] = feedback["pscore"]
    for name, table in (("x", feedback["context"]), ("pi", target), ("q", mean)):
        if table is not None:
            columns.update({f"{name}_{i}": table[:, i] for i in range(table.shape[1])})
    columns.update(more)
    lists = [values.tolist() if hasattr(values, "tolist") else values for values in columns.values()]
    with open(path, "w") as file:
        file.write(",".join(columns) + "\n")
        for row in zip(*lists):
            file.write(",".join(value if isinstance(value, str) else repr(value) for value in row) + "\n")
    return str(path)


@pytest.fixture(scope="session")
def skewed():
    """A log of known propensities that are not uniform, a target policy, predicted rewards."""
    return make_feedback()


@pytest.fixture(scope="session")
def uniform():
    """A log of uniform choices."""
    return make_feedback(seed=2, uniform=True)


@pytest.fixture(scope="session")
def skewed_csv(skewed, tmp_path_factory):
    feedback, target, mean = skewed
    users = [f"user {i % 500}" for i in range(feedback["n_rounds"])]
    country = [("fr", "de", "it")[i % 3] for i in range(feedback["n_rounds"])]
    return write_csv(tmp_path_factory.mktemp("logs") / "skewed.csv", feedback, target, mean, user=users, country=country)


@pytest.fixture(scope="session")
def uniform_csv(uniform, tmp_path_factory):
    return write_csv(tmp_path_factory.mktemp("logs") / "uniform.csv", uniform[0])


def same_evaluation(result, json_of_command):
    """Asserts that an Evaluation has every number and sentence of the command line's, to the last bit."""
    theirs = json_of_command
    assert result.estimate == theirs["estimate"]
    assert result.standard_error == theirs["standard_error"]
    assert result.interval.low == theirs["interval"]["low"]
    assert result.interval.high == theirs["interval"]["high"]
    assert result.interval.level == theirs["interval"]["level"]
    assert result.interval.method == theirs["interval"]["method"]
    assert result.log_mean.value == theirs["log_mean"]["value"]
    assert result.log_mean.low == theirs["log_mean"]["low"]
    ours = None if result.difference is None else {k: getattr(result.difference, k) for k in ("value", "low", "high")}
    assert ours == theirs["difference"]
    assert result.records == theirs["records"]
    assert result.accepted == theirs["accepted"]
    assert result.offered == theirs["offered"]
    assert result.weights == theirs.get("weights")
    assert result.propensities == theirs.get("propensities")
    assert result.rows == theirs.get("rows", [])
    assert result.remarks == theirs["remarks"]
    assert result.algorithm == theirs["algorithm"]
    assert result.evaluator == theirs["evaluator"]
    if "action_table" in theirs:
        assert result.actions == theirs["action_table"]
    in_python = [text.replace("--cluster COLUMN", 'cluster="COLUMN"').replace("--", "") for text in theirs["warnings"]]
    assert [warning.text for warning in result.warnings] == in_python
