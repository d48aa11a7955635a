"""Plain text as TeX, and the commands of a TeX source."""

import re
from dataclasses import dataclass

_special = {"\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%",
            "_": "\\_\\allowbreak{}", "^": "\\^{}", "~": "\\textasciitilde{}", "<": "\\ensuremath{<}",
            ">": "\\ensuremath{>}", "|": "\\ensuremath{|}", "\"": "\\textquotedbl{}", "*": "\\ensuremath{*}", "/": "/\\allowbreak{}",
            "√": "\\ensuremath{\\surd}", "≥": "\\ensuremath{\\geq}", "≤": "\\ensuremath{\\leq}", "×": "\\ensuremath{\\times}",
            "±": "\\ensuremath{\\pm}", "γ": "\\ensuremath{\\gamma}", "Γ": "\\ensuremath{\\Gamma}", "ε": "\\ensuremath{\\epsilon}",
            "α": "\\ensuremath{\\alpha}", "σ": "\\ensuremath{\\sigma}", "λ": "\\ensuremath{\\lambda}", "τ": "\\ensuremath{\\tau}",
            "∞": "\\ensuremath{\\infty}", "−": "\\ensuremath{-}", "²": "\\ensuremath{^2}", "’": "'", "–": "--", "…": "..."}


def escaped(text):
    """Plain text as TeX prints it."""
    return "".join(_special.get(letter, letter) for letter in text)


def identifier(name):
    """A name of the program, in typewriter, which may be broken at its joints."""
    return "\\texttt{" + escaped(name).replace("-", "-\\allowbreak{}").replace(".", ".\\allowbreak{}") + "}"


def without_comments(text):
    """The source without its comments; lines stay where they are."""
    return re.sub(r"(?<!\\)%.*", "", text)


def body(text):
    """The source without comments and without its preamble; lines stay where they are."""
    text = without_comments(text)
    begin = text.find("\\begin{document}")
    return text if begin < 0 else re.sub(r"[^\n]", " ", text[:begin]) + text[begin:]


@dataclass
class Call:
    """A command with its arguments: `\\name[options]{first}{second}`."""
    name: str
    options: str
    arguments: list
    begin: int
    end: int
    line: int


def _braced(text, at):
    """The end of the group that begins at `at`, behind its brace; None where it is not closed."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] == "{" and text[place - 1] != "\\":
            depth += 1
        elif text[place] == "}" and text[place - 1] != "\\":
            depth -= 1
            if depth == 0:
                return place + 1
    return None


def calls(text, names):
    """The calls of these commands in a source without comments, in order."""
    found = []
    for match in re.finditer(r"\\([A-Za-z]+)\*?", text):
        if match.group(1) not in names:
            continue
        at, options, arguments = match.end(), "", []
        if text[at:at + 1] == "[":
            close = text.find("]", at)
            options, at = text[at + 1:close], close + 1
        while text[at:at + 1] == "{":
            end = _braced(text, at)
            if end is None:
                break
            arguments.append(" ".join(text[at + 1:end - 1].split()))
            at = end
        found.append(Call(match.group(1), options, arguments, match.start(), at, text.count("\n", 0, match.start()) + 1))
    return found
