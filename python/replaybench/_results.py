"""Results of evaluate."""

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, fields
from math import nan
from typing import Any, Optional

from . import _engine
from ._errors import SpecError


@dataclass(frozen=True)
class Interval:
    """A confidence interval. Without one the ends are None, and `method` gives the reason."""

    low: Optional[float]
    high: Optional[float]
    level: float
    method: str
    unknown: Optional[float] = None
    """Part of the interval on either side for what actions that the log never shows may earn."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval; None if there is none."""

    value: Optional[float]
    low: Optional[float]
    high: Optional[float]
    method: str = ""


@dataclass(frozen=True)
class EvaluationWarning:
    """Reason not to trust an estimate, or an assumption that the log violates."""

    kind: str
    """Subject of the warning, for programs: "time_acceleration", "actions_not_uniform" and so on."""
    text: str
    """The sentence, with its numbers."""


@dataclass(frozen=True)
class Difference:
    """The estimate of `first` minus the estimate of `second`, with its paired 95 % interval."""

    first: str
    second: str
    evaluator: str
    value: Optional[float]
    low: Optional[float]
    high: Optional[float]
    method: str


def _shown(value, error=None):
    return "-" if value is None else _engine.shown_value(value, nan if error is None else error)


def _shown_difference(difference):
    if difference.low is None:
        return _shown(difference.value)
    error = (difference.high - difference.low) / 3.92
    low, high = _shown(difference.low, error), _shown(difference.high, error)
    return f"{_shown(difference.value, error)} [{low}, {high}]"


@dataclass(frozen=True, repr=False)
class Evaluation:
    """One policy on one log by one estimator. Read `warnings` before `estimate`."""

    label: str
    """The policy, as it was given."""
    algorithm: str
    """The policy with all its parameters."""
    evaluator: str
    """The estimator with all its parameters."""
    evaluator_label: str = ""
    """The estimator, as it was given."""
    estimate: Optional[float] = None
    """Mean reward per interaction; None if there is no estimate, it is withheld, or it is not applicable."""
    standard_error: Optional[float] = None
    """Standard error of the estimate; None if the estimator gives none."""
    interval: Optional[Interval] = None
    """Confidence interval of the estimate, in the unit of the rewards."""
    normal_interval: Optional[Interval] = None
    """estimate -+ z * standard_error, in addition to an interval of another kind."""
    difference: Optional[Estimate] = None
    """The estimate minus the mean logged reward, with its 95 % interval."""
    log_mean: Optional[Estimate] = None
    """The mean logged reward: the value of the logging policy."""
    records: int = 0
    """Records of the log."""
    accepted: Optional[float] = None
    """Interactions used by the estimate, in one pass."""
    offered: Optional[float] = None
    """Records offered in such a pass, possibly more than the log has."""
    weights: Optional[dict] = None
    """Importance weights: effective_sample_size, records, largest_weight, largest_share, mean_weight,
    expected_mean, z, clipped. None if there are no weights."""
    tail: Optional[dict] = None
    """The terms of the estimate, weight times reward: largest_share (of the ten largest in the sum), index
    (Hill's, for rewards outside [0, 1]; below 2 there is no variance), order (number of terms of the index)."""
    propensities: Optional[dict] = None
    """Test that 1/(K p) has mean 1: mean_inverse, z, fit. None if propensities are not used."""
    actions: list = field(default_factory=list)
    """The log's actions: dicts of action, records, share, mean_reward, mean_propensity."""
    rows: list = field(default_factory=list)
    """The estimator's rows if there are several, one per checkpoint: dicts with step. Means over
    the repetitions."""
    remarks: list = field(default_factory=list)
    """The estimator's own sentences on its numbers."""
    warnings: list = field(default_factory=list)
    """EvaluationWarnings: violated assumptions of the log first."""
    withheld: str = ""
    """Reason for withholding the estimate, in a sentence; empty if it is shown."""
    not_applicable: str = ""
    """Reason why policy and estimator do not fit; empty if they do."""
    lift: Optional[Estimate] = None
    """With a baseline, the estimate minus the mean logged reward, with a paired interval."""
    relative_lift: Optional[Estimate] = None
    """The lift relative to the mean logged reward."""
    seed: int = 1
    repetitions: int = 1
    influences: Any = field(default=None, compare=False)
    """Influence of each of the n records on the estimate, an array; None unless requested."""

    lines: list = field(default_factory=list, compare=False)
    """Numbers as `print` shows them: pairs of a title and a text, with two digits of the standard error."""

    def to_dict(self):
        """All numbers and sentences as dicts and lists (`influences` stays an array)."""
        kept = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("influences", "lines")}
        return {key: _plain(value) for key, value in kept.items()} | {"influences": self.influences}

    def _lines(self):
        yield "policy", self.algorithm
        yield "estimator", self.evaluator
        if self.not_applicable:
            yield "not applicable", self.not_applicable
            return
        for warning in self.warnings:
            yield "warning", warning.text
        if self.estimate is None and self.withheld:
            yield "estimate", f"-  ({self.withheld}; show_unreliable=True gives it)"
        yield from self.lines
        for remark in self.remarks:
            yield "remark", remark

    def __repr__(self):
        return "\n".join(f"{name:<15} {text}" for name, text in self._lines())

    def _repr_html_(self):
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
            f"<td style='text-align:left'>{html.escape(text)}</td></tr>"
            for name, text in self._lines()
        )
        return f"<table>{rows}</table>"


def _plain(value):
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return asdict(value) if hasattr(value, "__dataclass_fields__") else value


_COLUMNS = ("label", "evaluator", "estimate", "standard_error", "low", "high", "accepted", "warnings")
_LIFT_COLUMNS = ("lift", "lift_low", "lift_high", "relative_lift", "relative_lift_low", "relative_lift_high")


def _columns(evaluations):
    return _COLUMNS + (_LIFT_COLUMNS if any(one.lift for one in evaluations) else ())


def _bounds(estimate):
    return (estimate.value, estimate.low, estimate.high) if estimate else (None, None, None)


def _row(evaluation):
    interval = evaluation.interval
    return (
        evaluation.label,
        evaluation.evaluator_label,
        evaluation.estimate,
        evaluation.standard_error,
        interval.low if interval else None,
        interval.high if interval else None,
        evaluation.accepted,
        len(evaluation.warnings),
        *_bounds(evaluation.lift),
        *_bounds(evaluation.relative_lift),
    )


def _cells(evaluation, warnings):
    """The row as texts, without the lifts; a warning by its number in `warnings`."""
    label, evaluator, *numbers, accepted, _ = _row(evaluation)[: len(_COLUMNS)]
    numbers = [_shown(one, evaluation.standard_error) for one in numbers]
    accepted = "-" if accepted is None else _engine.shown_number(accepted)
    return [label, evaluator, *numbers, accepted, " ".join(str(warnings[one.text]) for one in evaluation.warnings)]


def _table(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in lines
    ]


def _table_columns(parts, table):
    if table not in ("estimates", "differences"):
        raise SpecError(f"table is {table!r}; allowed: 'estimates', 'differences'")
    segment = ("segment",) if len(parts) > 1 else ()
    if table == "differences":
        return segment + tuple(one.name for one in fields(Difference))
    return segment + _columns([one for part in parts for one in part.evaluations])


def _rows_of(parts, table):
    """The rows of a table of segments, the first of which is the whole log."""
    columns = _table_columns(parts, table)
    rows = []
    for part in parts:
        segment = (part.name,) if len(parts) > 1 else ()
        of_part = map(astuple, part.differences) if table == "differences" else map(_row, part.evaluations)
        rows += [dict(zip(columns, segment + row)) for row in of_part]
    return rows


def _frame_of(parts, table):
    import pandas

    return pandas.DataFrame(_rows_of(parts, table), columns=_table_columns(parts, table))


@dataclass(frozen=True, repr=False)
class Segment(Sequence):
    """Every policy by every estimator on one part of the log; a sequence of Evaluations."""

    name: Optional[str]
    """Name of the part; None for the whole log."""
    records: int
    note: str
    """A note if the part has few records; otherwise empty."""
    log_mean: Estimate
    evaluations: list
    """Evaluations by estimator, then policy."""
    differences: list
    """Differences between the policies, by estimator."""

    def __len__(self):
        return len(self.evaluations)

    def __getitem__(self, place):
        return self.evaluations[place]

    def find(self, label, evaluator):
        """The evaluation of the policy of this label by the estimator of this text or name; of several estimators of
        one name, the first. Raises KeyError."""
        for texts in (lambda one: (one.evaluator, one.evaluator_label), lambda one: (one.evaluator.partition("{")[0],)):
            for one in self.evaluations:
                if one.label == label and evaluator in texts(one):
                    return one
        raise KeyError((label, evaluator))

    def to_dicts(self, table="estimates"):
        """A dict per row of a table: "estimates", or "differences" between the policies."""
        return _rows_of([self], table)

    def to_frame(self, table="estimates"):
        """`to_dicts` as a pandas data frame. Raises ImportError without pandas."""
        return _frame_of([self], table)

    def _warnings(self):
        """The number of each warning's text, in their order."""
        texts = dict.fromkeys(warning.text for one in self.evaluations for warning in one.warnings)
        return {text: number for number, text in enumerate(texts, 1)}

    def _comparisons(self):
        for one in self.evaluations:
            if one.lift and one.lift.value is not None:
                yield f"lift of {one.label}, {one.evaluator_label}: {_shown_difference(one.lift)}"
        labels = {one.evaluator: one.evaluator_label for one in self.evaluations}
        for one in self.differences:
            if one.value is not None:
                yield f"{one.first} - {one.second}, {labels[one.evaluator]}: {_shown_difference(one)}"

    def __repr__(self):
        where = "whole log" if self.name is None else f"segment {self.name!r}"
        head = f"{where}: {self.records} records, mean reward {_shown(self.log_mean.value)}"
        notes = [f"{one.label}, {one.evaluator_label}: {one.not_applicable or one.withheld}"
                 for one in self.evaluations if one.not_applicable or (one.withheld and one.estimate is None)]
        warnings = self._warnings()
        body = _table([list(_COLUMNS), *(_cells(one, warnings) for one in self.evaluations)])
        numbered = [f"warning {number}: {text}" for text, number in warnings.items()]
        return "\n".join([head, *([self.note] if self.note else []), *body, *self._comparisons(), *notes, *numbered])


_REHEARSED = ("rank", "expected_error", "worst_error", "bias", "coverage", "against_validator", "unrated")


class Rehearsal(Mapping):
    """Which estimate to trust: errors of the estimators on twins of the log, where the truth is known.

    A mapping with the keys of the object "rehearsal" of `--format json`, which schema/evaluation.json describes:
    "policies" has for each policy the "chosen" estimator, "trusted", "because", "distrust", "remedies" and the
    "estimators" with their errors; "kinds" the kinds of twins; "impossible" why nothing was rehearsed.
    """

    def __init__(self, found):
        self._found = found

    def __getitem__(self, key):
        return self._found[key]

    def __iter__(self):
        return iter(self._found)

    def __len__(self):
        return len(self._found)

    def to_dicts(self):
        """A dict per policy and estimator: a table's rows. `chosen` is True for the recommended one; for none where
        none can be trusted."""
        return [
            {
                "policy": policy["policy"],
                "evaluator": one["evaluator"],
                "chosen": policy["trusted"] and place == policy["chosen"],
            }
            | {key: one[key] for key in _REHEARSED}
            for policy in self["policies"]
            for place, one in enumerate(policy["estimators"])
        ]

    def to_frame(self):
        """The rows as a pandas data frame. Raises ImportError without pandas."""
        import pandas

        return pandas.DataFrame(self.to_dicts(), columns=["policy", "evaluator", "chosen", *_REHEARSED])

    def _lines(self):
        if self["impossible"]:
            yield f"nothing was rehearsed: {self['impossible']}"
            if self["remedy"]:
                yield f"would help: {self['remedy']}"
            return
        for policy in self["policies"]:
            if policy["trusted"]:
                chosen = policy["estimators"][policy["chosen"]]
                estimate = Difference("", "", "", policy["estimate"], policy["low"], policy["high"], "")
                yield f"{policy['policy']}: take {chosen['evaluator']}: {_shown_difference(estimate)}"
                yield f"why: {policy['because']}"
                continue
            yield f"{policy['policy']}: none of these estimates can be trusted on this log"
            for why, remedy in zip(policy["distrust"], policy["remedies"]):
                yield f"why: {why}" + (f"; would help: {remedy}" if remedy else "")
        yield f"not seen: {self['limits']}"

    def __repr__(self):
        return "\n".join(self._lines())


@dataclass(frozen=True, repr=False)
class Comparison(Sequence):
    """Every policy by every estimator: a sequence of the whole log's Evaluations."""

    policies: list
    """The policies' labels."""
    estimators: list
    """The estimators with their parameters."""
    whole: Segment
    """The whole log."""
    segments: dict
    """The segments requested with `by`, by name."""
    rehearsal: Optional[Rehearsal] = None
    """The estimate to trust; None unless `rehearse` asked for it."""

    def __len__(self):
        return len(self.whole)

    def __getitem__(self, place):
        return self.whole[place]

    @property
    def differences(self):
        """Differences between the policies on the whole log."""
        return self.whole.differences

    def find(self, label, evaluator):
        """The whole log's evaluation of the policy of this label by the estimator of this name. Raises KeyError."""
        return self.whole.find(label, evaluator)

    def to_dicts(self, table="estimates"):
        """A dict per row of a table: "estimates", or "differences" between the policies. With segments the rows of the
        whole log come first, and "segment" names the others'."""
        return _rows_of([self.whole, *self.segments.values()], table)

    def to_frame(self, table="estimates"):
        """`to_dicts` as a pandas data frame. Raises ImportError without pandas."""
        return _frame_of([self.whole, *self.segments.values()], table)

    def __repr__(self):
        parts = [*([self.rehearsal] if self.rehearsal else []), *self.segments.values(), self.whole]
        return "\n\n".join(map(repr, parts))

    def _repr_html_(self):
        return f"<pre>{html.escape(repr(self))}</pre>"


def _made(kind, found):
    return None if found is None else kind(**found)


def evaluation_of(found):
    """An Evaluation of the engine's dict."""
    made = dict(found)
    for key in ("interval", "normal_interval"):
        made[key] = _made(Interval, made.get(key))
    for key in ("difference", "log_mean", "lift", "relative_lift"):
        made[key] = _made(Estimate, made.get(key))
    made["warnings"] = [EvaluationWarning(*warning) for warning in made.get("warnings", [])]
    return Evaluation(**made)


def _segment_of(found):
    return Segment(
        name=found.get("segment"),
        records=found["records"],
        note=found["note"],
        log_mean=Estimate(**found["log_mean"]),
        evaluations=[evaluation_of(one) for one in found["evaluations"]],
        differences=[Difference(**one) for one in found["differences"]],
    )


def comparison_of(found):
    """A Comparison of the engine's dict."""
    *parts, whole = [_segment_of(one) for one in found["segments"]]
    return Comparison(
        policies=found["labels"],
        estimators=found["evaluators"],
        whole=whole,
        segments={one.name: one for one in parts},
        rehearsal=Rehearsal(json.loads(found["rehearsal"])) if "rehearsal" in found else None,
    )


for _kind in (Comparison, Difference, Estimate, Evaluation, EvaluationWarning, Interval, Rehearsal, Segment):
    _kind.__module__ = "replaybench"
