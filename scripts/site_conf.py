"""Sphinx's configuration of the site, and the pages that it generates. Started by scripts/site, which copies it as conf.py into
a folder of links to the documents; ROOT, PROGRAM and RESULTS come from there."""

import csv
import html
import logging
import os
import re
import statistics
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

from docutils import nodes
from pygments.lexers import TextLexer

root = Path(os.environ["ROOT"])
sys.path.insert(0, str(root / "paper/program"))
from catalogue import blocks  # noqa: E402
from results import study_folders  # noqa: E402
program = os.environ["PROGRAM"]
results = Path(os.environ["RESULTS"])
source = Path(__file__).resolve().parent

project = "Replaybench"
html_title = project
author = copyright = "Replaybench's authors"
html_show_copyright = html_show_sphinx = html_copy_source = html_show_sourcelink = False
html_show_search_summary = False  # it loads pages, which a browser refuses under file://
extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc"]
html_theme = "furo"
include_patterns = ["**.md"]
exclude_patterns = ["**/templates/**", "suite/cli/**", "suite/report/**"]
myst_heading_anchors = 4
sys.path.insert(0, str(root / "python"))
autodoc_mock_imports = ["replaybench._engine", "numpy"]
autodoc_typehints = "none"
autodoc_member_order = "alphabetical"
breathe_projects = {"replaybench": str(source.parent / "doxygen/xml")}
breathe_default_project = "replaybench"
suppress_warnings = ["myst.header", "misc.highlighting_failure"]  # READMEs may skip a level, and show gnuplot
html_static_path = ["site_style"]
html_css_files = ["site.css"]
folders = ("algorithms", "evaluators", "datasets")
# Kinds of `list`, with the word of `describe` and the title of the page of all.
kinds = {"algorithms": ("algorithm", "All algorithms"), "evaluators": ("evaluator", "All evaluators"),
         "wrappers": ("wrapper", "All wrappers of evaluators"), "measures": ("measure", "All measures"),
         "datasets": ("dataset", "All data sets")}


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def write(name, text):
    (source / name).parent.mkdir(parents=True, exist_ok=True)
    (source / name).write_text(text)


def block(text):
    return f"~~~~~text\n{text.rstrip()}\n~~~~~\n"


def plain(text):
    """`text` as Markdown that shows it as it is."""
    return re.sub(r"([\\*_\[\]<>|#$~])", r"\\\1", " ".join(text.split()))


def leading_comment(file):
    """The comment above the code of a C++ file."""
    lines = []
    for line in file.read_text().splitlines() if file.is_file() else []:
        if line.startswith("//") and not line.startswith("///"):
            lines.append(line[3:])
        elif lines or not (line == "" or line.startswith("#pragma")):
            break
    return "\n".join(lines)


write("site_style/site.css", "pre { white-space: pre-wrap; }\n")

# Studies: their READMEs, or a page if there is none, with the contents of experiment.toml, claims.toml and the verdicts.
published = root / "results/published/verdicts.csv"
with published.open(newline="") as file:
    verdicts = {(row["study"], row["id"]): row["verdict"] for row in csv.DictReader(file)}
studies = {}  # name: (page, texts of the study)
study_parts = {}  # page: what is added to it
for name, folder in study_folders(root).items():
    way = folder.relative_to(root).as_posix()
    text = (folder / "experiment.toml").read_text()
    study = tomllib.loads(text)
    page = f"{way}/README" if (folder / "README.md").is_file() else f"reference/studies/{name}"
    claims = folder / "claims.toml"
    claims = blocks(claims.read_text(), "claim", "id") if claims.is_file() else []
    report = results / "studies" / f"{name}.html"
    up = "../" * (page.count("/") + 1)
    part = f"\n\n## Definition and claims\n\n{plain(study.get('question', ''))}\n\n"
    part += f"- Run: `replaybench run {name}`, then `replaybench report {name}`\n"
    if report.is_file():
        part += f'- <a href="{up}studies/{name}.html">Report: figures, tables and verdicts</a>\n'
    for file in ("experiment.toml", "claims.toml"):
        if (folder / file).is_file():
            part += f"- [{file}]({os.path.relpath(f'{way}/{file}', os.path.dirname(page))})\n"
    if claims:
        part += "\n| claim | place | statement | published verdict |\n|---|---|---|---|\n"
        for claim in claims:
            cells = (claim.get("id", ""), claim.get("where", ""), claim.get("statement", ""))
            part += f"| {' | '.join(map(plain, cells))} | {plain(verdicts.get((name, claim.get('id')), 'none'))} |\n"
    if page.startswith("reference/"):
        write(f"{page}.md", f"# {plain(study.get('title', name))}\n")
    study_parts[page] = part
    studies[name] = (page, text, study.get("title", name))
rows = "".join(f"| [{name}](/{page}.md) | {plain(title)} |\n" for name, (page, _, title) in sorted(studies.items()))
write("reference/studies.md", f"# All studies\n\n| study | title |\n|---|---|\n{rows}")

# Leaderboards: from RESULTS, otherwise the published ones; the profile smoke ranks nothing.
def rows_of(file):
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def board_of(name, page, words):
    """Folder of a leaderboard and a link to it from the page of a component, or None."""
    for folder, link in ((results / "leaderboard", f'<a href="../../../leaderboard/{page}">{words}</a>'),
                         (root / "results/published/leaderboard", f"[{words}](/results/published/leaderboard/{name}.md)")):
        text = folder / f"{name}.md"
        if text.is_file() and "\nProfile smoke." not in text.read_text():
            return folder, link
    return None


def digits(value, places):
    return "–" if value == "nan" else f"{float(value):.{places}f}"


def medians(rows, name, column):
    """Medians over the tasks, by name, as text."""
    values = {}
    for row in rows:
        values.setdefault(row[name], []).append(float(row[column]))
    return {key: digits(repr(statistics.median(listed)), 1) for key, listed in values.items()}


def place_in(rows, row):
    """ "3 of 40" among those that play every task."""
    everywhere = [other for other in rows if other["everywhere"] == "yes"]
    return f"{everywhere.index(row) + 1} of {len(everywhere)}" if row in everywhere else "not on every task"


standings = {}  # (folder of the kind, name): Markdown
board = board_of("leaderboard", "index.html", "Leaderboard of algorithms")
if board:
    rows = rows_of(board[0] / "overall.csv")
    costs = rows_of(board[0] / "costs.csv")
    choose, update, size = (medians(costs, "algorithm", column) for column in ("choose_ns", "update_ns", "state_bytes"))
    for row in rows:
        name = row["algorithm"]
        standings["algorithms", name] = (
            "| place by mean rank | mean rank | ranked tasks | share (0: uniform, 1: best policy) | choose, ns | update, ns | state, bytes |\n"
            "|---|---:|---:|---:|---:|---:|---:|\n"
            f"| {place_in(rows, row)} | {digits(row['mean_rank'], 2)} | {digits(row['ranked_tasks'], 0)} | {digits(row['mean_share'], 3)} "
            f"| {choose.get(name, '–')} | {update.get(name, '–')} | {size.get(name, '–')} |\n\n"
            f"Times and bytes are medians of the tasks. {board[1]}\n")
board = board_of("evaluators", "evaluators.html", "Leaderboard of evaluators")
if board:
    rows = rows_of(board[0] / "evaluators_overall.csv")
    times = medians(rows_of(board[0] / "evaluator_costs.csv"), "evaluator", "microseconds")
    of = {row["evaluator"]: row["component"].partition("{")[0] for row in rows_of(board[0] / "evaluators.csv")}
    tables = {}
    for row in rows:
        label = row["evaluator"]
        group = [other for other in rows if other["group"] == row["group"]]
        tables.setdefault(of.get(label), []).append(
            f"| {plain(row['group'])} | {plain(label)} | {place_in(group, row)} | {digits(row['mean_rank'], 2)} "
            f"| {digits(row['absolute_bias'], 4)} | {digits(row['rmse'], 4)} | {digits(row['coverage'], 2)} | {times.get(label, '–')} |\n")
    for name, lines in tables.items():
        standings["evaluators", name] = (
            "| tasks of | variant | place by mean rank | mean rank | mean bias | RMSE | coverage | time per record, µs |\n"
            f"|---|---|---|---:|---:|---:|---:|---:|\n{''.join(lines)}\n"
            f"The time is the median of the tasks. {board[1]}\n")

# Components: the output of `describe`, the comment of their source, and the studies that use them.
components = {}  # name: page
for kind, (word, title) in kinds.items():
    rows = ""
    for name, summary in re.findall(r"^  ([a-z0-9_]+)  +(.*)$", run(program, "list", kind), re.M):
        page = f"reference/{kind}/{name}"
        components.setdefault(name, page)
        rows += f"| [{name}](/{page}.md) | {plain(summary)} |\n"
        described = run(program, "describe", name, "--kind", word)
        facts = re.sub(r"\A.*\n  \S.*\n(    .*\n)*", "", described)  # without the name and the summary
        text = f"# {name}\n\n{plain(summary)}\n\n{block(textwrap.dedent(facts))}"
        folder = next((way for place in folders for way in (root / place).glob(f"**/{name}")), root / kind / name)
        notes = [leading_comment(folder / f"{name}{end}") for end in (".hpp", ".cpp")]
        if any(notes):
            text += f"\n## Notes\n\n{block(next(filter(None, notes)))}"
        standing = standings.get(("algorithms" if kind == "algorithms" else "evaluators", name))
        if standing and kind != "datasets":
            text += f"\n## On the leaderboard\n\n{standing}"
        users = [study for study, (_, toml, _) in sorted(studies.items()) if re.search(rf"[\"'({{=]{name}[\"'{{]", toml)]
        if users:
            links = ", ".join(f"[{study}](/{studies[study][0]}.md)" for study in users)
            text += f"\n## Studies that use it\n\n{links}\n"
        write(f"{page}.md", f"{text}\n[{title}](/reference/{kind}.md)\n")
    write(f"reference/{kind}.md", f"# {title}\n\n| name | what it is |\n|---|---|\n{rows}")

# Public headers: the headers of suite/public and what they include directly.
public = sorted((root / "suite/public").glob("*.hpp"))
headers = {name for file in public for name in re.findall(r'#include "(suite/[^"]+)"', file.read_text())}
doxygen = f"""
INPUT = {' '.join(str(root / name) for name in sorted(headers))}
STRIP_FROM_PATH = {root}
FULL_PATH_NAMES = YES
OUTPUT_DIRECTORY = {source.parent / 'doxygen'}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
JAVADOC_AUTOBRIEF = YES
QUIET = YES
WARNINGS = NO
"""
(source.parent / "doxygen").mkdir(parents=True, exist_ok=True)
run("doxygen", "-", input=doxygen)
overview = "# C++ reference\n\nThe public headers and what each of them includes.\n"
for file in public:
    overview += f"\n## replaybench/{file.name}\n\n{block(leading_comment(file))}"
    for name in re.findall(r'#include "(suite/[^"]+)"', file.read_text()):
        page = "reference/cpp/" + name.removeprefix("suite/").removesuffix(".hpp").replace("/", "_")
        overview += f"- [{name}](/{page}.md)\n"
        write(f"{page}.md", f"# {name}\n\n{block(leading_comment(root / name))}\n"
              f"```{{eval-rst}}\n.. doxygenfile:: {name}\n```\n\n"
              f"## The header\n\n~~~~~cpp\n{(root / name).read_text()}~~~~~\n\n[C++ reference](/reference/cpp.md)\n")
write("reference/cpp.md", overview)
write("reference/python.md", "# Python reference\n\n```{eval-rst}\n.. automodule:: replaybench\n   :members:\n"
      "   :imported-members:\n```\n")

# The results' pages lie next to the site and have a separate writer.
pages = [("index.html", "Report: every study and claim with its verdict", "make reproduce"),
         ("claims.html", "Every claim, with its numbers", "make reproduce"),
         ("errata.html", "Errata of the thesis, with evidence", "make reproduce"),
         ("leaderboard/index.html", "Leaderboard of algorithms", "make leaderboard"),
         ("leaderboard/evaluators.html", "Leaderboard of evaluators", "make leaderboard")]
text = "# Results\n\nThese pages are written by the program and stand beside this site.\n\n"
for name, words, command in pages:
    board = {"leaderboard/index.html": "leaderboard", "leaderboard/evaluators.html": "evaluators"}.get(name)
    kept = f"results/published/leaderboard/{board}.md"
    if (results / name).is_file():
        text += f'- <a href="../{name}">{html.escape(words)}</a>\n'
    elif board and (root / kept).is_file():
        text += f"- [{words}](/{kept}), as published\n"
    else:
        text += f"- {words}: not yet made; run `{command}`\n"
write("results.md", text + "\nPublished verdicts: [results/published](/results/published/README.md)\n")

contents = {
    "Start": ["tutorial/README", "python/README", "CONTRIBUTING"],
    "How to": ["algorithms/ADDING", "evaluators/ADDING", "suite/format/ADDING", "experiments/ADDING"],
    "Reference": ["algorithms/README", "reference/algorithms", "evaluators/README", "reference/evaluators",
                  "reference/wrappers", "reference/measures", "datasets/README", "reference/datasets", "experiments/FORMAT", "reference/cpp", "reference/python"],
    "Experiments": ["RESULTS", "experiments/README", "reference/studies", "results", "results/published/README", "paper/README"],
    "Project": ["suite/README", "suite/bench/README", "suite/tests/README", "CHANGELOG", "THIRD_PARTY"],
}
contents = {title: [page for page in listed if (source / f"{page}.md").exists()] for title, listed in contents.items()}
in_contents = {"index"}.union(*contents.values())


def link_target(page, target):
    """Target of a document's link in the site, or None for a folder without a page."""
    path, mark, place = target.partition("#")
    if not path or "://" in path or path.startswith(("mailto:", "/")):
        return target
    here = os.path.dirname(page)
    path = os.path.normpath(os.path.join(here, path))
    kind, _, name = path.partition("/")
    if path in ("README.md", "."):
        path = "index.md"
    elif kind in folders and os.path.basename(name) in components:
        path = f"{components[os.path.basename(name)]}.md"
    elif (root / path).is_dir():
        path += "/README.md"
        if not (source / path).exists():
            return None
    return os.path.relpath(path, here or ".") + mark + place


def prepare(app, page, text):
    """Leads the links of documents to pages of the site; adds the contents and the facts of studies."""
    def link(found):
        target = link_target(page, found[2])
        return found[1] if target is None else f"[{found[1]}]({target})"
    text = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", link, text[0])
    text += study_parts.get(page, "")
    if page == "index":
        for title, listed in contents.items():
            text += f"\n\n```{{toctree}}\n:hidden:\n:caption: {title}\n" + "\n".join(f"/{name}" for name in listed) + "\n```\n"
    elif page not in in_contents:
        text = f"---\norphan: true\n---\n{text}"
    return text


def link_names(app, tree, page):
    """Names of components in code type lead to their pages."""
    for word in list(tree.findall(nodes.literal)):
        target = components.get(word.astext())
        if target and target != page and not isinstance(word.parent, (nodes.reference, nodes.title)):
            way = app.builder.get_relative_uri(page, target)
            word.replace_self(nodes.reference("", "", word.deepcopy(), internal=True, refuri=way))


def show_docstring(app, what, name, thing, options, lines):
    """Docstrings are plain text, laid out by indentation: the first paragraph, and the rest as it is."""
    end = lines.index("") if "" in lines else len(lines)
    rest = lines[end:]
    lines[:] = [re.sub(r"([*`|_])", r"\\\1", line) for line in lines[:end]]
    if any(rest):
        lines += ["", ".. code-block:: text", "", *("   " + line for line in rest), ""]


def setup(app):
    app.add_lexer("csv", TextLexer)  # published tables
    # Every header opens the namespace.
    logging.getLogger("sphinx.sphinx.domains.cpp").addFilter(
        lambda record: not ("Duplicate C++" in str(record.msg) and "type:: replaybench" in record.getMessage()))
    app.connect("source-read", lambda app, page, text: text.__setitem__(0, prepare(app, page, text)))
    app.connect("doctree-resolved", link_names)
    app.connect("autodoc-process-docstring", show_docstring)
