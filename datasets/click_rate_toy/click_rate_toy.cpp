#include "datasets/click_rate_toy/click_rate_toy.hpp"

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"

namespace replaybench::datasets::click_rate_toy {

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

namespace {

struct Options {
  bool intercept = false;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  return std::make_shared<Simulator>(
      [intercept = options.intercept](StreamKey model, StreamKey environment) {
        return std::make_unique<ClickRateToyEnvironment>(model, environment, intercept);
      });
}

const auto parameters = bind_parameters<Options>(intercept_parameter(&Options::intercept));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{{.name = "click_rate_toy",
                                      .summary = "10 features of 5 values, click probability a sum "
                                                 "of contributors (appendix E.3.1, p. 269)",
                                      .source = "thesis, appendix E.3.1 (p. 269)",
                                      .parameters = parameters.described()},
                                     {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::click_rate_toy
