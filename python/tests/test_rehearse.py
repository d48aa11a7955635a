"""The rehearsal: the fields and numbers of the command line, as rows, text and page."""

import pytest
import replaybench

ESTIMATORS = ["snips", "ips", 'dm{model="ridge"}']


@pytest.fixture(scope="module")
def found(skewed):
    feedback, target, _ = skewed
    return replaybench.evaluate(feedback, {"pi": target}, ESTIMATORS, rehearse=20)


def test_the_fields_of_the_command_line(found, skewed_csv, command):
    flags = [word for text in ESTIMATORS for word in ("--evaluator", text)]
    theirs = command("--log", skewed_csv, "--policy-columns", "pi_*", "--rehearse", 20, *flags)["rehearsal"]
    ours = found.rehearsal
    assert [*ours] == [*theirs]
    (policy,), (of_command,) = ours["policies"], theirs["policies"]
    assert policy["policy"] == "pi" and policy.keys() == of_command.keys()
    assert [one["evaluator"] for one in policy["estimators"]] == ESTIMATORS
    assert [one.keys() for one in policy["estimators"]] == [one.keys() for one in of_command["estimators"]]
    assert ours["kinds"] == theirs["kinds"]
    assert policy == of_command


def test_rows_and_text(found):
    rows = found.rehearsal.to_dicts()
    assert [row["evaluator"] for row in rows] == ESTIMATORS
    policy = found.rehearsal["policies"][0]
    chosen = policy["chosen"] if policy["trusted"] else None
    assert [row["chosen"] for row in rows] == [place == chosen for place in range(len(rows))]
    assert rows[0]["expected_error"] == policy["estimators"][0]["expected_error"]
    assert rows[0]["worst_error"] >= rows[0]["expected_error"] > 0
    text = repr(found)
    assert text.startswith("pi: take " if policy["trusted"] else "pi: none of these")
    assert "not seen: a rehearsal does not see wrong propensities" in text
    frame = pytest.importorskip("pandas") and found.rehearsal.to_frame()
    assert list(frame["evaluator"]) == ESTIMATORS


def test_none_is_chosen_where_none_can_be_trusted(found):
    doubted = replaybench.Rehearsal({"policies": [{**found.rehearsal["policies"][0], "trusted": False}]})
    assert not any(row["chosen"] for row in doubted.to_dicts())


def test_page(skewed, tmp_path):
    feedback, target, _ = skewed
    report = replaybench.report(feedback, {"pi": target}, ESTIMATORS, rehearse=20, file=tmp_path / "page.html")
    assert '<h2 id="rehearsal">' in report.html
    assert "rehearse=20" in report.html
    assert report.result.rehearsal["twins"] == 20


def test_errors(skewed):
    feedback, target, _ = skewed
    assert replaybench.evaluate(feedback, {"pi": target}, ["snips"]).rehearsal is None
    with pytest.raises(replaybench.SpecError, match="rehearse is 3; allowed: 0, or 20 to 100000"):
        replaybench.evaluate(feedback, target, rehearse=3)
    with pytest.raises(replaybench.SpecError, match="minutes"):
        replaybench.evaluate(feedback, target, minutes=1)
    without = {key: value for key, value in feedback.items() if key != "pscore"}
    refused = replaybench.evaluate(without, {"pi": target}, ESTIMATORS[2:], rehearse=20).rehearsal
    assert refused["impossible"] and 'propensities="logistic"' in repr(refused)
    assert refused.to_dicts() == []
