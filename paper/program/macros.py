"""The macros of the paper's numbers: for every one that the text uses, its definition from the tables.

  \\result[form]{study.table.row.column}   a cell, rounded by its standard error. row: "only", or "column=value,column=max".
                                          form: percent, pm (with the standard error), abs; several with commas
  \\verdict{study/claim}                   the verdict on a claim
  \\holds{study/claim}                     the sentence before it rests on this claim: prints its number among
                                          the evidence; the build fails when its verdict is not the expected one, or undecided
  \\claimvalue[form]{study/claim}          the number that the claim's first test estimates
  \\printed[form]{study/claim}             the number that the thesis prints
  \\tally{what}                            how many there are in the repository (catalogue.py)
  \\recorded{page}{row}{column}            a cell of a table in a page of the repository
  \\studyfigure[width]{study/figure}{label}{caption}

A claim that is "not computed" (cells of its study are missing in this run) stops the build in \\verdict, \\holds and
\\claimvalue; "not judged" (smoke judges nothing) is printed.
"""

import math
import re

from catalogue import recorded
from results import Missing, number_of
from rounding import rounded, with_error
from tex import calls, escaped, body

commands = {"result", "verdict", "holds", "claimvalue", "printed", "tally", "recorded", "studyfigure"}
unjudged = "\\emph{not judged}"


def formatted(value, error, form):
    """A number in a form: "", or of "percent", "pm" and "abs", with commas."""
    wanted = [part.strip() for part in form.split(",") if part.strip()]
    unknown = set(wanted) - {"percent", "pm", "abs"}
    if unknown:
        raise Missing(f"form \"{form}\": expected percent, pm or abs")
    if "abs" in wanted:
        value = abs(value)
    if "percent" in wanted:
        value, error = round(100 * value, 12), None if error is None else 100 * error
    text = with_error(value, error) if "pm" in wanted else rounded(value, error)
    return text + "\\,\\%" if "percent" in wanted else text


def printed_number(results, name, form):
    row = results.claim(name)
    value = number_of(row["printed"])
    if math.isfinite(value):
        return formatted(round(value, 12), None, form)
    if row["printed_text"]:
        return escaped(row["printed_text"])
    raise Missing(f"{name}: the claim has no printed number")


def computed_claim(results, name):
    """The line of a claim. Throws Missing where it waits for cells of this run: a paper is set when they are there."""
    row = results.claim(name)
    if row["verdict"] == "not computed":
        study = name.partition("/")[0]
        raise Missing(f"{name}: not computed yet, cells of the study are missing; first: replaybench run {study} && replaybench "
                      f"report {study}")
    return row


def claim_number(results, name, form):
    row = computed_claim(results, name)
    if row["verdict"] == "not judged":
        return unjudged
    value = number_of(row["value"])
    if not math.isfinite(value):
        raise Missing(f"{name}: the claim's value is \"{row['value']}\", which is no finite number")
    return formatted(value, number_of(row["standard_error"]), form)


def evidence(sources):
    """The claims that the text rests on, in the order in which it names them."""
    names = [call.arguments[0] for _, text in sources for call in calls(body(text), {"holds"})]
    return list(dict.fromkeys(names))


def holding(results, name, number):
    """Text of `\\holds`. Throws Missing if the verdict is not the expected one, because the text is then wrong, and if the
    expected one supports nothing."""
    row = computed_claim(results, name)
    if row["expected"] in ("undecided", "untestable"):
        raise Missing(f"{name}: a claim that is {row['expected']} supports no sentence; use \\verdict, or change the sentence")
    if row["verdict"] != "not judged" and row["as_expected"] != "yes":
        raise Missing(f"{name}: the text rests on the verdict \"{row['expected']}\"; this run says \"{row['verdict']}\"")
    return f"\\textsuperscript{{[\\hyperlink{{claim{number}}}{{{number}}}]}}"


def definition(call, results, catalogue, numbers):
    """The text that a call stands for; `numbers` has those of the evidence."""
    argument = call.arguments[0]
    if call.name == "result":
        value, error = results.cell(argument)
        return formatted(value, error, call.options)
    if call.name == "verdict":
        verdict = computed_claim(results, argument)["verdict"]
        return unjudged if verdict == "not judged" else f"\\emph{{{escaped(verdict)}}}"
    if call.name == "holds":
        return holding(results, argument, numbers[argument])
    if call.name == "claimvalue":
        return claim_number(results, argument, call.options)
    if call.name == "printed":
        return printed_number(results, argument, call.options)
    if call.name == "tally":
        return rounded(catalogue.tally(argument))
    return escaped(recorded(results.home, *call.arguments))


def key_of(call):
    """Name of a call's definition, as TeX spells it with \\detokenize."""
    return ":".join([call.name, call.options, *call.arguments])


def definitions(sources, results, catalogue):
    """The lines that define what the sources (name and text) use. Throws Missing with all that is not there, each with the
    file and line that asks for it."""
    lines, wrong, done = [], [], set()
    numbers = {name: number for number, name in enumerate(evidence(sources), 1)}
    for file, text in sources:
        for call in calls(body(text), commands - {"studyfigure"}):
            key = key_of(call)
            if key in done:
                continue
            done.add(key)
            try:
                lines.append(f"\\expandafter\\gdef\\csname {key}\\endcsname{{{definition(call, results, catalogue, numbers)}}}")
            except Missing as missing:
                wrong.append(f"{file}:{call.line}: {missing}")
    if wrong:
        raise Missing("\n".join(wrong))
    return lines


def studies_of(sources):
    """The studies that the sources take numbers, verdicts or figures from, in the order of their names."""
    studies = set()
    for _, text in sources:
        for call in calls(body(text), commands - {"tally", "recorded"}):
            studies.add(re.split(r"[./]", call.arguments[0])[0])
    return sorted(studies)
