"""Arrays of numbers, checked before the engine sees them. An array that has the right type is not copied."""

import numbers as number_types
from decimal import Decimal

import numpy as np

from ._errors import DataError


def array_of(name, values):
    """`values` as an array. Raises DataError for masked values: an array without its mask would show what was hidden."""
    if np.ma.isMaskedArray(values):
        if np.ma.is_masked(values):
            record = np.argwhere(np.ma.getmaskarray(values))[0][0]
            raise DataError(
                f"{name}: record {record} is masked; give {name}.filled(VALUE), or leave out the masked records"
            )
        values = values.data
    return np.asarray(values)


def numbers(name, values, dimensions):
    """`values` as an array of doubles, row by row. Raises DataError for what is no array of numbers."""
    array = array_of(name, values)
    if hasattr(values, "toarray"):  # SciPy's
        raise DataError(f"{name} is a sparse matrix; give {name}.toarray()")
    if array.dtype.kind == "O" and all(isinstance(value, (number_types.Real, Decimal)) for value in array.flat):
        array = array.astype(float)  # pandas' Float64, for example
    if array.dtype.kind not in "biuf":
        raise DataError(f"{name} is an array of {array.dtype}; it must have numbers")
    if array.ndim not in dimensions:
        allowed = " or ".join(str(d) for d in dimensions)
        raise DataError(f"{name} has the shape {array.shape}; it must have {allowed} dimension(s)")
    return np.ascontiguousarray(array, dtype=np.float64)


def whole_numbers(name, values):
    """`values` as a vector of 64-bit integers. Raises DataError for numbers that are not whole."""
    array = array_of(name, values)
    if array.ndim != 1:
        raise DataError(f"{name} has the shape {array.shape}; it must have 1 dimension(s)")
    if array.dtype.kind == "f":
        wrong = np.flatnonzero(~(np.isfinite(array) & (array == np.floor(array)) & (np.abs(array) < 2**53)))
        if wrong.size:
            raise DataError(f"{name}: record {wrong[0]}: {array[wrong[0]]} is not a whole number")
    elif array.dtype.kind not in "iu":
        raise DataError(f"{name} is an array of {array.dtype}; it must have whole numbers")
    elif array.dtype.kind == "u" and array.size and array.max() >= 2**63:
        at = array.argmax()
        raise DataError(f"{name}: record {at}: {array[at]} is too large; allowed: up to {2**63 - 1}")
    return np.ascontiguousarray(array, dtype=np.int64)


def one_number(name, value):
    """`value` as an int, or None."""
    if value is None:
        return None
    array = np.asarray(value)
    if array.size != 1 or array.dtype.kind not in "iuf" or array.item() != int(array.item()):
        raise DataError(f"{name} is {value!r}, not a whole number")
    return int(array.item())


def probabilities(name, values, position=None):
    """Probabilities or predictions of a policy: n of the logged action, or n x K of all.

    n x K x 1 is n x K. n x K x L, of the positions on a page, is n x K with each record's position.
    """
    array = numbers(name, values, (1, 2, 3))
    if array.ndim < 3:
        return array
    if array.shape[2] == 1:
        return array[:, :, 0]
    if position is None:
        raise DataError(f"{name} has the shape {array.shape}; for {array.shape[2]} positions the log needs position")
    places = whole_numbers("position", position)
    if places.size != array.shape[0]:
        raise DataError(f"position has {places.size} values; {name} has {array.shape[0]} rows")
    if places.size and not (0 <= places.min() and places.max() < array.shape[2]):
        raise DataError(f"position: allowed are 0 to {array.shape[2] - 1}")
    return np.ascontiguousarray(array[np.arange(places.size), :, places])
