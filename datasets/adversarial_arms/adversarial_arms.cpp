#include "datasets/adversarial_arms/adversarial_arms.hpp"

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/inner_algorithm.hpp"
#include "suite/component/simulator.hpp"

namespace replaybench::datasets::adversarial_arms {

void AdversarialArms::observe(std::uint64_t step) {
  const ActionSet all = ActionSet::all(action_count());
  const Context context(constant_);
  const auto choice = [&] {
    const Draws fresh(environment_, trained_steps_);
    Draws draws = fresh;
    const Action chosen = target_.choose(context, all, draws);
    if (is_untouched(draws, fresh)) return chosen;
    throw NotApplicable("adversarial_arms: the target chooses at random at step " +
                        std::to_string(trained_steps_) + ": its choice cannot be known in advance");
  };
  if (step < trained_steps_) {
    target_ = fresh_;
    trained_steps_ = 0;
  }
  for (; trained_steps_ < step; ++trained_steps_) target_.update(context, all, choice(), 0);
  hit_ = choice();
  uniform_ = Draws(environment_, step).uniform();
}

namespace {

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
                                            "\" chooses at random: its choice cannot be known "
                                            "in advance; ucb and kl_ucb are deterministic");
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
          "probability of a reward of 1 for each arm, at the steps at which it is not the "
          "target's choice")
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
