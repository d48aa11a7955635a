#include "suite/evaluate/one_pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "suite/model/passed_records.hpp"
#include "suite/model/pool.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/fixed_policy.hpp"
#include "suite/prepared/prepared_numbers.hpp"
#include "suite/statistics/largest_terms.hpp"
#include "suite/statistics/student_t.hpp"
#include "suite/terms/term_sums.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

using numeric::ExactSum;
using offpolicy::Combination;
using offpolicy::Term;

constexpr std::size_t block_records = std::size_t{1} << 15;

// An estimator of the file, its evaluator kept alive.
struct Estimator {
  std::shared_ptr<const Evaluator> evaluator;
  const offpolicy::FixedPolicy* policy = nullptr;
  std::string text;
  bool wants_normal = false;

  const offpolicy::EstimatorDefinition& definition() const { return policy->definition(); }
  const offpolicy::FixedPolicyOptions& options() const { return policy->options(); }
  Combination combination() const {
    const bool mean = definition().combination == Combination::log_mean && options().parameter == 0;
    return mean ? Combination::mean : definition().combination;
  }
};

Estimator estimator_of(const Component<EvaluatorDescription>& component) {
  using offpolicy::IntervalKind;
  Estimator estimator{component.description->make(component.parameters), nullptr,
                      component.canonical(), names_normal_interval(component)};
  const auto refuse = [&](const std::string& why) {
    throw SpecErrors(estimator.text + ": " + option("one_pass", "true") + " " + why);
  };
  estimator.policy = dynamic_cast<const offpolicy::FixedPolicy*>(estimator.evaluator.get());
  const char* const instead =
      "is for estimators such as ips and snips, which need of a record its "
      "weight and its reward alone; evaluate without it";
  if (!estimator.policy) refuse(instead);
  const auto& definition = estimator.definition();
  if (definition.needs_model || definition.needs_logger || definition.needs_groups ||
      !definition.needs_propensity || definition.loggers != offpolicy::Loggers::own) {
    refuse(instead);
  }
  const auto& options = estimator.options();
  if (options.select != offpolicy::ParameterSelection::none) {
    refuse("takes one parameter, and cannot choose it; evaluate without it");
  }
  if (options.interval.kind != IntervalKind::normal &&
      options.interval.kind != IntervalKind::student) {
    refuse("gives the intervals \"normal\" and \"student\"; evaluate without it");
  }
  return estimator;
}

// What the sweeps add up. Every member is the same for any order of the records.
struct Sums {
  explicit Sums(std::uint64_t records) : largest(records) {}

  terms::TermSums terms;
  statistics::LargestTerms largest;                        // weight times reward
  double most = -std::numeric_limits<double>::infinity();  // exponent, of a log-mean
  double least_reward = std::numeric_limits<double>::infinity();
  double most_reward = -std::numeric_limits<double>::infinity();
  RewardRange range = RewardRange::binary;
  std::uint64_t rewarded = 0;  // of a weight above 0 and a reward of 1

  void merge(const Sums& other) {
    terms.merge(other.terms);
    largest.merge(other.largest);
    most = std::max(most, other.most);
    least_reward = std::min(least_reward, other.least_reward);
    most_reward = std::max(most_reward, other.most_reward);
    range = std::min(range, other.range);  // the wider one
    rewarded += other.rewarded;
  }
};

// One estimator on the terms of one policy. A log-mean needs a sweep for its largest exponent, which is
// taken out.
class Accumulation {
 public:
  Accumulation(const Estimator& estimator, std::uint64_t records)
      : estimator_(&estimator),
        combination_(estimator.combination()),
        lambda_(estimator.options().parameter),
        records_(records) {}

  int sweeps() const { return combination_ == Combination::log_mean ? 2 : 1; }

  Sums empty() const {
    Sums sums(records_);
    sums.terms = terms::TermSums({.base = combination_ == Combination::log_mean, .third = true});
    return sums;
  }
  void add(int sweep, const Term& term, double reward, Sums& sums) const {
    const bool last = sweep + 1 == sweeps();
    if (combination_ == Combination::log_mean) {
      const double exponent = (term.base + term.weight * term.outcome) * lambda_;
      if (last) {
        sums.terms.add({numeric::exp(exponent - most_), term.weight, 0});
      } else {
        sums.most = std::max(sums.most, exponent);
      }
    } else {
      sums.terms.add(term);
    }
    if (!last) return;
    sums.largest.add(term.weight * reward);
    sums.least_reward = std::min(sums.least_reward, reward);
    sums.most_reward = std::max(sums.most_reward, reward);
    sums.range = std::min(sums.range, range_of_reward(reward));
    sums.rewarded += term.weight > 0 && reward == 1;
  }

  void finish(int sweep, const Sums& sums) {
    if (sweep + 1 < sweeps()) {
      most_ = sums.most;
      return;
    }
    if (estimator_->definition().needs_positive_rewards && sums.least_reward < 0) {
      throw NotApplicable(estimator_->text +
                          ": this estimator is for rewards of 0 or more; the log has negative "
                          "ones");
    }
    const bool exponentials = combination_ == Combination::log_mean;
    const Combination combination = exponentials ? Combination::mean : combination_;
    estimate_ = sums.terms.combine(combination);
    const auto moments = sums.terms.influence_moments(combination);
    influences_ = {records_, moments.second, moments.third};
    if (exponentials) {
      const double step = 1 / (estimate_.value * lambda_);  // d log-mean / d mean
      influences_.second *= step * step;
      influences_.third *= step * step * step;
      estimate_ = terms::log_of(estimate_, lambda_, most_);
    }
  }

  void write(const Sums& sums, double unsupported, OnePassEstimate& out) const {
    const auto& interval = estimator_->options().interval;
    const auto& definition = estimator_->definition();
    const double n = static_cast<double>(records_);
    const offpolicy::WeightSummary summary = sums.terms.weights();
    out.estimate = estimate_.value;
    out.standard_error = estimate_.standard_error;
    const double half = quantile(interval) * out.standard_error;
    out.own = {out.estimate - half, out.estimate + half};
    out.accepted = summary.records;
    out.weights = diagnostics_of(summary, definition.changes_weights);
    out.unsupported = unsupported;
    const bool is_other = combination_ == Combination::log_mean;
    JudgeInput input;
    input.of = {.estimate = out.estimate,
                .variance = out.standard_error * out.standard_error,
                .sums = influences_,
                .accepted = static_cast<double>(out.accepted),
                .own = out.own,
                .own_kind = {interval.level, interval.kind == offpolicy::IntervalKind::normal},
                .wants_normal = estimator_->wants_normal,
                .records = records_,
                .form = is_other                             ? EstimateForm::other
                        : combination_ == Combination::ratio ? EstimateForm::ratio
                                                             : EstimateForm::mean,
                .by_influences = is_other,
                .largest_part = out.weights.largest / n};
    input.weighting = definition.changes_weights ? WeightUse::changed : WeightUse::importance;
    input.weights_are_expected = true;
    input.biased = definition.changes_weights || is_other;
    input.weights = out.weights;
    input.tail = sums.largest.tail();
    if (sums.range == RewardRange::binary && !is_other) {
      input.rewarded = static_cast<double>(sums.rewarded);
    }
    input.unsupported = unsupported;
    input.scale = scale_of(sums.range);
    input.least_reward = sums.least_reward;
    input.most_reward = sums.most_reward;
    out.judged = judge(input);
  }

 private:
  double quantile(const offpolicy::IntervalOptions& interval) const {
    const double at = (1 + interval.level) / 2;
    if (interval.kind == offpolicy::IntervalKind::normal) return numeric::normal_quantile(at);
    return records_ < 2 ? nan
                        : statistics::student_t_quantile(at, static_cast<double>(records_ - 1));
  }

  const Estimator* estimator_;
  Combination combination_;
  double lambda_;
  std::uint64_t records_;
  double most_ = 0;
  offpolicy::Estimate estimate_;
  statistics::InfluenceSums influences_;
};

// A stretch of the log per job, in blocks; the stretches' sums are merged, which is exact.
// work(stretch, first record, records).
template <class Work>
void over_stretches(const PreparedNumbers& log, std::size_t jobs, const Work& work) {
  const std::uint64_t n = log.records();
  Pool(jobs).for_each(jobs, [&](std::uint64_t s) {
    const std::uint64_t begin = n / jobs * s + std::min(s, n % jobs);
    const std::uint64_t end = begin + n / jobs + (s < n % jobs ? 1 : 0);
    for (std::uint64_t first = begin; first < end; first += block_records) {
      const std::uint64_t records = std::min<std::uint64_t>(end - first, block_records);
      work(s, first, static_cast<std::size_t>(records));
      count_passed(records);
    }
  });
}

// The actions that no record shows; none is looked for where no policy gives the probabilities of all.
std::vector<Action> actions_never_shown(const PreparedNumbers& log, std::size_t jobs) {
  const auto& targets = log.targets();
  if (std::none_of(targets.begin(), targets.end(), [](const auto& t) { return t.has_all; })) {
    return {};
  }
  const Action count = log.action_count();
  std::vector<std::vector<bool>> shown(jobs, std::vector<bool>(count));
  over_stretches(log, jobs, [&](std::uint64_t s, std::uint64_t first, std::size_t records) {
    std::vector<Action> actions(records);
    log.read_actions(first, actions);
    for (const Action action : actions) shown[s][action] = true;
  });
  std::vector<Action> never;
  for (Action action = 0; action < count; ++action) {
    if (std::none_of(shown.begin(), shown.end(), [&](const auto& of) { return of[action]; })) {
      never.push_back(action);
    }
  }
  return never;
}

// All estimators of one policy.
class PolicySweeps {
 public:
  PolicySweeps(const PreparedNumbers& log, std::size_t target,
               const std::vector<Action>& never_shown, const std::vector<Estimator>& estimators,
               std::size_t jobs)
      : log_(log),
        target_(target),
        never_shown_(never_shown),
        estimators_(estimators),
        jobs_(jobs) {
    for (const Estimator& estimator : estimators) {
      accumulations_.emplace_back(estimator, log.records());
      sums_.push_back(accumulations_.back().empty());
    }
  }

  void run(std::vector<OnePassEstimate>& out) {
    for (int sweep = 0; sweep < 2; ++sweep) {
      if (std::none_of(accumulations_.begin(), accumulations_.end(),
                       [&](const Accumulation& a) { return a.sweeps() > sweep; })) {
        continue;
      }
      run_sweep(sweep);
    }
    const double unsupported = unsupported_probability();
    for (std::size_t e = 0; e < estimators_.size(); ++e) {
      OnePassEstimate& estimate = out.emplace_back();
      estimate.policy = log_.targets()[target_].name;
      estimate.evaluator = estimators_[e].text;
      accumulations_[e].write(sums_[e], unsupported, estimate);
    }
  }

 private:
  void run_sweep(int sweep) {
    std::vector<Sums> none;
    for (const Accumulation& of : accumulations_) none.push_back(of.empty());
    std::vector<std::vector<Sums>> parts(jobs_, none);
    over_stretches(log_, jobs_, [&](std::uint64_t s, std::uint64_t first, std::size_t count) {
      add_block(sweep, first, count, parts[s]);
    });
    for (const auto& part : parts) {
      for (std::size_t e = 0; e < sums_.size(); ++e) sums_[e].merge(part[e]);
    }
    for (std::size_t e = 0; e < sums_.size(); ++e) accumulations_[e].finish(sweep, sums_[e]);
  }

  void add_block(int sweep, std::uint64_t first, std::size_t count, std::vector<Sums>& sums) const {
    std::vector<double> rewards(count), propensities(count), policy(count);
    log_.read_rewards(first, rewards);
    log_.read_propensities(first, propensities);
    log_.read_target(target_, first, policy);
    for (std::size_t e = 0; e < estimators_.size(); ++e) {
      if (accumulations_[e].sweeps() <= sweep) continue;
      const auto& options = estimators_[e].options();
      const offpolicy::Settings settings{options.parameter, options.floor};
      const auto term_of = estimators_[e].definition().term;
      for (std::size_t i = 0; i < count; ++i) {
        offpolicy::RecordView record;
        record.pi = policy[i];
        record.propensity = propensities[i];
        record.weight = record.pi / record.propensity;
        record.reward = rewards[i];
        accumulations_[e].add(sweep, term_of(record, settings), record.reward, sums[e]);
      }
    }
  }

  // The mean probability of actions that the log never shows.
  double unsupported_probability() const {
    if (!log_.targets()[target_].has_all) return nan;
    ExactSum sum;
    for (const Action action : never_shown_) {
      std::vector<ExactSum> parts(jobs_);
      over_stretches(log_, jobs_, [&](std::uint64_t s, std::uint64_t first, std::size_t records) {
        std::vector<double> values(records);
        log_.read_target_of(target_, action, first, values);
        for (const double value : values) parts[s].add(value);
      });
      for (const ExactSum& part : parts) sum.merge(part);
    }
    return sum.value() / static_cast<double>(log_.records());
  }

  const PreparedNumbers& log_;
  std::size_t target_;
  const std::vector<Action>& never_shown_;
  const std::vector<Estimator>& estimators_;
  std::size_t jobs_;
  std::vector<Accumulation> accumulations_;
  std::vector<Sums> sums_;
};

// By the sweeps of all policies, and the look for actions that the log never shows; its sums over
// those actions, of which there are few, are left out.
std::uint64_t records_to_pass(const PreparedNumbers& log,
                              const std::vector<Estimator>& estimators) {
  std::uint64_t times = 0;
  for (const auto& target : log.targets()) {
    if (target.has_all) times = 1;
  }
  for (int sweep = 0; sweep < 2; ++sweep) {
    const bool needed = std::any_of(estimators.begin(), estimators.end(), [&](const Estimator& e) {
      return Accumulation(e, log.records()).sweeps() > sweep;
    });
    if (needed) times += log.targets().size();
  }
  return times * log.records();
}

}  // namespace

OnePassResult evaluate_in_one_pass(const std::filesystem::path& prepared,
                                   const std::vector<Component<EvaluatorDescription>>& evaluators,
                                   std::size_t jobs, std::atomic<std::uint64_t>* expected) {
  std::vector<Estimator> estimators;
  for (const auto& component : evaluators) estimators.push_back(estimator_of(component));
  const PreparedNumbers log(prepared);
  if (log.has_clusters() || log.has_segments()) {
    throw SpecErrors(prepared.string() + ": " + option("one_pass", "true") +
                     " is for logs without clusters and segments; evaluate without it");
  }
  if (!log.has_propensities() || log.targets().empty()) {
    throw NotApplicable(prepared.string() + ": " + option("one_pass", "true") +
                        " needs propensities and a target policy given by columns (data prepare " +
                        option("policy_column") + ")");
  }
  OnePassResult result;
  result.records = log.records();
  if (expected) *expected = records_to_pass(log, estimators);
  const std::vector<Action> never_shown = actions_never_shown(log, jobs);
  for (std::size_t target = 0; target < log.targets().size(); ++target) {
    PolicySweeps(log, target, never_shown, estimators, jobs).run(result.estimates);
  }
  for (const OnePassEstimate& estimate : result.estimates) {
    if (!std::isfinite(estimate.estimate)) {
      throw DataError("the estimate is not finite: the rewards or weights of " + prepared.string() +
                      " are too large to add");
    }
  }
  return result;
}

}  // namespace replaybench
