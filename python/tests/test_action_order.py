"""Tables with a column per action: which column is which."""

import numpy as np
import pandas as pd
import pytest
import replaybench

N = 3000


@pytest.fixture(scope="module")
def named():
    """Actions logged as b, a, c with probabilities .5, .3, .2; b pays .1, the others .6."""
    rng = np.random.default_rng(5)
    action = rng.choice(["b", "a", "c"], N, p=[0.5, 0.3, 0.2])
    propensity = pd.Series(action).map({"b": 0.5, "a": 0.3, "c": 0.2})
    reward = (rng.random(N) < np.where(action == "b", 0.1, 0.6)).astype(float)
    return pd.DataFrame({"action": action, "reward": reward, "propensity": propensity})


def always(action, order):
    return np.tile([float(name == action) for name in order], (N, 1))


def snips(log, policy, **options):
    return replaybench.evaluate(log, policy, "snips", **options).estimate


@pytest.mark.parametrize("order", [["b", "a", "c"], ["c", "b", "a"]])
def test_labels_decide(named, order):
    truth = named.reward[named.action == "b"].mean()
    assert snips(named, pd.DataFrame(always("b", order), columns=order)) == pytest.approx(truth)
    assert snips(named, always("b", order), actions=order) == pytest.approx(truth)
    opened = replaybench.open_log(named, policies={"pi": pd.DataFrame(always("b", order), columns=order)})
    assert snips(opened, None) == pytest.approx(truth)


def test_categories_have_no_order_of_their_own(named):
    log = named.assign(action=pd.Categorical(named.action, categories=["b", "a", "c"]))
    with pytest.raises(replaybench.DataError, match="which column is which action"):
        snips(log, always("b", ["b", "a", "c"]))


def test_a_bare_array_beside_names_is_refused(named):
    with pytest.raises(replaybench.DataError, match=r"actions have names \('a', 'b', 'c'\).*actions=\["):
        snips(named, always("b", ["b", "a", "c"]))
    with pytest.raises(replaybench.DataError, match="which column"):
        snips(named, pd.DataFrame(always("b", ["b", "a", "c"])))  # labels 0, 1, 2


def test_labels_that_do_not_fit(named):
    with pytest.raises(replaybench.DataError, match="no column for 'c'"):
        snips(named, pd.DataFrame(always("b", ["b", "a"]), columns=["b", "a"]))
    with pytest.raises(replaybench.DataError, match="'b' twice"):
        snips(named, always("b", ["b", "a", "b"]), actions=["b", "a", "b"])
    with pytest.raises(replaybench.DataError, match="3 columns; actions names 2"):
        snips(named[named.action != "c"], always("b", ["b", "a", "c"]), actions=["b", "a"])
    with pytest.raises(replaybench.SpecError, match="a list"):
        snips(named, always("b", ["b", "a", "c"]), actions="bac")


def test_an_action_that_was_never_logged(named):
    mixed = pd.DataFrame(0.95 * always("b", ["new", "b", "a", "c"]), columns=["new", "b", "a", "c"])
    mixed["new"] = 0.05
    found = replaybench.evaluate(named, mixed, "snips")
    assert any("never shows" in str(warning) for warning in found.warnings)
    assert found.estimate == pytest.approx(named.reward[named.action == "b"].mean())


def test_numbers_that_are_names():
    rng = np.random.default_rng(7)
    action = rng.integers(0, 3, N)
    feedback = {"action": 10 * action + 10, "reward": (action == 1).astype(float), "pscore": np.full(N, 1 / 3)}
    table = np.tile([0.0, 1.0, 0.0], (N, 1))
    for more in ({}, {"n_actions": 3}):
        assert snips(feedback | more, table, actions=[10, 20, 30]) == pytest.approx(1)
        assert snips(feedback | more, table[:, [1, 2, 0]], actions=iter([20, 30, 10])) == pytest.approx(1)
    assert snips(feedback, np.c_[table, np.zeros(N)], actions=[10, 20, 30, 40]) == pytest.approx(1)
    with pytest.raises(replaybench.DataError, match="action .0; allowed: 0 to 2; actions names other numbers"):
        snips(feedback, table)


def test_probabilities_of_the_logged_action():
    rng = np.random.default_rng(7)
    action = rng.integers(0, 3, N)
    log = {"action": action, "reward": (action == 1).astype(float), "pscore": np.full(N, 1 / 3)}
    assert snips(log, action == 1) == snips(log, (action == 1).astype(float)) == pytest.approx(1)


@pytest.mark.parametrize("shuffled", ["log", "policy", "predictions"])
def test_an_index_in_another_order_is_refused(named, shuffled):
    order = ["a", "b", "c"]
    mixed = np.random.default_rng(8).permutation(N)
    tables = {name: pd.DataFrame(always("b", order), columns=order) for name in ("policy", "predictions")}
    log = named
    if shuffled == "log":
        log = named.iloc[mixed]
    else:
        tables[shuffled] = tables[shuffled].iloc[mixed]

    def value():
        return replaybench.evaluate(
            log, tables["policy"], 'dr{model="given"}', predictions={"q": tables["predictions"]}
        ).estimate

    with pytest.raises(replaybench.DataError, match=r"index in another order.*\.loc\[log.index\]"):
        value()
    tables = {name: table.loc[log.index] for name, table in tables.items()}
    assert np.isfinite(value())
    log = log.set_index(np.arange(N) + N)  # other labels: by position
    assert np.isfinite(value())


def test_sums_of_probabilities(named):
    order = ["a", "b", "c"]
    table = pd.DataFrame(always("b", order), columns=order)
    with pytest.raises(replaybench.DataError, match="sum to 0.25"):
        snips(named, 0.25 * table)
    assert snips(named, 0.25 * table, normalise=True) == snips(named, table)


def test_predictions_follow_the_labels(named):
    order = ["c", "b", "a"]
    policy = pd.DataFrame(always("b", order), columns=order)
    rates = pd.DataFrame(np.tile([0.6, 0.1, 0.6], (N, 1)), columns=order)
    found = replaybench.evaluate(named, policy, 'dm{model="given"}', predictions={"q": rates})
    assert found.estimate == pytest.approx(0.1)


def test_numbers_are_their_own_order():
    rng = np.random.default_rng(6)
    action = rng.integers(0, 3, N)
    feedback = {"action": action, "reward": (action == 1).astype(float), "pscore": np.full(N, 1 / 3)}
    table = np.tile([0.0, 1.0, 0.0], (N, 1))
    assert snips(feedback, table) == pytest.approx(1)
    assert snips(pd.DataFrame(feedback).rename(columns={"pscore": "propensity"}), table) == pytest.approx(1)
    swapped = pd.DataFrame(table[:, [1, 0, 2]], columns=[1, 0, 2])
    assert snips(feedback, swapped) == pytest.approx(1)
