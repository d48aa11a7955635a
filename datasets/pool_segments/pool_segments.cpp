#include "datasets/pool_segments/pool_segments.hpp"

#include <algorithm>

#include "suite/component/simulator.hpp"

namespace replaybench::datasets::pool_segments {

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

namespace {

struct Options {
  std::vector<Action> pool_sizes{5, 20};
  std::vector<double> means{0.3, 0.05};
  std::uint64_t records = 50;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  if (options.pool_sizes.empty()) refuse_parameters("pool_segments", "pool_sizes is empty");
  if (options.pool_sizes.size() != options.means.size()) {
    refuse_parameters("pool_segments", std::to_string(options.pool_sizes.size()) +
                                           " pool_sizes, but " +
                                           std::to_string(options.means.size()) + " means");
  }
  return std::make_shared<Simulator>([options](StreamKey, StreamKey environment) {
    return std::make_unique<PoolSegments>(options.pool_sizes, options.means, options.records,
                                          environment);
  });
}

const auto parameters = bind_parameters<Options>(
    integers(&Options::pool_sizes, "pool_sizes", "number of actions available in each segment")
        .at_least(1)
        .at_most(1'000'000),
    reals(&Options::means, "means", "probability of a reward of 1 for an action of each segment")
        .at_least(0)
        .at_most(1),
    integer(&Options::records, "records", "steps of each segment").at_least(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "pool_segments",
     .summary = "pool of actions that changes in stretches; all actions of a "
                "stretch are equal",
     .source = "thesis section 3.7.2 (p. 97)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::pool_segments
