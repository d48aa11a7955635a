"""The README's figure in Python: LinUCB and UCB online, and what replay of T records estimates.

Online, LinUCB's lead over UCB keeps growing. Replay of T records (crosses) estimates the first T/K interactions
only (left of the blue line). A small world of linear rewards, K actions, uniform logs. Needs matplotlib:

    python3 figure.py --steps 3000 --logs 20 --output figure.png
"""

import argparse

import numpy as np
import replaybench

N_ACTIONS, N_FEATURES = 10, 15
ALGORITHMS = {"LinUCB": "lin_ucb{alpha=0.2}", "UCB": "ucb{alpha=0.2}"}


class World:
    """Gaussian contexts, of which each action's reward depends on three features."""

    def __init__(self, seed):
        self.random = np.random.RandomState(seed)
        self.weights = np.zeros((N_FEATURES, N_ACTIONS))
        for action in range(N_ACTIONS):
            relevant = self.random.choice(N_FEATURES, 3, replace=False)
            self.weights[relevant, action] = self.random.normal(0, 0.2, 3)

    def contexts(self, count):
        return self.random.normal(size=(count, N_FEATURES))

    def rewards(self, contexts):
        """A reward, 0 or 1, of each action in each context."""
        means = np.clip(0.5 + contexts @ self.weights, 0, 1)
        return (self.random.uniform(size=means.shape) < means).astype(float)


def play(text, world, steps):
    """Mean reward of an algorithm up to each step, online."""
    algorithm = replaybench.Algorithm(text, N_ACTIONS, N_FEATURES + 1, horizon=steps, rewards="binary")
    contexts = np.hstack([world.contexts(steps), np.ones((steps, 1))])
    rewards = world.rewards(contexts[:, :-1])
    earned = np.empty(steps)
    for step, (context, reward) in enumerate(zip(contexts, rewards)):
        action = algorithm.choose(context)
        earned[step] = reward[action]
        algorithm.update(context, action, reward[action])
    return earned.cumsum() / np.arange(1, steps + 1)


def replay(text, world, records):
    """Replay's estimate on a log of uniform choices."""
    contexts = world.contexts(records)
    action = world.random.randint(N_ACTIONS, size=records)
    log = dict(
        n_actions=N_ACTIONS, context=contexts, action=action, reward=world.rewards(contexts)[np.arange(records), action]
    )
    estimate = replaybench.evaluate(log, text, "replay").estimate
    return np.nan if estimate is None else estimate  # of a few records none may be accepted


def draw(pyplot, steps, logs, output):
    figure, axes = pyplot.subplots(figsize=(7, 4))
    sizes = np.linspace(steps / 5, steps, 5).astype(int)
    for name, text in ALGORITHMS.items():
        online = np.mean([play(text, World(seed), steps) for seed in range(logs)], axis=0)
        (line,) = axes.plot(np.arange(1, steps + 1), online, label=f"{name}, online")
        estimates = [np.nanmean([replay(text, World(seed), size) for seed in range(logs)]) for size in sizes]
        axes.plot(sizes / N_ACTIONS, estimates, "x", color=line.get_color(), label=f"{name}, replay of {N_ACTIONS} t records")
    axes.axvline(steps / N_ACTIONS, color="blue", linewidth=0.8)
    axes.set(xlabel="t", ylabel="mean reward of the first t interactions", xlim=(0, steps * 1.02))
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(output, dpi=120)
    print(f"wrote {output}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--logs", type=int, default=20)
    parser.add_argument("--output", default="figure.png")
    options = parser.parse_args()
    try:
        from matplotlib import pyplot
    except ImportError:
        print("matplotlib is not installed: no figure (Debian: python3-matplotlib)")
        return
    draw(pyplot, options.steps, options.logs, options.output)


if __name__ == "__main__":
    main()
