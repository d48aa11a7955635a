"""Columns of lists, and results as tables."""

import numpy as np
import pytest
import replaybench

ACTIONS = ["Cold brew", "Latte"]


def columns(count=80):
    return {
        "action": [ACTIONS[i % 2] for i in range(count)],
        "reward": [float(i % 4 == 0) for i in range(count)],
        "day": ["mon" if i < count // 2 else "tue" for i in range(count)],
        "propensity": [0.5] * count,
    }


def test_pools_are_lists():
    pandas = pytest.importorskip("pandas")
    given = columns()
    pools = [ACTIONS if i % 3 else ACTIONS + ["Mocha"] for i in range(80)]
    for log in ({**given, "pool": pools}, pandas.DataFrame({**given, "pool": pools})):
        assert replaybench.open_log(log).action_names == [*ACTIONS, "Mocha"]
    same = replaybench.open_log({**given, "pool": np.array([ACTIONS] * 80)})
    assert same.action_names == ACTIONS
    with pytest.raises(replaybench.DataError, match="row 79 is no list"):
        replaybench.open_log({**given, "pool": pools[:-1] + ["Latte"]})
    with pytest.raises(replaybench.DataError, match="has an element 1 that is empty"):
        replaybench.open_log({**given, "pool": pools[:-1] + [["Latte", None]]})


def test_types_of_columns():
    pandas = pytest.importorskip("pandas")
    given = columns()
    names = np.array([text.encode() for text in given["action"]])
    assert replaybench.open_log({**given, "action": names}).action_names == ACTIONS
    assert replaybench.open_log({**given, "action": list(names)}).action_names == ACTIONS
    for unit in ("D", "s", "ns"):
        days = np.datetime64("2024-01-31", unit) + np.arange(80).astype(f"m8[{unit}]") // 40
        found = replaybench.open_log({**given, "day": days}, by="day").segments
        assert found[0].startswith("2024-01-31"), (unit, found)
    table = pandas.DataFrame([[0.5, 0.5]] * 80, columns=ACTIONS)
    same = [replaybench.evaluate(given, policy, "snips").estimate for policy in (table, table.astype("Float64"))]
    assert same[0] == same[1]


def test_segments_and_differences_are_rows():
    pandas = pytest.importorskip("pandas")
    found = replaybench.evaluate(columns(), ["uniform_random", 'fixed_action{action="Latte"}'], "snips", by="day")
    frame = found.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.segment) == [None, None, "mon", "mon", "tue", "tue"]
    assert frame.estimate[0] == found[0].estimate
    differences = found.to_frame("differences")
    assert list(differences.segment) == [None, "mon", "tue"]
    assert differences.value[0] == found.differences[0].value
    assert "segment" not in found.whole.to_frame()
    with pytest.raises(replaybench.SpecError, match="table is 'rows'"):
        found.to_dicts("rows")
