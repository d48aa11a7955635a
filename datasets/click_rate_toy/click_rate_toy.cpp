#include "datasets/click_rate_toy/click_rate_toy.hpp"

#include "suite/component/simulator.hpp"

namespace replaybench::datasets {

ClickRateToyEnvironment::ClickRateToyEnvironment(StreamKey model, StreamKey environment,
                                                 bool intercept)
    : environment_(environment), codes_(features + (intercept ? 1 : 0), 1) {
  for (std::size_t i = 0; i < features; ++i) {
    const double p = 1 + 4 * Draws(model, i).uniform();
    double power = 1e-4;
    for (std::uint32_t k = 0; k < values; ++k) {
      contributors_.push_back(power);
      power *= p;
    }
  }
}

void ClickRateToyEnvironment::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  uniform_ = draws.uniform();
  for (std::size_t i = 0; i < features; ++i) codes_[i] = draws.below(values);
}

double ClickRateToyEnvironment::expected_reward(const Context& context, Action, Knowledge) const {
  double sum = 0;
  for (std::size_t i = 0; i < features; ++i) {
    sum += contributors_[i * values + static_cast<std::size_t>(context[i])];
  }
  return sum;
}

namespace click_rate_toy {

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "click_rate_toy",
     .summary = "10 features of 5 values, click probability a sum of contributors (appendix E.3.1)",
     .source = "thesis, appendix E.3.1 (p. 269)",
     .parameters = {boolean("intercept", false, "append the constant feature 1")}},
    [](const Parameters& parameters) -> std::shared_ptr<const Dataset> {
      const bool intercept = parameters.boolean("intercept");
      return std::make_shared<Simulator>([intercept](StreamKey model, StreamKey environment) {
        return std::make_unique<ClickRateToyEnvironment>(model, environment, intercept);
      });
    }};

}  // namespace click_rate_toy

}  // namespace replaybench::datasets
