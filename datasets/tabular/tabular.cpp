#include "datasets/tabular/tabular.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/simulator.hpp"
#include "suite/numeric/decimal.hpp"

namespace replaybench::datasets::tabular {

Tabular::Tabular(std::vector<double> probabilities, std::vector<double> means, Action actions,
                 StreamKey environment)
    : probabilities_(std::move(probabilities)),
      means_(std::move(means)),
      contexts_(probabilities_.size()),
      actions_(actions),
      environment_(environment) {
  double sum = 0;
  std::size_t last_possible = 0;
  for (std::size_t i = 0; i < probabilities_.size(); ++i) {
    cumulative_.push_back(sum += probabilities_[i]);
    if (probabilities_[i] > 0) last_possible = i;
  }
  // The rest of the unit interval that rounding leaves goes to the last context with a positive
  // probability.
  std::fill(cumulative_.begin() + static_cast<std::ptrdiff_t>(last_possible), cumulative_.end(), 1);
}

void Tabular::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), draws.uniform());
  current_ = static_cast<std::size_t>(found - cumulative_.begin());
  uniform_ = draws.uniform();
}

double Tabular::expected_reward(const Context& context, Action action, Knowledge) const {
  return reward_probability(OneHotContexts::place_in(context), action);
}

namespace {

struct Options {
  Action actions = 2;
  std::vector<double> probabilities{0.5, 0.5};
  std::vector<double> means{0, 0, 0, 1};
};

std::shared_ptr<const Dataset> make(const Options& options) {
  const auto& probabilities = options.probabilities;
  const auto& means = options.means;
  const Action actions = options.actions;
  if (probabilities.empty()) refuse_parameters("tabular", "probabilities is empty");
  double sum = 0;
  for (const double probability : probabilities) sum += probability;
  if (std::fabs(sum - 1) > 1e-9) {
    refuse_parameters("tabular",
                      "the probabilities sum to " + numeric::to_decimal(sum) + ", not 1");
  }
  if (means.size() != probabilities.size() * actions) {
    refuse_parameters("tabular", "means has " + std::to_string(means.size()) + " numbers, but " +
                                     std::to_string(probabilities.size()) + " contexts times " +
                                     std::to_string(actions) + " actions are wanted");
  }
  return std::make_shared<Simulator>([=](StreamKey, StreamKey environment) {
    return std::make_unique<Tabular>(probabilities, means, actions, environment);
  });
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::actions, "actions", "number of actions").at_least(1).at_most(1'000'000),
    reals(&Options::probabilities, "probabilities", "probability of each context; they sum to 1")
        .at_least(0)
        .at_most(1),
    reals(&Options::means, "means",
          "probability of a reward of 1 for each action in each context: contexts x actions, row "
          "by row")
        .at_least(0)
        .at_most(1)
        .source("the default is the environment of theorem 1 (section 3.3.2, p. 74)"));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "tabular",
     .summary = "finite contextual bandit given by its table, one-hot contexts",
     .source = "thesis theorems 1, 2 and 11",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::tabular
