"""Logs from files, arrays, tables and streams."""

import inspect
import os
import textwrap
from collections.abc import Mapping

import numpy as np

from . import _arrays, _engine
from ._by_action import ActionTables, action_name
from ._errors import DataError, SpecError

# The keys of obp's bandit_feedback that are no columns of the log.
_OTHER_KEYS = {"n_rounds", "n_actions", "position", "action_context", "expected_reward", "pi_b"}
_ARRAY_KEYS = {"action", "reward", "context", "pscore", "propensity"}
_OPTIONS = {option["name"]: option for option in _engine.log_options()}


def _whole(name, value, least, most):
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not least <= value <= most:
        raise SpecError(f"{name} is {value!r}; allowed: {least} to {most}")
    return int(value)


def _given(reading):
    """The options that have a value."""
    for name in reading:
        if name not in _OPTIONS:
            raise TypeError(f"a log has no option {name!r}; its options: {', '.join(_OPTIONS)}")
    return {name: value for name, value in reading.items() if value is not None}


def _names_columns(reading):
    return any(name not in ("intercept", "skip_bad_lines") for name in reading)


def _text(value):
    """"" for what is absent: None, NaN, NaT, and pandas' NA, which is neither equal to itself nor not."""
    if isinstance(value, bytes):
        return value.decode(errors="backslashreplace")
    same = value == value
    return str(value) if value is not None and isinstance(same, (bool, np.bool_)) and same else ""


def _lists(name, values):
    """The rows of a column of lists, a list of texts each; None for another column."""
    if isinstance(values, np.ndarray) and values.ndim == 2:
        values = values.tolist()
    if getattr(values, "dtype", object) != object or not hasattr(values, "__iter__"):
        return None
    rows = list(values)
    are_lists = [isinstance(row, (list, tuple, np.ndarray)) for row in rows]
    if not any(are_lists):
        return None
    for number, row in enumerate(rows):
        if not are_lists[number] and _text(row):
            raise DataError(f"column {name!r}: row {number} is no list, as others are: {row!r}")
    return tuple([_text(one) for one in row] if is_list else [] for row, is_list in zip(rows, are_lists))


def _column(name, values):
    """A column for the engine: an array of doubles, a list of strings ("" for a missing value), or a tuple of lists."""
    lists = _lists(name, values)
    if lists is not None:
        return lists
    array = _arrays.array_of(name, values)
    if array.dtype.kind == "c" or (array.dtype.kind == "O" and any(isinstance(v, complex) for v in array.flat)):
        raise DataError(f"column {name!r} has complex numbers; it must have real numbers or texts")
    if array.ndim != 1:
        raise DataError(f"column {name!r} has the shape {array.shape}; it must have 1 dimension(s)")
    kind = array.dtype.kind
    exact = kind in "bf" or (kind in "iu" and (array.size == 0 or np.abs(array.astype(float)).max() < 2**53))
    if exact:
        return np.ascontiguousarray(array, dtype=np.float64)
    if kind == "M" and array.dtype > np.dtype("M8[us]"):
        array = array.astype("M8[us]")  # finer ones have no datetime
    return [_text(value) for value in array.tolist()]


def _from_table(name, columns, reading):
    return _engine.log_from_columns(name, [(str(key), _column(key, values)) for key, values in columns], reading)


def _required(log, key):
    if log.get(key) is None:
        raise DataError(f"the log has no {key!r}; it has: {', '.join(map(str, log)) or 'nothing'}")
    return log[key]


def _from_arrays(name, log, reading, policies, predictions, order):
    actions = _arrays.one_number("n_actions", log.get("n_actions"))
    widths = [np.shape(table)[1] for table in [*policies.values(), *predictions.values()] if np.ndim(table) > 1]
    if actions is None:
        actions = len(order) if order is not None else widths[0] if widths else None
    # The engine refuses absurd numbers of actions; names are needed where a table has their columns.
    named = min(actions or 0, max(widths, default=0))
    tables = ActionTables(map(str, range(named)), order, log.get("position"))
    given = [(key, tables.policy(key, value)) for key, value in policies.items()]
    models = [(key, tables.ordered(key, value)) for key, value in predictions.items()]
    propensity = log.get("pscore") if log.get("propensity") is None else log["propensity"]
    context = log.get("context")
    action = _arrays.whole_numbers("action", _required(log, "action"))
    rounds = _arrays.one_number("n_rounds", log.get("n_rounds"))
    if rounds is not None and rounds != action.size:
        raise DataError(f"n_rounds is {rounds}, but action has {action.size} values")
    context = None if context is None else _arrays.numbers("context", context, (1, 2))
    if context is not None and context.ndim == 2 and context.shape[0] != action.size:
        raise DataError(f"context has {context.shape[0]} rows; action has {action.size} values")
    return _engine.log_from_arrays(
        name,
        action,
        _arrays.numbers("reward", _required(log, "reward"), (1,)),
        context,
        None if propensity is None else _arrays.numbers("propensity", propensity, (1,)),
        actions,
        given,
        models,
        reading,
    )


def _is_feedback(log, reading, actions):
    """True if a dict has obp's shape, its actions are 0 to K - 1, and no option names other columns."""
    if _names_columns(reading):
        return False
    if actions is not None and {*map(action_name, actions)} != {*map(str, range(len(actions)))}:
        return False
    if any(key not in _OTHER_KEYS | _ARRAY_KEYS for key in log):
        return False
    return np.asarray(log.get("action", 0)).dtype.kind in "iuf"


def _columns_of(log):
    """The columns of a dict whose values may be tables: context becomes x_0, x_1, ..."""
    for key, values in log.items():
        if key == "pool" and _lists(key, values) is not None:
            yield key, values
            continue
        array = _arrays.array_of(key, values)
        # Of obp's keys that are no columns, one that is a vector may be a column of the user's.
        if values is None or key in ("n_rounds", "n_actions") or (key in _OTHER_KEYS and array.ndim != 1):
            continue
        name = {"context": "x", "pscore": "propensity"}.get(key, key)
        if array.ndim == 2:
            for i in range(array.shape[1]):
                yield f"{name}_{i}", array[:, i]
        else:
            yield name, array


def make_log(log, reading, policies=None, predictions=None, name=None, actions=None):
    """The engine's log, with policies and predictions given as arrays."""
    reading = _given(reading)
    policies = policies or {}
    predictions = predictions or {}
    actions = actions if actions is None or isinstance(actions, str) else list(actions)

    def given(opened, **columns):
        normalise = bool(reading.get("normalise"))
        return _with(opened, policies, predictions, actions, normalise=normalise, **columns)

    if isinstance(log, _engine.Log):
        if reading or name is not None:
            raise SpecError("the log is open already: its columns were chosen by open_log")
        return given(log)
    if isinstance(log, (str, os.PathLike)):
        return given(_engine.log_from_files([os.fspath(log)], reading))
    if isinstance(log, (list, tuple)) and log and all(isinstance(path, (str, os.PathLike)) for path in log):
        return given(_engine.log_from_files([os.fspath(path) for path in log], reading))
    name = name or "the log"
    if isinstance(log, Mapping):
        if _is_feedback(log, reading, actions):
            return _from_arrays(name, log, reading, policies, predictions, actions)
        opened = _from_table(name, _columns_of(log), reading)
        count = _arrays.one_number("n_actions", log.get("n_actions"))
        shown = len({*opened.action_names, *map(action_name, () if actions is None else actions)})
        if count is not None and count != shown:
            raise DataError(
                f"n_actions is {count}, but the columns show {shown} actions; leave it out, or name "
                "the available actions in a column pool"
            )
        return given(opened, position=log.get("position"))
    if hasattr(log, "columns") and hasattr(log, "items"):  # a data frame
        return given(_from_table(name, log.items(), reading), index=getattr(log, "index", None))
    if hasattr(log, "__arrow_c_stream__"):
        return given(_engine.log_from_stream(name, log.__arrow_c_stream__(), reading))
    raise SpecError(
        "a log is a path, a list of paths, a dict of arrays, a data frame, an object with __arrow_c_stream__ or a "
        f"replaybench.Log; this is a {type(log).__name__}"
    )


def _with(log, policies, predictions, actions, **columns):
    if not policies and not predictions and actions is None:
        return log
    tables = ActionTables(log.action_names, actions, **columns)
    for key, value in [*policies.items(), *predictions.items()]:
        tables.look_at(key, value)
    return log._with(
        tables.new_actions,
        [(key, tables.policy(key, value)) for key, value in policies.items()],
        [(key, tables.ordered(key, value)) for key, value in predictions.items()],
    )


def _document_options(function):
    """Puts the options of a log into a function's signature and its help."""
    own = inspect.signature(function)
    keywords = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
    keywords += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in _OPTIONS]
    function.__signature__ = own.replace(parameters=keywords)
    lines = []
    for option in _OPTIONS.values():
        kind = "dict, or " + option["type"] if option["is_mapping"] else option["type"]
        lines.append(f"{option['name']} ({kind}; {option['range']}; default {option['default']!r})")
        lines.extend(textwrap.wrap(option["meaning"], 100, initial_indent="    ", subsequent_indent="    "))
    if function.__doc__:
        function.__doc__ = function.__doc__.replace("OPTIONS", "\n    ".join(lines))
    return function


@_document_options
def open_log(log, *, policies=None, predictions=None, actions=None, name=None, **reading):
    """A log, read and checked once, to be evaluated as often as you like.

    log
        one of
        - a path: CSV, npz, Parquet, JSON lines, dsjson, Vowpal Wabbit's text (plain, gzip or zstd), a prepared log,
          "file.db:TABLE" or "file.db:SELECT ..." of an SQLite database, or a folder with Yahoo!'s R6B. Several files with the same columns are one log: a list of paths, a pattern
          ("day-*.csv"), or a folder of parts, whose folders key=value are columns;
        - a dict of arrays in the shape of Open Bandit Pipeline's bandit_feedback: action (n whole numbers),
          reward (n), and optionally context (n x d), pscore or propensity (n, in (0, 1]), n_actions,
          n_rounds, position. Other keys are columns;
        - a pandas data frame with columns as a CSV log has: action, reward, and optionally propensity, pool,
          timestamp, logger and features x_*;
        - any object with __arrow_c_stream__, as tables of polars, pyarrow and DuckDB have it, with these columns:
          read in place. Numbers, texts, dates, timestamps, lists (pools) and dictionaries.
    policies
        {name: array}: target policies by their probabilities: n x K of all actions, or n of the logged ones.
        n x K x L arrays are read at `position`. Of a data frame the labels say which column is which action; its
        index must not be the log's in another order. Logs of slates or doses have their policies in columns.
    predictions
        {name: n x K array}: mean rewards that a model predicts, for evaluators with model="given".
    actions
        the actions' names in the order of the columns of n x K arrays. Needed where the log's actions are not the
        numbers 0 to K - 1 and a table has no labels. It may name actions that the log never shows.
    name
        what messages call a log that has no path.

    How a file or columns are read:

    OPTIONS

    Of pairs, as of columns, a dict can be given: columns={"action": "item_id"}, hashed={"user_agent": 64}. None is
    the default.

    Arrays are written once into the engine's memory; an array of another type than int64 (action) or float64
    is converted first. Raises DataError for a log that cannot be used, SpecError for options that do not fit,
    FileError for a file that cannot be read. Time linear in the log.
    """
    return make_log(log, reading, policies, predictions, name, actions)


def open_dataset(dataset, *, records=None, logging=None, seed=1):
    """The log of a data set: a file's, or one that is written in a simulator.

    dataset
        "name" or "name{parameter=value, ...}"; replaybench.list("datasets") has them all. Files are looked for
        in the folder that the environment variable REPLAYBENCH_DATA names.
    records
        of a simulator: how many are written; of a file its first ones (default: all).
    logging
        the policy that writes a simulator's log, an algorithm's text; default: uniform choices.
    seed
        of a simulator and its policy: the log is that of the command line with the same seed.

    Gives a Log. Raises SpecError for unknown names and for a simulator without `records`, NotApplicable where
    the policy does not suit it, FileError and DataError as the reader of its file.
    """
    return _engine.log_from_dataset(
        str(dataset),
        0 if records is None else _whole("records", records, 1, 1_000_000_000),
        "" if logging is None else str(logging),
        _whole("seed", seed, 0, 2**64 - 1),
    )
