#!/usr/bin/env python3
"""Tests whether the citations of this repository can be followed.

    citations.py HOME

1. Works. "Surname et al. 2011", "Surname, Surname, WSDM 2011" or 'Surname, "Title", Journal 26, 1934' (surnames, then at most a
   title in quotes and a venue, then a year) has an entry of that year in references.bib, and the first two of the surnames are
   among its authors. A surname is a word with a capital, which may follow given names; NOT_A_WORK has those that are none.
2. Places in the thesis, in sources, TOML and documents. A section, an appendix, a figure, a table, a theorem, ... is in the outline
   (experiments/thesis.toml), by the right word; a page behind it is one of its pages; the section behind a figure, theorem, ... is
   the one in which it is printed (the appendix may be that of the proof). Code, documents and comments of TOML give the page each time ("section 1.4.3 (p. 21)", or
   "(section 1.4.3, p. 21)"), but for headings, whole chapters and appendices, and "section 1.4.3's". A claim has the page in its
   `where`. A place in another work is told by what is before it: a year, or "the paper"; figures and
   tables of the thesis have a point in their number, theorems and algorithms have none.

A place or a work may be broken over lines, also of a comment or of a string. `where` of claims is checked by the program itself
(suite/claim/citation.hpp). Prints what is wrong, "file:line: message"; exit code 1 if there is any.
"""
import pathlib
import re
import sys
import tomllib
import unicodedata

FOLDERS = ("algorithms", "evaluators", "datasets", "suite", "experiments", "python", "paper", "tutorial")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CITATION.cff", "THIRD_PARTY.md")
ENDINGS = {".cpp", ".hpp", ".toml", ".md", ".gp", ".tex", ".py", ".cff"}
# The outline itself, what is generated from other files, texts of tests that are no citations, and this file.
SKIPPED = {"experiments/thesis.toml", "experiments/COVERAGE.md", "suite/claim/citation_test.cpp", "suite/claim/citation.hpp",
           "suite/claim/citation.cpp", "suite/report/pages_test.cpp", "suite/catalogue/manifest_test.cpp",
           "suite/tests/citations.py", "paper/program/paper_test.py", "paper/program/appendices.py"}
NOT_A_WORK = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
              "December", "Appendix", "Webscope"}


def flat(text: str, suffix: str) -> str:
    """The text with line breaks, comment marks and joints of string literals as spaces, in the same length."""
    blank = lambda match: " " * len(match.group())
    if suffix in (".cpp", ".hpp"):
        text = re.sub(r'"\s*\n\s*"', blank, text)
    marks = {".cpp": r"(?:///?<?)?", ".hpp": r"(?:///?<?)?", ".md": r"(?:> )?", ".tex": "%?"}.get(suffix, "#?")
    return re.sub(r"\n[ \t]*" + marks + "[ \t]*", blank, text)


def plain(text: str) -> str:
    """Letters without accents, TeX's or Unicode's."""
    text = re.sub(r"\\[`'^\"~=.uvHcr]\s*\{?\\?([A-Za-z])\}?", r"\1", text.replace("{\\'\\i}", "i"))
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).translate(str.maketrans("", "", "{}"))


def bibliography(text: str) -> list[tuple[set[str], set[str]]]:
    """The surnames (of the editors or an organization, where there are no authors) and the years of every entry; years in a note or the title of
    proceedings count too."""
    entries = []
    for entry in re.split(r"\n@", "\n" + text)[1:]:
        found = re.findall(r"\n\s*(\w+)\s*=\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}", entry)
        fields = {name: plain(value) for name, value in found}
        surnames = {word.lower() for author in re.split(r"\s+and\s+", fields.get("author") or fields.get("editor") or fields.get("organization", ""))
                    for word in (author.split(",")[0].split() if "," in author else author.split()[-1:])}
        dated = " ".join(fields.get(name, "") for name in ("year", "note", "booktitle"))
        entries.append((surnames, set(re.findall(r"\b\d{4}\b", dated))))
    return entries


SURNAME = r"(?:(?:de|van|von|der|den|le) )*[A-ZÀ-Þ][\w'’-]*[a-zà-ÿ](?:-[A-ZÀ-Þ]\w*)?"
NAME = r"(?:[A-Z]\. |" + SURNAME + r" ){0,3}" + SURNAME
WORK = re.compile(
    r"(?<![\w.-])(?P<names>" + NAME + r"(?:(?:,| and|, and| &) +" + NAME + r")*)(?: +et al\.?)?"
    r"(?P<title>[,:]? +\\?[\"“][^\"”\\]{5,180}\\?[\"”])?"
    r"(?P<venue>,? *(?:[A-Z][\w:&-]*,? +|(?:of|on|in|and|the|for|its) +|\d{1,3}(?:\(\d+\)|st|nd|rd|th)?,? +){0,12}?)"
    r" *,? *\(?(?P<year>1[89]\d\d|20[0-3]\d)(?![\d-])")


def works(text: str, known: list[tuple[set[str], set[str]]]) -> list[tuple[int, str]]:
    problems = []
    for match in WORK.finditer(text):
        names = re.split(r",? +and +|, +| +& +", match["names"])
        if re.match(r" *\d", match["venue"]):  # a journal and its volume
            names.pop()
        words = {word for name in names for word in name.split()}
        surnames = [plain(re.sub(r"['’]s$", "", name)).split()[-1].lower() for name in names]
        if words & NOT_A_WORK or any(set(surnames[:2]) <= authors and match["year"] in years for authors, years in known):
            continue
        problems.append((match.start(), f"no entry in references.bib for \"{' '.join(match.group().split())}\""))
    return problems


class Outline:
    def __init__(self, home: pathlib.Path):
        outline = tomllib.loads((home / "experiments/thesis.toml").read_text(encoding="utf-8"))
        paged = ("chapter", "section", "appendix")
        self.kind, self.first, self.last = {}, {}, {}
        items = sorted((item["page"], kind != "chapter", item["number"], kind) for kind in paged for item in outline.get(kind, []))
        items += [(part["page"], False, part["name"], "part") for part in outline.get("part", [])]
        for page, _, number, kind in items:
            self.kind[number], self.first[number] = kind, page
        # A section ends on the page on which the next one begins that is no part of it.
        for page, _, number, _ in items:
            behind = [p for p, _, n, _ in items if p >= page and n != number and not n.startswith(number + ".")
                      and not number.startswith(n + ".") and self.order(n) > self.order(number)]
            self.last[number] = min(behind, default=page + 100)
        self.printed = {kind: {item["number"]: item["section"] for item in outline.get(kind, [])}
                        for kind in ("figure", "table", "theorem", "lemma", "corollary", "algorithm", "equation")}

    def order(self, number: str):
        parts = number.split(".")
        return (self.first[number], [ord(parts[0][0])] + [int(p) for p in parts[1:]])

    def word(self, number: str) -> str:
        return {"part": "chapter"}.get(self.kind[number], self.kind[number])


NUMBER = r"(?:[1-9]\d?|[A-G])(?:\.\d+)*(?![\w%]|\.\d)"
PAGE = r"(?:\*?(?:,| +\(| ) *(?:algorithm \d+ \()?pp?\. *(\d+))"
PLACE = re.compile(r"\b(sections?|appendix|appendices|chapters?) +(" + NUMBER + r")" + PAGE + "?", re.I)
NEXT = re.compile(r"(?:\)?(?:, +and|,| +and| +or| +to)) +(" + NUMBER + r")" + PAGE + "?")
PRINTED = re.compile(r"\b(figure|table|theorem|lemma|corollary|algorithm)s? +(\d+(?:\.\d+)?|[A-G]\.\d+)[a-d]?\b(?!%)", re.I)
SECTION_BEHIND = re.compile(r" *\((?:section|appendix) (" + NUMBER + ")")
ELSEWHERE = re.compile(r"(?:\b(?:19|20)\d\d|\bpapers?(?:'s)?|\bRecipes)[)]?[,:]? *\(?"
                       r"(?:(?:figure|table|theorem|lemma|corollary|algorithm|section|example|equation)s? [\d.]+[a-d]?(?:(?:,| and|;) *[\d.]+)*"
                       r"(?:, | and | \(|; ))*$", re.I)


def places(text: str):
    """(offset of the number, its end, the end of its page, kind, number, page or None) of every place in the thesis."""
    for match in PLACE.finditer(text):
        if ELSEWHERE.search(text[max(0, match.start() - 80):match.start()]):
            continue
        kind = match[1].lower()
        plural = kind in ("sections", "appendices", "chapters")
        single = {"appendices": "appendix"}.get(kind, kind.rstrip("s"))
        yield match.start(2), match.end(2), match.end(), single, match[2], match[3]
        end = match.end()
        while at := NEXT.match(text, end):
            if not (at[2] or plural and ("." in at[1] or single != "section")):
                break
            yield at.start(1), at.end(1), at.end(), single, at[1], at[2]
            end = at.end()


def needs_page(original: str, start: int, end: int, suffix: str) -> bool:
    if original.startswith("'s", end):
        return False
    hash_line = original[original.rfind("\n", 0, start) + 1:].lstrip().startswith("#")
    return suffix in (".cpp", ".hpp") or suffix == ".toml" and hash_line or suffix == ".md" and not hash_line


def thesis_places(original: str, text: str, suffix: str, outline: Outline) -> list[tuple[int, str]]:
    problems = []
    for start, end, _, kind, number, page in places(text):
        if number not in outline.kind or kind != outline.word(number):
            word = f"; it is {outline.word(number)} {number}" if number in outline.kind else ""
            problems.append((start, f"there is no {kind} {number} in the thesis{word}"))
        elif page and not outline.first[number] <= int(page) <= outline.last[number]:
            problems.append((start, f"{kind} {number} is on pages {outline.first[number]} to {outline.last[number]}, not on p. {page}"))
        elif not page and "." in number and needs_page(original, start, end, suffix):
            problems.append((start, f"{kind} {number} without its page, p. {outline.first[number]}"))
    for match in PRINTED.finditer(text):
        kind, number = match[1].lower(), match[2]
        if ELSEWHERE.search(text[max(0, match.start() - 80):match.start()]) or ("." in number) != (kind in ("figure", "table")):
            continue
        known = outline.printed[kind]
        if number not in known:
            problems.append((match.start(), f"there is no {kind} {number} in the thesis"))
        elif (behind := SECTION_BEHIND.match(text, match.end())) and (
                behind[1][0].isdigit() == known[number][0].isdigit() and not (known[number] + ".").startswith(behind[1] + ".")):
            problems.append((match.start(), f"{kind} {number} is printed in {known[number]}, not in {behind[1]}"))
    return problems


def files(home: pathlib.Path):
    for folder in FOLDERS:
        for path in sorted((home / folder).rglob("*")):
            name = path.relative_to(home).as_posix()
            if path.suffix in ENDINGS and path.is_file() and name not in SKIPPED and "build/" not in name:
                yield path, name
    for name in DOCUMENTS:
        if (home / name).exists():
            yield home / name, name


def main(home: pathlib.Path) -> int:
    known = bibliography((home / "references.bib").read_text(encoding="utf-8"))
    outline = Outline(home)
    broken = 0
    for path, name in files(home):
        original = path.read_text(encoding="utf-8")
        text = flat(original, path.suffix)
        for offset, message in sorted(works(text, known) + thesis_places(original, text, path.suffix, outline)):
            print(f"{name}:{original.count(chr(10), 0, offset) + 1}: {message}")
            broken += 1
    print(f"{broken} citations cannot be followed" if broken else "every citation can be followed")
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: citations.py HOME")
    sys.exit(main(pathlib.Path(sys.argv[1])))
