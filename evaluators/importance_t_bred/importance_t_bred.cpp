// Importance-resampled T-BRED: importance_bred that counts only records not learned before, so that
// memorising does not pay.
//
// Source: ours; T-BRED: thesis algorithm 17 (appendix A.4.1, p. 225) and t_bred.cpp; the draws:
// suite/estimation/importance.hpp.
//
// The teaching records are drawn in proportion to 1 / p among those that are no tests. The tests
// are a uniform share of the log, each offered once as in T-BRED, and an accepted one counts with
// weight 1 / p: the test of a policy that does not change is RED with these weights (thesis,
// section 3.6.1, p. 89), and the tests, a share tau / K of the slots, teach too. Pools that change
// are refused: a test then has another share of the slots in each pool.
//
// A teaching record is drawn by its weight, and counts 1 in `training`.
//
// Columns: those of t_bred (entangled_replay.hpp), and effective, fewest_effective, fewest_records
// (importance.hpp).

#include "suite/estimation/entangled_passes.hpp"
#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/importance.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/resample/weighted_records.hpp"

namespace replaybench::evaluators::importance_t_bred {

namespace {

struct ImportanceTBredOptions : estimation::EntangledOptions {
  double expansion = 0;  ///< slots in a resample, in logs; 0 means K
};

const estimation::WithSupport<estimation::EntangledColumns>& columns_of_importance_t_bred() {
  static const estimation::WithSupport<estimation::EntangledColumns> columns;
  return columns;
}

class ImportanceTBred final : public Evaluator {
 public:
  /// Records are weighted by the propensities, for every value of the options.
  explicit ImportanceTBred(ImportanceTBredOptions options) : options_(std::move(options)) {
    options_.weighting = {estimation::WeightKind::propensity, 0};
  }

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions;
    assumptions.constant_pool = true;
    assumptions.whole_horizon = options_.expansion == 0;
    return assumptions;
  }
  const RowSchema& schema() const override { return columns_of_importance_t_bred(); }
  /// The rows of t_bred. Throws NotApplicable without propensities, if pools change, and as
  /// t_bred. B E T chooses, and O(T) a resample for the table of the draws.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const auto weights = estimation::importance_weights("importance_t_bred", *log);
    if (log->has_pools()) {
      throw NotApplicable(
          "importance_t_bred: the pool of actions changes along this log; importance_bred allows "
          "that");
    }
    const std::size_t tests = estimation::test_count(options_.tau, log->size());
    const std::uint64_t slots = estimation::expanded_size(*log, options_.expansion);
    estimation::require_slots(slots, tests);
    estimation::EntangledDesign design;
    design.records = log->size();
    design.slots = slots;
    design.split = estimation::random_split(*log, tests);
    design.drawn_by_weight = true;
    design.training_source = [&weights](const EntangledSplit& split, StreamKey key) {
      std::vector<double> of_training;
      of_training.reserve(split.training.size());
      for (const std::uint32_t i : split.training) of_training.push_back(weights[i]);
      return std::make_unique<PlainTraining>(std::make_unique<WeightedRecords>(
          std::make_shared<const WeightTable>(of_training), split.training, key));
    };
    std::vector<ResultRow> plain;
    estimation::entangled_rows(trial, design, options_, plain);
    const estimation::RecordSupport support = estimation::record_support(*log);
    for (const ResultRow& row : plain) {
      rows.push_back(columns_of_importance_t_bred().extend(row, support));
    }
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    auto remarks = estimation::support_remarks(log, agent);
    for (auto& remark : estimation::entangled_remarks(log, agent, row, options_.resamples)) {
      remarks.push_back(std::move(remark));
    }
    return remarks;
  }

 private:
  ImportanceTBredOptions options_;
};

std::shared_ptr<const Evaluator> make(const ImportanceTBredOptions& options) {
  estimation::require_consistent("importance_t_bred", options);
  return std::make_shared<ImportanceTBred>(options);
}

const auto parameters = bind_parameters<ImportanceTBredOptions>(
    estimation::entangled_parameters(),
    estimation::expansion_parameter(&ImportanceTBredOptions::expansion));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "importance_t_bred",
     .group = Group::bred,
     .summary = "importance_bred that counts only records not learned before",
     .source = "ours; T-BRED: thesis algorithm 17 (appendix A.4.1, p. 225)",
     .revision = 3,  // training and overfitting: no second weight for records drawn by weight
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Algorithms that learn, above all those that use the features, on a log with known "
         "propensities above 0, from an environment that does not change; 100 resamples or more.",
     .properties = {.on_known_propensities = "importance_t_bred for a policy that learns"}}};

}  // namespace replaybench::evaluators::importance_t_bred
