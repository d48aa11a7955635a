"""Open Bandit Pipeline's quick start, retold: what would a new policy earn, given a log of another one?

With obp:

    dataset = SyntheticBanditDataset(n_actions=10, reward_type="binary", ...)
    bandit_feedback = dataset.obtain_batch_bandit_feedback(n_rounds=10000)
    regression_model = RegressionModel(n_actions=10, base_model=LogisticRegression())
    estimated_rewards = regression_model.fit_predict(context=..., action=..., reward=..., n_folds=5)
    ope = OffPolicyEvaluation(bandit_feedback=bandit_feedback, ope_estimators=[IPW(), SNIPW(), DM(), DR()])
    ope.summarize_off_policy_estimates(action_dist=action_dist, estimated_rewards_by_reg_model=estimated_rewards)

Here the reward model is a part of the estimator: dr{model="logistic", folds=5}.
"""

import numpy as np
import replaybench

N_ROUNDS, N_ACTIONS, N_FEATURES = 10_000, 10, 5


def make_feedback(seed=12345):
    """A synthetic log in obp's shape, the new policy's action_dist (n x K x 1), and its true value."""
    random = np.random.RandomState(seed)
    context = random.normal(size=(N_ROUNDS, N_FEATURES))
    scores = context @ random.normal(size=(N_FEATURES, N_ACTIONS))
    expected_reward = 1 / (1 + np.exp(-(scores - 1)))

    def softmax(table):
        exponentials = np.exp(table - table.max(axis=1, keepdims=True))
        return exponentials / exponentials.sum(axis=1, keepdims=True)

    pi_b = softmax(0.3 * scores)
    action_dist = softmax(scores)[:, :, None]
    everywhere = np.arange(N_ROUNDS)
    action = (pi_b.cumsum(axis=1) < random.uniform(size=(N_ROUNDS, 1))).sum(axis=1).clip(max=N_ACTIONS - 1)
    feedback = dict(
        n_rounds=N_ROUNDS,
        n_actions=N_ACTIONS,
        context=context,
        action=action,
        position=None,
        reward=random.binomial(1, expected_reward[everywhere, action]),
        expected_reward=expected_reward,
        pscore=pi_b[everywhere, action],
    )
    return feedback, action_dist, (action_dist[:, :, 0] * expected_reward).sum(axis=1).mean()


def main():
    feedback, action_dist, truth = make_feedback()

    print("A fixed policy, by four estimators, and its lift over the logged one:\n")
    estimators = ["ips", "snips", 'dm{model="logistic"}', 'dr{model="logistic"}']
    found = replaybench.evaluate(feedback, action_dist, estimators, baseline="logged")
    print(found)
    lift = found[3].lift
    print(f"\nThe truth is {truth:.6g}; the lift by dr is {lift.value:.4g} [{lift.low:.4g}, {lift.high:.4g}].")

    print("\nAn algorithm that learns, on a log of choices that are not uniform:\n")
    print(replaybench.evaluate(feedback, "lin_ucb{alpha=0.5}", "importance_bred{resamples=5}"))


if __name__ == "__main__":
    main()
