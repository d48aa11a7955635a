// Arms whose rewards an adversary has fixed in advance against one deterministic algorithm: at each
// step the arm that this algorithm is going to play pays 0.
//
// Source: Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed bandit problem", SIAM
// Journal on Computing 32, 2002, sections 1 and 2: rewards are any sequence, chosen before the game
// (an oblivious adversary); a deterministic algorithm loses to an adversary that knows it (folklore). In
// the thesis section 1.4.2 (p. 17) names the adversarial setting for EXP3.
//
//   paper    here
//   K        action_count()
//   x_i(t)   reward(i) at step t, in {0, 1}
//
// At step t the adversary reads the choice of its copy of the algorithm, pays 0 for that arm, and
// teaches the copy this 0. Each other arm i pays 1 with probability means[i], by one uniform
// number per step for all (as in bernoulli_arms). Nothing depends on what the player does: the same
// rewards for all algorithms, and a best arm in hindsight that they can be compared with. The
// algorithm itself, played with the same parameters, earns exactly 0. The copy does not know the
// number of steps: an algorithm whose choices depend on it earns 0 only where `horizon` is written
// down in both.
//
// Decided here: the copy sees contexts with only the constant feature 1. A target that chooses at
// random from the first choice on is refused when the data set is made; one that begins to later,
// at the step at which it does.

#include <cstdint>
#include <vector>

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/inner_algorithm.hpp"
#include "suite/component/simulator.hpp"
#include "suite/model/agent.hpp"
#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::adversarial_arms {

namespace {

class AdversarialArms final : public Environment {
 public:
  /// `means`: one probability per arm, in [0, 1]. `target`: an untaught agent for as many
  /// actions.
  AdversarialArms(std::vector<double> means, const Agent& target, StreamKey environment)
      : means_(std::move(means)), fresh_(target), target_(target), environment_(environment) {}

  Action action_count() const override { return static_cast<Action>(means_.size()); }
  std::size_t dimension() const override { return 1; }
  /// One choice and one update of the target for each step since the last one observed; all steps
  /// again if an earlier one is requested. Throws NotApplicable if the target chooses at
  /// random.
  void observe(std::uint64_t step) override {
    const ActionSet all = ActionSet::all(action_count());
    const Context context(constant_);
    const auto choice = [&] {
      const Draws fresh(environment_, trained_steps_);
      Draws draws = fresh;
      const Action chosen = target_.choose(context, all, draws);
      if (is_untouched(draws, fresh)) return chosen;
      throw NotApplicable("adversarial_arms: the target chooses at random at step " +
                          std::to_string(trained_steps_) +
                          ": its choice cannot be known in advance");
    };
    if (step < trained_steps_) {
      target_ = fresh_;
      trained_steps_ = 0;
    }
    for (; trained_steps_ < step; ++trained_steps_) target_.update(context, all, choice(), 0);
    hit_ = choice();
    uniform_ = Draws(environment_, step).uniform();
  }
  Context context() const override { return Context(constant_); }
  double reward(Action action) const override {
    return action != hit_ && uniform_ < means_[action] ? 1 : 0;
  }
  /// Expected reward at the observed step: 0 for the arm that the target plays, otherwise the arm's mean.
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return action == hit_ ? 0 : means_[action];
  }

 private:
  static constexpr double constant_[1] = {1};
  std::vector<double> means_;
  Agent fresh_;
  Agent target_;  // after `trained_steps_` steps
  std::uint64_t trained_steps_ = 0;
  Action hit_ = 0;  // what the target plays at the step observed
  StreamKey environment_;
  double uniform_ = 0;
};

struct Options {
  std::int64_t arms = 0;
  std::vector<double> means{0.5, 0.4};
  std::string against = "ucb";
};

// The algorithm that `text` names. Throws SpecErrors when there is none, or it is not deterministic.
Agent target_of(const std::string& text, const std::vector<double>& means) {
  const auto component = inner_algorithm("adversarial_arms", "against", text);
  Problem problem;
  problem.action_count = static_cast<Action>(means.size());
  problem.dimension = 1;
  problem.rewards = RewardRange::binary;
  try {
    Agent target = make_inner_agent("adversarial_arms", "against", component, problem);
    const double constant[1] = {1};
    Draws draws({}, 0);
    target.choose(Context(constant), ActionSet::all(problem.action_count), draws);
    if (is_untouched(draws, Draws({}, 0))) return target;
  } catch (const NotApplicable& problem_of_target) {
    throw SpecErrors(problem_of_target.what());
  }
  refuse_parameters("adversarial_arms", "against = \"" + text +
                                            "\" chooses at random: its choice cannot be known in "
                                            "advance; ucb and kl_ucb are deterministic");
}

std::shared_ptr<const Dataset> make(const Options& options) {
  const auto means = means_of_arms("adversarial_arms", options.arms, options.means);
  const auto target = std::make_shared<const Agent>(target_of(options.against, means));
  return std::make_shared<Simulator>([means, target](StreamKey, StreamKey environment) {
    return std::make_unique<AdversarialArms>(means, *target, environment);
  });
}

const auto parameters = bind_parameters<Options>(
    arms_parameter(&Options::arms),
    reals(&Options::means, "means",
          "probability of a reward of 1 for each arm, at the steps at which it is not the target's "
          "choice")
        .at_least(0)
        .at_most(1),
    text(&Options::against, "against", "the target: an algorithm that does not choose at random")
        .source("Auer et al. 2002: rewards fixed before the game"));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "adversarial_arms",
     .summary = "arms whose rewards are fixed in advance against one deterministic algorithm: the "
                "arm that it is going to play pays 0",
     .source = "Auer, Cesa-Bianchi, Freund, Schapire, SIAM J. Comput. 32, 2002, section 2; thesis, "
               "section 1.4.2 (p. 17)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::adversarial_arms
