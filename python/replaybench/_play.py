"""The call `play`."""

from dataclasses import dataclass

from . import _engine
from ._errors import SpecError
from ._evaluate import _kind
from ._logs import _whole
from ._results import Estimate


@dataclass(frozen=True, repr=False)
class Play:
    """An algorithm in a simulator, compared with a uniform choice and the optimum: mean rewards of a step."""

    algorithm: str
    """The algorithm's text with all parameters, or the name of a policy in Python."""
    dataset: str
    """The simulator's text with all parameters."""
    n_actions: int
    n_features: int
    """With the constant one."""
    steps: int
    replicates: int
    seed: int
    warnings: "list[str]"
    rewards: "dict[str, Estimate]"
    """Of "algorithm", "best_policy", "best_action" (if the same actions are available at every step) and "uniform":
    mean reward over all steps, what the algorithm paid to learn included, with a 95 % interval over the replicates."""
    differences: "dict[str, Estimate]"
    """The algorithm's mean reward minus that of each of the others, paired by replicate."""

    def to_dicts(self):
        """A dict per policy: policy, reward, low, high, difference, difference_low, difference_high."""
        rows = []
        for name, reward in self.rewards.items():
            row = {"policy": name, "reward": reward.value, "low": reward.low, "high": reward.high}
            difference = self.differences.get(name)
            for key, value in (("difference", "value"), ("difference_low", "low"), ("difference_high", "high")):
                row[key] = getattr(difference, value) if difference else None
            rows.append(row)
        return rows

    def to_frame(self):
        """`to_dicts` as a pandas data frame. Raises ImportError without pandas."""
        import pandas

        return pandas.DataFrame(self.to_dicts())

    def __repr__(self):
        lines = [f"{self.algorithm} in {self.dataset}: {self.steps} steps, {self.replicates} replicates"]
        lines += [f"warning: {warning}" for warning in self.warnings]
        for row in self.to_dicts():
            line = f"{row['policy']:<12} {row['reward']:.5f} [{row['low']:.5f}, {row['high']:.5f}]"
            if row["difference"] is not None:
                low, high = row["difference_low"], row["difference_high"]
                line += f"  algorithm's difference {row['difference']:+.5f} [{low:+.5f}, {high:+.5f}]"
            lines.append(line)
        return "\n".join(lines)


Play.__module__ = "replaybench"


def play(policy, on, *, steps, replicates=20, seed=1):
    """Plays a policy in a simulator, as `replaybench play` does.

    policy
        an algorithm's text, or an object with choose(context, actions), as for `evaluate`. Each replicate has a deep
        copy of it.
    on
        a simulated data set: "name" or "name{parameter=value, ...}"; replaybench.list("datasets") has them all.
    steps
        interactions of a replicate.
    replicates
        independent environments and draws, 2 or more.
    seed
        of the environments and of the draws; replicate i meets the environment of replicate i of a study with it.

    Returns a Play. In a replicate all policies meet the same model, contexts and rewards. Raises SpecError for unknown
    names, NotApplicable for a data set that is a file or does not suit the policy.
    """
    if _kind(policy) == "target":
        raise SpecError("an array of probabilities cannot be played; give an algorithm's text or an object with choose")
    steps = _whole("steps", steps, 1, 1_000_000_000_000)
    replicates = _whole("replicates", replicates, 2, 1_000_000)
    seed = _whole("seed", seed, 0, 2**64 - 1)
    found = _engine.play(policy, str(on), steps=steps, replicates=replicates, seed=seed)
    method = "Student's t over the replicates"
    for key in ("rewards", "differences"):
        found[key] = {name: Estimate(*numbers, method) for name, numbers in found[key].items()}
    return Play(steps=steps, replicates=replicates, seed=seed, **found)
