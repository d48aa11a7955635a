"""Policies in Python on the leaderboard."""

import csv
import math
import os
import subprocess

import numpy as np
import pytest
import replaybench

TASK = """
title = "Arms"
about = "For a test."
dataset = "{dataset}"
evaluator = "online"
references = "reference_scores"
seed = 3
horizon = {{ smoke = 60, standard = 100, full = 100 }}
replicates = {{ smoke = 16, standard = 20, full = 20 }}
selection = {{ smoke = 2, standard = 2, full = 2 }}
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home")
    tasks = folder / "experiments" / "leaderboard"
    tasks.mkdir(parents=True)
    (tasks / "arms.toml").write_text(TASK.format(dataset="bernoulli_arms{means=[0.1, 0.9, 0.5]}"))
    (tasks / "linear.toml").write_text(TASK.format(dataset="linear_model{actions=5, features=3}"))
    return folder


class Best:
    """Knows the best of the three arms."""

    def choose(self, context, actions):
        return 1


class Uniform:
    def choose(self, context, actions, draws):
        return actions[draws.below(len(actions))]


class Means:
    """Greedy by the means, every action once first."""

    def __init__(self, n_actions, n_features):
        self.shape = n_actions, n_features
        self.sums, self.counts = np.zeros(n_actions), np.zeros(n_actions)

    def choose(self, context, actions):
        assert len(context) == self.shape[1] and len(actions) == self.shape[0]
        return actions[int(np.argmax(np.where(self.counts == 0, np.inf, self.sums / np.maximum(1, self.counts))))]

    def update(self, context, action, reward):
        self.sums[action] += reward
        self.counts[action] += 1


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_places_among_the_engines_algorithms(home, tmp_path):
    board = replaybench.leaderboard(
        {"best": Best(), "draws": Uniform(), "means": Means}, profile="smoke", home=home, store=tmp_path / "store"
    )
    best = board.place("best", "arms")
    assert best["status"] == "played" and best["mean"] == pytest.approx(0.9, abs=1e-12)
    assert best["rank"] == 1 and best["regret"] == pytest.approx(0, abs=1e-9)
    ranks = [row["rank"] for row in board.scores if row["task"] == "arms" and not math.isnan(row["rank"])]
    assert board.place("draws", "arms")["worst_rank"] == len(ranks)
    assert board.place("best", "arms")["mean"] > board.place("means", "arms")["mean"] > board.place("draws", "arms")["mean"]
    assert {row["algorithm"] for row in board.overall} >= {"best", "draws", "means", "ucb", "lin_ucb"}
    assert any({row["higher"], row["lower"]} == {"best", "draws"} for row in board.comparisons)
    assert board.place("means", "linear")["status"] == "played"
    text = repr(board)
    assert "arms: best: place 1 of" in text and "a test of the program" in text
    assert board.policies == ["best", "draws", "means"]
    with pytest.raises(KeyError):
        board.place("nobody", "arms")


def test_the_engines_rows_are_the_command_lines(home, tmp_path, program):
    store, results = tmp_path / "store", tmp_path / "results"
    subprocess.run(
        [program, "--home", home, "leaderboard", "--profile", "smoke", "--no-timings", "--store", store, "--results", results],
        check=True,
        capture_output=True,
    )
    before = sorted(os.listdir(store))
    board = replaybench.leaderboard(Uniform(), "arms", profile="smoke", home=home, store=store)
    assert sorted(os.listdir(store)) == before
    theirs = {row["algorithm"]: row for row in rows_of(results / "leaderboard" / "scores.csv") if row["task"] == "arms"}
    ours = {row["algorithm"]: row for row in board.scores}
    assert set(ours) == set(theirs) | {"Uniform"}
    assert {row["task"] for row in board.scores} == {"arms"}
    for name, row in theirs.items():
        for column in ("mean", "mean_low", "mean_high", "regret", "share", "state_bytes"):
            ours_value, theirs_value = ours[name][column], row[column]
            assert (math.isnan(ours_value) and theirs_value in ("", "nan")) or ours_value == float(theirs_value)
        assert ours[name]["value"] == row["value"] and ours[name]["status"] == row["status"]


def test_the_same_twice_and_for_any_number_of_jobs(home, tmp_path):
    def call(jobs, store):
        board = replaybench.leaderboard([Uniform(), Means], profile="smoke", home=home, store=store, jobs=jobs)
        return repr(board), repr(board.scores), repr(board.comparisons)

    assert call(1, tmp_path / "a") == call(2, tmp_path / "b") == call(1, tmp_path / "b")


def test_an_object_is_not_changed_and_starts_afresh(home, tmp_path):
    policy = Means(3, 1)
    board = replaybench.leaderboard({"object": policy, "maker": Means}, "arms", profile="smoke", home=home, store=tmp_path)
    assert policy.counts.sum() == 0
    assert board.place("object", "arms")["mean"] == board.place("maker", "arms")["mean"]


def test_what_cannot_be_used(home, tmp_path):
    def call(policy, tasks="arms", **options):
        replaybench.leaderboard(policy, tasks, **{"profile": "smoke", "home": home, "store": tmp_path, **options})

    with pytest.raises(replaybench.SpecError, match='name "ucb"'):
        call({"ucb": Best()})
    with pytest.raises(replaybench.SpecError, match='name "Best"'):
        call([Best(), Best()])
    with pytest.raises(replaybench.SpecError, match="arm.*nearest.*arms|arms"):
        call(Best(), "arm")
    with pytest.raises(replaybench.SpecError, match="profile is 'quick'"):
        call(Best(), profile="quick")
    with pytest.raises(replaybench.SpecError, match="this is a str"):
        call("ucb")
    with pytest.raises(replaybench.SpecError, match="no policy"):
        call([])
    with pytest.raises(replaybench.FileError, match="experiments/leaderboard is no folder"):
        call(Best(), home=tmp_path / "nowhere")
    with pytest.raises(TypeError, match="which has no choose"):
        call({"maker": lambda n_actions, n_features: None})


def test_what_a_policy_raises_is_raised(home, tmp_path):
    class Breaks(Best):
        def update(self, context, action, reward):
            raise KeyError("no such item")

    with pytest.raises(KeyError, match="no such item"):
        replaybench.leaderboard(Breaks(), "arms", profile="smoke", home=home, store=tmp_path)


def test_frames(home, tmp_path):
    pytest.importorskip("pandas")
    board = replaybench.leaderboard(Best(), "arms", profile="smoke", home=home, store=tmp_path)
    frame = board.to_frame()
    assert list(frame.algorithm) == [row["algorithm"] for row in board.scores]
    assert set(board.to_frame("tasks").task) == {"arms"}
    with pytest.raises(replaybench.SpecError, match="table is 'scoers'"):
        board.to_frame("scoers")
