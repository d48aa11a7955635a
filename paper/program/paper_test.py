#!/usr/bin/env python3
"""Tests of what makes the paper, without TeX: rounding, cells by name, errors by name, the lint. Run: python3 paper_test.py"""

import functools
import hashlib
import json
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import appendices  # noqa: E402
from catalogue import Catalogue, published_counts, recorded  # noqa: E402
from figures import Figure, plain  # noqa: E402
from lint import problems, read_allowed  # noqa: E402
from macros import definitions, evidence, formatted, studies_of  # noqa: E402
from make_paper import complaints, sources_of  # noqa: E402
from published import is_published, unpack  # noqa: E402
from results import Missing, Results, split_key  # noqa: E402
from rounding import rounded, with_error  # noqa: E402
from tex import body, calls, escaped  # noqa: E402

home = Path(__file__).resolve().parents[2]
the_catalogue = functools.cache(lambda: Catalogue(home))  # reading it takes half a second
claims_csv = ("study,id,where,statement,expected,printed,printed_text,value,standard_error,repetitions,verdict,as_expected\n"
              "regret,holds,d,It is so.,reproduces,0.105,,0.1,0.02,10,reproduces,yes\n"
              "regret,fails,d,It is so.,reproduces,nan,about ten,0.1,0.02,10,does not reproduce,no\n"
              "regret,silent,d,It is so.,reproduces,nan,,nan,nan,nan,not judged,-\n"
              "regret,waits,d,It is so.,reproduces,0.105,,nan,nan,nan,not computed,-\n"
              "regret,open,d,It is so.,undecided,nan,,0.1,0.2,10,undecided,yes\n")


class WithResults(unittest.TestCase):
    """A folder of results with one study, "regret", and its table "bias"."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        tables = Path(folder.name) / "tables/regret"
        tables.mkdir(parents=True)
        (tables / "bias.csv").write_text("T,algorithm,estimate,estimate_se\n100,UCB,0.12345,0.02\n100,LinUCB,-0.5,0.004\n"
                                         "2000,UCB,0.25,0.0123\n2000,T-BRED 0.5,nan,nan\n")
        (tables / "claims.csv").write_text(claims_csv)
        (tables / "provenance.json").write_text(json.dumps({"profile": "smoke", "skipped": {"lost": "no data"}}))
        self.results = Results(folder.name, home)

    def refused(self, key, *words):
        with self.assertRaises(Missing) as caught:
            self.results.cell(key)
        for word in words:
            self.assertIn(word, str(caught.exception))


class Published(unittest.TestCase):
    def test_published_results_are_those_of_a_report(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "published"
            (folder / "regret").mkdir(parents=True)
            self.assertFalse(is_published(folder))
            short, long = "T,estimate\n100,0.25\n", "T,estimate\n100,0.5\n"
            (folder / "studies.json").write_text(json.dumps({
                "profile": "standard", "master_seed": "confirmation", "studies": {"regret": {
                    "commit": "0a1b2c3d", "numeric_profile": "x86-64-v3", "missing_tables": {"lost": "no data"}}}}))
            (folder / "digests").write_text("".join(
                f"{hashlib.sha256(text.encode()).hexdigest()}  regret/{table}.csv\n"
                for table, text in (("claims", claims_csv), ("long", long), ("short", short))))
            (folder / "regret/tables.md").write_text(f"# Regret\n\n## short\n\n```csv\n{short}```\n")
            packed = folder / "regret/long_tables.md.zst"
            subprocess.run(["zstd", "-q", "-o", packed], input=f"## long\n\n```csv\n{long}```\n".encode(), check=True)
            subprocess.run(["zstd", "-q", "-o", folder / "figure_numbers.md.zst"], check=True,
                           input=b"## regret/figure_numbers\n\n```csv\nprofile = 'standard'\n```\n")
            (folder / "verdicts.csv").write_text(claims_csv)
            self.assertTrue(is_published(folder))
            results = Results(unpack(folder, Path(name) / "work"), home)
            self.assertEqual(results.cell("regret.short.only.estimate")[0], 0.25)
            self.assertEqual(results.cell("regret.long.only.estimate")[0], 0.5)
            self.assertEqual(results.claim("regret/holds")["verdict"], "reproduces")
            self.assertEqual(results.common(["regret"], "master_seed"), "confirmation")
            self.assertTrue((results.study_folder("regret") / "figure_numbers.gp").is_file())
            with self.assertRaisesRegex(Missing, "skipped: no data"):
                results.table_path("regret", "lost")


class Rounding(unittest.TestCase):
    def test_by_the_standard_error(self):
        self.assertEqual(rounded(0.43268, 0.00040), "0.4327")
        self.assertEqual(rounded(0.43268, 0.0014), "0.4327")   # an error that begins with 1 has two digits
        self.assertEqual(rounded(0.43268, 0.02), "0.43")
        self.assertEqual(rounded(0.43268, 0.0097), "0.433")    # .0097 is 0.010: two digits of it
        self.assertEqual(rounded(12345.6, 300), "12{,}300")
        self.assertEqual(rounded(-0.2, 3.0), "0")

    def test_without(self):
        self.assertEqual(rounded(2000.0), "2{,}000")
        self.assertEqual(rounded(0.564), "0.564")
        self.assertEqual(rounded(0.1234567), "0.1235")
        self.assertEqual(rounded(-0.5), "\\ensuremath{-}0.5")
        self.assertEqual(rounded(1.25e-7, 0), "\\ensuremath{1.2 \\times 10^{-7}}")

    def test_with(self):
        self.assertEqual(with_error(3.4945, 0.0539), "3.49~\\ensuremath{\\pm}~0.05")
        self.assertEqual(with_error(3.0, 0.0), "3")

    def test_what_is_no_number(self):
        for value in (math.nan, math.inf):
            self.assertRaises(ValueError, rounded, value)

    def test_forms(self):
        self.assertEqual(formatted(0.105, None, "percent"), "10.5\\,\\%")
        self.assertEqual(formatted(-0.105, 0.02, "abs,percent"), "10\\,\\%")
        self.assertRaises(Missing, formatted, 1.0, None, "per cent")


class Cells(WithResults):
    def test_a_cell(self):
        self.assertEqual(self.results.cell("regret.bias.T=100,algorithm=UCB.estimate"), (0.12345, 0.02))
        self.assertEqual(self.results.cell("regret.bias.T=max,algorithm=UCB.T"), (2000, None))
        self.assertEqual(self.results.cell("regret.bias.T=min,algorithm=LinUCB.estimate")[0], -0.5)

    def test_points_in_the_row(self):
        self.assertEqual(split_key("a.b.x=0.5,y=1.c"), ("a", "b", "x=0.5,y=1", "c"))

    def test_what_is_missing_is_named_with_the_nearest(self):
        self.refused("regret.bias.T=100,algorithm=UBC.estimate", "regret.bias.T=100,algorithm=UBC", "nearest: UCB")
        self.refused("regret.bias.T=100,algorithm=UCB.estimte", "estimte", "nearest: estimate")
        self.refused("regret.bais.only.estimate", "regret.bais", "nearest: bias")
        self.refused("regrets.bias.only.estimate", "regrets", "nearest: regret")
        self.refused("regret.bias.t=100.estimate", "no column \"t\"")
        self.refused("regret.bias.T=100.estimate", "2 rows")
        self.refused("regret.bias.algorithm=T-BRED 0.5.estimate", "no finite number")
        self.refused("regret.lost.only.estimate", "skipped: no data")
        self.refused("time_acceleration.curves.only.step", "no report", "replaybench run time_acceleration")
        self.refused("regret.bias", "study.table.row.column")

    def test_studies_of_different_profiles_are_no_paper(self):
        other = self.results.folder / "tables/bred_bias"
        other.mkdir()
        (other / "provenance.json").write_text(json.dumps({"profile": "standard"}))
        with self.assertRaisesRegex(Missing, "smoke: regret; standard: bred_bias"):
            self.results.common(["regret", "bred_bias"], "profile")


class Macros(WithResults):
    def defined(self, text):
        return "\n".join(definitions([("a.tex", text)], self.results, the_catalogue()))

    def test_definitions(self):
        text = self.defined("\\result[pm]{regret.bias.T=100,\n  algorithm=UCB.estimate} % \\result{not.there.only.x}\n")
        self.assertEqual(text, "\\expandafter\\gdef\\csname result:pm:regret.bias.T=100, algorithm=UCB.estimate\\endcsname"
                               "{0.12~\\ensuremath{\\pm}~0.02}")
        self.assertIn("{10.5\\,\\%}", self.defined("\\printed[percent]{regret/holds}"))
        self.assertIn("{about ten}", self.defined("\\printed{regret/fails}"))
        self.assertIn("not judged", self.defined("\\claimvalue{regret/silent}"))
        self.assertIn(f"{{{the_catalogue().tally('claims')}}}", self.defined("\\tally{claims}"))

    def test_a_sentence_whose_claim_fails_is_no_sentence(self):
        self.assertIn("[\\hyperlink{claim1}{1}]", self.defined("It is so\\holds{regret/holds}."))
        self.assertIn("hyperlink", self.defined("It is so\\holds{regret/silent}."))  # smoke judges nothing
        with self.assertRaisesRegex(Missing, r'a\.tex:2: regret/fails: the text rests on the verdict "reproduces"; this run says'):
            self.defined("So\nit is\\holds{regret/fails}.")
        with self.assertRaisesRegex(Missing, "regret/open: a claim that is undecided supports no sentence"):
            self.defined("It is so\\holds{regret/open}.")
        self.assertIn("{\\emph{undecided}}", self.defined("\\verdict{regret/open}"))
        with self.assertRaisesRegex(Missing, "regret/hold: .*nearest: holds"):
            self.defined("\\verdict{regret/hold}")

    def test_a_claim_that_is_not_computed_stops_the_paper(self):
        for call in ("\\holds{regret/waits}", "\\verdict{regret/waits}", "\\claimvalue{regret/waits}"):
            with self.assertRaisesRegex(Missing, r"a\.tex:1: regret/waits: not computed yet, .*; first: replaybench run regret && "):
                self.defined(call)
        self.assertIn("{0.105}", self.defined("\\printed{regret/waits}"))  # the thesis's number is there without a run

    def test_all_that_is_missing_is_told_at_once(self):
        with self.assertRaises(Missing) as caught:
            self.defined("\\result{regret.bias.only.T}\n\\result{regret.none.only.T}\n\\tally{nothing}")
        self.assertEqual([line.split(" ")[0] for line in str(caught.exception).splitlines()], ["a.tex:1:", "a.tex:2:", "a.tex:3:"])

    def test_studies_and_evidence(self):
        sources = [("a.tex", "\\holds{b/x}\\holds{a/y}\\holds{b/x} \\result{c.d.only.e} \\studyfigure[w]{f/g}{l}{c}\\tally{claims}")]
        self.assertEqual(evidence(sources), ["b/x", "a/y"])
        self.assertEqual(studies_of(sources), ["a", "b", "c", "f"])


class Figures(WithResults):
    def test_what_is_missing_is_named(self):
        with self.assertRaisesRegex(Missing, "figure regret/figure_regert: there is no such script; nearest: .*regret/figure_regret"):
            Figure("regret/figure_regert", self.results)
        figure = Figure("regret/figure_regret", self.results)
        with self.assertRaisesRegex(Missing, f"regret.{figure.tables[0]}: the study has no such table; nearest: bias"):
            figure.draw(Path(self.results.folder) / "figures")
        for table in figure.tables:
            (self.results.folder / f"tables/regret/{table}.csv").write_text("x\n1\n")
        with self.assertRaisesRegex(Missing, "older program; again: replaybench report regret"):
            figure.draw(Path(self.results.folder) / "figures")


class Lint(unittest.TestCase):
    def found(self, text, allowed=()):
        return [line.split("\"")[1] for line in problems(text, list(allowed))]

    def test_a_typed_number_is_found(self):
        self.assertEqual(self.found("It is 3.5 times better."), ["3.5"])
        self.assertEqual(self.found("by $17$ or $-0.3\\,\\%$ of 10,000"), ["17", "0.3", "10,000"])
        self.assertEqual(problems("a\nbc 4", [], "f.tex")[0].split(" ")[0], "f.tex:2:4:")
        self.assertEqual(self.found("\\studyfigure{a/figure_5_1}{fig:1}{A caption with 7 \\result{a.b.T=1.c}}"), ["7"])
        self.assertEqual(self.found("\\emph{12 logs} and \\footnote{of 13}"), ["12", "13"])

    def test_what_is_no_typed_number(self):
        for text in ("\\result{a.b.T=100.c} \\cite{nicol2014thesis} \\ref{fig:5} \\thesis{figure 5.1}", "% 5 logs",
                     "$K = 10$ and \\[ x^2 \\] \\begin{equation} 1 = 1 \\end{equation}", "\\code{--seeds 3}",
                     "\\documentclass[10pt]{article}\\setlength{\\x}{3pt}\n\\begin{document}words"):
            self.assertEqual(self.found(text), [], text)

    def test_the_allow_list(self):
        self.assertEqual(self.found("C++20 and C++200 or R6B", ["C++20", "R6B"]), ["200"])
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("C++20\n")
            file.flush()
            self.assertRaises(ValueError, read_allowed, file.name)

    def test_the_paper(self):
        allowed = read_allowed(home / "paper/allowed_digits.txt")
        sources = sources_of(home)
        self.assertGreater(len(sources), 8)
        for file, text in sources:
            self.assertEqual(problems(text, allowed, file), [])
        text = "\n".join(text for _, text in sources)
        self.assertEqual([word for word in allowed if word not in text], [], "on the allow list and not in the paper")


class Repository(unittest.TestCase):
    def test_every_claim_and_work_that_the_paper_names_is_there(self):
        catalogue = the_catalogue()
        known = {f"{study}/{claim['id']}" for study, claim in catalogue.claims}
        bibliography = (home / "references.bib").read_text()
        for file, text in sources_of(home):
            for call in calls(body(text), {"holds", "verdict", "claimvalue", "printed"}):
                self.assertIn(call.arguments[0], known, f"{file}:{call.line}")
            for call in calls(body(text), {"cite", "citet", "citep"}):
                for work in call.arguments[0].split(","):
                    self.assertIn("{" + work.strip() + ",", bibliography, f"{file}:{call.line}")
            for call in calls(body(text), {"recorded"}):
                recorded(home, *call.arguments)

    def test_published_counts(self):
        counts = published_counts(home / "results/published")
        self.assertEqual(set(counts), {"studies at full", "further seeds", "studies under further seeds",
                                       "verdicts under further seeds", "as expected under further seeds"})
        self.assertEqual(the_catalogue().tally("further seeds"), counts["further seeds"])
        page = (home / "results/published/README.md").read_text()
        rows = [tuple(map(int, row)) for row in re.findall(r"(?m)^\| \d+ \| standard \|.*\| (\d+) \| (\d+) \|$", page)]
        self.assertEqual(len(rows), counts["further seeds"])
        self.assertEqual(sum(judged for judged, _ in rows), counts["verdicts under further seeds"])
        self.assertEqual(sum(right for _, right in rows), counts["as expected under further seeds"])
        full = (home / "results/published/full/README.md").read_text()
        self.assertIn(f"Profile full, master seed confirmation: {counts['studies at full']} studies", full)

    def test_chapters(self):
        chapter = the_catalogue().chapter
        self.assertEqual([chapter(where) for where in ("section 5.7.3, p. 150", "theorem 3; section 1.3, p. 10", "figure 5.1a",
                                                       "appendix A.3, p. 224", "our design", "conclusion, p. 205",
                                                       "ICML 2014, figure 2", "algorithm 12", "table A.1")],
                         ["5", "3", "5", "A", "design", "conclusion", "other texts", "5", "A"])

    def test_appendices_have_everything_once(self):
        catalogue = the_catalogue()
        by_chapter = appendices.by_chapter(catalogue)
        self.assertEqual(sum(map(len, by_chapter.values())), catalogue.tally("claims"))
        self.assertEqual(set(by_chapter) - set(appendices.titles), set())
        nothing = Results("/nowhere", home)
        self.assertEqual(appendices.errata_list(nothing, catalogue).count("\\item "), catalogue.tally("errata"))
        self.assertEqual(appendices.claims_list(nothing, catalogue).count("}/--"), catalogue.tally("claims"))
        published = json.loads((home / "results/published/studies.json").read_text())["studies"]
        self.assertEqual(appendices.costs(catalogue).count("\\texttt"), len(published))


class Texts(unittest.TestCase):
    def test_escaped(self):
        self.assertEqual(escaped("50% of a_b & {c} #1 ~ $x^2"),
                         "50\\% of a\\_\\allowbreak{}b \\& \\{c\\} \\#1 \\textasciitilde{} \\$x\\^{}2")

    def test_subtitles(self):
        self.assertEqual(plain("h = C/√T, {/Bold*1.1 B} = x_{t}\n"), "h = C/√T, B = x_t")
        self.assertEqual(plain("cap 4; exponent 0.9\n(a): share 0.02"), "cap 4; exponent 0.9; (a): share 0.02")
        self.assertEqual(plain("of 300 records\nA line ends;\nbars: 95%"), "of 300 records. A line ends; bars: 95%")

    def test_faults_of_a_paper(self):
        log = ("Overfull \\hbox (4.9pt too wide) in paragraph\nOverfull \\hbox (5.1pt too wide) in paragraph\n"
               "LaTeX Warning: Reference `a' on page 1 undefined on input line 3.\nPackage natbib Warning: Citation `b' undefined")
        self.assertEqual(len(complaints(log, "Warning--I didn't find a database entry for \"x\"")), 4)


if __name__ == "__main__":
    unittest.main()
