"""The page of an evaluation: in a file, in a notebook, with the numbers of the result."""

import html
import re
from pathlib import Path

import pytest
import replaybench

from test_quick_start import TARGET, feedback

LOG = Path(__file__).parents[2] / "suite" / "tests" / "example_log.csv"


def test_learner(tmp_path):
    file = tmp_path / "page.html"
    report = replaybench.report(LOG, "lin_ucb{alpha=1, lambda=1}", "replay", file=file)
    page = file.read_text(encoding="utf-8")
    assert page == report.html
    assert report.result == replaybench.evaluate(LOG, "lin_ucb{alpha=1, lambda=1}", "replay")
    assert "<h1>lin_ucb earns 0.714 per interaction" in page
    assert 'id="f-curve"' in page
    assert html.escape("'lin_ucb{alpha=1, lambda=1}', 'replay'", quote=False) in html.unescape(page)
    shown = report._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and html.unescape(shown.split('"')[1]) == page
    assert repr(report) == repr(report.result)


def test_policies():
    report = replaybench.report(feedback(), TARGET, ["snips", "dr"], baseline="logged", show_unreliable=True)
    assert isinstance(report.result, replaybench.Comparison)
    assert "policy earns 0.85" in report.html
    assert "show_unreliable=True" in html.unescape(report.html)
    words = re.sub(r"<[^>]*>", " ", report.html.split("<main", 1)[1].split("<pre")[0])
    assert "--" not in words  # sentences name keywords, not flags


def test_errors(tmp_path):
    with pytest.raises(replaybench.SpecError, match="unknown algorithm"):
        replaybench.report(LOG, "lin_uxb", "replay")
    with pytest.raises(OSError):
        replaybench.report(LOG, "ucb", "replay", file=tmp_path)
