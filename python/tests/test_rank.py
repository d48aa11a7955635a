"""Every algorithm on one log, and policies in Python among them."""

import json
import subprocess

import pytest
import replaybench

from conftest import make_feedback

FEW = ["ucb", "uniform_random"]


class First:
    """Always takes the first action."""

    def choose(self, context, actions):
        return actions[0]


@pytest.fixture(scope="module")
def log():
    return replaybench.open_log(make_feedback(800, uniform=True)[0])


def test_the_answer_names_the_first(log):
    ranking = replaybench.rank(log, algorithms=FEW, timings=False, jobs=2)
    assert [row["rank"] for row in ranking.algorithms] == [1, 2]
    assert ranking.algorithms[0]["algorithm"] in ranking.answer
    assert set(ranking.explanations) >= {"ties", "optimism"}
    assert repr(ranking).startswith(ranking.answer)
    assert ranking.html.startswith("<!doctype html>") and "replaybench.rank(" in ranking.html
    again = replaybench.rank(log, algorithms=FEW, timings=False, jobs=1)
    assert again.details == ranking.details


def test_the_same_as_the_command_line(program, tmp_path):
    file = tmp_path / "log.csv"
    feedback = make_feedback(800, uniform=True)[0]
    with open(file, "w") as out:
        out.write("action,reward,propensity\n")
        for row in zip(feedback["action"], feedback["reward"], feedback["pscore"]):
            out.write(",".join(map(repr, map(float, row))).replace(".0,", ",", 1) + "\n")
    command = [program, "leaderboard", "--log", file, "--no-timings", "--format", "json"]
    command += ["--algorithm", "ucb", "--algorithm", "uniform_random"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["algorithms"] == replaybench.rank(file, algorithms=FEW, timings=False).algorithms


def test_a_policy_in_python_competes(log):
    ranking = replaybench.rank(log, {"mine": First()}, algorithms=FEW)
    assert sorted(row["algorithm"].partition("{")[0] for row in ranking.algorithms) == ["mine", *sorted(FEW)]
    (mine,) = [row for row in ranking.algorithms if row["algorithm"] == "mine"]
    assert mine["parameter"] == "" and mine["choose_ns"] > 0


def test_the_page_is_saved(log, tmp_path):
    ranking = replaybench.rank(log, algorithms=FEW)
    ranking.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == ranking.html


def test_what_is_wrong_is_said(log):
    for options in (dict(rehearse=5), dict(bootstrap=3), dict(minutes=1), dict(policy=First), dict(policy="ucb")):
        with pytest.raises(replaybench.SpecError):
            replaybench.rank(log, **options)
    with pytest.raises(replaybench.SpecError, match="no_such"):
        replaybench.rank(log, algorithms="no_such")
