#include "suite/offpolicy/fixed_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "suite/component/basis.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/block_pass.hpp"
#include "suite/offpolicy/bounds.hpp"
#include "suite/offpolicy/policy_pass.hpp"
#include "suite/offpolicy/selection.hpp"
#include "suite/offpolicy/term_resamples.hpp"
#include "suite/statistics/student_t.hpp"

namespace replaybench::offpolicy {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn records = add(Role::records);
  RowColumn accepted = add(Role::accepted);
  RowColumn parameter = add("parameter");
  RowColumn effective = add("effective_records");
  RowColumn mean_weight = add("mean_weight");
  RowColumn mean_weight_z = add("mean_weight_z");
  RowColumn largest_weight = add("largest_weight");
  RowColumn largest_share = add("largest_share");
  RowColumn unsupported = add("unsupported");
} row_columns{};

// The estimates of resamples of the terms, each drawn with replacement.
statistics::Interval bootstrap_interval(std::span<const Term> terms, Combination combination,
                                        double lambda, const IntervalOptions& options,
                                        StreamKey key) {
  const TermResamples resamples(terms, combination, lambda);
  std::vector<double> estimates;
  for (std::uint64_t b = 0; b < options.resamples; ++b) {
    stop_point();
    estimates.push_back(resamples.estimate(key, b));
    if (!std::isfinite(estimates.back())) return {nan, nan};  // the terms' sum overflowed
  }
  return statistics::percentile_interval(estimates, options.level);
}

// Throws if the terms of a bounded mean lie outside the range.
void require_range(std::string_view owner, std::span<const double> values, double range) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*most - *least <= range) return;
  throw NotApplicable(
      fmt::format("{}: range={:g} is too small: the terms of this log lie {:g} apart", owner, range,
                  *most - *least));
}

// From the standard error of an estimate of n terms.
statistics::Interval interval_about(const Estimate& estimate, const IntervalOptions& options,
                                    std::size_t n) {
  const double at = (1 + options.level) / 2;
  if (options.kind == IntervalKind::student && n < 2) return {nan, nan};
  const double quantile = options.kind == IntervalKind::student
                              ? statistics::student_t_quantile(at, static_cast<double>(n) - 1)
                              : numeric::normal_quantile(at);
  const double half = quantile * estimate.standard_error;
  return {estimate.value - half, estimate.value + half};
}

class Evaluation {
 public:
  Evaluation(const std::string& owner, const EstimatorDefinition& definition,
             const FixedPolicyOptions& options, Trial& trial)
      : owner_(owner),
        definition_(definition),
        options_(options),
        candidates_(options.select == ParameterSelection::none ? std::vector{options.parameter}
                                                               : options.grid),
        pass_(pass_over(owner, trial, definition, options, candidates_)),
        key_(replicate_key(trial.policy_stream(), 2)),
        chosen_(choose()),
        estimate_(combine(terms(), definition.combination, parameter())) {
    if (!definition.has_error) estimate_.standard_error = nan;
  }

  std::span<const Term> terms() const { return pass_.terms[chosen_]; }
  double parameter() const { return candidates_[chosen_]; }
  Estimate estimate() const { return {pass_.offset + estimate_.value, estimate_.standard_error}; }
  const PolicyPass& pass() const { return pass_; }

  statistics::Interval interval() const {
    if (!definition_.has_error) return {nan, nan};
    const statistics::Interval of_terms = interval_of_terms();
    return {pass_.offset + of_terms.low, pass_.offset + of_terms.high};
  }

  double accepted() const {
    if (definition_.needs_model) return static_cast<double>(terms().size());
    return static_cast<double>(
        std::count_if(terms().begin(), terms().end(), [](const Term& t) { return t.weight > 0; }));
  }

 private:
  // Around the estimate that the terms make.
  statistics::Interval interval_of_terms() const {
    const IntervalOptions& options = options_.interval;
    switch (options.kind) {
      case IntervalKind::normal:
      case IntervalKind::student:
        break;
      case IntervalKind::bootstrap:
        return bootstrap_interval(terms(), definition_.combination, parameter(), options, key_);
      case IntervalKind::hoeffding:
        return hoeffding_interval(bounded_values(), options.range, options.level);
      case IntervalKind::bernstein:
        return empirical_bernstein_interval(bounded_values(), options.range, options.level);
      case IntervalKind::anytime:
        return anytime(anytime_interval);
      case IntervalKind::betting:
        return anytime([&](auto weights, auto rewards, double least, double most, double level) {
          if (definition_.loggers != Loggers::divergence) {
            return betting_interval(weights, rewards, least, most, level);
          }
          const Log& log = *pass_.log;
          return betting_interval(weights, rewards, log.loggers, log.logger_names.size(), least,
                                  most, level);
        });
    }
    return interval_about(estimate_, options, terms().size());
  }

  std::vector<double> bounded_values() const {
    std::vector<double> values = values_of(terms());
    require_range(owner_, values, options_.interval.range);
    return values;
  }

  std::size_t choose() const {
    if (options_.select == ParameterSelection::none) return 0;
    if (pass_.log->size() < 2) {
      throw NotApplicable(owner_ + ": a log of one record cannot choose a parameter");
    }
    if (options_.select == ParameterSelection::slope) {
      std::vector<SlopeCandidate> candidates;
      for (const auto& terms : pass_.terms) {
        candidates.push_back(
            {combine(terms, Combination::mean).value, slope_half_width(values_of(terms))});
      }
      return choose_by_slope(candidates);
    }
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const double bound = bound_of(pass_.terms[c]);
      if (bound < least) {
        least = bound;
        best = c;
      }
    }
    return best;
  }

  double bound_of(std::span<const Term> terms) const {
    std::vector<double> weights, outcomes;
    for (const Term& term : terms) {
      weights.push_back(term.weight);
      outcomes.push_back(term.outcome);
    }
    return mse_bound(values_of(terms), pass_.weights, weights, outcomes, true);
  }

  template <class Interval>
  statistics::Interval anytime(const Interval& interval) const {
    const IntervalOptions& options = options_.interval;
    const auto& rewards = pass_.log->rewards;
    const auto [least, most] = std::minmax_element(rewards.begin(), rewards.end());
    if (*least < options.least_reward || *most > options.most_reward) {
      throw NotApplicable(fmt::format(
          "{}: rewards of this log are in [{:g}, {:g}], outside [least_reward, most_reward]",
          owner_, *least, *most));
    }
    return interval(std::span(pass_.weights), std::span(rewards), options.least_reward,
                    options.most_reward, options.level);
  }

  const std::string& owner_;
  const EstimatorDefinition& definition_;
  const FixedPolicyOptions& options_;
  std::vector<double> candidates_;
  PolicyPass pass_;
  StreamKey key_;
  std::size_t chosen_;
  Estimate estimate_;
};

EstimateForm form_of(const EstimatorDefinition& definition, double parameter) {
  if (definition.needs_model) return EstimateForm::modelled;
  if (definition.combination == Combination::ratio) return EstimateForm::ratio;
  const bool log_mean = definition.combination == Combination::log_mean && parameter != 0;
  return log_mean ? EstimateForm::other : EstimateForm::mean;
}

// The numbers of a row.
struct RowNumbers {
  std::uint64_t records = 0;
  Estimate estimate;
  statistics::Interval interval;
  double accepted = 0;
  double parameter = nan;
  WeightSummary weights{nan, nan, nan, nan, nan, 0};  // pi / p
  double unsupported = 0;
};

ResultRow row_of(const RowNumbers& of) {
  return row_columns.row(
      of.records,
      {row_columns.estimate(of.estimate.value),
       row_columns.standard_error(of.estimate.standard_error), row_columns.low(of.interval.low),
       row_columns.high(of.interval.high), row_columns.records(of.records),
       row_columns.accepted(of.accepted), row_columns.parameter(of.parameter),
       row_columns.effective(of.weights.effective), row_columns.mean_weight(of.weights.mean),
       row_columns.mean_weight_z(of.weights.z), row_columns.largest_weight(of.weights.largest),
       row_columns.largest_share(of.weights.largest_share),
       row_columns.unsupported(of.unsupported)});
}

ResultRow row_of(const Evaluation& evaluation, const FixedPolicyOptions& options) {
  const PolicyPass& pass = evaluation.pass();
  RowNumbers numbers{.records = pass.log->size(),
                     .estimate = evaluation.estimate(),
                     .interval = evaluation.interval(),
                     .accepted = evaluation.accepted(),
                     .unsupported = pass.unsupported};
  if (options.has_parameter) numbers.parameter = evaluation.parameter();
  if (!pass.weights.empty()) numbers.weights = summarise_weights(pass.weights);
  return row_of(numbers);
}

void require_consistent(std::string_view owner, const EstimatorDefinition& definition,
                        const FixedPolicyOptions& options) {
  const auto refuse = [&](const std::string& why) {
    throw SpecErrors(std::string(owner) + ": " + why);
  };
  const IntervalOptions& interval = options.interval;
  const bool by_range =
      interval.kind == IntervalKind::hoeffding || interval.kind == IntervalKind::bernstein;
  if (by_range && !(interval.range > 0)) {
    refuse(
        "this interval needs range=, the length of an interval that holds every term (the largest "
        "possible weight times the largest reward, say); the sample's own maximum would guarantee "
        "nothing");
  }
  if ((by_range || interval.kind == IntervalKind::student) &&
      definition.combination != Combination::mean) {
    refuse("this interval is for means; the estimate is none: use \"normal\" or \"bootstrap\"");
  }
  const std::size_t fewest = statistics::min_resamples(interval.level);
  if (interval.kind == IntervalKind::bootstrap && interval.resamples < fewest) {
    refuse(fmt::format("a bootstrap of this level needs bootstrap_resamples={} at least", fewest));
  }
  const bool any_time =
      interval.kind == IntervalKind::anytime || interval.kind == IntervalKind::betting;
  if (any_time && !(interval.least_reward < interval.most_reward)) {
    refuse("least_reward must be below most_reward");
  }
  if (options.select != ParameterSelection::none && options.grid.empty()) {
    refuse("select needs grid=, the candidates");
  }
  if (options.select == ParameterSelection::none && !options.grid.empty()) {
    refuse("grid= has the candidates of select=, which is \"none\": name \"slope\" or \"mse\"");
  }
}

}  // namespace

FixedPolicy::FixedPolicy(std::string owner, const EstimatorDefinition& definition,
                         FixedPolicyOptions options)
    : owner_(std::move(owner)), definition_(definition), options_(std::move(options)) {
  require_consistent(owner_, definition_, options_);
}

const RowSchema& FixedPolicy::schema() const { return row_columns; }

void FixedPolicy::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  rows.push_back(row_of(Evaluation(owner_, definition_, options_, trial), options_));
}

EstimateBasis FixedPolicy::declared_basis(double parameter, double unsupported) const {
  EstimateBasis basis;
  basis.form = form_of(definition_, parameter);
  basis.weighting = definition_.changes_weights ? WeightUse::changed : WeightUse::importance;
  basis.weights_are_expected = true;
  basis.biased = definition_.changes_weights || definition_.combination == Combination::log_mean;
  basis.own = {options_.interval.level,
               definition_.has_error && options_.interval.kind == IntervalKind::normal};
  basis.unsupported = unsupported;
  return basis;
}

EstimateBasis FixedPolicy::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  const Evaluation evaluation(owner_, definition_, options_, trial);
  rows.push_back(row_of(evaluation, options_));
  EstimateBasis basis = declared_basis(evaluation.parameter(), evaluation.pass().unsupported);
  basis.unseen_in_context = evaluation.pass().unseen_in_context;
  if (definition_.has_error) {
    basis.influences =
        influences(evaluation.terms(), definition_.combination, evaluation.parameter());
  }
  double largest = 0;
  for (const Term& term : evaluation.terms()) {
    basis.weights.push_back(term.weight);
    largest = std::max(largest, term.weight);
  }
  if (largest == 0) {  // a model alone
    basis.weighting = WeightUse::none;
    basis.weights_are_expected = false;
  }
  return basis;
}

bool FixedPolicy::takes_blocks() const { return offpolicy::takes_blocks(definition_, options_); }

BlockBasis FixedPolicy::evaluate_blocks(const std::shared_ptr<const LogBlocks>& log,
                                        const Agent& policy, std::size_t jobs,
                                        std::vector<ResultRow>& rows) const {
  return basis_of(pass_over_blocks(owner_, log, policy, definition_, options_, jobs), rows);
}

BlockBasis FixedPolicy::basis_of(BlockPass pass, std::vector<ResultRow>& rows) const {
  const std::uint64_t records = pass.records;
  const statistics::Interval of_terms = interval_about(pass.estimate, options_.interval, records);
  rows.push_back(row_of(
      {.records = records,
       .estimate = {pass.offset + pass.estimate.value, pass.estimate.standard_error},
       .interval = {pass.offset + of_terms.low, pass.offset + of_terms.high},
       .accepted = static_cast<double>(definition_.needs_model ? records : pass.weights.records),
       .parameter = options_.has_parameter ? options_.parameter : nan,
       .weights = pass.importance_weights,
       .unsupported = pass.unsupported}));
  BlockBasis basis{.declared = declared_basis(options_.parameter, pass.unsupported),
                   .weights = pass.weights,
                   .influences = pass.influences,
                   .tail = pass.tail,
                   .rewarded = static_cast<double>(pass.rewarded),
                   .parts = std::move(pass.parts),
                   .lift = pass.lift};
  if (pass.weights.largest == 0) {
    basis.declared.weighting = WeightUse::none;
    basis.declared.weights_are_expected = false;
  }
  basis.declared.unseen_in_context = pass.unseen_in_context;
  return basis;
}

std::string FixedPolicy::needs_whole_log() const {
  return offpolicy::needs_whole_log(definition_, options_);
}

std::string FixedPolicy::sum_part(const std::shared_ptr<const LogBlocks>& part, const Agent& policy,
                                  std::size_t jobs) const {
  std::string bytes;
  offpolicy::sum_part(owner_, part, policy, definition_, options_, jobs).write(bytes);
  return bytes;
}

BlockBasis FixedPolicy::evaluate_sums(std::span<const std::string> parts,
                                      const std::function<bool(const std::string&)>& is_shown,
                                      std::vector<ResultRow>& rows) const {
  std::optional<BlockSums> sums;
  for (std::string_view bytes : parts) {
    const BlockSums part = BlockSums::read(bytes);
    if (!bytes.empty()) throw std::invalid_argument("sums of an estimate are too long");
    if (sums) {
      sums->merge(part);
    } else {
      sums = part;
    }
  }
  return basis_of(pass_of_sums(owner_, definition_, options_, sums.value(), is_shown), rows);
}

std::vector<std::string> FixedPolicy::remarks(const Log&, const Agent&,
                                              const ResultRow& row) const {
  std::vector<std::string> remarks;
  if (!definition_.has_error) {
    remarks.push_back(
        "no standard error: what the model gets wrong does not show in its predictions; compare "
        "with a doubly robust estimate");
  }
  if (options_.select != ParameterSelection::none) {
    remarks.push_back(fmt::format("parameter {:g}, chosen from {} candidates by the log itself",
                                  row[row_columns.parameter], options_.grid.size()));
  }
  return remarks;
}

}  // namespace replaybench::offpolicy
