#!/usr/bin/env python3
"""Writes the built module as a wheel, for pip or any other installer, with the standard library alone.

    python3 python/make_wheel.py build/release/python VERSION

Run it with the interpreter that the module was built for. FOLDER/replaybench is the package; the wheel is written
beside it, and its path printed. The same package gives the same bytes. Needs no network. The engine is linked to
libraries of this system (README.md): the wheel is for machines with the same ones.
"""

import argparse
import base64
import hashlib
import importlib.machinery
import os
import sys
import sysconfig
import zipfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent


def tag():
    """Interpreter, its binary interface, and the machine: cp311-cp311-linux_x86_64."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def package_files(package):
    """Name in the wheel and bytes of each file of the package. Exits where the engine is not that of this Python."""
    engines = [package / f"_engine{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES]
    engine = next((path for path in engines if path.is_file()), None)
    if engine is None:
        sys.exit(f"{package} has no engine for this interpreter ({sys.executable}): build it first, make python")
    modules = [path for pattern in ("*.py", "*.pyi", "py.typed") for path in package.glob(pattern)]
    return {f"replaybench/{path.name}": path.read_bytes() for path in [engine, *modules]}


def metadata(version):
    return "\n".join([
        "Metadata-Version: 2.1",
        "Name: replaybench",
        f"Version: {version}",
        "Summary: Offline evaluation of contextual bandit algorithms",
        "License: BSD-3-Clause",
        f"Requires-Python: =={sys.version_info.major}.{sys.version_info.minor}.*",
        "Requires-Dist: numpy",
        "Description-Content-Type: text/markdown",
        "",
        (HOME / "python/README.md").read_text(encoding="utf-8"),
    ])


def record(files, name):
    """The list of files with their digests, which is the wheel's last file and has none itself."""
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{name},,", ""])


def write(path, files):
    """A zip whose bytes do not depend on the time; the place is taken by a file that is whole."""
    unfinished = path.with_suffix(".part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)  # of 1980
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(info, content)
    os.replace(unfinished, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="holds the package: build/release/python")
    parser.add_argument("version")
    options = parser.parse_args()
    info = f"replaybench-{options.version}.dist-info"
    files = dict(sorted(package_files(options.folder / "replaybench").items()))
    files[f"{info}/METADATA"] = metadata(options.version).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: make_wheel\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    files[f"{info}/LICENSE"] = (HOME / "LICENSE").read_bytes()
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD").encode()
    for old in options.folder.glob("replaybench-*.whl"):
        old.unlink()
    wheel = options.folder / f"replaybench-{options.version}-{tag()}.whl"
    write(wheel, files)
    print(wheel)


if __name__ == "__main__":
    main()
