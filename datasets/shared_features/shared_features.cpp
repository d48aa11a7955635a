#include "datasets/shared_features/shared_features.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "suite/component/simulator.hpp"

namespace replaybench::datasets::shared_features {

SharedFeatures::SharedFeatures(const SharedFeaturesOptions& options, StreamKey model,
                               StreamKey environment)
    : options_(options),
      weights_(options.features * options.actions),
      environment_(environment),
      x_(options.features + 1, 1),
      numbers_(options.actions) {
  std::iota(numbers_.begin(), numbers_.end(), Action{0});
  // The common weights are the draws of place K, an action's own those of its number.
  std::vector<double> common(options.features);
  Draws draws(model, options.actions);
  for (double& weight : common) weight = options.shared * draws.normal();
  for (Action a = 0; a < options.actions; ++a) {
    Draws own(model, a);
    for (std::size_t i = 0; i < common.size(); ++i) {
      weights_[a * common.size() + i] = common[i] + options.own * own.normal();
    }
  }
}

void SharedFeatures::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  uniform_ = draws.uniform();
  draws.normals(std::span(x_).first(options_.features));
  if (has_pools()) {
    const std::uint64_t last = options_.actions - options_.pool;
    oldest_ = static_cast<Action>(std::min(last, step / options_.period));
  }
}

double SharedFeatures::score(std::span<const double> x, Action action) const {
  double sum = options_.base;
  const auto row = weights(action);
  for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] * x[i];
  return sum;
}

double SharedFeatures::expected_reward(const Context& context, Action action,
                                       Knowledge knowledge) const {
  const double sum = score(context.values(), action);
  return knowledge == Knowledge::full ? std::clamp(sum, 0.0, 1.0) : sum;
}

namespace {

std::shared_ptr<const Dataset> make(const SharedFeaturesOptions& options) {
  if (options.pool > options.actions) {
    refuse_parameters("shared_features", "a pool of " + std::to_string(options.pool) +
                                             " actions, of which there are " +
                                             std::to_string(options.actions));
  }
  return std::make_shared<Simulator>([options](StreamKey model, StreamKey environment) {
    return std::make_unique<SharedFeatures>(options, model, environment);
  });
}

const auto parameters = bind_parameters<SharedFeaturesOptions>(
    integer(&SharedFeaturesOptions::features, "features", "features without the constant")
        .at_least(1)
        .at_most(1000),
    integer(&SharedFeaturesOptions::actions, "actions", "K").at_least(1).at_most(1000),
    real(&SharedFeaturesOptions::base, "base", "probability of a reward at the mean context")
        .at_least(0)
        .at_most(1),
    real(&SharedFeaturesOptions::shared, "shared",
         "standard deviation of the weights common to all actions; 0: nothing in common")
        .at_least(0)
        .at_most(1e6),
    real(&SharedFeaturesOptions::own, "own", "standard deviation of an action's own weights")
        .at_least(0)
        .at_most(1e6),
    integer(&SharedFeaturesOptions::pool, "pool",
            "actions available at a time, those of the lowest numbers first; 0: all, always")
        .at_least(0),
    integer(&SharedFeaturesOptions::period, "period",
            "steps after which the oldest action of the pool leaves and the next one comes")
        .at_least(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "shared_features",
     .summary = "linear rewards whose weights have a part common to all actions and a part of each "
                "action's own",
     .source = "Li, Chu, Langford, Schapire, WWW 2010, section 3.2 (hybrid linear models); "
               "generated",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::shared_features
