"""The wheel, installed in a fresh environment."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import replaybench

SCRIPT = Path(__file__).parent.parent / "make_wheel.py"
PACKAGE = Path(replaybench.__file__).parent


def make_wheel(folder):
    folder.mkdir(exist_ok=True)
    if not (folder / "replaybench").exists():
        (folder / "replaybench").symlink_to(PACKAGE)
    done = subprocess.run([sys.executable, SCRIPT, folder, "1.2.3"], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def test_it_is_importable_without_a_path(tmp_path):
    pytest.importorskip("pip")
    wheel = make_wheel(tmp_path / "wheels")
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", environment], check=True)
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def python(*arguments):
        call = [environment / "bin" / "python", *arguments]
        return subprocess.run(call, env=clean, cwd=tmp_path, capture_output=True, text=True)

    assert python("-c", "import replaybench").returncode != 0  # it is not there yet
    installed = python("-m", "pip", "install", "--no-index", "--no-deps", "--no-compile", "--quiet", wheel)
    assert installed.returncode == 0, installed.stderr
    log = tmp_path / "log.csv"
    log.write_text("action,reward\n" + "1,1\n0,0\n" * 200)
    program = (
        "import replaybench; print(replaybench.__file__); "
        f"print(replaybench.evaluate({str(log)!r}, 'fixed_action{{action=1}}', 'replay').estimate)"
    )
    used = python("-c", program)
    assert used.returncode == 0, used.stderr
    where, estimate = used.stdout.split()
    assert Path(where).is_relative_to(environment)
    assert float(estimate) == replaybench.evaluate(str(log), "fixed_action{action=1}", "replay").estimate == 1
    shown = python("-m", "pip", "show", "--files", "replaybench")
    assert "Version: 1.2.3" in shown.stdout and "py.typed" in shown.stdout
    gone = python("-m", "pip", "uninstall", "--yes", "--quiet", "replaybench")
    assert gone.returncode == 0, gone.stderr
    assert python("-c", "import replaybench").returncode != 0


def test_the_same_package_gives_the_same_bytes(tmp_path):
    first = make_wheel(tmp_path / "wheels").read_bytes()
    wheel = make_wheel(tmp_path / "wheels")
    assert wheel.read_bytes() == first
    assert [path.name for path in wheel.parent.iterdir() if path.suffix != ""] == [wheel.name]
    names = zipfile.ZipFile(wheel).namelist()
    assert names[-1].endswith("RECORD") and "replaybench/__init__.pyi" in names
    assert not any("__pycache__" in name for name in names)


def test_no_wheel_without_the_engine(tmp_path):
    (tmp_path / "replaybench").mkdir()
    (tmp_path / "replaybench" / "__init__.py").write_text("")
    done = subprocess.run([sys.executable, SCRIPT, tmp_path, "1"], capture_output=True, text=True)
    assert done.returncode == 1 and "no engine for this interpreter" in done.stderr
    assert not list(tmp_path.glob("*.whl"))
