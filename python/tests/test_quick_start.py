"""obp's quick start retold, and its estimators' golden values."""

import numpy as np
import pytest
import replaybench

# Six records whose estimates obp and vw-estimators give to twelve digits. x is 0 for A and 1 for B.
X = np.array([0, 0, 1, 1, 0, 1])
ACTION = np.array([0, 1, 2, 0, 2, 1])
REWARD = np.array([1, 0, 1, 0, 1, 1])
LOGGER = np.array([[0.5, 0.25, 0.25], [0.4, 0.4, 0.2]])[X]
TARGET = np.array([[0.2, 0.2, 0.6], [0.1, 0.5, 0.4]])[X]
MODEL = np.array([[0.6, 0.3, 0.5], [0.2, 0.5, 0.7]])[X]

GIVEN = 'model="given", predictions="q"'
GOLDEN = {
    "ips": 1.008333333333,
    "snips": 0.852112676056,
    f"dm{{{GIVEN}}}": 0.515,
    f"dr{{{GIVEN}}}": 0.8975,
    f"sndr{{{GIVEN}}}": 0.838239436620,
    f"switch_dr{{{GIVEN}, tau=2}}": 0.6975,
    f"dros{{{GIVEN}, lambda=5}}": 0.725005785594,
    "ix_ips{gamma=0.1}": 0.730158730159,
}


def feedback():
    return dict(
        n_rounds=6,
        n_actions=3,
        context=X.reshape(6, 1).astype(float),
        action_context=np.eye(3),
        action=ACTION,
        position=np.zeros(6, int),
        reward=REWARD,
        pscore=LOGGER[np.arange(6), ACTION],
    )


@pytest.mark.parametrize("estimator", GOLDEN)
def test_golden_values(estimator):
    # obp: OffPolicyEvaluation(bandit_feedback, [...]).estimate_policy_values(
    #          action_dist, estimated_rewards_by_reg_model)
    action_dist = TARGET[:, :, None]
    result = replaybench.evaluate(
        feedback(), action_dist, estimator, predictions={"q": MODEL[:, :, None]}, show_unreliable=True
    )
    assert result.estimate == pytest.approx(GOLDEN[estimator], abs=1e-12)
    # Six records are too few, and it says so.
    assert result.withheld


def test_effective_sample_size():
    result = replaybench.evaluate(feedback(), TARGET, "ips", show_unreliable=True)
    assert result.weights["effective_sample_size"] == pytest.approx(4.137053754616, abs=1e-12)
    assert result.weights["mean_weight"] == pytest.approx(1.183333333333, abs=1e-12)


def test_several_estimators_at_once():
    found = replaybench.evaluate(feedback(), TARGET, [*GOLDEN], predictions={"q": MODEL}, show_unreliable=True)
    assert len(found) == len(GOLDEN)
    for result, expected in zip(found, GOLDEN.values()):
        assert result.estimate == pytest.approx(expected, abs=1e-12)


def test_positions():
    # Two positions: a record's row of probabilities is that of its position.
    dist = np.stack([TARGET, LOGGER], axis=2)
    log = feedback() | {"position": np.array([0, 1, 0, 1, 0, 1])}
    picked = np.where(log["position"][:, None] == 0, TARGET, LOGGER)
    ours = replaybench.evaluate(log, dist, "ips", show_unreliable=True)
    assert ours.estimate == replaybench.evaluate(feedback(), picked, "ips", show_unreliable=True).estimate
    with pytest.raises(replaybench.DataError, match="position"):
        replaybench.evaluate(log | {"position": None}, dist, "ips")
    with pytest.raises(replaybench.DataError, match="0 to 1"):
        replaybench.evaluate(log | {"position": np.full(6, 2)}, dist, "ips")
