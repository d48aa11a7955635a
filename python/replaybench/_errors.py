"""The errors. Their messages are those of the command line, with keywords in place of flags."""


class Error(ValueError):
    """Something that the caller gave cannot be used."""


class SpecError(Error):
    """A component, a parameter or an option is wrong. The message has all that is."""


class DataError(Error):
    """A log whose content cannot be used as asked."""


class NotApplicable(Error):
    """An algorithm, an evaluator and a log that do not fit each other."""


class FileError(Error, OSError):
    """A file that is missing or cannot be read."""


for _error in (Error, SpecError, DataError, NotApplicable, FileError):
    _error.__module__ = "replaybench"
