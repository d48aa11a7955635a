"""The same numbers as the command line, to the last bit."""

import numpy as np
import pytest
import replaybench
from conftest import same_evaluation

LEARNERS = [
    ("lin_ucb{alpha=0.5}", "replay"),
    ("thompson_sampling", "replay"),
    ("ucb", "s_bred{resamples=5}"),
    ("lin_ucb", "replay{checkpoints=[100, 300]}"),
    ("fixed_action{action=2}", "replay"),
]


@pytest.mark.parametrize("policy,estimator", LEARNERS)
def test_arrays_and_file_on_a_uniform_log(command, uniform, uniform_csv, policy, estimator):
    theirs = command("--log", uniform_csv, "--algorithm", policy, "--evaluator", estimator, "--seed", 7)
    assert theirs["estimate"] is not None
    same_evaluation(replaybench.evaluate(uniform_csv, policy, estimator, seed=7), theirs)
    feedback = uniform[0]
    same_evaluation(replaybench.evaluate(feedback, policy, estimator, seed=7), theirs)
    # Other types of array are converted; the numbers are the same.
    other = {**feedback, "action": feedback["action"].astype(np.int16), "reward": feedback["reward"].astype(bool)}
    same_evaluation(replaybench.evaluate(other, policy, estimator, seed=7), theirs)


def test_npz_and_columns(command, uniform, tmp_path):
    feedback = {key: value for key, value in uniform[0].items() if value is not None}
    path = tmp_path / "log.npz"
    np.savez(path, **feedback)
    theirs = command("--log", path, "--algorithm", "lin_ucb", "--evaluator", "replay")
    same_evaluation(replaybench.evaluate(path, "lin_ucb", "replay"), theirs)
    same_evaluation(replaybench.evaluate(feedback, "lin_ucb", "replay"), theirs)


def test_repetitions(command, uniform, uniform_csv):
    arguments = ("--algorithm", "epsilon_greedy", "--evaluator", "replay", "--repetitions", 4)
    theirs = command("--log", uniform_csv, *arguments)
    for jobs in (1, 3):
        same_evaluation(
            replaybench.evaluate(uniform[0], "epsilon_greedy", "replay", repetitions=4, jobs=jobs), theirs
        )


@pytest.mark.parametrize("estimator", ["ips", "snips", "dr", "dm{model=mean}", "switch_dr", "dros"])
def test_a_policy_of_probabilities(command, skewed, skewed_csv, estimator):
    feedback, target, _ = skewed
    columns = ("--policy-columns", "pi_*", "--features", "x_0,x_1,x_2")
    theirs = command("--log", skewed_csv, *columns, "--evaluator", estimator)
    result = replaybench.evaluate(feedback, {"pi": target}, estimator)
    # The columns that the file has besides are a warning of it alone.
    theirs["warnings"] = [text for text in theirs["warnings"] if "ignored" not in text]
    same_evaluation(result[0], theirs)
    also = replaybench.evaluate(feedback, target[:, :, None], estimator)
    assert (also.estimate, also.label) == (result[0].estimate, "policy")


def test_given_predictions(command, skewed, skewed_csv):
    feedback, target, mean = skewed
    text = 'dr{model="given", predictions="q"}'
    theirs = command("--log", skewed_csv, "--policy-columns", "pi_*", "--q-columns", "q_*", "--evaluator", text)
    result = replaybench.evaluate(feedback, target, text, predictions={"q": mean})
    assert (result.estimate, result.interval.low) == (theirs["estimate"], theirs["interval"]["low"])


def test_a_comparison_with_segments_and_clusters(command, skewed_csv):
    theirs = command(
        *("--log", skewed_csv, "--policy-columns", "pi_*", "--algorithm", "uniform_random", "--evaluator", "snips"),
        *("--evaluator", "ips", "--baseline", "logged", "--by", "country", "--cluster", "user"),
    )
    log = replaybench.open_log(skewed_csv, policy_columns="pi_*", by="country", cluster="user")
    probabilities = replaybench.evaluate(log, None, ["snips", "ips"], baseline="logged")
    assert [*probabilities.segments] == ["de", "fr", "it"]
    ours = [*probabilities.segments.values(), probabilities.whole]
    for mine, yours in zip(ours, theirs["segments"]):
        assert (mine.name, mine.records) == (yours["segment"], yours["records"])
        named = [one for one in yours["evaluations"] if one["algorithm_label"] == "pi"]
        for result, expected in zip(mine, named):
            same_evaluation(result, expected)
            assert result.lift.value == expected["lift"]["absolute"]["value"]
            assert result.relative_lift.high == expected["lift"]["relative"]["high"]


def test_differences(command, skewed_csv):
    arguments = ("--algorithm", "uniform_random", "--algorithm", "fixed_action{action=1}", "--evaluator", "snips")
    theirs = command("--log", skewed_csv, *arguments)["segments"][0]
    ours = replaybench.evaluate(skewed_csv, ["uniform_random", "fixed_action{action=1}"], "snips")
    (difference,) = ours.differences
    (expected,) = theirs["differences"]
    assert (difference.first, difference.second) == (expected["first"], expected["second"])
    assert (difference.value, difference.low, difference.high) == (expected["value"], expected["low"], expected["high"])


@pytest.mark.parametrize("how", ["frequency", "logistic"])
def test_estimated_propensities(command, skewed, skewed_csv, how):
    arguments = ("--policy-columns", "pi_*", "--evaluator", "snips", "--propensities", how)
    theirs = command("--log", skewed_csv, *arguments)
    result = replaybench.evaluate(skewed[0], skewed[1], "snips", propensities=how)
    assert (result.estimate, result.standard_error) == (theirs["estimate"], theirs["standard_error"])
    assert "propensities_estimated" in [warning.kind for warning in result.warnings]


def test_a_withheld_estimate(command, skewed, skewed_csv):
    feedback, target, _ = skewed
    few = {key: value[:12] if hasattr(value, "shape") else value for key, value in feedback.items()}
    few["n_rounds"] = 12
    result = replaybench.evaluate(few, target[:12], "ips")
    assert result.estimate is None and result.interval.low is None
    assert "effective records" in result.withheld and "show_unreliable" in repr(result)
    shown = replaybench.evaluate(few, target[:12], "ips", show_unreliable=True)
    assert shown.estimate is not None and shown.withheld == result.withheld


def test_data_frames(command, skewed_csv):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(skewed_csv, float_precision="round_trip")
    theirs = command("--log", skewed_csv, "--policy-columns", "pi_*", "--categorical", "country", "--evaluator", "dr")
    same_evaluation(
        replaybench.evaluate(frame, None, "dr", policy_columns=["pi_*"], categorical=["country"]), theirs
    )


def test_a_dict_of_columns(command, skewed, skewed_csv):
    feedback, target, _ = skewed
    columns = {"item": feedback["action"], "click": feedback["reward"], "p": feedback["pscore"]}
    columns |= {f"pi_{i}": target[:, i] for i in range(target.shape[1])}
    columns["country"] = np.array([("fr", "de", "it")[i % 3] for i in range(len(target))])
    ours = replaybench.evaluate(
        columns,
        None,
        "snips",
        columns={"action": "item", "reward": "click", "propensity": "p"},
        policy_columns="pi_*",
        by="country",
    )
    theirs = command("--log", skewed_csv, "--policy-columns", "pi_*", "--evaluator", "snips", "--by", "country")
    for mine, yours in zip([*ours.segments.values(), ours.whole], theirs["segments"]):
        assert mine[0].estimate == yours["evaluations"][0]["estimate"]


def test_values_that_pandas_lacks():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"action": ["a", "b"], "reward": [1, 0]})
    frame["seen"] = pandas.Series(["x", None], dtype="string")
    frame["x_age"] = pandas.Series([1, 2], dtype="Int64")
    assert replaybench.open_log(frame, categorical=["seen"]).n_actions == 2