#include "datasets/gaussian_classes/gaussian_classes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::gaussian_classes {

std::vector<double> draw_centres(const ClassOptions& options, StreamKey model) {
  const double deviation = options.separation / std::sqrt(static_cast<double>(options.features));
  std::vector<double> centres;
  const std::uint64_t count = std::uint64_t{options.classes} * options.modes;
  centres.reserve(count * options.features);
  for (std::uint64_t i = 0; i < count; ++i) {
    Draws draws(model, i);
    for (std::size_t f = 0; f < options.features; ++f) {
      centres.push_back(deviation * draws.normal());
    }
  }
  return centres;
}

GaussianClasses::GaussianClasses(const ClassOptions& options,
                                 std::shared_ptr<const std::vector<double>> centres,
                                 StreamKey environment)
    : options_(options),
      centres_(std::move(centres)),
      environment_(environment),
      x_(options.features + (options.intercept ? 1 : 0), 1) {}

void GaussianClasses::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  const std::uint32_t drawn = draws.below(options_.classes);
  const std::uint32_t mode = draws.below(options_.modes);
  class_[0] = drawn;
  const double* centre =
      centres_->data() + (std::size_t{drawn} * options_.modes + mode) * options_.features;
  const std::span features = std::span(x_).first(options_.features);
  draws.normals(features);
  for (std::size_t f = 0; f < features.size(); ++f) features[f] = centre[f] + features[f];
}

double GaussianClasses::probability(const Context& context, Action action) const {
  // The largest exponent is taken out, so that one term of the sum is 1.
  const std::size_t features = options_.features;
  const auto exponent = [&](std::size_t centre) {
    const double* mu = centres_->data() + centre * features;
    double distance = 0;
    for (std::size_t f = 0; f < features; ++f) {
      distance += (context[f] - mu[f]) * (context[f] - mu[f]);
    }
    return -distance / 2;
  };
  const std::size_t count = std::size_t{options_.classes} * options_.modes;
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, exponent(i));
  double all = 0;
  double own = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double weight = numeric::exp(exponent(i) - largest);
    all += weight;
    if (i / options_.modes == action) own += weight;
  }
  return own / all;
}

double GaussianClasses::expected_reward(const Context& context, Action action,
                                        Knowledge knowledge) const {
  if (knowledge != Knowledge::full) return probability(context, action);
  if (context.hidden().size() != 1) {
    throw std::logic_error("gaussian_classes: this context has no hidden part");
  }
  return context.hidden()[0] == action ? 1 : 0;
}

namespace {

struct UserOptions : ClassOptions {
  std::int64_t model_seed = -1;  // below 0: the replicate's
};

std::shared_ptr<const Dataset> make(const UserOptions& written) {
  return std::make_shared<Simulator>([written](StreamKey model, StreamKey environment) {
    const StreamKey key = written.model_seed < 0
                              ? model
                              : derive_key(static_cast<std::uint64_t>(written.model_seed), "model",
                                           "gaussian_classes");
    auto centres = std::make_shared<const std::vector<double>>(draw_centres(written, key));
    return std::make_unique<GaussianClasses>(written, std::move(centres), environment);
  });
}

const auto parameters = bind_parameters<UserOptions>(
    integer(&UserOptions::classes, "classes", "K, number of classes, which are the actions")
        .at_least(2)
        .at_most(10'000),
    integer(&UserOptions::features, "features", "F, number of features without the constant")
        .at_least(1)
        .at_most(10'000),
    integer(&UserOptions::modes, "modes",
            "M, clusters per class; more than 1: not linearly separable")
        .at_least(1)
        .at_most(1'000),
    real(&UserOptions::separation, "separation",
         "distance of a cluster's centre from the origin, about; the clusters have standard "
         "deviation 1")
        .at_least(0)
        .at_most(1e6),
    integer(&UserOptions::model_seed, "model_seed",
            "-1: new centres each replicate; else one model, from this number")
        .at_least(-1),
    intercept_parameter(&UserOptions::intercept));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{{.name = "gaussian_classes",
                                      .summary = "a generated classification problem as a bandit: "
                                                 "Gaussian clusters, reward 1 for the right class",
                                      .source = "Dudik, Langford, Li, ICML 2011, section 4",
                                      .parameters = parameters.described()},
                                     {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::gaussian_classes
