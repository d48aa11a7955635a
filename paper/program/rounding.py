"""Numbers as text: rounded where their standard error begins."""

import math


def decimals_of(error):
    """Number of decimals of a number with this standard error: to the first digit of the error, to the second if that is 1.

    The result is negative where tens or hundreds are rounded."""
    exponent = math.floor(math.log10(error))
    leading = round(error / 10.0**exponent, 9)
    if leading >= 9.5:
        exponent += 1
        leading = 1.0
    return -exponent + (1 if leading < 1.95 else 0)


def grouped(digits):
    """The digits of a number with its thousands apart, as TeX."""
    sign, digits = ("\\ensuremath{-}", digits[1:]) if digits.startswith("-") else ("", digits)
    whole, point, fraction = digits.partition(".")
    if len(whole) > 3:
        groups = []
        while whole:
            groups.insert(0, whole[-3:])
            whole = whole[:-3]
        whole = "{,}".join(groups)
    return sign + whole + point + fraction


def fixed(value, decimals):
    """A number with that many decimals; 0 has no sign."""
    text = f"{round(value, decimals):.{max(decimals, 0)}f}"
    return grouped(text[1:] if text.startswith("-") and float(text) == 0 else text)


def rounded(value, error=None):
    """A number as TeX: by its standard error if it has one; a whole number and one of three digits as it is; else four
    significant digits.

    Throws ValueError for what is no finite number."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    if error is not None and math.isfinite(error) and error > 0:
        return fixed(value, decimals_of(error))
    if value == int(value) and abs(value) < 1e15:
        return grouped(str(int(value)))
    if abs(value) >= 1e-4 and float(f"{value:.3g}") == value:
        return grouped(f"{value:.3g}")  # a parameter or a printed number, as it was written
    digits = 3 - math.floor(math.log10(abs(value)))
    if digits > 8:
        mantissa, exponent = f"{value:.1e}".split("e")
        return f"\\ensuremath{{{mantissa} \\times 10^{{{int(exponent)}}}}}"
    return fixed(value, max(digits, 0))


def with_error(value, error):
    """`rounded`, then its standard error with as many decimals."""
    if error is None or not math.isfinite(error) or error <= 0:
        return rounded(value)
    return f"{rounded(value, error)}~\\ensuremath{{\\pm}}~{fixed(error, decimals_of(error))}"
