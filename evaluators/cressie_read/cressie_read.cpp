// The empirical likelihood of importance weights, by the Cressie-Read divergence of power -2.
//
// The formulas: suite/offpolicy/cressie_read.hpp. Columns: estimate; low and high, all values that
// are not rejected at the level; records; accepted, those of a weight above 0; likelihood, the point
// of the largest empirical likelihood itself (weights without bound); effective_records and
// mean_weight, of the importance weights.

#include "suite/offpolicy/cressie_read.hpp"

#include <algorithm>
#include <limits>

#include "suite/component/basis.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/offpolicy/policy_pass.hpp"

namespace replaybench::evaluators::cressie_read {

namespace {

constexpr const char* name = "cressie_read";

struct Options {
  double least_weight = 0;
  double most_weight = 0;  // 0: no bound
  double least_reward = 0;
  double most_reward = 1;
  double level = 0.95;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn records = add(Role::records);
  RowColumn accepted = add(Role::accepted);
  RowColumn likelihood = add("likelihood");
  RowColumn effective = add("effective_records");
  RowColumn mean_weight = add("mean_weight");
} result{};

class CressieRead final : public Evaluator {
 public:
  explicit CressieRead(const Options& options)
      : level_(options.level),
        range_{
            options.least_weight,
            options.most_weight > 0 ? options.most_weight : std::numeric_limits<double>::infinity(),
            options.least_reward, options.most_reward} {}

  LogAssumptions assumptions() const override { return {.static_policy = true}; }
  const RowSchema& schema() const override { return result; }

  bool never_calls_choose() const override { return true; }
  Passes passes() const override { return {.count = 1, .counts_records = true}; }

  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    rows.push_back(row_of(pass_of(trial)));
  }

  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    const offpolicy::PolicyPass pass = pass_of(trial);
    rows.push_back(row_of(pass));
    EstimateBasis basis;
    basis.weighting = WeightUse::importance;
    basis.weights_are_expected = true;
    basis.own.level = level_;
    basis.weights = pass.weights;
    basis.unsupported = pass.unsupported;
    return basis;
  }

 private:
  static offpolicy::PolicyPass pass_of(Trial& trial) {
    const double none[] = {0};
    return offpolicy::pass_over(name, trial, offpolicy::estimators::importance_sampling, {}, none);
  }

  ResultRow row_of(const offpolicy::PolicyPass& pass) const {
    require_possible(pass);
    const auto& rewards = pass.log->rewards;
    const auto sums = offpolicy::weighted_sums(pass.weights, rewards);
    const auto interval = offpolicy::cressie_read_interval(sums, range_, level_);
    const auto weights = offpolicy::summarise_weights(pass.weights);
    return result.row(static_cast<std::uint64_t>(pass.log->size()),
                      {result.estimate(offpolicy::cressie_read(sums, range_)),
                       result.low(interval.low), result.high(interval.high),
                       result.records(pass.log->size()), result.accepted(weights.records),
                       result.likelihood(offpolicy::empirical_likelihood(pass.weights, rewards)),
                       result.effective(weights.effective), result.mean_weight(weights.mean)});
  }

  // Requires that the logged records are possible.
  void require_possible(const offpolicy::PolicyPass& pass) const {
    for (std::size_t i = 0; i < pass.weights.size(); ++i) {
      const double w = pass.weights[i], r = pass.log->rewards[i];
      if (w < range_.least_weight || w > range_.most_weight) {
        throw NotApplicable(std::string(name) + ": record " + std::to_string(i) +
                            " has the weight " + numeric::to_decimal(w) +
                            ", outside [least_weight, most_weight]");
      }
      if (r < range_.least_reward || r > range_.most_reward) {
        throw NotApplicable(std::string(name) + ": record " + std::to_string(i) +
                            " has the reward " + numeric::to_decimal(r) +
                            ", outside [least_reward, most_reward]");
      }
    }
  }

  double level_;
  offpolicy::PossibleRange range_;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  if (options.most_weight > 0 && options.most_weight <= 1) {
    throw SpecErrors("cressie_read: most_weight must be above 1, the mean of all weights");
  }
  if (!(options.least_reward < options.most_reward)) {
    throw SpecErrors("cressie_read: least_reward must be below most_reward");
  }
  return std::make_shared<CressieRead>(options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::least_weight, "least_weight", "the smallest possible weight")
        .at_least(0)
        .below(1),
    real(&Options::most_weight, "most_weight",
         "the largest possible weight, not the largest of the log; 0: without bound")
        .at_least(0),
    real(&Options::least_reward, "least_reward", "the lowest possible reward"),
    real(&Options::most_reward, "most_reward", "the highest possible reward"),
    estimation::level_parameter(&Options::level));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "cressie_read",
     .group = Group::propensity_weights,
     .summary = "empirical likelihood of the importance weights: an estimate and an interval that "
                "know that the mean weight is 1",
     .source = "Karampatziakis, Langford, Mineiro 2020",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "empirical_likelihood"},
    {.make = parameters.factory(make),
     .applicability = "For fixed policies that give their probabilities, or that columns of the "
                      "log give; the log "
                      "needs propensities. Rewards lie in a known range."}};

}  // namespace replaybench::evaluators::cressie_read
