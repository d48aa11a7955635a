// Trains a policy on the first part of the log and lets any other evaluator judge it on the rest:
// split, train, test.
//
// Source: thesis algorithm 18 (appendix B.2.1, p. 238: split S into S_train and S_test, train on
// the one, evaluate on the other); the split is not given there.
//   S_train   the first share of the log; of it only its first `size` records if that is given
//   S_test    the records after the first share. In a log with copies of records (a bootstrap
//             resample) the share is of the originals, and all copies of one lie in the same part
//   blocks    instead of one split: K consecutive blocks of the log, as equal as can be. Each is a test
//             part for a policy trained on those before it (the first is only trained on), or on all the
//             others (K folds). The estimate is the mean over the tested records.
//   train     `train` of an algorithm that is trained offline. Every other algorithm is judged on
//             S_test as it comes.
//   V, s      of blocks: the mean of their estimates V_k, weighted by n_k, their tested records, and its error
//             before: s^2 = sum_k (n_k s_k / n)^2. Given its training part the error of a block has mean 0,
//                     and depends only on earlier blocks: martingale differences, whose variances add up
//                     (progressive validation: Blum, Kalai, Langford, "Beating the hold-out", COLT 1999).
//             others: s = sum_k n_k s_k / n, the most that any correlation allows. Folds train on each other,
//                     so the luck of one chooses the policies that the others judge: their errors are
//                     correlated, by how much one log does not show (Bengio, Grandvalet, JMLR 5, 2004).
//   lift      estimate / baseline - 1, the baseline trained and judged alike (table 4.1,
//             section 4.5, p. 117)
//
// An evaluator of the environment (`environment`, `policy_value`) then plays or weighs the trained
// policy, in the very model that wrote the log: `of` or `truth` may name one.
//
// Columns: those of `of` (of blocks NaN except for estimate, standard error, normal interval at 95%, accepted and
// records), then training, the records trained on, of blocks the most; training_rewarded, the records among them with
// a reward other than 0; truth, the value by the evaluator `truth` (its column `expected`, which has less
// noise, if there is one, otherwise `estimate`); baseline and lift; true_lift, the lift of the truths. Columns
// that are not requested are NaN.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "suite/component/basis.hpp"
#include "suite/component/inner_algorithm.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/truth.hpp"
#include "suite/model/originals.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::evaluators::trained {

namespace {

struct TrainedOptions {
  std::shared_ptr<const Evaluator> of;
  bool inner_estimates_value = true;
  std::string of_text = "c2r";
  double share = 0.5;
  std::uint64_t size = 0;                  ///< 0: the whole training part
  std::uint64_t blocks = 0;                ///< 0: one split
  bool on_others = false;                  ///< train on all other blocks; false: earlier ones
  std::shared_ptr<const Evaluator> truth;  ///< null if not requested
  std::uint64_t play = 0;                  ///< 0: as many steps as S_test has records
  std::optional<Component<AlgorithmDescription>> baseline;
};

/// The columns of the evaluator that judges, and those of the training.
struct TrainedColumns : RowSchema {
  explicit TrainedColumns(const RowSchema& inner) : RowSchema(inner) {}
  RowColumn training = add("training", Role::count);
  RowColumn training_rewarded = add("training_rewarded", Role::count);
  RowColumn truth = add(Role::truth);
  RowColumn baseline = add("baseline");
  RowColumn lift = add("lift");
  RowColumn true_lift = add("true_lift");
};

// Enters the influences of tested records, which have this share in the estimate, into those of all
// records of the log. `factor` widens the error.
void add_influences(std::span<const double> of_test, const Schedule& test, double share,
                    double factor, std::vector<double>& all) {
  // The variance is the sum of squares times m / (m - 1) there and n / (n - 1) here.
  const double m = static_cast<double>(test.size());
  const double n = static_cast<double>(all.size());
  const double scale = share * factor * std::sqrt(m / (m - 1) * (n - 1) / n);
  for (std::size_t i = 0; i < test.size(); ++i) all[test[i]] = of_test[i] * scale;
}

// A mean of the accepted rewards, all alike.
bool is_plain(const EstimateBasis& basis) {
  return basis.form == EstimateForm::ratio && basis.weighting == WeightUse::none &&
         !basis.weights_are_expected;
}

// A block of the log's originals, and the records that train for it.
struct Block {
  std::vector<std::uint32_t> training, test;
};

Block block_of(const Originals& originals, std::size_t records, std::uint64_t block,
               std::uint64_t blocks, bool on_others) {
  Block found;
  for (std::size_t i = 0; i < records; ++i) {
    const std::uint64_t own = originals.group_of(i) * blocks / originals.count();
    if (own == block) {
      found.test.push_back(static_cast<std::uint32_t>(i));
    } else if (own < block || on_others) {
      found.training.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return found;
}

class Trained final : public Evaluator {
 public:
  /// Throws SpecErrors when a column of the inner evaluator has the name of one of these.
  explicit Trained(TrainedOptions options)
      : options_(std::move(options)),
        columns_(estimation::extended<TrainedColumns>("trained", *options_.of)) {}

  LogAssumptions assumptions() const override { return options_.of->assumptions(); }
  bool estimates_value() const override { return options_.inner_estimates_value; }
  const RowSchema& schema() const override { return columns_; }
  /// The rows of `of` on the test part; of blocks one row, from the last row of each. Costs the training,
  /// `of` and `truth`, and as much for the baseline, for each block. Throws
  /// NotApplicable if a part of the log would be empty, `size` is larger than a training part, or `of`
  /// gives no row of a block, and if `of` or `truth` does.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    evaluate_with_basis(trial, rows);
  }
  /// The influences of the test parts' records as `of` declares them, and 0 of records that only train: those
  /// of the policies that these training parts gave, not of the training. The records that a plain mean
  /// accepted, if there is one test part.
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    if (options_.blocks > 0) return evaluate_blocks(trial, rows);
    const auto log = trial.log();
    const LogCut cut(*log, options_.share);
    const std::size_t first = cut.first().size();
    const std::size_t size = options_.size > 0 ? options_.size : first;
    if (size > first || first == 0 || first == log->size()) {
      throw NotApplicable(
          fmt::format("trained: of {} records {} are for training and {} for the test; {} are "
                      "wanted for training",
                      log->size(), first, log->size() - first, options_.size > 0 ? size : 1));
    }
    const Part part = judge(trial, cut.first_log(size), std::make_shared<const Log>(cut.rest_log()),
                            trial.policy_stream());
    for (std::size_t i = 0; i < part.rows.size(); ++i) {
      rows.push_back(row_of(part.rows[i], part,
                            i < part.baseline.size()
                                ? value_of(options_.of->schema(), part.baseline[i], Role::estimate)
                                : nan));
    }
    const Schedule test = cut.rest();
    EstimateBasis basis;
    basis.biased = part.basis.biased;
    basis.unsupported = part.basis.unsupported;
    basis.own = part.basis.own;
    if (is_plain(part.basis)) {
      basis.form = EstimateForm::ratio;
      basis.reward_sum = part.basis.reward_sum;
      basis.weights.assign(log->size(), 0);
      for (std::size_t i = 0; i < test.size(); ++i) basis.weights[test[i]] = part.basis.weights[i];
    } else if (!part.influences.empty()) {
      basis.influences.assign(log->size(), 0);
      add_influences(part.influences, test, 1, 1, basis.influences);
    }
    return basis;
  }
  std::optional<IntervalDoubt> interval_doubt(const ResultRow& row) const override {
    if (options_.blocks > 0) return std::nullopt;  // their interval is the normal one
    return options_.of->interval_doubt(row);
  }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow&) const override {
    std::vector<std::string> lines;
    if (options_.blocks > 0) {
      lines.push_back(
          options_.on_others
              ? fmt::format("{} blocks, each evaluated by {} under a policy trained on the others. "
                            "The folds share training records, so their errors are correlated: the "
                            "standard error is the largest that any correlation allows; "
                            "train_on=\"before\" needs no such bound",
                            options_.blocks, options_.of_text)
              : fmt::format("{} blocks, each but the first evaluated by {} under a policy trained "
                            "on those before it",
                            options_.blocks, options_.of_text));
      lines.push_back(
          "the estimate is of the policies that these training parts gave, not of the training "
          "method");
      return lines;
    }
    const std::size_t first = LogCut(log, options_.share).first().size();
    if (agent.is_trained_offline()) {
      lines.push_back(fmt::format("trained on the first {} records, evaluated by {} on the last {}",
                                  options_.size > 0 ? options_.size : first, options_.of_text,
                                  log.size() - first));
    } else {
      lines.push_back(fmt::format(
          "this algorithm is not trained offline: evaluated by {} on the last {} records as it is",
          options_.of_text, log.size() - first));
    }
    lines.push_back(
        "the estimate is of the policy that this training part gave, not of the training method: "
        "another log would have given another policy");
    return lines;
  }

 private:
  // Results of a training part and a test part.
  struct Part {
    std::vector<ResultRow> rows;      // of `of`
    std::vector<ResultRow> baseline;  // likewise; empty if not requested
    EstimateBasis basis;
    std::vector<double> influences;  // of the tested records; empty if unknown
    double truth = nan, baseline_truth = nan;
    double training = 0, rewarded = 0;
  };
  Part judge(Trial& trial, const Log& training, std::shared_ptr<const Log> test,
             StreamKey policy) const {
    const auto judged = [&](Agent agent) {
      if (agent.is_trained_offline()) agent.train(training);
      return trial.with_log(test, policy)
          .with_agent(agent, options_.play > 0 ? options_.play : test->size());
    };
    Part part;
    part.training = static_cast<double>(training.size());
    part.rewarded = static_cast<double>(std::count_if(
        training.rewards.begin(), training.rewards.end(), [](double r) { return r != 0; }));
    Trial own = judged(trial.untrained_agent());
    part.basis = options_.of->evaluate_with_basis(own, part.rows);
    if (test->size() >= 2 && !part.rows.empty()) {
      part.influences =
          influences_of(part.basis, test->rewards,
                        value_of(options_.of->schema(), part.rows.back(), Role::estimate));
    }
    part.truth = estimation::true_value(options_.truth.get(), own);
    if (options_.baseline) {
      const auto log = trial.log();
      Trial baseline = judged(make_agent(*options_.baseline, problem_of_log(log, log->size())));
      options_.of->evaluate(baseline, part.baseline);
      part.baseline_truth = estimation::true_value(options_.truth.get(), baseline);
    }
    return part;
  }
  EstimateBasis evaluate_blocks(Trial& trial, std::vector<ResultRow>& rows) const {
    const auto log = trial.log();
    const Originals originals(*log);
    const std::uint64_t count = options_.blocks;
    if (count > originals.count()) {
      throw NotApplicable(fmt::format("trained: {} blocks of a log of {} records; use at most {}",
                                      count, originals.count(), originals.count()));
    }
    const RowSchema& of = options_.of->schema();
    std::vector<Block> blocks;
    std::vector<Part> parts;
    double tested = 0;
    for (std::uint64_t k = options_.on_others ? 0 : 1; k < count; ++k) {
      Block block = block_of(originals, log->size(), k, count, options_.on_others);
      if (options_.size > block.training.size()) {
        throw NotApplicable(fmt::format(
            "trained: {} records are wanted for training; block {} of {} has {} to train on",
            options_.size, k + 1, count, block.training.size()));
      }
      if (options_.size > 0) block.training.resize(options_.size);
      parts.push_back(judge(trial, log->select(block.training),
                            std::make_shared<const Log>(log->select(block.test)),
                            replicate_key(trial.policy_stream(), k)));
      if (parts.back().rows.empty()) {
        throw NotApplicable("trained: `of` gives no estimate of a block of " +
                            std::to_string(block.test.size()) + " records; use fewer blocks");
      }
      tested += static_cast<double>(block.test.size());
      blocks.push_back(std::move(block));
    }

    Part whole;
    whole.truth = whole.baseline_truth = 0;
    double estimate = 0, baseline = 0, variance = 0, largest = 0, accepted = 0, records = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Part& part = parts[k];
      const double share = static_cast<double>(blocks[k].test.size()) / tested;
      const double error = share * value_of(of, part.rows.back(), Role::standard_error);
      estimate += share * value_of(of, part.rows.back(), Role::estimate);
      variance += error * error;
      largest += error;
      accepted += value_of(of, part.rows.back(), Role::accepted);
      records += value_of(of, part.rows.back(), Role::records);
      whole.truth += share * part.truth;
      whole.baseline_truth += share * part.baseline_truth;
      baseline +=
          part.baseline.empty() ? nan : share * value_of(of, part.baseline.back(), Role::estimate);
      whole.training = std::fmax(whole.training, part.training);
      whole.rewarded = std::fmax(whole.rewarded, part.rewarded);
    }
    const double error = options_.on_others ? largest : std::sqrt(variance);
    const double half = numeric::normal_quantile(0.975) * error;
    ResultRow row = parts.back().rows.back();
    row.step = static_cast<std::uint64_t>(tested);
    row.values.assign(row.values.size(), nan);
    for (const auto& [role, value] : {std::pair{Role::estimate, estimate},
                                      {Role::standard_error, error},
                                      {Role::interval_low, estimate - half},
                                      {Role::interval_high, estimate + half},
                                      {Role::accepted, accepted},
                                      {Role::records, records}}) {
      if (const auto place = of.find(role)) row.values[*place] = value;
    }
    rows.push_back(row_of(row, whole, baseline));

    EstimateBasis basis;
    basis.own.is_normal = true;
    basis.influences.assign(log->size(), 0);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const double share = static_cast<double>(blocks[k].test.size()) / tested;
      basis.biased = basis.biased || parts[k].basis.biased;
      basis.unsupported += share * parts[k].basis.unsupported;
      if (parts[k].influences.empty()) {
        basis.influences.clear();
      } else if (!basis.influences.empty()) {
        add_influences(parts[k].influences, Schedule::of(blocks[k].test), share,
                       variance > 0 ? error / std::sqrt(variance) : 1, basis.influences);
      }
    }
    return basis;
  }
  ResultRow row_of(const ResultRow& judgement, const Part& part, double baseline) const {
    const double estimate = value_of(options_.of->schema(), judgement, Role::estimate);
    return columns_.row(
        judgement.step, judgement,
        {columns_.training(part.training), columns_.training_rewarded(part.rewarded),
         columns_.truth(part.truth), columns_.baseline(baseline),
         columns_.lift(baseline == 0 ? nan : estimate / baseline - 1),
         columns_.true_lift(part.baseline_truth == 0 ? nan
                                                     : part.truth / part.baseline_truth - 1)});
  }

  TrainedOptions options_;
  TrainedColumns columns_;
};

struct UserOptions : TrainedOptions {
  std::string truth_text;
  std::string baseline_text;
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  if (written.blocks == 1)
    throw SpecErrors("trained's blocks: 1 block leaves none to train on; use 2 or more, or 0");
  if (written.blocks == 0 && written.on_others)
    throw SpecErrors("trained's train_on: \"others\" is for blocks; set blocks");
  TrainedOptions options = written;
  const auto inner = estimation::make_inner_evaluator("trained", "of", written.of_text);
  options.of = inner.evaluator;
  options.inner_estimates_value = inner.estimates_value;
  options.truth = estimation::truth_evaluator("trained", written.truth_text);
  if (!written.baseline_text.empty()) {
    options.baseline = inner_algorithm("trained", "baseline", written.baseline_text);
  }
  return std::make_shared<Trained>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    text(&UserOptions::of_text, "of", "the evaluator used on the rest, with its parameters"),
    real(&UserOptions::share, "share", "of the log, its first records: the training part")
        .above(0)
        .below(1)
        .source("not given (thesis, algorithm 18, appendix B.2.1, p. 238)"),
    integer(&UserOptions::size, "size",
            "only so many records of a training part are trained on, its first; 0: all")
        .limits_records()
        .at_least(0),
    integer(&UserOptions::blocks, "blocks",
            "instead of one split: consecutive blocks of the log, each tested under a policy that "
            "was not trained on it; 0: one split")
        .at_least(0),
    choice(&UserOptions::on_others, "train_on", {{"before", false}, {"others", true}},
           "the blocks that train for a block: those before it, or all others (K folds, whose "
           "standard error is conservative)"),
    text(&UserOptions::truth_text, "truth",
         "an evaluator of the environment that gives the trained policy's true value, as "
         "\"online\" or \"policy_value\"; empty: none"),
    integer(&UserOptions::play, "play",
            "steps of direct play; 0: as many as there are test records")
        .at_least(0),
    text(&UserOptions::baseline_text, "baseline",
         "an algorithm, trained and evaluated alike, over which the lift is reported; empty: none")
        .source("thesis, table 4.1 (section 4.5, p. 117): the best news"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "trained",
     .group = Group::wrappers,
     .is_core = true,
     .summary = "trains on the first part of the log, evaluates on the rest",
     .source = "thesis algorithm 18 (appendix B.2.1, p. 238)",
     .revision = 3,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Algorithms that are trained offline: the classifiers. What `of` requires of "
                      "the log and of the policy is required here too."}};

}  // namespace replaybench::evaluators::trained
