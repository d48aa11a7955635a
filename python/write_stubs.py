"""Writes the stubs of the public functions: the keywords that read a log come from the engine.

    python3 python/write_stubs.py STUBS PACKAGE

Each line "**reading: Any" of the file STUBS becomes a keyword per option of a log, as PACKAGE's engine describes them; the
result is PACKAGE/__init__.pyi. Run it with the interpreter that the engine was built for.
"""

import importlib
import sys
from pathlib import Path

TYPES = {"boolean": "bool", "integer": "int", "real": "float", "text": "str", "list of texts": "_Names"}


def type_of(option):
    """The annotation of an option, without None."""
    if option["choices"]:
        return f"Literal[{', '.join(map(repr, option['choices']))}]".replace("'", '"')
    named = TYPES[option["type"]]
    return f"Union[Mapping[str, Any], {named}]" if option["is_mapping"] else named


def main():
    """Reads the stubs and writes them with the options."""
    stubs, package = map(Path, sys.argv[1:])
    sys.path.insert(0, str(package))
    options = importlib.import_module("_engine").log_options()
    keywords = [f"    {option['name']}: Optional[{type_of(option)}] = None,\n" for option in options]
    lines = stubs.read_text(encoding="utf-8").splitlines(keepends=True)
    written = ["".join(keywords) if line.startswith("    **reading: ") else line for line in lines]
    (package / "__init__.pyi").write_text("".join(written), encoding="utf-8")


main()
