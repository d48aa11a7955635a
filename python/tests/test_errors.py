"""Errors: their classes and messages, and no crash for bad input."""

import numpy as np
import pytest
import replaybench
from replaybench import DataError, FileError, NotApplicable, SpecError


def log(**changes):
    made = dict(
        action=np.array([0, 1, 2, 1]),
        reward=np.array([0.0, 1, 0, 1]),
        context=np.arange(8.0).reshape(4, 2),
        pscore=np.full(4, 1 / 3),
        n_actions=3,
    )
    made.update(changes)
    return {key: value for key, value in made.items() if value is not None}


@pytest.mark.parametrize("error", [DataError, FileError, NotApplicable, SpecError])
def test_all_are_value_errors(error):
    assert issubclass(error, replaybench.Error) and issubclass(error, ValueError)
    assert error.__module__ == "replaybench" and error.__doc__


@pytest.mark.parametrize(
    "changes,said",
    [
        ({"action": None}, "no 'action'"),
        ({"reward": None}, "no 'reward'"),
        ({"action": np.array([0, 1, 2, 3])}, "record 3: action 3; allowed: 0 to 2; actions names other numbers"),
        ({"action": np.array([0, 1, 2, -1])}, "record 3: action -1"),
        ({"action": np.array([0, 1, 2, -1]), "n_actions": None}, "action -1 is negative"),
        ({"action": np.array([0, 1, 2, 0.5])}, "record 3: 0.5 is not a whole number"),
        ({"action": np.array([0, 1, 2, np.nan])}, "record 3: nan is not a whole number"),
        ({"action": np.zeros((4, 2), int)}, "shape"),
        ({"action": np.zeros(0, int), "reward": np.zeros(0), "context": None, "pscore": None}, "no record"),
        ({"reward": np.array([0.0, 1])}, "reward has 2 values; with 4 actions it must have 4"),
        ({"reward": np.array([0.0, 1, np.inf, 0])}, "record 2: reward is not finite"),
        ({"reward": np.array([1j, 1, 1, 1])}, "complex"),
        ({"reward": np.array(["a", "b", "c", "d"])}, "must have numbers"),
        ({"reward": np.array([object()] * 4)}, "must have numbers"),
        ({"context": np.full((4, 2), np.nan)}, "record 0: feature 0 is nan, not a finite number"),
        ({"context": np.zeros((3, 2))}, "context has 3 rows"),
        ({"context": np.zeros((4, 2, 2))}, "shape"),
        ({"pscore": np.array([0.5, 0.5, 0.5, 0])}, "record 3: propensity outside"),
        ({"pscore": np.array([0.5, 0.5, 0.5, 1.5])}, "record 3: propensity outside"),
        ({"pscore": np.array([0.5, 0.5])}, "propensity has 2 values"),
        ({"n_actions": 0}, "n_actions is 0"),
        ({"n_actions": 1 << 40}, "n_actions is 1099511627776; allowed: 1 to 65536"),
        ({"n_actions": 2.5}, "not a whole number"),
        ({"n_rounds": 5}, "n_rounds is 5"),
        ({"action": np.array([0, 1, 2, 2**63], np.uint64)}, "record 3: 9223372036854775808 is too large"),
        ({"action": np.array([0j, 1, 2, 1])}, "'action' has complex numbers"),
        ({"action": np.array([0j, 1, 2, 1], object)}, "'action' has complex numbers"),
        ({"action": np.ma.array([0, 1, 2, 1], mask=[0, 0, 1, 0])}, "action: record 2 is masked; give action.filled"),
        ({"reward": np.ma.array([0.0, 1, 1, 0], mask=[0, 1, 0, 1])}, "reward: record 1 is masked"),
        ({"context": np.ma.array(np.zeros((4, 2)), mask=[[0, 0], [0, 0], [0, 0], [0, 1]])}, "context: record 3 is masked"),
        ({"pscore": np.ma.array([0.5] * 4, mask=[1, 0, 0, 0])}, "pscore|propensity: record 0 is masked"),
    ],
)
def test_wrong_arrays(changes, said):
    with pytest.raises(DataError, match=said):
        replaybench.evaluate(log(**changes), "ucb", "replay")


@pytest.mark.parametrize(
    "policy,said",
    [
        (np.full((4, 2), 0.5), r"has the shape \(4, 2\); 4 records need \(4, 3\)"),
        (np.full((3, 3), 1 / 3), r"has the shape \(3, 3\)"),
        (np.full((3, 4), 1 / 3), r"has the shape \(3, 4\)"),  # as many numbers, transposed
        (np.full(3, 1 / 3), r"has the shape \(3, 1\); 4 records need \(4, 1\)"),
        (np.array([0, 1, 1, 0]), r"a vector of integers.*numpy.eye"),
        ([0, 1, 1, 0], r"a vector of integers.*numpy.eye"),
        (np.full((4, 3), 0.4), "record 0: .*sum to 1.2"),
        (np.full((4, 3), -1.0), "outside"),
        (np.full((4, 3), np.nan), "outside"),
        (np.full(4, 1.5), "outside"),
        (np.array([["a"] * 3] * 4), "must have numbers"),
    ],
)
def test_wrong_policies(policy, said):
    with pytest.raises(DataError, match=said):
        replaybench.evaluate(log(), policy, "ips")


@pytest.mark.parametrize(
    "policy,estimator,said",
    [
        ("lin_ucv", "replay", 'unknown algorithm "lin_ucv" .did you mean "lin_ucb"'),
        ("ucb", "replai", 'unknown evaluator "replai" .did you mean "replay"'),
        ("ucb{alpha=x", "replay", "."),
        ("ucb{alfa=1}", "replay", "alfa"),
        (3, "replay", "a policy is"),
        (None, "replay", "nothing to evaluate"),
        ("ucb", 3, "estimator is 3; allowed: an evaluator's text"),
    ],
)
def test_wrong_components(policy, estimator, said):
    with pytest.raises(SpecError, match=said):
        replaybench.evaluate(log(), policy, estimator)


@pytest.mark.parametrize("wrong", [np.full((3, 4), 0.5), np.full(12, 0.5), np.full((4, 2), 0.5)])
def test_predictions_of_another_shape(wrong):
    with pytest.raises(DataError, match="has the shape"):
        replaybench.evaluate(log(), np.full((4, 3), 1 / 3), 'dm{model="given"}', predictions={"q": wrong})


def test_arrays_are_no_policies_of_slates_and_doses():
    doses = {"action": [0.1, 0.2], "reward": [1.0, 0.0], "density": [1.0, 1.0], "target": [0.1, 0.3]}
    slates = {"slate": [1, 1], "slot": [1, 2], "reward": [1.0, 0.0], "p_slot": [0.5, 0.5], "pi_slot": [0.5, 0.5]}
    for kind, columns in (("doses", doses), ("slates", slates)):
        with pytest.raises(DataError, match=f"policies of a log of {kind} are columns of it"):
            replaybench.evaluate(columns, {"pi": np.array([0.1, 0.3])}, kind=kind)


def test_texts_that_are_no_utf_8():
    with pytest.raises(DataError, match='column "action" has a text'):
        replaybench.open_log({"action": ["a\udc80", "b"], "reward": [1.0, 0.0]})


def test_a_sparse_matrix():
    class Sparse:
        def toarray(self):
            return np.zeros((4, 2))

    with pytest.raises(DataError, match=r"context is a sparse matrix; give context.toarray\(\)"):
        replaybench.open_log(log(context=Sparse()))


def test_everything_wrong_at_once():
    with pytest.raises(SpecError) as raised:
        replaybench.evaluate(log(), "lin_ucv", "replai")
    assert "lin_ucv" in str(raised.value) and "replai" in str(raised.value)


@pytest.mark.parametrize(
    "options,said",
    [
        ({"repetitions": 0}, "repetitions is 0"),
        ({"repetitions": 2.5}, "repetitions is 2.5"),
        ({"seed": -1}, "seed is -1"),
        ({"jobs": 0}, "jobs is 0"),
        ({"bootstrap": 3}, "bootstrap is 3"),
        ({"baseline": "theirs"}, "allowed: None, 'logged'"),
        ({"propensities": "guess"}, "allowed: 'given'"),
        ({"columns": {"role": "item"}}, "role"),
        ({"features": 3}, "features is 3; expected a list of texts"),
        ({"separator": ";;"}, "separator"),
        ({"pool_separator": "::"}, "pool_separator"),
        ({"pool_separator": "\n"}, "pool_separator: .*is not one character"),
        ({"missing_reward": "none"}, r'missing_reward: "none" is not one of refuse \| zero \| drop'),
        ({"missing_feature": 0}, r"missing_feature is 0; expected one of refuse \| mean"),
        ({"max_actions": 0}, "max_actions: 0 is outside \\[1, "),
        ({"max_actions": True}, "max_actions is true; expected an integer"),
        ({"max_actions": 2**70}, "max_actions is 1180591620717411303424; expected"),
        ({"hashed": {"user": "many"}}, 'hashed: "user:many" is not COLUMN:BUCKETS'),
        ({"columns": ["item"]}, 'columns: "item" is not ROLE=COLUMN'),
        ({"features": {"x": 1}}, "features is {'x': 1}; expected"),
        ({"skip_bad_lines": "yes"}, 'skip_bad_lines is "yes"; expected a boolean'),
    ],
)
def test_wrong_options(options, said):
    with pytest.raises(SpecError, match=said):
        replaybench.evaluate(log(), "ucb", "replay", **options)


def test_an_unknown_option():
    with pytest.raises(TypeError, match="repetition"):
        replaybench.evaluate(log(), "ucb", "replay", repetition=2)
    with pytest.raises(TypeError, match="no option 'colums'.*columns"):
        replaybench.open_log(log(), colums={"action": "item"})


def test_all_wrong_options_at_once():
    with pytest.raises(SpecError) as raised:
        replaybench.open_log(log(), separator=";;", max_actions=0, columns=["a", "b"])
    said = str(raised.value)
    assert all(text in said for text in ('";;"', "outside [1, ", '"a" is not', '"b" is not')) and "--" not in said


def test_a_missing_file_and_a_broken_one(tmp_path):
    with pytest.raises(FileError, match="nowhere.csv"):
        replaybench.evaluate(tmp_path / "nowhere.csv", "ucb")
    with pytest.raises(OSError):
        replaybench.open_log(str(tmp_path / "nowhere.csv"))
    broken = tmp_path / "broken.csv"
    broken.write_text("action,reward\n1,x\n2,1\n")
    with pytest.raises(DataError, match=r"broken.csv:2: .*\"x\""):
        replaybench.open_log(broken)
    assert len(replaybench.open_log(broken, skip_bad_lines=True)) == 1
    with pytest.raises(SpecError, match="did you mean"):
        replaybench.open_log(broken, input_format="npzz")


def test_wrong_columns():
    with pytest.raises(DataError, match='column "action" has 2 values, column "user" 1'):
        replaybench.open_log({"action": ["a", "b"], "reward": [1, 0], "user": ["u"]})
    with pytest.raises(DataError, match="the log:2: .*reward"):
        replaybench.open_log({"action": ["a", "b"], "reward": [1, None], "user": ["u", "v"]})
    with pytest.raises(SpecError, match="clicks"):
        replaybench.open_log({"action": ["a", "b"], "click": [1, 0]}, columns={"reward": "clicks"})
    with pytest.raises(SpecError, match="a path, a list of paths, a dict"):
        replaybench.open_log(17)


def test_policy_and_log_that_do_not_fit():
    with pytest.raises(NotApplicable):
        replaybench.evaluate(log(pscore=None), np.full((4, 3), 1 / 3), "ips")
    with pytest.raises(NotApplicable):
        replaybench.evaluate(log(reward=np.array([0, 1, 5.0, 1])), "exp3", "replay")


def test_hostile_bytes(tmp_path):
    random = np.random.RandomState(5)
    path = tmp_path / "noise"
    for start in (b"", b"PK\x03\x04", b"PAR1", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"replaybench"):
        for size in (0, 1, 50, 5000):
            path.write_bytes(start + random.bytes(size))
            with pytest.raises(replaybench.Error):
                replaybench.open_log(path)


def test_names_that_are_not_utf_8(tmp_path):
    path = tmp_path / "latin1.csv"
    path.write_bytes(b"action,reward\ncaf\xe9,1\nth\xe9,0\n")
    opened = replaybench.open_log(path)
    assert opened.action_names == ["caf\\xe9", "th\\xe9"]
    assert replaybench.evaluate(opened, "ucb", "replay").records == 2


def test_big_numbers_are_not_changed():
    # As doubles the two actions would be one.
    opened = replaybench.open_log({"action": np.array([2**53, 2**53 + 1]), "reward": [1.0, 0.0], "user": ["u", "v"]})
    assert opened.action_names == [str(2**53), str(2**53 + 1)]
    assert replaybench.open_log({"action": np.array([2**53, 2**53 + 1]), "reward": [1.0, 0.0]}).n_actions == 2


def test_a_text_that_is_no_path():
    with pytest.raises(FileError):
        replaybench.open_log("action,reward\n" + "a,1\n" * 5000)
