"""Lists of components, and the results of studies."""

import os
from pathlib import Path

from . import _engine
from ._errors import FileError, SpecError

_KINDS = {"algorithms": "algorithm", "evaluators": "evaluator", "wrappers": "wrapper", "measures": "measure",
          "datasets": "dataset"}


class Description(dict):
    """A component's description: a dict that prints as text.

    kind, name, summary, source, revision, other_names, parameters (dicts of name, type, default, range,
    meaning, source); of algorithms and evaluators group; of an algorithm rewards, of an evaluator applicability,
    default_of.
    """

    def __repr__(self):
        lines = [f"{self['name']} ({self['kind']})", f"  {self['summary']}"]
        if self["other_names"]:
            lines.append(f"  other names: {'; '.join(self['other_names'])}")
        lines.append(f"  source: {self['source']}")
        if self.get("applicability"):
            lines.append(f"  applicability: {self['applicability']}")
        lines.extend(f"  default of: {use}" for use in self.get("default_of", ()))
        for one in self["parameters"]:
            lines.append(f"    {one['name']}  {one['type']}, default {one['default']!r}, range {one['range']}")
            lines.append(f"      {one['meaning']}")
        return "\n".join(lines)


def list(kind=None, word=""):
    """Names and summaries of the components.

    kind: "algorithms", "evaluators", "wrappers" (of evaluators), "measures" or "datasets"; None: all. word: only
    those with it in name or summary.
    Returns {name: summary} of one kind, else {kind: {name: summary}}. Raises SpecError for an unknown kind.
    """
    if kind is not None and kind not in _KINDS:
        raise SpecError(f"kind is {kind!r}; allowed: {', '.join(_KINDS)}")
    found = {plural: {} for plural in _KINDS}
    plurals = {single: plural for plural, single in _KINDS.items()}
    for single, name, summary in _engine.list_components():
        if word.lower() in f"{name} {summary}".lower():
            found[plurals[single]][name] = summary
    return found if kind is None else found[kind]


def describe(name, kind=None):
    """The description of a component, with its parameters: type, default, range, meaning, source.

    name: its name, or another that the field has for it; kind: "algorithm", "evaluator" (wrappers and
    measures too), "wrapper", "measure" or "dataset", if several have it. Raises SpecError, with the nearest names, for an unknown one.
    """
    if kind is not None and kind not in _KINDS.values():
        raise SpecError(f"kind is {kind!r}; allowed: {', '.join(_KINDS.values())}")
    return Description(_engine.describe_component(name, kind or ""))


def _frame(columns, frames):
    if not frames:
        names = [*columns]
        return [dict(zip(names, row)) for row in zip(*(_values(column) for column in columns.values()))]
    import pandas

    return pandas.DataFrame(columns)


def _values(column):
    return column.tolist() if hasattr(column, "tolist") else column


def _has_pandas():
    try:
        import pandas  # noqa: F401
    except ImportError:
        return False
    return True


def load_results(study, *, results=None, frames=None):
    """The result tables of a study, which `replaybench report STUDY` has written.

    study: its name; results: the results folder, default results/ of $REPLAYBENCH_HOME or of the current
    folder; frames: True for pandas data frames, False for lists of dicts, None for data frames if pandas is
    installed. Returns {table: rows} with exact numbers. Raises FileError if there are no tables, DataError for
    a damaged one.
    """
    folder = Path(results) if results is not None else Path(os.environ.get("REPLAYBENCH_HOME", ".")) / "results"
    tables = sorted((folder / "tables" / study).glob("*.csv"))
    if not tables:
        raise FileError(f"{folder / 'tables' / study} has no tables: replaybench run {study}, then report {study}")
    frames = _has_pandas() if frames is None else frames
    return {table.stem: _frame(_engine.read_table(str(table)), frames) for table in tables}
