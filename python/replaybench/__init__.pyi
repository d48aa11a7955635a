from os import PathLike
from typing import Any, Callable, Iterable, Literal, Mapping, Optional, Protocol, Sequence, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._catalogue import Description as Description
from ._engine import Algorithm as Algorithm
from ._engine import Draws as Draws
from ._engine import Log as Log
from ._errors import DataError as DataError
from ._errors import Error as Error
from ._errors import FileError as FileError
from ._errors import NotApplicable as NotApplicable
from ._errors import SpecError as SpecError
from ._evaluate import Report as Report
from ._leaderboard import Leaderboard as Leaderboard
from ._play import Play as Play
from ._rank import Ranking as Ranking
from ._results import Comparison as Comparison
from ._results import Difference as Difference
from ._results import Estimate as Estimate
from ._results import Evaluation as Evaluation
from ._results import EvaluationWarning as EvaluationWarning
from ._results import Interval as Interval
from ._results import Rehearsal as Rehearsal
from ._results import Segment as Segment

class Policy(Protocol):
    """A policy in Python; `update` and `probabilities` are optional."""

    def choose(self, context: NDArray[np.float64], actions: NDArray[np.uint32], /) -> int: ...

class PolicyWithDraws(Protocol):
    """The same, with the random numbers of the step."""

    def choose(self, context: NDArray[np.float64], actions: NDArray[np.uint32], draws: Draws, /) -> int: ...

_Maker = Callable[[int, int], Union[Policy, PolicyWithDraws]]
_Guest = Union[Policy, PolicyWithDraws, _Maker]
_Log = Union[str, PathLike[str], Mapping[str, Any], Log, Any]
_Policy = Union[str, NDArray[Any], Policy, PolicyWithDraws]
_Names = Union[str, Sequence[str]]
_Arrays = Mapping[str, ArrayLike]

def evaluate(
    log: _Log,
    policy: Union[_Policy, Sequence[_Policy], Mapping[str, _Policy], None] = None,
    estimator: Optional[_Names] = None,
    *,
    seed: int = 1,
    repetitions: int = 1,
    jobs: Optional[int] = None,
    baseline: Optional[Literal["logged"]] = None,
    bootstrap: int = 0,
    propensities: Literal["given", "frequency", "logistic"] = "given",
    predictions: Optional[_Arrays] = None,
    influences: bool = False,
    show_unreliable: bool = False,
    rehearse: int = 0,
    minutes: Optional[float] = None,
    actions: Optional[Sequence[Union[str, int]]] = None,
    name: Optional[str] = None,
    **reading: Any,  # the options of a log
) -> Any: ...  # an Evaluation, or a Comparison: see help(replaybench.evaluate)
def report(
    log: _Log,
    policy: Union[_Policy, Sequence[_Policy], Mapping[str, _Policy], None] = None,
    estimator: Optional[_Names] = None,
    *,
    file: Union[str, PathLike[str], None] = None,
    **options: Any,  # those of evaluate
) -> Report: ...
def sum_part(
    log: _Log,
    policies: Optional[_Names] = None,
    estimators: Optional[_Names] = None,
    *,
    part: Optional[str] = None,
    seed: int = 1,
    jobs: int = 1,
    **reading: Any,  # the options of a log
) -> bytes: ...
def evaluate_parts(
    parts: Iterable[Union[bytes, str, PathLike[str]]], *, show_unreliable: bool = False
) -> Comparison: ...
def open_log(
    log: _Log,
    *,
    policies: Optional[_Arrays] = None,
    predictions: Optional[_Arrays] = None,
    actions: Optional[Sequence[Union[str, int]]] = None,
    name: Optional[str] = None,
    **reading: Any,  # the options of a log
) -> Log: ...
def open_dataset(
    dataset: str, *, records: Optional[int] = None, logging: Optional[str] = None, seed: int = 1
) -> Log: ...
def play(
    policy: Union[str, Policy], on: str, *, steps: int, replicates: int = 20, seed: int = 1
) -> Play: ...
def rank(
    log: _Log,
    policy: Union[Policy, PolicyWithDraws, Sequence[Union[Policy, PolicyWithDraws]], Mapping[str, Any], None] = None,
    estimator: Optional[str] = None,
    *,
    algorithms: Optional[_Names] = None,
    seed: int = 1,
    jobs: Optional[int] = None,
    bootstrap: int = 40,
    propensities: Literal["given", "frequency", "logistic"] = "given",
    rehearse: int = 0,
    minutes: Optional[float] = None,
    timings: bool = True,
    actions: Optional[Sequence[Union[str, int]]] = None,
    name: Optional[str] = None,
    **reading: Any,  # the options of a log
) -> Ranking: ...
def leaderboard(
    policy: Union[_Guest, Sequence[_Guest], Mapping[str, _Guest]],
    tasks: Optional[_Names] = None,
    *,
    profile: Literal["smoke", "standard", "full"] = "standard",
    home: Union[str, PathLike[str], None] = None,
    store: Union[str, PathLike[str], None] = None,
    jobs: Optional[int] = None,
) -> Leaderboard: ...
@overload
def list(kind: None = None, word: str = "") -> dict[str, dict[str, str]]: ...
@overload
def list(kind: str, word: str = "") -> dict[str, str]: ...
def describe(name: str, kind: Optional[str] = None) -> Description: ...
def load_results(
    study: str, *, results: Union[str, PathLike[str], None] = None, frames: Optional[bool] = None
) -> dict[str, Any]: ...
