#include "evaluators/c2r/c2r.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace replaybench::evaluators::c2r {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn clicks = add("clicks", Role::count);
  RowColumn hits = add("hits", Role::count);
  RowColumn hit_rate = add("hit_rate");
  RowColumn touched = add("touched", Role::count);
  RowColumn records = add(Role::records);
} result{};

// What a hit weighs, but for a factor that is common to all hits.
class HitWeights {
 public:
  HitWeights(const Log& log, PoolWeight kind) : log_(log), kind_(kind) {
    if (!log.has_pools()) {
      factor_ = log.action_count;
      return;
    }
    if (kind == PoolWeight::size) return;
    double sizes = 0;
    of_action_.assign(log.action_count, 0);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const ActionSet pool = log.available(i);
      sizes += pool.size();
      for (Action j = 0; j < pool.size(); ++j) of_action_[pool[j]] += pool.size();
    }
    factor_ = sizes / static_cast<double>(log.size());
    for (double& weight : of_action_) weight = kind == PoolWeight::mean ? 1 : weight / sizes;
  }

  double factor() const { return factor_; }
  double operator()(std::size_t i) const {
    if (!log_.has_pools()) return 1;
    return kind_ == PoolWeight::size ? log_.available(i).size() : of_action_[log_.actions[i]];
  }

 private:
  const Log& log_;
  PoolWeight kind_;
  double factor_ = 1;
  std::vector<double> of_action_;
};

// The sums over the records that are read, in the order of the log.
struct HitSums {
  double clicks = 0;
  double hits = 0;
  double reward = 0;   // of w V r
  double reward2 = 0;  // of (w V r)^2
  double all = 0;      // of r
  double all2 = 0;     // of r^2
  double hit1 = 0;     // of V r
  double hit2 = 0;     // of V r^2
  double touched = 0;
};

}  // namespace

const RowSchema& ClassifyToRecommend::schema() const { return result; }

void ClassifyToRecommend::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const Agent agent = trial.agent();
  if (agent.learns()) {
    throw NotApplicable(
        "c2r: the algorithm learns; of its records this evaluator would show it none. "
        "online_classification is the thesis's form for such algorithms");
  }
  if (options_.by_probabilities && !agent.has_probabilities()) {
    throw NotApplicable("c2r: the policy does not give the probabilities of its choices");
  }
  if (options_.known_mean > 0 && log->has_pools()) {
    throw NotApplicable("c2r: the pool of actions changes, so that no one mean can be known");
  }
  const HitWeights weights(*log, options_.pool_weight);
  std::vector<double> choice(options_.by_probabilities ? log->action_count : 0);
  // The share of the choice that is the logged action.
  const auto share_of = [&](std::size_t i, const Context& context) -> double {
    const ActionSet pool = log->available(i);
    if (!options_.by_probabilities) {
      Draws draws(trial.policy(), i);  // those that replay has at this record
      return agent.choose(context, pool, draws) == log->actions[i] ? 1 : 0;
    }
    agent.probabilities(context, pool, std::span(choice).first(pool.size()));
    for (Action j = 0; j < pool.size(); ++j) {
      if (pool[j] == log->actions[i]) return choice[j];
    }
    return 0;
  };
  HitSums sums;
  const bool reads = agent.uses_contexts();
  ContextReader contexts(*log);
  for (std::size_t i = 0; i < log->size(); ++i) {
    const double r = log->rewards[i];
    if (r == 0 && options_.only_clicks) continue;
    const double share = share_of(i, reads ? contexts[i] : Context());
    ++sums.touched;
    if (r == 0) continue;  // no class: never a hit
    ++sums.clicks;
    sums.all += r;
    sums.all2 += r * r;
    if (share == 0) continue;
    const double w = weights(i) * share;
    sums.hits += share;
    sums.reward += w * r;
    sums.reward2 += w * w * r * r;
    sums.hit1 += share * r;
    sums.hit2 += share * r * r;
  }

  const double n = static_cast<double>(log->size());
  const double hit_rate = sums.all == 0 ? 0 : sums.hit1 / sums.all;
  const double factor = weights.factor();
  double estimate = 0;
  double error = std::numeric_limits<double>::quiet_NaN();
  if (options_.known_mean > 0) {
    const double scale = log->action_count * options_.known_mean;
    estimate = scale * hit_rate;
    // A ratio of two sums: its deviation is that of r (V - q), for shares an upper bound.
    const double squares = sums.hit2 * (1 - 2 * hit_rate) + hit_rate * hit_rate * sums.all2;
    if (sums.clicks > 1) {
      error = scale * std::sqrt(std::max(squares, 0.0) * sums.clicks / (sums.clicks - 1)) /
              std::fabs(sums.all);
    }
  } else if (log->size() > 0) {
    const double sum = factor * sums.reward;
    const double squares = factor * factor * sums.reward2 - sum * sum / n;
    estimate = sum / n;
    if (log->size() > 1) error = std::sqrt(std::fmax(squares, 0) / (n - 1) / n);
  }
  rows.push_back(result.row(
      log->size(), {result.estimate(estimate), result.standard_error(error),
                    result.clicks(sums.clicks), result.hits(sums.hits), result.hit_rate(hit_rate),
                    result.touched(sums.touched), result.records(n)}));
}

namespace {

std::shared_ptr<const Evaluator> make(const C2rOptions& options) {
  return std::make_shared<ClassifyToRecommend>(options);
}

const auto parameters = bind_parameters<C2rOptions>(
    choice(&C2rOptions::only_clicks, "problem", {{"clicks", true}, {"all", false}},
           "P_1, which reads the rewarded records alone, or P_{1+0}, which reads all of them "
           "for the same number")
        .source("thesis, appendix B.2.1 (p. 238)"),
    choice(
        &C2rOptions::pool_weight, "pool_weight",
        {{"size", PoolWeight::size}, {"printed", PoolWeight::printed}, {"mean", PoolWeight::mean}},
        "where the pool changes a hit weighs its record's K_t (unbiased), the printed "
        "factor of its action times the mean K_t, or the mean K_t (both biased)")
        .source("thesis, section 3.7.2 (p. 97) and appendix B.2.2 (p. 240)"),
    choice(&C2rOptions::by_probabilities, "hits", {{"choices", false}, {"probabilities", true}},
           "a hit is a choice of the policy, or counts with the policy's probability of it"),
    real(&C2rOptions::known_mean, "known_mean",
         "mean reward of the logging policy where it is known; 0: that of "
         "the log")
        .at_least(0));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "c2r",
     .summary = "classify-to-recommend: a static policy's hit rate on the rewarded records, scaled",
     .source = "thesis appendix B, algorithm 18, theorems 23 and 24",
     .parameters = parameters.described()},
    parameters.factory(make),
    "Static policies, above all classifiers, on a log of uniformly random actions: replay*, from "
    "the rewarded records alone."};

}  // namespace replaybench::evaluators::c2r
