"""Output of `replaybench report`: tables, verdicts and provenance of studies.

Every mistake is a `Missing` with the full name of what is not there (study.table.row.column) and the nearest names that are."""

import csv
import difflib
import hashlib
import json
import math
from pathlib import Path


class Missing(Exception):
    """Something that the paper names and the results do not have."""


def nearest(name, known):
    """ "; nearest: a, b" of the known names, or all of them where they are few."""
    known = sorted(set(known))
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.4) or known[:6]
    return "; nearest: " + ", ".join(close) if close else "; there are none"


def study_folders(home):
    """The folder of each study by its name, in the order of names: folders of experiments/ and of its chapters."""
    found = [path.parent for path in Path(home).glob("experiments/**/experiment.toml")]
    return {folder.name: folder for folder in sorted(found, key=lambda folder: folder.name)}


def number_of(text):
    """The number in a cell, or nan."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return math.nan


def split_key(key):
    """study, table, row and column of "study.table.row.column"; the row may have points in it."""
    parts = key.split(".")
    if len(parts) < 4:
        raise Missing(f"{key}: expected study.table.row.column")
    return parts[0], parts[1], ".".join(parts[2:-1]), parts[-1]


class Results:
    """The folder that `replaybench report --results` wrote."""

    def __init__(self, folder, home):
        self.folder = Path(folder)
        self.home = Path(home)
        self._tables = {}
        self._claims = {}

    def studies(self):
        """The studies that have a report here, by name."""
        return sorted(path.parent.name for path in self.folder.glob("tables/*/provenance.json"))

    def study_folder(self, study):
        folder = self.folder / "tables" / study
        if (folder / "provenance.json").is_file():
            return folder
        known = study_folders(self.home)
        if study not in known:
            raise Missing(f"{study}: there is no such study{nearest(study, known)}")
        raise Missing(f"{study}: this study has no report in {self.folder}; first: replaybench run {study} && replaybench "
                      f"report {study}")

    def provenance(self, study):
        return json.loads((self.study_folder(study) / "provenance.json").read_text())

    def table_path(self, study, table):
        path = self.study_folder(study) / f"{table}.csv"
        if not path.is_file():
            known = [other.stem for other in path.parent.glob("*.csv") if other.stem != "claims"]
            why = self.provenance(study)
            reason = "".join(f" ({kind}: {why[kind][table]})" for kind in ("skipped", "blocked") if table in why.get(kind, {}))
            raise Missing(f"{study}.{table}: the study has no such table{reason}{nearest(table, known)}")
        return path

    def digest(self, study, table):
        """The first 12 hexadecimal digits of the SHA-256 of a table's file."""
        return hashlib.sha256(self.table_path(study, table).read_bytes()).hexdigest()[:12]

    def table(self, study, table):
        """The rows of a table, as dictionaries of texts."""
        if (study, table) not in self._tables:
            with open(self.table_path(study, table), newline="") as file:
                self._tables[study, table] = list(csv.DictReader(file))
        return self._tables[study, table]

    def row(self, study, table, selection):
        """The one row that "column=value,column=max" selects; "only" is that of a table of one row."""
        name = f"{study}.{table}.{selection}"
        rows = self.table(study, table)
        conditions = [] if selection == "only" else [part.partition("=") for part in selection.split(",")]
        for column, equals, value in conditions:
            column, value = column.strip(), value.strip()
            if rows and (not equals or column not in rows[0]):
                raise Missing(f"{name}: the table has no column \"{column}\"{nearest(column, rows[0])}")
            numbers = [number_of(row[column]) for row in rows]
            if value in ("min", "max"):
                finite = [number for number in numbers if not math.isnan(number)]
                wanted = (min if value == "min" else max)(finite) if finite else math.nan
            else:
                wanted = number_of(value)
            kept = [row for row, number in zip(rows, numbers) if row[column] == value or number == wanted]
            if not kept:
                raise Missing(f"{name}: no row has {column}={value}{nearest(value, (row[column] for row in rows))}")
            rows = kept
        if len(rows) != 1:
            raise Missing(f"{name}: {len(rows)} rows, expected one; their columns: {', '.join(rows[0]) if rows else 'none'}")
        return rows[0]

    def cell(self, key):
        """value and standard error (None: it has none) of "study.table.row.column"."""
        study, table, selection, column = split_key(key)
        row = self.row(study, table, selection)
        if column not in row:
            raise Missing(f"{key}: the table has no column \"{column}\"{nearest(column, row)}")
        value = number_of(row[column])
        if not math.isfinite(value):
            raise Missing(f"{key}: the cell is \"{row[column]}\", which is no finite number")
        error = row.get(column + "_se")
        return value, None if error is None else number_of(error)

    def claim(self, name):
        """The line of "study/claim" in claims.csv."""
        study, _, claim = name.partition("/")
        if study not in self._claims:
            path = self.study_folder(study) / "claims.csv"
            with open(path, newline="") as file:
                self._claims[study] = {row["id"]: row for row in csv.DictReader(file)}
        if claim not in self._claims[study]:
            raise Missing(f"{name}: the study has no such claim{nearest(claim, self._claims[study])}")
        return self._claims[study][claim]

    def common(self, studies, field):
        """Common value of a field in the provenance of these studies. Throws Missing if they differ."""
        seen = {}
        for study in studies:
            seen.setdefault(self.provenance(study).get(field, "not recorded"), []).append(study)
        if len(seen) > 1:
            raise Missing(f"the studies differ in their {field}: " +
                          "; ".join(f"{value}: {', '.join(names[:4])}" for value, names in sorted(seen.items())))
        return next(iter(seen))
