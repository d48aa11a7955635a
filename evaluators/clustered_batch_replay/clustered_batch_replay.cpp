// Batch replay 2.0: records of similar visitors are grouped in batches; the algorithm sees the mean
// visitor of a batch and chooses among the actions that were logged in this batch.
//
// Source: thesis, conclusion (p. 205), a paragraph; section 4.5 (p. 117) for the idea.
//   N        batch: records of a batch, N < K
//   cluster  groups: k-means of the contexts (clusters.hpp); the print names no clustering
//   "mean user"  the mean of the batch's contexts, in `choose` and in `update`
// Time is accelerated by N instead of K. Unlike batch_replay (algorithm 6) the algorithm cannot
// select among visitors: it never sees single visitors, and the visitors of a batch are similar. The
// print's own objection remains: only the actions within the batch can be chosen, which is a bias; and
// a mean visitor leaves less to personalise. Of the print's four remedies two are here: resampling
// (`expansion`), and a larger N.
//
// Choices of ours: within a group, records are batched in the order of the log; batches are played
// in the order of their last record. If several records of a batch have the chosen action, the
// revealed one is drawn uniformly. Records that do not fill a batch are left out. With
// expansion E the log is E shuffled copies of itself.
//
// Draws: batch i (from 0) reads step i of the policy's stream; clusters, orders and the choice among
// records read streams of their own.
//
// Columns: estimate, the mean revealed reward; standard_error, as replay's; accepted, the batches;
// records, E T; acceleration, records / batches; available, the mean number of actions in a batch;
// spread, the mean squared distance of a batch's contexts from their mean, divided by the same of all
// contexts, unbiased like a sample variance (NaN for N = 1 or if no context varies).

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "evaluators/clustered_batch_replay/clusters.hpp"
#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::evaluators::clustered_batch_replay {

namespace {

struct ClusteredBatchOptions {
  std::size_t batch = 5;        ///< N, >= 1
  std::size_t groups = 10;      ///< >= 1
  std::uint64_t expansion = 1;  ///< E, >= 1
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn acceleration = add("acceleration");
  RowColumn available = add("available");
  RowColumn spread = add("spread");
} result{};

// Streams apart from the policy's own and from those of passes.
StreamKey batch_stream(StreamKey policy, std::uint64_t purpose) {
  return replicate_key(policy, (std::uint64_t{1} << 52) + purpose);
}

// Means of contexts, and how far the contexts are from them.
class MeanContext {
 public:
  explicit MeanContext(const Log& log)
      : reader_(log), log_(log), mean_(log.dimension), hidden_(log.hidden_dimension) {}

  void set(std::span<const std::uint32_t> records) {
    std::ranges::fill(mean_, 0.0);
    std::ranges::fill(hidden_, 0.0);
    const auto n = static_cast<double>(records.size());
    double squares = 0;
    for (const std::uint32_t record : records) {
      const auto x = reader_[record].values();
      const auto hidden = log_.hidden_of(record);
      for (std::size_t j = 0; j < mean_.size(); ++j) mean_[j] += x[j];
      for (std::size_t j = 0; j < hidden_.size(); ++j) hidden_[j] += hidden[j];
    }
    for (double& value : mean_) value /= n;
    for (double& value : hidden_) value /= n;
    for (const std::uint32_t record : records) {
      const auto x = reader_[record].values();
      for (std::size_t j = 0; j < mean_.size(); ++j) {
        squares += (x[j] - mean_[j]) * (x[j] - mean_[j]);
      }
    }
    variance_ = records.size() > 1 ? squares / (n - 1) : nan;
  }
  Context context() const { return Context(mean_, hidden_); }
  /// Summed over the features.
  double variance() const { return variance_; }

 private:
  ContextReader reader_;
  const Log& log_;
  std::vector<double> mean_;
  std::vector<double> hidden_;
  double variance_ = nan;
};

// Plays one batch after the other.
class BatchedGame {
 public:
  BatchedGame(Agent agent, const Log& log, StreamKey policy)
      : agent_(std::move(agent)), log_(log), policy_(policy), mean_(log) {}

  void play(std::span<const std::uint32_t> batch) {
    mean_.set(batch);
    pool_.clear();
    for (const std::uint32_t record : batch) pool_.push_back(log_.actions[record]);
    std::ranges::sort(pool_);
    pool_.erase(std::unique(pool_.begin(), pool_.end()), pool_.end());
    const ActionSet actions(pool_);
    Draws draws(policy_, sums_.accepted);
    const Action action = agent_.choose(mean_.context(), actions, draws);
    const std::uint32_t record = revealed(batch, action);
    const double reward = log_.rewards[record];
    records_.push_back(record);
    sums_.accept(1, reward);
    agent_.update(mean_.context(), actions, action, reward);
    available_ += static_cast<double>(pool_.size());
    variance_ += mean_.variance();
  }
  ResultRow row(std::uint64_t records) {
    std::vector<std::uint32_t> all(log_.size());
    std::iota(all.begin(), all.end(), 0);
    mean_.set(all);
    const auto batches = static_cast<double>(sums_.accepted);
    return result.row(
        log_.size(),
        {result.estimate(estimation::ratio_estimate(sums_)),
         result.standard_error(estimation::ratio_standard_error(sums_)),
         result.accepted(sums_.accepted), result.records(records),
         result.acceleration(static_cast<double>(records) / batches),
         result.available(available_ / batches),
         result.spread(mean_.variance() > 0 ? variance_ / batches / mean_.variance() : nan)});
  }
  std::uint64_t batches() const { return sums_.accepted; }
  /// Records that revealed a reward.
  std::span<const std::uint32_t> records() const { return records_; }

 private:
  std::uint32_t revealed(std::span<const std::uint32_t> batch, Action action) const {
    Draws draws(batch_stream(policy_, 1), sums_.accepted);
    std::uint32_t chosen = 0;
    std::uint32_t seen = 0;
    for (const std::uint32_t record : batch) {
      if (log_.actions[record] == action && draws.below(++seen) == 0) chosen = record;
    }
    return chosen;
  }

  Agent agent_;
  const Log& log_;
  StreamKey policy_;
  MeanContext mean_;
  std::vector<Action> pool_;
  Sums sums_;
  std::vector<std::uint32_t> records_;
  double available_ = 0;
  double variance_ = 0;
};

// The records of copy `copy`: in order if there is one copy, otherwise shuffled.
std::vector<std::uint32_t> order_of_copy(std::size_t records, const ClusteredBatchOptions& options,
                                         StreamKey policy, std::uint64_t copy) {
  std::vector<std::uint32_t> order(records);
  std::iota(order.begin(), order.end(), 0);
  if (options.expansion == 1) return order;
  Draws draws(batch_stream(policy, 2), copy);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[draws.below(static_cast<std::uint32_t>(i))]);
  }
  return order;
}

class ClusteredBatchReplay final : public BasisEvaluator {
 public:
  explicit ClusteredBatchReplay(ClusteredBatchOptions options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true};
  }
  const RowSchema& schema() const override { return result; }

 private:
  /// One row, whose step is the size of the log. Throws NotApplicable when there are fewer records than groups, or no whole batch.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    if (log->size() < options_.groups) {
      throw NotApplicable(fmt::format("clustered_batch_replay: {} records cannot make {} groups",
                                      log->size(), options_.groups));
    }
    const auto group =
        cluster_contexts(*log, options_.groups, batch_stream(trial.policy_stream(), 0));
    std::vector<std::vector<std::uint32_t>> waiting(options_.groups);
    BatchedGame game(trial.agent(), *log, trial.policy_stream());
    for (std::uint64_t copy = 0; copy < options_.expansion; ++copy) {
      for (const std::uint32_t record :
           order_of_copy(log->size(), options_, trial.policy_stream(), copy)) {
        auto& batch = waiting[group[record]];
        batch.push_back(record);
        if (batch.size() < options_.batch) continue;
        game.play(batch);
        batch.clear();
      }
    }
    if (game.batches() == 0) {
      throw NotApplicable(
          fmt::format("clustered_batch_replay: no group of {} records fills a batch of {}; fewer "
                      "groups, or smaller batches",
                      log->size(), options_.batch));
    }
    rows.push_back(game.row(options_.expansion * log->size()));
    if (basis) {
      *basis = estimation::basis_of_accepted(EstimateForm::ratio, *log, {}, {}, game.records());
    }
  }
  ClusteredBatchOptions options_;
};

std::shared_ptr<const Evaluator> make(const ClusteredBatchOptions& options) {
  return std::make_shared<ClusteredBatchReplay>(options);
}

const auto parameters = bind_parameters<ClusteredBatchOptions>(
    integer(&ClusteredBatchOptions::batch, "batch", "N, records of a batch")
        .at_least(1)
        .at_most(1'000'000)
        .source("thesis, conclusion (p. 205): smaller than K"),
    integer(&ClusteredBatchOptions::groups, "groups",
            "clusters of the contexts; a batch has records of one. 1: no clustering")
        .at_least(1)
        .at_most(1'000'000),
    integer(&ClusteredBatchOptions::expansion, "expansion",
            "E, shuffled copies of the log; 1: the log as it is")
        .repeats_work()
        .at_least(1)
        .at_most(10'000)
        .source("thesis, conclusion (p. 205): by introducing resampling"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "clustered_batch_replay",
     .group = Group::replay,
     .summary = "batches of similar visitors: the algorithm sees their mean, and chooses among the "
                "actions logged in the batch (biased)",
     .source = "thesis, conclusion (p. 205): batch replay 2.0",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "For research on time acceleration. Biased: the algorithm has only the "
                      "actions of a batch, and sees visitors without what distinguishes them; to "
                      "evaluate an algorithm use t_bred."}};

}  // namespace replaybench::evaluators::clustered_batch_replay
