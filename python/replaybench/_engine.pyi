"""The engine; the functions for users are in replaybench itself."""

from typing import Any, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

class Algorithm:
    """An algorithm of the engine, one step at a time."""

    def __init__(
        self,
        text: str,
        n_actions: int,
        n_features: int = 0,
        *,
        seed: int = 1,
        horizon: int = 0,
        rewards: str = "real",
        action_names: Optional[Sequence[str]] = None,
    ) -> None: ...
    def choose(
        self,
        context: Optional[ArrayLike] = None,
        actions: Optional[Sequence[int]] = None,
        *,
        step: Optional[int] = None,
    ) -> int: ...
    def update(
        self, context: Optional[ArrayLike], action: int, reward: float, actions: Optional[Sequence[int]] = None
    ) -> None: ...
    def probabilities(
        self, context: Optional[ArrayLike] = None, actions: Optional[Sequence[int]] = None
    ) -> NDArray[np.float64]: ...
    def __copy__(self) -> "Algorithm": ...
    def __deepcopy__(self, memo: dict) -> "Algorithm": ...
    @property
    def text(self) -> str: ...
    @property
    def step(self) -> int: ...
    @property
    def n_actions(self) -> int: ...
    @property
    def n_features(self) -> int: ...
    @property
    def learns(self) -> bool: ...
    @property
    def uses_contexts(self) -> bool: ...
    @property
    def has_probabilities(self) -> bool: ...
    @property
    def state_bytes(self) -> int: ...
    @property
    def state_digest(self) -> int: ...

class Draws:
    """The random numbers of one step."""

    def uniform(self) -> float: ...
    def normal(self) -> float: ...
    def below(self, n: int) -> int: ...
    def bits(self) -> int: ...

class Log:
    """A log in the engine's memory."""

    def __len__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def n_actions(self) -> int: ...
    @property
    def action_names(self) -> list[str]: ...
    @property
    def feature_names(self) -> list[str]: ...
    @property
    def policies(self) -> list[str]: ...
    @property
    def segments(self) -> list[str]: ...
    @property
    def ignored_columns(self) -> list[str]: ...
    @property
    def action(self) -> NDArray[np.uint32]: ...
    @property
    def reward(self) -> NDArray[np.float64]: ...
    @property
    def propensity(self) -> Optional[NDArray[np.float64]]: ...
    @property
    def context(self) -> Optional[NDArray[np.float64]]: ...
    def _with(
        self, new_actions: list[str], policies: list[tuple[str, Any]], predictions: list[tuple[str, Any]]
    ) -> "Log": ...

def log_from_arrays(
    name: str,
    action: NDArray[np.int64],
    reward: NDArray[np.float64],
    context: Optional[NDArray[np.float64]],
    propensity: Optional[NDArray[np.float64]],
    actions: Optional[int],
    policies: list[tuple[str, NDArray[np.float64]]],
    predictions: list[tuple[str, NDArray[np.float64]]],
    reading: dict[str, Any],
    /,
) -> Log: ...
def log_from_columns(name: str, columns: list[tuple[str, Any]], reading: dict[str, Any], /) -> Log: ...
def log_from_dataset(dataset: str, records: int, logging: str, seed: int) -> Log: ...
def log_options() -> list[dict[str, Any]]: ...
def log_from_stream(name: str, capsule: Any, reading: dict[str, Any], /) -> Log: ...
def log_from_files(paths: list[str], reading: dict[str, Any], /) -> Log: ...
def evaluate(
    *,
    log: Log,
    policies: list[tuple[str, str, Any]],
    estimators: list[str],
    single: bool,
    seed: int,
    repetitions: int,
    jobs: int,
    lift: bool,
    bootstrap: int,
    propensities: str,
    influences: bool,
    show_unreliable: bool,
    rehearse: int,
    minutes: float,
    page_of: str,
) -> dict[str, Any]: ...
def sum_part(
    *,
    log: Log,
    identity: str,
    policies: list[str],
    estimators: list[str],
    reading: str,
    seed: int,
    jobs: int,
) -> bytes: ...
def evaluate_parts(parts: list[tuple[str, bytes]], *, show_unreliable: bool) -> dict[str, Any]: ...
def result_fields() -> dict[str, dict[str, str]]: ...
def shown_value(value: float, error: float) -> str: ...
def shown_number(value: float) -> str: ...
def play(policy: Any, dataset: str, *, steps: int, replicates: int, seed: int) -> dict[str, Any]: ...
def leaderboard(
    *,
    makers: list[tuple[str, Any]],
    tasks: list[str],
    profile: str,
    home: str,
    store: str,
    jobs: int,
) -> dict[str, dict[str, Any]]: ...
def rank(
    *,
    log: Any,
    policies: list[tuple[str, Any]],
    algorithms: list[str],
    estimator: str,
    seed: int,
    jobs: int,
    bootstrap: int,
    propensities: str,
    twins: int,
    minutes: float,
    timings: bool,
    call: str,
) -> tuple[str, str]: ...
def list_components() -> list[tuple[str, str, str]]: ...
def describe_component(name: str, kind: str, /) -> dict[str, Any]: ...
def read_table(path: str, /) -> dict[str, Any]: ...
