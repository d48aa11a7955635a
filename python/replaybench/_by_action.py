"""Tables with a column per action, in the engine's order of actions."""

import numpy as np

from . import _arrays
from ._errors import DataError, SpecError


def action_name(label):
    """The engine's name of an action: an integer of any type has no decimals."""
    if isinstance(label, float) and label.is_integer():
        label = int(label)
    return str(label)


def _named(names):
    return ", ".join(map(repr, names[:6])) + (", ..." if len(names) > 6 else "")


def _labels(values, are_numbered):
    """The action of each column of a data frame; None without labels, or with the default 0 to K - 1."""
    columns = getattr(values, "columns", None)
    if columns is None:
        return None
    labels = [action_name(label) for label in columns]
    default = labels == [str(i) for i in range(len(labels))]
    return None if default and not are_numbered else labels


def _require_same_order(name, values, index):
    """Raises DataError if a pandas object has the records of the log's index in another order."""
    own = getattr(values, "index", None)
    if index is None or not hasattr(own, "equals") or len(own) != len(index) or own.equals(index):
        return
    if own.is_unique and index.is_unique and own.isin(index).all():
        raise DataError(
            f"{name} has the log's index in another order: which row is which record? Give {name}.loc[log.index], or "
            f"{name}.to_numpy() if the rows are in the order of the log's"
        )


class ActionTables:
    """Policies and predictions for a log whose actions are `shown`, in the engine's order.

    The labels of a data frame name the actions of its columns. Without labels the argument `actions` names them;
    without both, the log's actions must be the numbers 0 to K - 1, in this order. Labels and `actions` may name
    actions that were never logged: `new_actions`. `index`: the log's, of pandas; `normalise`: divide the
    probabilities of a record by their sum.
    """

    def __init__(self, shown, actions, position=None, index=None, normalise=False):
        self.names = list(shown)
        self._index = index
        self._normalise = normalise
        self.new_actions = []
        self._are_numbered = self.names == [str(i) for i in range(len(self.names))]
        self._position = position
        self._order = None
        if actions is not None:
            if isinstance(actions, str):
                raise SpecError(f"actions is {actions!r}; allowed: a list of the actions' names")
            self._order = [action_name(label) for label in actions]
            self._add("actions", self._order)

    def _add(self, name, labels):
        if len(set(labels)) < len(labels):
            twice = next(label for label in labels if labels.count(label) > 1)
            raise DataError(f"{name} has action {twice!r} twice")
        new = [label for label in labels if label not in self.names]
        if new and self._are_numbered and not all(label.isdigit() for label in new):
            raise DataError(f"{name} names {_named(new)}; the log's actions are {_named(self.names)}")
        self.names += new
        self.new_actions += new

    def look_at(self, name, values):
        """Notes the actions that the labels of a table name; before `ordered` is called for any."""
        labels = _labels(values, self._are_numbered)
        if labels is not None:
            self._add(name, labels)

    def policy(self, name, values):
        """`ordered` for the probabilities of a policy."""
        if np.ndim(values) == 1 and _arrays.array_of(name, values).dtype.kind in "iu":
            raise DataError(
                f"{name} is a vector of integers. Are they the actions that the policy takes? Then give its "
                f"probabilities, numpy.eye(n_actions)[{name}]. A vector of probabilities of the logged actions is of "
                "floats or booleans"
            )
        array = self.ordered(name, values)
        if self._normalise and array.ndim == 2:
            sums = array.sum(axis=1, keepdims=True)
            if np.isfinite(sums).all() and sums.min(initial=1) > 0:
                array = array / sums
        return array

    def ordered(self, name, values):
        """The table in the engine's order; a vector, of the logged actions, as it is."""
        _require_same_order(name, values, self._index)
        array = _arrays.probabilities(name, values, self._position)
        if array.ndim == 1:
            return array
        labels = _labels(values, self._are_numbered) or self._order
        if labels is None:
            if self._are_numbered:
                return array
            raise DataError(
                f"{name} is a table without labels, and the log's actions have names ({_named(self.names)}): which "
                "column is which action? Give a data frame whose columns have these names, or actions=[...], the "
                "names in the order of the columns"
            )
        if len(labels) != array.shape[1]:
            raise DataError(f"{name} has {array.shape[1]} columns; actions names {len(labels)}")
        missing = [action for action in self.names if action not in labels]
        if missing:
            raise DataError(
                f"{name} has no column for {_named(missing)}; the log's actions are {_named(self.names)}"
            )
        return array[:, [labels.index(action) for action in self.names]]
