#include "datasets/weibull_arms/weibull_arms.hpp"

#include "suite/component/simulator.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets {

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

namespace weibull_arms {

namespace {

std::shared_ptr<const Dataset> make(const Parameters& parameters) {
  auto means = means_of_arms("weibull_arms", parameters.integer("arms"), parameters.reals("means"));
  const double shape = parameters.real("shape");
  return std::make_shared<Simulator>([means, shape](StreamKey, StreamKey environment) {
    return std::make_unique<WeibullArms>(means, shape, environment);
  });
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "weibull_arms",
     .summary = "multi-armed bandit with skewed real-valued rewards, no context",
     .source = "for the rates of thesis section 5.6, lemma 1 (section 5.6.3, p. 145)",
     .parameters =
         {integer("arms", 0,
                  "number of arms; 0: as many as means; more: the "
                  "last mean repeated")
              .at_least(0)
              .at_most(1'000'000),
          reals("means", {1}, "mean reward of each arm").at_least(1e-100).at_most(1e100),
          real("shape", 1, "Weibull's shape; 1: exponential rewards").at_least(0.1).at_most(100)}},
    make};

}  // namespace weibull_arms

}  // namespace replaybench::datasets
