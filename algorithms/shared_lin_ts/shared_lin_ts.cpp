#include "algorithms/shared_lin_ts/shared_lin_ts.hpp"

#include <algorithm>
#include <cmath>

#include "suite/learning/root_regression.hpp"
#include "suite/learning/shared_parameters.hpp"
#include "suite/model/linear.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::shared_lin_ts {

SharedLinTs::SharedLinTs(const learning::PairFeatures& pairs, const Options& options)
    : v_(options.v),
      ties_(options.ties),
      pairs_(pairs),
      root_(pairs.size() + pairs.size() * (pairs.size() + 1) / 2),
      theta_(pairs.size()),
      drawn_(pairs.size()) {
  std::size_t place = theta_.size();
  for (std::size_t row = theta_.size(); row > 0; place += row--) {
    root_[place] = std::sqrt(options.lambda);
  }
}

Action SharedLinTs::choose(const Context& context, const ActionSet& actions, Draws& draws) const {
  if (v_ > 0) {
    draws.normals(drawn_);
    learning::solve_upper(root_.data() + theta_.size(), drawn_);
    for (std::size_t i = 0; i < theta_.size(); ++i) drawn_[i] = theta_[i] + v_ * drawn_[i];
  } else {
    std::copy(theta_.begin(), theta_.end(), drawn_.begin());
  }
  return best_action(actions, ties_, draws,
                     [&](Action a) { return dot(pairs_.of(context, a), drawn_); });
}

void SharedLinTs::update(const Context& context, Action action, double reward) {
  const auto z = pairs_.of(context, action).values();
  std::copy(z.begin(), z.end(), drawn_.begin());
  learning::add_to_root(root_.data(), drawn_, reward);
  std::copy_n(root_.begin(), theta_.size(), theta_.begin());
  learning::solve_upper(root_.data() + theta_.size(), theta_);
  double sum = 0;
  for (const double weight : theta_) sum += weight;
  if (!std::isfinite(sum)) {
    throw NumericalFailure(
        "shared_lin_ts: the regression overflowed; scale the features and rewards");
  }
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(
      SharedLinTs(learning::pair_features("shared_lin_ts", options.pairs, problem), options));
}

const auto parameters = bind_parameters<Options>(
    learning::drawn_width_parameter(&Options::v), learning::ridge_parameter(&Options::lambda),
    learning::pairs_parameter(&Options::pairs),
    learning::ties_parameter(&Options::ties, "actions with the same features always tie"));

}  // namespace

const AlgorithmDescription description{
    {.name = "shared_lin_ts",
     .group = Group::linear_models,
     .summary = "one ridge regression on features of (context, action) pairs, whose weights are "
                "drawn; plays the highest draw",
     .source = "Agrawal, Goyal, ICML 2013, algorithm 1",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::shared_lin_ts
