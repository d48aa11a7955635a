#include "datasets/weibull_arms/weibull_arms.hpp"

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::weibull_arms {

WeibullArms::WeibullArms(const std::vector<double>& means, double shape, StreamKey environment)
    : means_(means),
      shape_(shape),
      unit_scale_(shape == 1 ? 1 : numeric::exp(-numeric::log_gamma(1 + 1 / shape))),
      environment_(environment) {}

double WeibullArms::reward_quantile(Action action, double u) const {
  const double exponential = -numeric::log1p(-u);
  const double scale = means_[action] * unit_scale_;
  if (shape_ == 1) return scale * exponential;
  return scale * (exponential > 0 ? numeric::pow(exponential, 1 / shape_) : 0);
}

namespace {

struct Options {
  std::int64_t arms = 0;
  std::vector<double> means{1};
  double shape = 1;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  auto means = means_of_arms("weibull_arms", options.arms, options.means);
  return std::make_shared<Simulator>(
      [means, shape = options.shape](StreamKey, StreamKey environment) {
        return std::make_unique<WeibullArms>(means, shape, environment);
      });
}

const auto parameters = bind_parameters<Options>(
    arms_parameter(&Options::arms),
    reals(&Options::means, "means", "mean reward of each arm").at_least(1e-100).at_most(1e100),
    real(&Options::shape, "shape", "Weibull's shape; 1: exponential rewards")
        .at_least(0.1)
        .at_most(100));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "weibull_arms",
     .summary = "multi-armed bandit with skewed real-valued rewards, no context",
     .source = "for the rates of thesis section 5.6 (p. 138), lemma 1 (section 5.6.3, p. 145)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::weibull_arms
