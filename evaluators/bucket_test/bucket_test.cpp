#include "evaluators/bucket_test/bucket_test.hpp"

#include <limits>

#include "evaluators/tally_estimates.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::evaluators {

namespace {

/// Null for a file.
std::unique_ptr<World> live_world(const Trial& trial) {
  try {
    return trial.world();
  } catch (const NotApplicable&) {
    return nullptr;
  }
}

/// The visits of the serving bucket.
class ServingBucket {
 public:
  ServingBucket(std::unique_ptr<World> world, StreamKey policy)
      : world_(std::move(world)), policy_(policy) {}

  void serve(const Agent& agent, std::uint64_t step) {
    if (!world_) return;
    world_->observe(step);
    const Context context = world_->context();
    Draws draws(policy_, step);
    const Action action = agent.choose(context, world_->actions(), draws);
    expected_.add(world_->expected_reward(context, action, Knowledge::full));
  }
  double mean(std::uint64_t visits) const {
    return world_ ? expected_.value() / static_cast<double>(visits)
                  : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  std::unique_ptr<World> world_;
  StreamKey policy_;
  numeric::Sum expected_;
};

}  // namespace

std::vector<std::string> BucketTest::columns() const {
  return {"estimate", "standard_error", "accepted", "records", "online", "ratio"};
}

void BucketTest::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const std::vector<double> weights = record_weights(*log, weighting_);
  ServingBucket serving(live_world(trial), replicate_key(trial.policy(), std::uint64_t{1} << 52));
  Agent agent = trial.agent();
  const bool reads = agent.uses_contexts();
  ContextReader contexts(*log);
  Sums sums;
  for (std::size_t i = 0; i < log->size(); ++i) {
    const Context context = reads ? contexts[i] : Context();
    const ActionSet actions = log->available(i);
    Draws draws(trial.policy(), i);
    if (agent.choose(context, actions, draws) == log->actions[i]) {
      sums.accept(weights.empty() ? 1.0 : weights[i], log->rewards[i]);
    }
    serving.serve(agent, i);
    agent.update(context, actions, log->actions[i], log->rewards[i]);
  }
  const double online = serving.mean(log->size());
  const double estimate = ratio_estimate(sums);
  rows.push_back({log->size(),
                  {estimate, ratio_standard_error(sums), static_cast<double>(sums.accepted),
                   static_cast<double>(log->size()), online, estimate / online}});
}

std::vector<std::string> BucketTest::remarks(const Log&, const Agent&, const ResultRow&) const {
  return {
      "every record taught, whatever the algorithm would have chosen: this is the value of a model "
      "that is fed by a random bucket of this size, not of an algorithm that collects its own "
      "data"};
}

namespace bucket_test {

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "bucket_test",
     .summary =
         "a model fed by a random bucket: its replay there against the visits that it serves",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.5",
     .parameters = weighting_parameters()},
    [](const Parameters& parameters) -> std::shared_ptr<const Evaluator> {
      return std::make_shared<BucketTest>(read_weighting(parameters));
    },
    "A model that learns from random visits and is served to others, on the log of the random "
    "visits; its value online where there is a simulator."};

}  // namespace bucket_test

}  // namespace replaybench::evaluators
