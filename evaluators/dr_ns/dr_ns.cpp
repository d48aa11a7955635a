// DR-ns: doubly robust estimation of a policy that changes as it learns, with a history grown by
// rejection sampling whose constant adapts.
//
// Source: Dudik, Erhan, Langford, Li, "Sample-efficient nonstationary policy evaluation for
// contextual bandits", UAI 2012, algorithm 1; "Doubly robust policy evaluation and optimization",
// Statistical Science 29, 2014, section 4.
//   c_max   maximum
//   q       quantile
//   c_t     the constant after t - 1 acceptances: min(c_max, q-quantile of p / pi over the records so
//           far), c_1 = c_max
//   R_k     sum over a of pi(a | x, h) rhat(x, a) + pi_k / p_k (r_k - rhat(x, a_k))
//   V       sum c_t R_k / sum c_t: each record counts as the c_t interactions that it stands for
//   rhat    model: a ridge regression for each action (lambda), or the action's mean so far; both
//           learned from the records before k only, so that given the past R_k is without bias,
//           for every rhat; "none": 0
// Each record is accepted with probability min(1, c_t pi / p), and then the algorithm learns it. With
// q = 0 the constant is the smallest p / pi of all records so far. Later records may have a smaller
// one, and are then accepted too often. A larger q makes longer histories, and more such records. With c_1 = c_max = 1 the first records are accepted too freely: `exceeded` counts the records
// with c pi / p > 1.
// Choices of ours: a q-quantile of n numbers is the number at index floor(q (n - 1)), from 0, in
// increasing order; pi = 0 makes an infinite one, which counts.
//
// Draws: record i is judged by the first uniform number of step i of replicate_key(policy, 1).
//
// Columns: estimate (V; 0 for an empty log); standard_error: sqrt(sum c^2 (R - V)^2) / sum c, given
// the histories; accepted; records; constant: the last c; exceeded.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/known_choice.hpp"
#include "suite/learning/ridge.hpp"
#include "suite/terms/term_sums.hpp"

namespace replaybench::evaluators::dr_ns {

namespace {

enum class DrNsModel { ridge, mean, none };

struct DrNsOptions {
  double quantile = 0;  ///< [0, 1]
  double maximum = 1;   ///< > 0
  DrNsModel model = DrNsModel::ridge;
  double lambda = 1;  ///< > 0
  std::vector<std::uint64_t> checkpoints;
};

const struct : estimation::HistoryColumns {
  RowColumn constant = add("constant");
  RowColumn exceeded = add("exceeded", Role::count);
} dr_columns{};

/// The number in place floor(q (n - 1)) of all n added so far. O(log n) an addition.
class RunningQuantile {
 public:
  explicit RunningQuantile(double q) : q_(q) {}
  void add(double value) {
    if (low_.empty() || value <= low_.top()) {
      low_.push(value);
    } else {
      high_.push(value);
    }
    const auto n = static_cast<double>(low_.size() + high_.size());
    const auto wanted = static_cast<std::size_t>(std::floor(q_ * (n - 1))) + 1;
    while (low_.size() > wanted) {
      high_.push(low_.top());
      low_.pop();
    }
    while (low_.size() < wanted) {
      low_.push(high_.top());
      high_.pop();
    }
  }
  double value() const { return low_.top(); }

 private:
  double q_;
  std::priority_queue<double> low_;
  std::priority_queue<double, std::vector<double>, std::greater<>> high_;
};

/// rhat, learned from one record after the other.
class RunningRewardModel {
 public:
  RunningRewardModel(const DrNsOptions& options, const Log& log)
      : kind_(options.model), rewards_(log.action_count), counts_(log.action_count) {
    if (kind_ != DrNsModel::ridge) return;
    if (log.dimension == 0) {
      kind_ = DrNsModel::mean;  // without features the regression is the mean
    } else {
      ridge_.emplace("dr_ns", log.action_count, log.dimension,
                     learning::RidgeOptions{.lambda = options.lambda});
    }
  }
  /// The functions below then speak of this context.
  void read(const Context& context) {
    if (ridge_) ridge_->read(context);
  }
  double operator()(Action action) const {
    if (ridge_) return ridge_->mean(action);
    return counts_[action] > 0 ? rewards_[action] / counts_[action] : 0;
  }
  void learn(const Record& record) {
    if (ridge_) return ridge_->update(record.context, record.action, record.reward);
    if (kind_ == DrNsModel::none) return;
    rewards_[record.action] += record.reward;
    counts_[record.action] += 1;
  }

 private:
  DrNsModel kind_;
  std::optional<learning::Ridge> ridge_;
  std::vector<double> rewards_;
  std::vector<double> counts_;
};

/// sum c R, with what the standard error needs.
class WeightedMean {
 public:
  void add(double c, double r) { sums_.add({0, c, r}); }
  std::uint64_t count() const { return sums_.terms(); }
  double mean() const { return count() == 0 ? 0 : sums_.combine(terms::Combination::ratio).value; }
  double error() const { return sums_.combine(terms::Combination::ratio).standard_error; }

 private:
  terms::TermSums sums_;
};

double doubly_robust(std::span<const double> probabilities, const Record& record, double ratio,
                     const RunningRewardModel& model) {
  double sum = 0;
  for (Action i = 0; i < record.actions.size(); ++i) {
    if (probabilities[i] > 0) sum += probabilities[i] * model(record.actions[i]);
  }
  return sum + ratio * (record.reward - model(record.action));
}

class DrNs final : public Evaluator {
 public:
  explicit DrNs(DrNsOptions options) : options_(std::move(options)) {}

  const RowSchema& schema() const override { return dr_columns; }
  /// One row whose step is the size of the log, or one for each checkpoint (a number of accepted
  /// records) that was reached, whose step it is. Throws NotApplicable without propensities, and for
  /// an algorithm that does not give its probabilities. O(T log T) and T times the cost of
  /// probabilities; O(T K d^2) for the ridge model.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    estimation::require_propensities("dr_ns", *log);
    Agent agent = trial.agent();
    estimation::ChoiceDistribution choice("dr_ns", *log, agent);
    RunningRewardModel model(options_, *log);
    RunningQuantile ratios(options_.quantile);
    WeightedMean total;
    const StreamKey judge = replicate_key(trial.policy_stream(), 1);
    double c = options_.maximum;
    std::uint64_t accepted = 0;
    std::uint64_t exceeded = 0;
    auto checkpoint = options_.checkpoints.begin();
    const auto add_row = [&](std::uint64_t step) {
      rows.push_back(dr_columns.row(
          step, {dr_columns.estimate(total.mean()), dr_columns.standard_error(total.error()),
                 dr_columns.accepted(accepted), dr_columns.records(total.count()),
                 dr_columns.constant(c), dr_columns.exceeded(exceeded)}));
    };
    ContextReader contexts(*log);
    for (std::size_t i = 0; i < log->size(); ++i) {
      const Record record = contexts.record(i);
      const auto probabilities = choice.of(agent, record.context, record.actions);
      const double pi = probabilities[record.actions.place_of(record.action)];
      const double ratio = pi / record.propensity;
      model.read(record.context);
      total.add(c, doubly_robust(probabilities, record, ratio, model));
      model.learn(record);
      ratios.add(record.propensity / pi);
      exceeded += c * ratio > 1 + 1e-12;
      if (Draws(judge, i).uniform() >= c * ratio) continue;
      agent.update(record.context, record.actions, record.action, record.reward);
      choice.forget();
      ++accepted;
      if (checkpoint != options_.checkpoints.end() && accepted == *checkpoint) {
        add_row(*checkpoint++);
      }
      c = std::min(options_.maximum, ratios.value());
    }
    if (options_.checkpoints.empty()) add_row(log->size());
  }
  std::vector<std::string> remarks(const Log&, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    if (!agent.learns()) return remarks;
    if (row[dr_columns.exceeded] > 0) {
      remarks.push_back(fmt::format(
          "c pi / p exceeded 1 at {:.0f} records: the history has too few of their actions, and "
          "the estimate is biased. policy_aware_rejection, whose constant is fixed, is not",
          row[dr_columns.exceeded]));
    }
    return remarks;
  }

 private:
  DrNsOptions options_;
};

std::shared_ptr<const Evaluator> make(const DrNsOptions& options) {
  estimation::require_increasing("dr_ns", options.checkpoints);
  return std::make_shared<DrNs>(options);
}

const auto parameters = bind_parameters<DrNsOptions>(
    real(&DrNsOptions::quantile, "quantile", "q: of p / pi, which the constant is set to")
        .at_least(0)
        .at_most(1)
        .source("Dudik et al. 2012: 0 to 0.1"),
    real(&DrNsOptions::maximum, "maximum", "c_max: the first and the largest constant")
        .above(0)
        .finite()
        .source("Dudik et al. 2012: 1"),
    choice(
        &DrNsOptions::model, "model",
        {{"ridge", DrNsModel::ridge}, {"mean", DrNsModel::mean}, {"none", DrNsModel::none}},
        "rhat: a ridge regression or the mean reward of each action, of the records before; or 0"),
    real(&DrNsOptions::lambda, "lambda", "regularisation of the ridge regression")
        .above(0)
        .finite(),
    estimation::checkpoints_parameter(
        &DrNsOptions::checkpoints,
        "numbers of accepted records at which to give a row; empty: the end"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "dr_ns",
     .group = Group::reward_models,
     .summary = "doubly robust estimate of a learner whose history grows by rejection sampling",
     .source = "Dudik, Erhan, Langford, Li, UAI 2012; Statistical Science 29, 2014",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Algorithms that give their probabilities, on a log with known propensities. "
                      "Every record counts, but the history of a learner is that of c T "
                      "interactions, with a bias at its beginning."}};

}  // namespace replaybench::evaluators::dr_ns
