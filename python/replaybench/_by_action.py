"""Tables with a column per action, in the engine's order of actions."""

from . import _arrays
from ._errors import DataError, SpecError


def _name(label):
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
    labels = [_name(label) for label in columns]
    default = labels == [str(i) for i in range(len(labels))]
    return None if default and not are_numbered else labels


class ActionTables:
    """Policies and predictions for a log whose actions are `shown`, in the engine's order.

    The labels of a data frame name the actions of its columns. Without labels the argument `actions` names them;
    without both, the log's actions must be the numbers 0 to K - 1, in this order. Labels and `actions` may name
    actions that were never logged: `new_actions`.
    """

    def __init__(self, shown, actions, position=None):
        self.names = list(shown)
        self.new_actions = []
        self._are_numbered = self.names == [str(i) for i in range(len(self.names))]
        self._position = position
        self._order = None
        if actions is not None:
            if isinstance(actions, str):
                raise SpecError(f"actions is {actions!r}; allowed: a list of the actions' names")
            self._order = [_name(label) for label in actions]
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

    def ordered(self, name, values):
        """The table in the engine's order; a vector, of the logged actions, as it is."""
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
