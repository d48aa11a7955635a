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


def test_slates_and_doses(command, tmp_path):
    random = np.random.default_rng(52)
    slates = ["slate,slot,reward,p_prefix,pi_prefix"]
    doses = ["action,reward,density,target"]
    for i in range(300):
        first = random.uniform(0.2, 0.9)
        slates.append(f"{i},1,{random.integers(2)},0.5,{first}")
        slates.append(f"{i},2,{random.integers(2)},0.25,{first * random.uniform(0.2, 0.9)}")
        doses.append(f"{random.uniform()},{random.integers(2)},1,0.4")
    for kind, lines, estimator in (("slates", slates, "sips"), ("doses", doses, "kernel_snips{bandwidth=0.2}")):
        path = tmp_path / f"{kind}.csv"
        path.write_text("\n".join(lines) + "\n")
        theirs = command("--log", path, "--evaluator", estimator)
        assert theirs["estimate"] is not None
        log = replaybench.open_log(path, kind=kind)
        assert len(log) == 300
        same_evaluation(replaybench.evaluate(log, None, estimator), theirs)
        same_evaluation(replaybench.evaluate(path, None, estimator, kind=kind), theirs)


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

def test_gaps_and_pools(command, tmp_path):
    """The flags of the command line for what a log lacks, from a file and from columns."""
    path = tmp_path / "gaps.csv"
    rewards = [str(i % 2) if i % 7 else "" for i in range(200)]
    ages = [str(i % 50) if i % 11 else "NA" for i in range(200)]
    actions = ["red hat" if i % 3 else "hat" for i in range(200)]
    pools = ["red hat|hat|shoe" if i % 5 else "red hat|hat" for i in range(200)]
    lines = [",".join(row) for row in zip(actions, rewards, ages, pools)]
    path.write_text("action,reward,x_age,pool\n" + "\n".join(lines) + "\n")
    flags = ("--pool-separator", "|", "--missing-feature", "mean", "--algorithm", "lin_ucb", "--evaluator", "replay")
    options = {"pool_separator": "|", "missing_feature": "mean"}
    for missing in ("zero", "drop"):
        theirs = command("--log", path, *flags, "--missing-reward", missing)
        assert any("have no reward" in text for text in theirs["warnings"])
        assert any("values are missing and count as the mean" in text for text in theirs["warnings"])
        same_evaluation(replaybench.evaluate(path, "lin_ucb", "replay", missing_reward=missing, **options), theirs)
        columns = {
            "action": actions,
            "reward": np.array([float(text or "nan") for text in rewards]),
            "x_age": np.array([float(text.replace("NA", "nan")) for text in ages]),
            "pool": pools,
        }
        same_evaluation(replaybench.evaluate(columns, "lin_ucb", "replay", missing_reward=missing, **options), theirs)
    with pytest.raises(replaybench.DataError, match='missing_reward="zero"'):
        replaybench.open_log(path, **options)
    with pytest.raises(replaybench.DataError, match="more than 1 different actions"):
        replaybench.open_log(path, missing_reward="zero", max_actions=1, **options)


def test_a_limit_on_actions_by_default(tmp_path):
    path = tmp_path / "identifiers.csv"
    path.write_text("action,reward\n" + "".join(f"visit{i},0\n" for i in range(100_002)))
    with pytest.raises(replaybench.DataError, match="more than 100000 different actions"):
        replaybench.open_log(path)
    assert replaybench.open_log(path, max_actions=200_000).n_actions == 100_002


def test_a_data_set(command):
    written = ("--dataset", "linear_model{actions=4}", "--records", 600, "--seed", 5)
    theirs = command(*written, "--algorithm", "lin_ucb", "--evaluator", "replay")
    log = replaybench.open_dataset("linear_model{actions=4}", records=600, seed=5)
    assert (len(log), log.n_actions) == (600, 4)
    same_evaluation(replaybench.evaluate(log, "lin_ucb", "replay", seed=5), theirs)
    logging = "fixed_action{action=1, epsilon=0.5}"
    theirs = command(*written, "--logging", logging, "--algorithm", "uniform_random", "--evaluator", "snips")
    log = replaybench.open_dataset("linear_model{actions=4}", records=600, logging=logging, seed=5)
    same_evaluation(replaybench.evaluate(log, "uniform_random", "snips", seed=5), theirs)
    for wrong, said in [
        ({}, ": records says"),
        ({"records": 0}, "records is 0; allowed: 1 to"),
        ({"records": 10, "logging": "lin_ucb"}, "learns"),
    ]:
        with pytest.raises(replaybench.SpecError, match=said):
            replaybench.open_dataset("linear_model", **wrong)
    with pytest.raises(replaybench.SpecError, match="did you mean"):
        replaybench.open_dataset("linear_modle", records=10)


class Chooser:
    def choose(self, context, actions):
        return actions[0]


@pytest.mark.parametrize(
    "policy, taken",
    [
        ("lin_ucb", "importance_bred{"),
        ("uniform_random", "snips{"),
        ("best_single_action", "trained{"),
        (Chooser(), 'replay{checkpoints=[], clip=0, segments="joint", weights="propensity"}'),
    ],
)
def test_the_evaluator_by_default_on_a_skewed_log(command, skewed, skewed_csv, policy, taken):
    result = replaybench.evaluate(skewed[0], policy)
    assert result.evaluator.startswith(taken) and result.estimate is not None
    if isinstance(policy, str):
        theirs = command("--log", skewed_csv, "--algorithm", policy)
        assert (result.evaluator, result.estimate) == (theirs["evaluator"], theirs["estimate"])


def test_the_evaluator_by_default_elsewhere(skewed, uniform):
    feedback, target, _ = skewed
    assert replaybench.evaluate(feedback, target).evaluator.startswith("snips{")
    assert replaybench.evaluate(uniform[0], "lin_ucb").evaluator.startswith("replay{")
    several = replaybench.evaluate(feedback, {"mine": target, "theirs": "lin_ucb"})
    assert [name.split("{")[0] for name in several.estimators] == ["snips", "importance_bred"]
    assert replaybench.evaluate(feedback, "lin_ucb", "replay").estimate is None
    assert len(replaybench.describe("importance_bred")["default_of"]) == 1
