"""A log in parts: by hand, in the manner of Spark, and on a Dask cluster of which a worker is killed."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import replaybench

pandas = pytest.importorskip("pandas")

ESTIMATORS = ["ips", "snips", 'dr{model="given"}']


@pytest.fixture(scope="module")
def frame():
    """2,000 records of a logging policy with unequal propensities."""
    random = np.random.default_rng(5)
    p = {"a": 0.5, "b": 0.3, "c": 0.2}
    actions = random.choice(list(p), 2000, p=list(p.values()))
    return pandas.DataFrame(
        {
            "action": actions,
            "reward": (random.random(2000) < np.where(actions == "a", 0.2, 0.35)).astype(int),
            "propensity": [p[action] for action in actions],
            "pi_a": 0.2, "pi_b": 0.3, "pi_c": 0.5,
            "q_a": 0.2, "q_b": 0.3, "q_c": 0.3,
        }
    )  # fmt: skip


READING = {"policy_columns": ["pi_*"], "q_columns": ["q_*"]}


def numbers(comparison):
    """All that is shown, with all digits."""
    return repr([vars(one) for one in comparison])


@pytest.fixture(scope="module")
def whole(frame):
    """The log as one part."""
    return numbers(replaybench.evaluate_parts([replaybench.sum_part(frame, None, ESTIMATORS, part="all", **READING)]))


def parts_of(frame, count):
    """An iterator, as Spark's mapPartitions wants."""
    for number, rows in enumerate(np.array_split(np.arange(len(frame)), count)):
        yield replaybench.sum_part(frame.iloc[rows], None, ESTIMATORS, part=f"part {number}", **READING)


def test_any_division(frame, whole):
    """Two to 60 parts, the last one first."""
    for count in (2, 7, 60):
        parts = list(parts_of(frame, count))
        assert numbers(replaybench.evaluate_parts(reversed(parts))) == whole


def test_the_numbers_are_those_of_the_whole_log(frame):
    """Estimate and standard error, to the last digit."""
    merged = replaybench.evaluate_parts(parts_of(frame, 9))
    expected = replaybench.evaluate(frame, None, ESTIMATORS, **READING)
    for found, wanted in zip(merged, expected):
        assert (found.estimate, found.standard_error) == (wanted.estimate, wanted.standard_error)
        assert found.interval.low == pytest.approx(wanted.interval.low, rel=1e-12)


def test_files(frame, whole, tmp_path):
    """Parts of files have the digests of these as their names."""
    paths = []
    for number, rows in enumerate(np.array_split(np.arange(len(frame)), 4)):
        paths.append(tmp_path / f"{number}.csv")
        frame.iloc[rows].to_csv(paths[-1], index=False)
    parts = [replaybench.sum_part(path, None, ESTIMATORS, **READING) for path in paths]
    assert numbers(replaybench.evaluate_parts(parts)) == whole
    (tmp_path / "part.rbp").write_bytes(parts[0])
    assert numbers(replaybench.evaluate_parts([tmp_path / "part.rbp", *parts[1:]])) == whole
    with pytest.raises(replaybench.DataError, match="is the same part of the log"):
        replaybench.evaluate_parts([parts[0], *parts])
    with pytest.raises(replaybench.DataError, match="is damaged or cut short"):
        replaybench.evaluate_parts([parts[0][:-1]])


def test_refusals(frame):
    """What needs the whole log says so."""
    with pytest.raises(replaybench.NotApplicable, match="dr fits a model to folds of the whole log"):
        replaybench.sum_part(frame, None, "dr", part="all", **READING)
    with pytest.raises(replaybench.SpecError, match="part names this part of the log"):
        replaybench.sum_part(frame, None, "ips", **READING)
    with pytest.raises(replaybench.SpecError, match="there is no part to evaluate"):
        replaybench.evaluate_parts([])


def slow(rows):
    """A partition that takes a while."""
    time.sleep(0.1)
    return rows


@pytest.fixture(scope="module")
def cluster():
    """Workers in processes of their own, on loopback; processes end by their handles."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found


def test_dask_files(frame, whole, tmp_path, cluster):
    """A pattern of files, with 1 and 2 workers."""
    import distributed

    import replaybench.dask

    for number, rows in enumerate(np.array_split(np.arange(len(frame)), 6)):
        frame.iloc[rows].to_csv(tmp_path / f"{number}.csv", index=False)
    with distributed.Client(cluster) as client:
        found = replaybench.dask.evaluate(str(tmp_path / "*.csv"), None, ESTIMATORS, client=client, **READING)
    assert numbers(found) == whole
    assert numbers(replaybench.dask.evaluate(str(tmp_path / "*.csv"), None, ESTIMATORS, **READING)) == whole
    with pytest.raises(replaybench.FileError, match="no file matches"):
        replaybench.dask.evaluate(str(tmp_path / "*.none"), None, ESTIMATORS)


def test_dask_frame_and_a_killed_worker(frame, whole, cluster):
    """A worker is killed when some parts are done, and others are not."""
    import distributed
    from dask import dataframe

    import replaybench.dask

    partitions = dataframe.from_pandas(frame, npartitions=30, sort=False).map_partitions(slow, meta=frame.iloc[:0])
    done_when_killed = []

    def kill_one():
        scheduler = cluster.scheduler
        while True:
            states = [task.state for task in list(scheduler.tasks.values())]
            if states.count("memory") >= 5:
                break
            time.sleep(0.01)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        done_when_killed.append(states.count("memory"))

    with distributed.Client(cluster) as client:
        killer = threading.Thread(target=kill_one, daemon=True)
        killer.start()
        found = replaybench.dask.evaluate(partitions, None, ESTIMATORS, client=client, **READING)
        killer.join(30)
    assert numbers(found) == whole
    assert 5 <= done_when_killed[0] < 30
