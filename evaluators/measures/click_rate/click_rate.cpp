// Click-rate prediction: teaches the algorithm every record of a log, regardless of the action that it would have
// chosen, and compares its predictions with the simulator's truth on displays that it has not
// learned from.
//
// Source: thesis appendix E.3.1 (p. 269).
//   p(d)      agent.predicted_reward(context, action)
// Columns, at each checkpoint (a number of records learned): estimate, the mean prediction over the
// test displays; mean_truth; mean_squared_error, of the predictions against the true probabilities;
// well_ranked, the share of pairs of test displays that the predictions order as the truth does, a
// tie of predictions counting one half (pairs whose truth is equal are left out).
//
// The thesis does not define its "rate of well ranked probabilities"; this is the usual one. The
// test displays are `displays` steps of live play, with a logged action drawn uniformly.

#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"

namespace replaybench::evaluators::click_rate {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn mean_truth = add("mean_truth");
  RowColumn mean_squared_error = add("mean_squared_error");
  RowColumn well_ranked = add("well_ranked");
} result{};

/// Displays with their true click probabilities.
class TestDisplays {
 public:
  TestDisplays(Environment& environment, std::size_t count, StreamKey policy)
      : dimension_(environment.dimension()) {
    for (std::size_t i = 0; i < count; ++i) {
      environment.observe(i);
      const Context context = environment.context();
      const ActionSet actions = environment.actions();
      Draws draws(replicate_key(policy, 1), i);
      const Action action = actions[draws.below(actions.size())];
      values_.insert(values_.end(), context.values().begin(), context.values().end());
      actions_.push_back(action);
      truth_.push_back(environment.expected_reward(context, action, Knowledge::full));
    }
    predictions_.resize(count);
  }

  ResultRow measure(const Agent& agent, std::uint64_t step) {
    const std::size_t n = truth_.size();
    double prediction = 0;
    double truth = 0;
    double square = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Context context(std::span<const double>(values_).subspan(i * dimension_, dimension_));
      predictions_[i] = agent.predicted_reward(context, actions_[i]);
      prediction += predictions_[i];
      truth += truth_[i];
      square += (predictions_[i] - truth_[i]) * (predictions_[i] - truth_[i]);
    }
    const double count = static_cast<double>(n);
    return result.row(
        step, {result.estimate(prediction / count), result.mean_truth(truth / count),
               result.mean_squared_error(square / count), result.well_ranked(well_ranked())});
  }

 private:
  double well_ranked() const {
    double right = 0;
    double pairs = 0;
    for (std::size_t i = 0; i < truth_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double true_difference = truth_[i] - truth_[j];
        if (true_difference == 0) continue;
        const double difference = predictions_[i] - predictions_[j];
        pairs += 1;
        right += difference == 0 ? 0.5 : (difference > 0) == (true_difference > 0) ? 1 : 0;
      }
    }
    return pairs == 0 ? std::numeric_limits<double>::quiet_NaN() : right / pairs;
  }

  std::size_t dimension_;
  std::vector<double> values_;
  std::vector<Action> actions_;
  std::vector<double> truth_;
  std::vector<double> predictions_;
};

class ClickRate final : public Evaluator {
 public:
  ClickRate(std::size_t displays, std::vector<std::uint64_t> checkpoints)
      : displays_(displays), checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override { return result; }
  /// O(T updates + checkpoints * displays^2). Throws NotApplicable for an algorithm that does not
  /// predict, or a file.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    Agent agent = trial.agent();
    if (!agent.predicts_rewards()) {
      throw NotApplicable("click_rate needs an algorithm that predicts rewards");
    }
    const auto environment = trial.environment();
    TestDisplays test(*environment, displays_, trial.policy_stream());
    std::uint64_t learnt = 0;
    std::size_t next = 0;
    trial.for_each_chunk(1024, 1, [&](const Log& log) {
      ContextReader contexts(log);
      for (std::size_t i = 0; i < log.size(); ++i) {
        agent.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
        ++learnt;
        if (next < checkpoints_.size() && learnt == checkpoints_[next]) {
          rows.push_back(test.measure(agent, learnt));
          ++next;
        }
      }
    });
    if (checkpoints_.empty()) rows.push_back(test.measure(agent, learnt));
  }

 private:
  std::size_t displays_;
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  std::size_t displays = 1000;
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("click_rate", options.checkpoints);
  return std::make_shared<ClickRate>(options.displays, options.checkpoints);
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::displays, "displays", "number of test impressions")
        .at_least(2)
        .at_most(100'000),
    estimation::checkpoints_parameter(&Options::checkpoints,
                                      "records learned at which to give a row; empty: the end"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "click_rate",
     .group = Group::prediction_measures,
     .summary = "squared error and ranking of predicted click probabilities against the truth",
     .source = "thesis appendix E.3.1 (p. 269)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Algorithms that predict click probabilities, on data whose true probabilities are known.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::click_rate
