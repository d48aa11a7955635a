#include "algorithms/epoch_greedy/epoch_greedy.hpp"

#include <algorithm>
#include <cmath>

#include "suite/learning/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::epoch_greedy {

EpochGreedy::EpochGreedy(Action action_count, std::size_t dimension, const Options& options)
    : options_(options),
      action_count_(action_count),
      ridge_("epoch_greedy", action_count, dimension, {.lambda = options.lambda}),
      trained_(action_count) {
  begin_epoch();
}

void EpochGreedy::begin_epoch() {
  const auto e = static_cast<double>(epoch_);
  step_ = 0;
  if (options_.form == Form::thesis) {
    const auto length = static_cast<double>(options_.epoch_length);
    const double n = options_.exploration * length * numeric::pow(e, -options_.decay);
    constexpr double roundoff = 1e-12;  // 0.07 * 100 is to give 7 steps, not 8
    // At least one: a power that underflows is no reason to stop exploring.
    exploration_steps_ =
        static_cast<std::uint64_t>(std::clamp(std::ceil(n * (1 - roundoff)), 1.0, length));
    steps_ = options_.epoch_length;
  } else {
    constexpr double most = 1e15;  // so that it can be counted
    const double s = std::floor(std::sqrt(e / action_count_) / options_.exploration);
    exploration_steps_ = 1;
    steps_ = 1 + static_cast<std::uint64_t>(std::min(s, most));
  }
}

void EpochGreedy::update(const Context& context, Action action, double reward) {
  if (exploring()) {
    ridge_.update(context, action, reward);
    trained_[action] = 1;
  }
  if (++step_ == steps_) {
    ++epoch_;
    begin_epoch();
  }
}

void EpochGreedy::probabilities(const Context& context, const ActionSet& actions,
                                std::span<double> out) const {
  if (exploring()) {
    std::fill(out.begin(), out.end(), 1.0 / actions.size());
    return;
  }
  ridge_.read(context);
  Draws unused({}, 0);
  const Action best =
      best_action(actions, Ties::lowest, unused, [this](Action a) { return score(a); });
  Action tied = 0;
  for (Action i = 0; i < actions.size(); ++i) {
    const bool wins =
        options_.ties == Ties::random ? score(actions[i]) == score(best) : actions[i] == best;
    out[i] = wins ? 1 : 0;
    tied += wins;
  }
  for (double& p : out) p /= tied;
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(EpochGreedy(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::form, "form", {{"thesis", Form::thesis}, {"paper", Form::paper}},
           "epochs of fixed length with less and less exploration, or one step of "
           "exploration and ever longer exploitation")
        .source("thesis, section 1.4.3 (p. 21); Langford and Zhang 2007"),
    real(&Options::exploration, "exploration",
         "how much is explored: the share of the first epoch (thesis), 1 / c in s(n) = c "
         "sqrt(n / K) (paper)")
        .above(0)
        .at_most(1)
        .source("no values in either; 0.01 in the example of thesis section 4.4.3 (p. 114)")
        .tuned_over({0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1}),
    integer(&Options::epoch_length, "epoch_length", "steps of an epoch; form = thesis only")
        .at_least(1)
        .source("thesis, section 1.4.3 (p. 21): E, without a value"),
    real(&Options::decay, "decay",
         "the exploration of epoch e is e^-decay of the first's; form = thesis only")
        .at_least(0)
        .finite()
        .source("thesis, section 1.4.3 (p. 21): decreases over time; 1/3 as in Langford and "
                "Zhang's bound"),
    real(&Options::lambda, "lambda", "ridge regularisation of the learner").above(0).finite(),
    learning::ties_parameter(&Options::ties));

}  // namespace

const AlgorithmDescription description{
    {.name = "epoch_greedy",
     .group = Group::other_models,
     .is_core = true,
     .summary = "alternates exploring, from which it learns, and exploiting",
     .source = "thesis, sections 1.4.3 (p. 21) and 4.4.3 (p. 114); Langford, Zhang, NIPS 2007",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::epoch_greedy
