"""The studies' own figures as PDF, in the paper's font.

A figure is a script of gnuplot, <figure>.gp in the study's folder. It runs as `replaybench report` runs it: after the numbers of its
profile (figure_numbers.gp, written with the tables) and the common style (suite/page/templates/figure.gp). What differs is the
terminal, and that the heading goes into the caption."""

import re
import subprocess

from results import Missing, nearest, study_folders

# The shape of the SVG, 900 x 560, for which the scripts lay out their panels. Points of pdfcairo are 1/96 inch: 7.2 of the page.
terminal = "pdfcairo size 6.5in,4.044in enhanced font 'Latin Modern Roman,5.4' fontscale 1 linewidth 0.8 pointscale 0.75"
# The caption has the title and the subtitle.
without_heading = "heading(text) = ''\nfree_above(panels) = panels > 1 ? 44 : 12\n"


class Figure:
    """A figure by "study/figure"."""

    def __init__(self, name, results):
        self.name = name
        self.study, _, self.figure = name.partition("/")
        self.results = results
        folders = study_folders(results.home)
        self.script = folders.get(self.study, results.home) / f"{self.figure}.gp"
        if not self.script.is_file():
            known = [f"{study}/{path.stem}" for study, folder in folders.items() for path in folder.glob("*.gp")]
            raise Missing(f"figure {name}: there is no such script{nearest(name, known)}")
        header = dict(re.findall(r"^# (title|tables): *(.*)$", self.script.read_text(), re.M))
        self.title, self.tables = header["title"], header["tables"].split()

    def draw(self, folder):
        """Draws folder/<study>/<figure>.pdf and returns its subtitle. Throws Missing for a table that is not there and
        RuntimeError, with gnuplot's words, for a script that it cannot run."""
        tables = self.results.study_folder(self.study)
        for table in self.tables:
            self.results.table_path(self.study, table)
        if not (tables / "figure_numbers.gp").is_file():
            raise Missing(f"{tables} was written by an older program; again: replaybench report {self.study}")
        pdf = folder / self.study / f"{self.figure}.pdf"
        pdf.parent.mkdir(parents=True, exist_ok=True)
        subtitle = pdf.with_suffix(".subtitle")
        program = pdf.with_suffix(".gp")
        quoted = lambda path: "'" + str(path).replace("'", "''") + "'"
        program.write_text("\n".join([
            "set encoding utf8", f"set terminal {terminal}", f"set output {quoted(pdf)}",
            "set datafile separator comma", "set datafile missing NaN",
            f"table(name) = {quoted(tables)}.'/'.name.'.csv'", "figure_title = ''",
            f"load {quoted(tables / 'figure_numbers.gp')}",
            f"load {quoted(self.results.home / 'suite/page/templates/figure.gp')}", without_heading,
            f"load {quoted(self.script)}", "unset multiplot", "unset output",
            f"set print {quoted(subtitle)}", "print subtitle", ""]))
        run = subprocess.run(["gnuplot", str(program)], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
        if run.returncode != 0 or not pdf.is_file() or pdf.stat().st_size == 0:
            raise RuntimeError(f"gnuplot failed on {self.script}:\n{run.stderr}")
        return plain(subtitle.read_text())

    def provenance(self):
        """study, tables with their digests, commit: plain text."""
        digests = ", ".join(f"{table} {self.results.digest(self.study, table)}" for table in self.tables)
        commit = self.results.provenance(self.study)["commit"]
        return f"Study {self.study}; tables (SHA-256): {digests}; commit {commit}."


def plain(text):
    """A subtitle without the marks of gnuplot's enhanced mode."""
    text = re.sub(r"\{/[^ {}]* ?([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\\\?([_^@&~{}])", r"\1", text).replace("{", "").replace("}", "")
    return sentences(" ".join(line.split()) for line in text.splitlines())


def sentences(lines):
    """The lines of a subtitle as one line: what stood on a line of its own is set apart."""
    joined = ""
    for line in filter(None, lines):
        apart = not joined or joined[-1] in ".,:;"
        joined += ("" if apart else "." if line[0].isupper() else ";") + (" " if joined else "") + line
    return joined
