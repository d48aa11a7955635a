"""Statements of the repository itself: the claims of all studies, the chapters of the thesis, recorded tables in Markdown."""

import csv
import json
import re
import tomllib

from results import Missing, nearest, study_folders


def blocks(text, kind, name):
    """The blocks of a kind in a study's file, with their names, defaults, sizes and cases (experiments/FORMAT.md)."""
    document = tomllib.loads(text)
    found = document.get(kind, [])
    if isinstance(found, dict):
        found = [{name: heading, **block} for heading, block in found.items()]
    defaults = document.get("defaults", {}).get(kind, {})
    defaults = defaults if isinstance(defaults, list) else [defaults]
    nearest_defaults = []  # of each block, if each has a heading
    latest = defaults[0]
    remaining = iter(defaults)
    for heading in re.findall(rf'(?m)^\[+((?:defaults\.)?{kind})(?:\.(?:"[^"]*"|[\w-]+))?\]', text):
        if heading == kind:
            nearest_defaults.append(latest)
        else:
            latest = next(remaining)
    if len(nearest_defaults) != len(found):
        nearest_defaults = [latest] * len(found)
    all_blocks = []
    written = {}  # by name, with the keys of the block that it is like
    for block, nearest_of_block in zip(found, nearest_defaults):
        block = written.get(block.get("like"), {}) | block
        block.pop("like", None)
        cases = block.pop("cases", [{}])
        written[block.get(name)] = block
        sizes = document.get("profiles", {}).get(block.get(name), {})
        sizes = {key: dict(zip(("smoke", "standard", "full"), values)) for key, values in sizes.items()}
        block = defaults[0] | nearest_of_block | sizes | block
        all_blocks += [filled(block, case) | {key: case[key] for key in case if key in (name, *block)} for case in cases]
    return all_blocks


def filled(value, case):
    """The value with the case's values in place of "$key"."""
    if isinstance(value, dict):
        return {key: filled(part, case) for key, part in value.items()}
    if isinstance(value, list):
        return [filled(part, case) for part in value]
    if not isinstance(value, str):
        return value
    if value[:1] == "$" and value[1:] in case:
        return case[value[1:]]
    return re.sub(r"\$(\w+)", lambda match: str(case.get(match[1], match[0])), value)


def published_counts(folder):
    """Counts in published results: studies at `full`, and verdicts under further seeds at `standard`."""
    with open(folder / "confirmations.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["profile"] == "standard"]
    return {"studies at full": len(json.loads((folder / "full/studies.json").read_text())["studies"]),
            "further seeds": len({row["seed"] for row in rows}),
            "studies under further seeds": len({row["study"] for row in rows}),
            "verdicts under further seeds": sum(int(row["judged"]) for row in rows),
            "as expected under further seeds": sum(int(row["as_expected"]) for row in rows)}


class Catalogue:
    """The claims of every study, as written in its claims.toml."""

    def __init__(self, home):
        self.home = home
        self.claims = []  # (study, claim) in the order of the studies' names
        self.experiments = {}
        self.folders = study_folders(home)
        for study, folder in self.folders.items():
            self.experiments[study] = (folder / "experiment.toml").read_text()
            claims = folder / "claims.toml"
            if claims.is_file():
                self.claims += [(study, claim) for claim in blocks(claims.read_text(), "claim", "id")]
        self.outline = tomllib.loads((home / "experiments/thesis.toml").read_text())
        self.sections = {}
        for kind in ("figure", "table", "theorem", "lemma", "corollary", "algorithm", "equation"):
            for item in self.outline.get(kind, []):
                self.sections[kind, str(item["number"])] = str(item.get("section", item["number"]))
        self.published = published_counts(home / "results/published")

    def chapter(self, where):
        """The chapter or appendix of the first place that a claim names: "1" to "5", "A" to "G", "conclusion", "design"
        or "other texts"."""
        place = where.split(";")[0].strip()
        if place in ("design", "our design"):
            return "design"
        for work in self.outline["other_works"]:
            if place.startswith(work):
                return "other texts"
        match = re.match(r"(\w+) \(?([0-9A-G][0-9.]*)", place)
        if not match:
            return "conclusion" if place.startswith(("conclusion", "introduction")) else "other texts"
        kind, number = match.groups()
        if kind not in ("section", "appendix", "chapter"):
            number = self.sections.get((kind, number.rstrip(".")), number)
        return number[0]

    def errata(self):
        """The errata, each error once."""
        return [(study, claim) for study, claim in self.claims if claim["expected"] == "erratum" and "same_as" not in claim]

    def repeats(self, name):
        """The claims that show the same error as "study/claim"."""
        return [f"{study}/{claim['id']}" for study, claim in self.claims if claim.get("same_as") == name]

    def tally(self, what):
        """Number of "claims", "studies", "errata", "figures", "algorithms", "evaluators", "datasets", a name of `published`, or
        claims of an expected verdict. Statements that several claims judge count once, but among "claims"."""
        folders = {"algorithms", "evaluators", "datasets"}
        if what in self.published:
            return self.published[what]
        if what in folders:
            return sum(1 for path in self.home.glob(f"{what}/*/*.cpp") if path.stem == path.parent.name)
        if what == "claims":
            return len(self.claims)
        if what == "studies":
            return len(self.experiments)
        if what == "errata":
            return len(self.errata())
        if what == "figures":
            return sum(1 for folder in self.folders.values() for _ in folder.glob("*.gp"))
        verdicts = {claim["expected"] for _, claim in self.claims}
        if what not in verdicts:
            raise Missing(f"tally {what}: nothing of this name is counted"
                          f"{nearest(what, verdicts | folders | {'claims', 'studies', 'errata', 'figures', *self.published})}")
        return sum(1 for _, claim in self.claims if claim["expected"] == what and "same_as" not in claim)


def markdown_rows(path):
    """The rows of all tables of a page in Markdown: dictionaries by the heads of the columns, the first cell under "row"."""
    rows, head = [], None
    for line in path.read_text().splitlines():
        if not line.startswith("|"):
            head = None
            continue
        cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
        if head is None:
            head = cells
        elif not set(line) <= set("|-: "):
            rows.append({"row": cells[0], **dict(zip(head[1:], cells[1:]))})
    return rows


def recorded(home, page, row, column):
    """A cell of a table that a page of the repository has: a measurement that was recorded there."""
    path = home / page
    if not path.is_file():
        raise Missing(f"{page}: there is no such page")
    rows = markdown_rows(path)
    found = [entry for entry in rows if entry["row"] == row]
    if len(found) != 1:
        raise Missing(f"{page}: {len(found)} rows begin with \"{row}\", expected one{nearest(row, (e['row'] for e in rows))}")
    if column not in found[0]:
        raise Missing(f"{page}: the row \"{row}\" has no column \"{column}\"{nearest(column, found[0])}")
    return found[0][column]
