"""No number is typed: digits in the paper's text come from macros, or are citations, equations or on the allow list.

  lint.py FILE.tex ... --allow FILE

The allow list has a text and, behind " # ", why it is no result, in each line."""

import argparse
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from tex import body, calls  # noqa: E402

# Commands whose arguments are no text of the author's: numbers from tables, citations, places, names, commands, layout.
generated = {"result", "verdict", "holds", "claimvalue", "printed", "tally", "recorded", "studyfigure"}
references = {"cite", "citet", "citep", "thesis", "ref", "eqref", "pageref", "label", "url", "href"}
names = {"code", "input", "includegraphics", "usepackage", "documentclass", "begin", "bibliography", "bibliographystyle",
         "vspace", "hspace", "setlength", "linebreak", "pagebreak"}
equations = ("equation", "equation*", "align", "align*")


def blanked(text, begin, end):
    """The text with a stretch as blanks; lines stay where they are."""
    return text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]


def without_exempt(text):
    """The text without what may have digits."""
    for environment in equations:
        for match in re.finditer(r"\\begin\{%s\}.*?\\end\{%s\}" % ((re.escape(environment),) * 2), text, re.S):
            text = blanked(text, match.start(), match.end())
    for call in reversed(calls(text, generated | references | names)):
        end = call.end
        if call.name == "studyfigure":  # its last argument is a caption, which is text
            end = text.rfind("{", call.begin, call.end) if len(call.arguments) < 3 else caption_begin(text, call)
        text = blanked(text, call.begin, end)
    text = re.sub(r"\\\[.*?\\\]", lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)
    # A formula says something of a symbol; a number between dollars is a number.
    return re.sub(r"(?<!\\)\$([^$]+)\$", lambda match: re.sub(r"[^\n]", " ", match.group())
                  if re.search(r"[A-Za-z]", re.sub(r"\\(times|pm|cdot|,|%)", "", match.group(1))) else match.group(), text)


def caption_begin(text, call):
    """Position of the third argument of a call."""
    depth, seen = 0, 0
    for place in range(text.find("{", call.begin), call.end):
        if text[place] == "{":
            seen += depth == 0
            if depth == 0 and seen == 3:
                return place
            depth += 1
        elif text[place] == "}":
            depth -= 1
    return call.end


def read_allowed(path):
    """The texts of an allow list. Throws ValueError for one without its reason."""
    allowed = []
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        text, mark, reason = line.partition(" # ")
        if not mark or not reason.strip():
            raise ValueError(f"{path}:{number}: no reason behind \" # \": {line}")
        allowed.append(text.strip())
    return sorted(allowed, key=len, reverse=True)


def problems(source, allowed, file="text"):
    """ "file:line:column: ..." of every typed number."""
    text = without_exempt(body(source))
    for word in allowed:
        for match in re.finditer(r"(?<![A-Za-z0-9])" + re.escape(word) + r"(?![A-Za-z0-9])", text):
            text = blanked(text, match.start(), match.end())
    found = []
    for match in re.finditer(r"[A-Za-z]*\d[\d.,]*[A-Za-z]*", text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        found.append(f"{file}:{line}:{column}: the typed number \"{match.group()}\"; take it from a table (\\result), cite it "
                     "(\\thesis, \\cite), or give a reason in the allow list")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--allow", required=True, type=Path)
    options = parser.parse_args()
    allowed = read_allowed(options.allow)
    found = [line for file in options.files for line in problems(file.read_text(), allowed, file)]
    print("\n".join(found) if found else f"{len(options.files)} files, no typed number")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
