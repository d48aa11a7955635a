"""The examples run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import replaybench

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name, *arguments):
    package = Path(replaybench.__file__).parent.parent
    environment = dict(os.environ, PYTHONPATH=str(package), MPLBACKEND="agg")
    return subprocess.run(
        [sys.executable, EXAMPLES / name, *map(str, arguments)], env=environment, capture_output=True, text=True
    )


def test_quick_start():
    done = run("quick_start.py")
    assert done.returncode == 0, done.stderr
    assert "snips" in done.stdout and "dr" in done.stdout and "importance_bred" in done.stdout


def test_figure(tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "figure.png"
    done = run("figure.py", "--steps", 300, "--logs", 3, "--output", picture)
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 5000


def test_figure_without_matplotlib(tmp_path):
    (tmp_path / "matplotlib.py").write_text("raise ImportError('none here')")
    package = Path(replaybench.__file__).parent.parent
    environment = dict(os.environ, PYTHONPATH=f"{tmp_path}:{package}")
    done = subprocess.run([sys.executable, EXAMPLES / "figure.py"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and "matplotlib is not installed" in done.stdout
