// A pool of actions that changes in stretches: during segment i the actions 0 .. K_i - 1 are
// available, each pays 1 with probability g_i, for a given number of steps; after the last segment
// the first begins again.
//
// Source: thesis section 3.7.2 (p. 97; the split into C stationary sub-problems D_i).
//   C     pool_sizes.size()
//   K_i   pool_sizes[i]
//   g_i   means[i]
//   T_i   records, the same for all i
// All actions of a segment have the same mean, so every policy is worth sum_i T_i g_i / sum_i T_i:
// any difference of an estimator is its bias. The context is only the constant feature 1; one
// uniform number a step serves all actions.

#include <algorithm>
#include <vector>

#include "suite/component/simulator.hpp"
#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::pool_segments {

namespace {

class PoolSegments final : public Environment {
 public:
  /// `pool_sizes` (each >= 1) and `means`, one a segment; `records` >= 1 steps a
  /// segment.
  PoolSegments(std::vector<Action> pool_sizes, std::vector<double> means, std::uint64_t records,
               StreamKey environment)
      : pool_sizes_(std::move(pool_sizes)),
        means_(std::move(means)),
        records_(records),
        environment_(environment),
        action_count_(*std::max_element(pool_sizes_.begin(), pool_sizes_.end())) {}

  /// The largest pool.
  Action action_count() const override { return action_count_; }
  std::size_t dimension() const override { return 1; }
  bool has_pools() const override { return true; }
  void observe(std::uint64_t step) override {
    segment_ = static_cast<std::size_t>(step / records_ % pool_sizes_.size());
    uniform_ = Draws(environment_, step).uniform();
  }
  Context context() const override { return Context(constant_); }
  ActionSet actions() const override { return ActionSet::all(pool_sizes_[segment_]); }
  double reward(Action) const override { return uniform_ < means_[segment_] ? 1 : 0; }
  /// The mean of the segment that the observed step is in.
  double expected_reward(const Context&, Action, Knowledge) const override {
    return means_[segment_];
  }

 private:
  static constexpr double constant_[1] = {1};
  std::vector<Action> pool_sizes_;
  std::vector<double> means_;
  std::uint64_t records_;
  StreamKey environment_;
  Action action_count_ = 0;
  std::size_t segment_ = 0;
  double uniform_ = 0;
};

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
     .summary = "pool of actions that changes in stretches; all actions of a stretch are equal",
     .source = "thesis section 3.7.2 (p. 97)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::pool_segments
