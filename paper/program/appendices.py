"""The appendices that the program makes: claims by chapter, errata, parameters and readings, costs. As TeX."""

import math
import re
import tomllib

from catalogue import blocks, markdown_rows
from results import Missing, number_of
from rounding import with_error
from tex import escaped, identifier

codes = {"reproduces": "R", "reproduces on a stand-in": "S", "calibration": "C", "does not reproduce": "N", "not on a stand-in": "L",
         "depends on the reading": "D", "erratum": "E", "undecided": "U", "untestable": "X", "finding": "F"}
titles = {"1": "Chapter 1: background", "2": "Chapter 2: challenge 2, LAP and LinUCB", "3": "Chapter 3: replay",
          "4": "Chapter 4: challenge 3, the front page", "5": "Chapter 5: BRED", "conclusion": "Conclusion",
          "A": "Appendix A: entangled validation, T-BRED", "B": "Appendix B: classify to recommend",
          "C": "Appendix C: collaborative filtering", "D": "Appendix D: offline metrics", "E": "Appendix E: challenge 2",
          "F": "Appendix F: proofs on replay", "G": "Appendix G: proofs on BRED", "design": "Designs of this software",
          "other texts": "Other texts"}


def seen_verdict(results, study, claim):
    """The code of a claim's verdict in this run: "-" where its study was not run or nothing is judged, with a "!" where it is
    not the expected one."""
    try:
        row = results.claim(f"{study}/{claim['id']}")
    except Missing:
        return "--"
    code = codes.get(row["verdict"])
    if code is None:
        return "--"
    return code + ("" if row["as_expected"] == "yes" else "!")


def by_chapter(catalogue):
    """The claims of each chapter, in the order of `titles`."""
    chapters = {name: [] for name in titles}
    for study, claim in catalogue.claims:
        chapters.setdefault(catalogue.chapter(claim["where"]), []).append((study, claim))
    return {name: claims for name, claims in chapters.items() if claims}


def short_place(where):
    """The first place that a claim names, in few letters."""
    place = where.split(";")[0].split(",")[0].strip()
    place = re.sub(r" \(.*\)$", "", place)
    for word, short in (("figure", "fig."), ("section", "sec."), ("theorem", "thm."), ("algorithm", "alg."), ("appendix", "app.")):
        place = place.replace(word + " ", short + "~")
    return "" if place in ("design", "our design") else place


def chapter_counts(catalogue):
    """A table: chapters by expected verdicts."""
    lines = ["\\begin{tabular}{@{}l" + "r" * (len(codes) + 1) + "@{}}", "\\toprule",
             "& " + " & ".join(codes.values()) + " & all \\\\", "\\midrule"]
    total = dict.fromkeys(codes, 0)
    for name, claims in by_chapter(catalogue).items():
        counts = dict.fromkeys(codes, 0)
        for _, claim in claims:
            counts[claim["expected"]] += 1
            total[claim["expected"]] += 1
        shown = " & ".join(str(count) if count else "" for count in counts.values())
        lines.append(f"{titles.get(name, name)} & {shown} & {len(claims)} \\\\")
    lines += ["\\midrule", "all & " + " & ".join(str(count) for count in total.values()) + f" & {sum(total.values())} \\\\",
              "\\bottomrule", "\\end{tabular}"]
    return "\n".join(lines)


def claims_list(results, catalogue):
    """Every claim: name, place, expected verdict, verdict of this run; by chapter and study."""
    lines = []
    for name, claims in by_chapter(catalogue).items():
        lines.append(f"\\paragraph{{{titles.get(name, name)}.}}")
        last = None
        for study, claim in claims:
            if study != last:
                lines.append(f"\\textbf{{{identifier(study)}}}:")
                last = study
            place = escaped(short_place(claim["where"])).replace("\\textasciitilde{}", "~")
            seen = seen_verdict(results, study, claim)
            lines.append(f"{identifier(claim['id'])} {'(' + place + ') ' if place else ''}"
                         f"\\textbf{{{codes[claim['expected']]}}}/{seen};")
        lines[-1] = lines[-1][:-1] + "."
    return "\n".join(lines)


def evidence_list(results, names):
    """The claims that the text rests on: number, name, statement, expected verdict, verdict of this run, estimate."""
    lines = []
    for number, name in enumerate(names, 1):
        row = results.claim(name)
        value, error = number_of(row["value"]), number_of(row["standard_error"])
        estimate = f"; estimate {with_error(value, error)}" if math.isfinite(value) else ""
        verdict = row["verdict"] if row["verdict"] == row["expected"] else f"{row['expected']} expected; here: {row['verdict']}"
        lines.append(f"\\noindent\\hypertarget{{claim{number}}}{{[{number}]}} {identifier(name)}: {escaped(row['statement'])} "
                     f"\\emph{{{escaped(verdict)}}}{estimate}.\\par")
    return "\n".join(lines)


def errata_list(results, catalogue):
    """Every erratum in full, each once: place, statement, what is wrong, the claim that shows it, its verdict here."""
    lines = ["\\begin{enumerate}\\setlength{\\itemsep}{1pt}\\setlength{\\parskip}{0pt}"]
    for study, claim in catalogue.errata():
        where = escaped(claim["where"])
        lines.append(f"\\item \\emph{{{where[0].upper() + where[1:]}.}} {escaped(claim['statement'])} "
                     f"\\textbf{{Why it is wrong.}} {escaped(claim.get('argument', claim.get('note', '')))}")
        if isinstance(claim.get("corrected"), str):
            lines.append(f"\\textbf{{Right is:}} {escaped(claim['corrected'].rstrip('.'))}.")
        shown = [f"{study}/{claim['id']}"] + catalogue.repeats(f"{study}/{claim['id']}")
        lines.append("[" + ", ".join(identifier(name) for name in shown) +
                     f"; verdict of this run: {seen_verdict(results, study, claim)}]")
    return "\n".join(lines + ["\\end{enumerate}"])


def of_profile(value, profile):
    """A value of experiment.toml that may be given per profile."""
    return value.get(profile) if isinstance(value, dict) else value


def parameters(results, catalogue, studies, profile):
    """The simulations of these studies: how many replicates, over which horizon; and the studies' own seeds."""
    lines = []
    for study in studies:
        spec = catalogue.experiments[study]
        parts = []
        for simulation in blocks(spec, "simulation", "name") + blocks(spec, "tuning", "name"):
            replicates = of_profile(simulation.get("replicates", 1), profile)
            horizon = of_profile(simulation.get("horizon", "T"), profile)
            parts.append(f"{identifier(simulation['name'])} {escaped(str(replicates))}"
                         f"\\ensuremath{{\\times}}{escaped(str(horizon))}")
        grids = [identifier(grid["name"]) for grid in blocks(spec, "grid", "name")]
        if grids:
            parts.append("formulas " + ", ".join(grids))
        lines.append(f"\\textbf{{{identifier(study)}}} (seed {tomllib.loads(spec)['seed']}): {'; '.join(parts)}.")
    return "\n\n".join(lines)


def readings(catalogue):
    """The readings under which claims were judged, of each study, each list once with the claims that it is of."""
    lines, groups = [], {}
    for study, claim in catalogue.claims:
        if "readings" in claim:
            groups.setdefault(study, {}).setdefault(tuple(claim["readings"]), []).append(claim["id"])
    for study, lists in groups.items():
        parts = []
        for texts, claims in lists.items():
            shown = ", ".join(identifier(claim) for claim in claims[:3]) + (f" and {len(claims) - 3} more" if claims[3:] else "")
            parts.append(f"{shown}: {escaped('; '.join(texts))}")
        lines.append(f"\\textbf{{{identifier(study)}}}. " + ". ".join(parts) + ".")
    return "\n\n".join(lines)


def costs(catalogue):
    """Core-minutes of every published study at the profile standard, from the table of results/published/README.md."""
    entries = []
    for row in markdown_rows(catalogue.home / "results/published/README.md"):
        name = re.match(r"\[(\w+)\]", row["row"])
        if name and "core-minutes" in row:
            cost = float(row["core-minutes"])
            entries.append((name.group(1), "< 0.1" if cost < 0.05 else f"{cost:.1f}"))
    if not entries:
        raise Missing("results/published/README.md: there is no table with core-minutes")
    columns = 3
    height = -(-len(entries) // columns)
    lines = ["\\begin{tabular}{@{}lr@{\\quad}lr@{\\quad}lr@{}}", "\\toprule",
             " & ".join(["study & core-min."] * columns) + " \\\\", "\\midrule"]
    for line in range(height):
        cells = []
        for column in range(columns):
            place = column * height + line
            cells.append(f"{identifier(entries[place][0])} & {escaped(entries[place][1])}" if place < len(entries) else "&")
        lines.append(" & ".join(cells) + " \\\\")
    return "\n".join(lines + ["\\bottomrule", "\\end{tabular}"])
