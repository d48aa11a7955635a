#include "datasets/pool_segments/pool_segments.hpp"

#include <algorithm>

#include "suite/component/simulator.hpp"

namespace replaybench::datasets {

PoolSegments::PoolSegments(std::vector<Action> pool_sizes, std::vector<double> means,
                           std::uint64_t records, StreamKey environment)
    : pool_sizes_(std::move(pool_sizes)),
      means_(std::move(means)),
      records_(records),
      environment_(environment),
      action_count_(*std::max_element(pool_sizes_.begin(), pool_sizes_.end())) {}

void PoolSegments::observe(std::uint64_t step) {
  segment_ = static_cast<std::size_t>(step / records_ % pool_sizes_.size());
  uniform_ = Draws(environment_, step).uniform();
}

namespace pool_segments {

namespace {

std::shared_ptr<const Dataset> make(const Parameters& parameters) {
  const auto& written = parameters.integers("pool_sizes");
  const std::vector<Action> pool_sizes(written.begin(), written.end());
  const auto& means = parameters.reals("means");
  const auto records = static_cast<std::uint64_t>(parameters.integer("records"));
  if (pool_sizes.empty()) refuse_parameters("pool_segments", "pool_sizes is empty");
  if (pool_sizes.size() != means.size()) {
    refuse_parameters("pool_segments", std::to_string(pool_sizes.size()) + " pool_sizes, but " +
                                           std::to_string(means.size()) + " means");
  }
  return std::make_shared<Simulator>([=](StreamKey, StreamKey environment) {
    return std::make_unique<PoolSegments>(pool_sizes, means, records, environment);
  });
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "pool_segments",
     .summary = "pool of actions that changes in stretches; all actions of a "
                "stretch are equal",
     .source = "thesis section 3.7.2 (p. 97)",
     .parameters = {integers("pool_sizes", {5, 20}, "number of actions available in each segment")
                        .at_least(1)
                        .at_most(1'000'000),
                    reals("means", {0.3, 0.05}, "probability that an action of each segment pays 1")
                        .at_least(0)
                        .at_most(1),
                    integer("records", 50, "steps of each segment").at_least(1)}},
    make};

}  // namespace pool_segments

}  // namespace replaybench::datasets
