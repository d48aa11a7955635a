#!/usr/bin/env python3
"""Finds numbers in the READMEs of studies that no run and no test keeps up to date.

    typed_numbers.py HOME

The README of a study (experiments/*/*) may contain

1. numbers of the study's experiment.toml and claims.toml: parameters, printed values, margins ("5%" is 0.05);
2. places in a work ("section 2.6.5 (p. 60)", "figure 4.15b"), years, and whatever stands in `code` or in the target of a link;
3. counts below ten.

Any other number is a typed result. Prints each as "file:line: message"; exit code 1 if there are any.
"""
import pathlib
import re
import sys

NUMBER = re.compile(r"(?<![\w.,/\\])(?P<value>\d+(?:,\d{3})*(?:\.\d+)?)(?P<percent> ?%)?(?!\w)")
IN_TOML = re.compile(r"(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")
PLACE = re.compile(
    r"\b(?:sections?|appendix|appendices|chapters?|figures?|tables?|theorems?|lemmas?|corollary|corollaries|algorithms?|equations?|pp?\.)\s+"
    r"(?:\d|[A-G]\b)[\d.]*[a-d]?\b(?:\s+\(p\.\s+\d+\))?(?:(?:,\s+and|,|\s+and|\s+or|\s+to)\s+[\dA-G][\d.]*[a-d]?\b(?:\s+\(p\.\s+\d+\))?)*", re.I)
YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d|\d)")
UNREAD = re.compile(r"`[^`]*`|\]\([^)]*\)")


def declared(folder: pathlib.Path) -> set[float]:
    """The numbers of the folder's TOML files, comments and texts included."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml")))
    return {float(match.group().replace("_", "")) for match in IN_TOML.finditer(text)}


def typed(text: str, known: set[float]) -> list[tuple[int, str]]:
    """(offset, number) of every typed result."""
    for skipped in (UNREAD, PLACE, YEAR):
        text = skipped.sub(lambda match: re.sub(r"\S", " ", match.group()), text)
    found = []
    for match in NUMBER.finditer(text):
        value = float(match["value"].replace(",", ""))
        count = value < 10 and "." not in match["value"] and not match["percent"]
        if not count and value not in known and not (match["percent"] and round(value / 100, 12) in known):
            found.append((match.start(), match.group()))
    return found


def main(home: pathlib.Path) -> int:
    readmes = sorted((home / "experiments").glob("*/*/README.md"))
    problems = 0
    for path in readmes:
        text = path.read_text(encoding="utf-8")
        for offset, number in typed(text, declared(path.parent)):
            line = text.count("\n", 0, offset) + 1
            print(f"{path.relative_to(home).as_posix()}:{line}: the typed number \"{number}\" is in no TOML file of this study")
            problems += 1
    print(f"{problems} typed numbers" if problems else f"{len(readmes)} READMEs without typed results")
    return 1 if problems or not readmes else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: typed_numbers.py HOME")
    sys.exit(main(pathlib.Path(sys.argv[1])))
