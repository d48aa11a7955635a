// An interval that is looked at again and again while the log grows: how often it has missed the truth
// at any look so far.
//
// An interval of 95 % misses the truth in 5 % of the logs of one size. Looking at every size and
// stopping at a welcome result gives many chances of a miss; anytime-valid intervals hold for all
// looks together.
//
// Source: Johari, Koomen, Pekelis and Walsh, KDD 2017 (the harm of looking again and again); Howard,
// Ramdas, McAuliffe and Sekhon, Annals of Statistics 49(2), 2021 (intervals that hold at all looks).

#include <cmath>
#include <limits>

#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::evaluators::interval_misses {

namespace {

struct Options {
  std::string of = "ips";
  double truth = std::numeric_limits<double>::infinity();
  std::vector<std::uint64_t> checkpoints;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn records = add(Role::records);
  RowColumn missed = add("missed");
  RowColumn ever_missed = add("ever_missed");
} result{};

class IntervalMisses final : public Evaluator {
 public:
  explicit IntervalMisses(const Options& options)
      : options_(options),
        inner_(estimation::make_inner_evaluator("interval_misses", "of", options.of,
                                                "there is nothing that grows")) {
    const RowSchema& schema = inner_.evaluator->schema();
    if (!schema.find(Role::interval_low) || !schema.find(Role::interval_high)) {
      throw SpecErrors("interval_misses's of: this evaluator gives no interval (low and high)");
    }
    estimation::require_increasing("interval_misses", options.checkpoints);
  }

  LogAssumptions assumptions() const override { return inner_.evaluator->assumptions(); }
  bool estimates_value() const override { return inner_.estimates_value; }
  const RowSchema& schema() const override { return result; }

  /// A row for each checkpoint that the log reaches: the estimate and the interval of the first
  /// records, whether it leaves the truth out (0 or 1), and whether one has so far. An interval without
  /// ends leaves nothing out; if no truth is given both are NaN. Costs all inner
  /// evaluations. Throws NotApplicable if the inner evaluator has no estimate of the first records.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const RowSchema& inner = inner_.evaluator->schema();
    std::vector<std::uint64_t> sizes = options_.checkpoints;
    if (sizes.empty()) sizes.push_back(log->size());
    bool ever = false;
    std::vector<ResultRow> of_part;
    for (const std::uint64_t size : sizes) {
      if (size > log->size()) break;
      // The draws of the inner evaluator are the same at every size.
      Trial part = trial.with_log(std::make_shared<const Log>(log->first_records(size)),
                                  trial.policy_stream());
      of_part.clear();
      inner_.evaluator->evaluate(part, of_part);
      if (of_part.empty()) {
        throw NotApplicable("interval_misses: the inner evaluator has no estimate on the first " +
                            std::to_string(size) + " records");
      }
      const ResultRow& last = of_part.back();
      const double low = value_of(inner, last, Role::interval_low);
      const double high = value_of(inner, last, Role::interval_high);
      const bool missed = low > options_.truth || high < options_.truth;
      ever = ever || missed;
      const auto flag = [&](bool value) {
        return !std::isfinite(options_.truth) ? nan : value ? 1.0 : 0.0;
      };
      rows.push_back(
          result.row(size, {result.estimate(value_of(inner, last, Role::estimate)), result.low(low),
                            result.high(high), result.records(size), result.missed(flag(missed)),
                            result.ever_missed(flag(ever))}));
    }
  }

 private:
  Options options_;
  estimation::InnerEvaluator inner_;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<IntervalMisses>(options);
}

const auto parameters = bind_parameters<Options>(
    estimation::of_parameter(&Options::of),
    real(&Options::truth, "truth",
         "the value that the interval is to hold; inf: not given, and misses are not counted"),
    estimation::checkpoints_parameter(&Options::checkpoints,
                                      "numbers of records at which to look; none: the whole log"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "interval_misses",
     .group = Group::evaluator_measures,
     .summary = "an evaluator's interval while the log grows: whether it has missed the truth at "
                "any look so far",
     .source = "our design",
     .revision = 2,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Where the true value is known: a study of intervals. What the inner evaluator is for."}};

}  // namespace replaybench::evaluators::interval_misses
