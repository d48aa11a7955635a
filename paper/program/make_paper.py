#!/usr/bin/env python3
"""Typesets the paper from the tables of a run, as `replaybench report` or `replaybench publish` wrote them.

  make_paper.py --home FOLDER --results FOLDER --work FOLDER --out FILE.pdf
  make_paper.py --home FOLDER --studies          names the studies that the paper uses

Everything is made in --work; --out is replaced only by a paper that is whole. The same tables give the same bytes.
Exit codes: 0 success, 2 wrong flags, 3 something that the paper names is missing, 4 a tool failed."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import appendices  # noqa: E402
from catalogue import Catalogue  # noqa: E402
from figures import Figure  # noqa: E402
from macros import definitions, evidence, studies_of  # noqa: E402
from published import is_published, unpack  # noqa: E402
from results import Missing, Results  # noqa: E402
from tex import body, calls, escaped, identifier  # noqa: E402

widest_box = 5.0  # points by which a line may be too wide
made_here = "made_here.txt"  # marks a work folder
most_passes = 6  # of pdflatex after the first
tex_options = ["-interaction=nonstopmode", "-halt-on-error", "-file-line-error"]


def sources_of(home):
    """The paper's TeX: name and text of each file, in the order in which it is read."""
    main = home / "paper/replaybench.tex"
    parts = [call.arguments[0] for call in calls(body(main.read_text()), {"input"})]
    files = [main, *(main.parent / f"{part}.tex" for part in parts if part.startswith("sections/"))]
    return [(str(file.relative_to(home)), file.read_text()) for file in files]


def figure_names(sources):
    return [call.arguments[0] for _, text in sources for call in calls(body(text), {"studyfigure"})]


def draw(sources, results, work):
    """Draws the figures; the lines that define their subtitles, provenance and commands."""
    lines, wrong = [], []
    for name in figure_names(sources):
        try:
            figure = Figure(name, results)
            subtitle = figure.draw(work / "figures")
        except Missing as missing:
            wrong.append(f"figure {name}: {missing}")
            continue
        study = identifier(figure.study)
        lines.append(f"\\expandafter\\gdef\\csname subtitle:{name}\\endcsname{{{escaped(subtitle)}.}}")
        lines.append(f"\\expandafter\\gdef\\csname provenance:{name}\\endcsname{{{escaped(figure.provenance())} "
                     f"Command: \\texttt{{replaybench run}} {study}\\texttt{{; replaybench report}} {study}.}}")
    if wrong:
        raise Missing("\n".join(wrong))
    return lines


def empty_work_folder(work):
    """Removes an earlier build, so that nothing of it gets into this one; a folder that holds anything else is left alone."""
    if work.is_dir() and any(work.iterdir()):
        if not (work / made_here).is_file():
            sys.exit(f"{work} is not empty and holds no earlier build of the paper; name another folder with --work")
        shutil.rmtree(work)
    work.mkdir(parents=True, exist_ok=True)
    (work / made_here).write_text("made by paper/program/make_paper.py\n")


def generate(options, sources):
    """Writes what TeX reads besides the sources: numbers, figures, appendices."""
    folder = unpack(options.results, options.work / "published") if is_published(options.results) else options.results
    results, catalogue = Results(folder, options.home), Catalogue(options.home)
    studies = studies_of(sources)
    wrong = []
    for study in studies:
        try:
            results.study_folder(study)
        except Missing as missing:
            wrong.append(str(missing))
    if wrong:
        raise Missing("\n".join(wrong))
    profile, seed = results.common(studies, "profile"), results.common(studies, "master_seed")
    lines = [f"\\gdef\\profilename{{{escaped(profile)}}}", f"\\gdef\\seedname{{{escaped(seed)}}}",
             f"\\gdef\\numericprofile{{{escaped(results.common(studies, 'numeric_profile'))}}}",
             f"\\gdef\\stamp{{{'profile smoke: not for citation' if profile == 'smoke' else ''}}}"]
    lines += definitions(sources, results, catalogue) + draw(sources, results, options.work)
    (options.work / "numbers.tex").write_text("\n".join(lines) + "\n")
    made = {"counts": appendices.chapter_counts(catalogue), "claims": appendices.claims_list(results, catalogue),
            "evidence": appendices.evidence_list(results, evidence(sources)),
            "errata": appendices.errata_list(results, catalogue),
            "parameters": appendices.parameters(results, catalogue, studies, profile),
            "readings": appendices.readings(catalogue), "costs": appendices.costs(catalogue)}
    for name, text in made.items():
        (options.work / f"made_{name}.tex").write_text(text + "\n")


def environment(home):
    """Search path of TeX, and a fixed clock: the time of the last commit, unless SOURCE_DATE_EPOCH is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        asked = subprocess.run(["git", "-C", str(home), "log", "-1", "--format=%ct"], capture_output=True, text=True)
        epoch = asked.stdout.strip() or "0"
    return {**os.environ, "SOURCE_DATE_EPOCH": epoch, "FORCE_SOURCE_DATE": "1", "LC_ALL": "C", "TZ": "UTC",
            "max_print_line": "1000"}


def typeset(options, sources):
    """Runs pdflatex until what it writes for its next pass stays the same. Files are compared by their bytes: latexmk goes by
    times in whole seconds, and takes a file for unchanged that two passes of one second have written. Throws RuntimeError."""
    for file, text in sources:
        copy = options.work / Path(file).relative_to("paper")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)
    shutil.copy(options.home / "references.bib", options.work / "references.bib")
    call(options, ["pdflatex", *tex_options, "replaybench.tex"])
    call(options, ["bibtex", "-terse", "replaybench"])
    before = None
    for _ in range(most_passes):
        written = [(options.work / f"replaybench.{kind}").read_bytes() for kind in ("aux", "out", "bbl")]
        if written == before:
            return
        before = written
        call(options, ["pdflatex", *tex_options, "replaybench.tex"])
    raise RuntimeError(f"the paper's references still change after {most_passes} passes of pdflatex")


def call(options, command):
    """Runs one program of TeX in the work folder. Throws RuntimeError with its own words."""
    run = subprocess.run(command, cwd=options.work, env=environment(options.home), capture_output=True, text=True,
                         errors="replace", stdin=subprocess.DEVNULL, timeout=300)
    if run.returncode != 0:
        errors = re.findall(r"^(?:.*:\d+: .*|! .*)$", run.stdout, re.M)
        raise RuntimeError(f"{command[0]} failed:\n" + "\n".join(errors[:10] or run.stdout.splitlines()[-20:]))


def complaints(log, bibliography):
    """Faults of a paper that TeX made: lines too wide, names without a definition, works without an entry."""
    found = [line for line in log.splitlines()
             if (match := re.match(r"Overfull \\[hv]box \(([\d.]+)pt too", line)) and float(match.group(1)) > widest_box]
    found += re.findall(r"^LaTeX Warning: (?:Reference|Citation|Label).*$|^Package natbib Warning: Citation.*$", log, re.M)
    return found + re.findall(r"^Warning--.*$", bibliography, re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--home", required=True, type=lambda text: Path(text).resolve())
    parser.add_argument("--results", type=lambda text: Path(text).resolve())
    parser.add_argument("--work", type=lambda text: Path(text).resolve())
    parser.add_argument("--out", type=Path)
    parser.add_argument("--studies", action="store_true", help="only name the studies that the paper uses")
    options = parser.parse_args()
    sources = sources_of(options.home)
    if options.studies:
        print("\n".join(studies_of(sources)))
        return 0
    if not (options.results and options.work and options.out):
        parser.error("expected --results, --work and --out")
    empty_work_folder(options.work)
    try:
        generate(options, sources)
        typeset(options, sources)
    except Missing as missing:
        print(f"the paper cannot be made:\n{missing}", file=sys.stderr)
        return 3
    except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return 4
    log = (options.work / "replaybench.log").read_text(errors="replace")
    found = complaints(log, (options.work / "replaybench.blg").read_text(errors="replace"))
    if found:
        print("the paper has faults:\n" + "\n".join(found), file=sys.stderr)
        return 3
    shutil.copyfile(options.work / "replaybench.pdf", options.out)
    pages = re.search(r"Output written on .*\((\d+) pages", log)
    print(f"{options.out} ({pages.group(1) if pages else '?'} pages)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
