// Classify-to-recommend: a static policy is a classifier of the rewarded records, and its hit rate
// there is its value, up to a known factor. The records without a reward are not read.
//
// Source: thesis appendix B, algorithm 18 (appendix B.2.1, p. 238), theorems 22-24 (appendix B.2.2,
// p. 240); real-valued rewards in appendix B.2.2 (p. 240); fluctuating pools in appendix B.2.2
// (p. 240).
//   S, T          the log and its number of records
//   K, K_t        actions; those available at record t
//   S_1           records with a reward that is not 0: `clicks`
//   V_t           1 when the policy takes the logged action, else 0
//   q_pi(S_1)     hit_rate: sum_{S_1} r_t V_t / sum_{S_1} r_t; for rewards 0 and 1 hits / clicks
//   g^(C2R)       (|S_1| K / T) q_pi(S_1) = (K / T) sum_{S_1} V_t r_t: the estimate
// It is replay* (thesis, appendix B.2.2, p. 240, theorem 7's variance) on every log, bit for bit:
// replay* adds 0 for the other records. For rewards 0 and 1 and a fixed pool T estimate / K
// ~ Binomial(T, g/K) exactly, so the variance is g (K - g) / T.
//
//   problem = clicks (P_1) | all (P_{1+0}, appendix B.2.1, p. 238): there a record without a reward
//   has no class and
//     can never be a hit, the factor is K, and all T records are read for the same number.
//   pool_weight = size: if the pool changes a hit weighs K_t, which is unbiased (section 3.7.2,
//   p. 97). printed:
//     it weighs the factor of appendix B.2.2 (p. 240) for its action i, sum_t I(i available at t)
//     K_t / sum_t K_t, times the mean pool size: biased, because it favours the actions that were longest in
//     the pool, and no weight of an action can replace the weight 1/K_t of a record. mean: only the
//     mean pool size.
//   hits = probabilities: of a policy that gives them; pi(a_t|x_t) in the place of V_t. The same
//     mean and less variance (RED*_inf); not in the thesis.
//   known_mean: the logging policy's mean reward if it is known, in the place of sum r_t / T:
//     K known_mean q. Not in the thesis. Its only bias comes from an empty S_1, which gives 0; the variance
//     tends to (g/T) (K - g/known_mean).
//
// Deviations from the print: algorithm 18 divides by S_test where |S_test| is meant; an empty S_1
// gives 0 (the print has 0/0), as replay* does.
//
// Columns: estimate; standard_error (replay*'s; with known_mean that of the hit rate); clicks; hits
// (expected ones with hits = probabilities); hit_rate, 0 when S_1 is empty; touched, the records
// for which the policy chose; records.

#include <cmath>
#include <limits>

#include "suite/component/basis.hpp"
#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/numeric/exact_product_sum.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/terms/term_sums.hpp"

namespace replaybench::evaluators::c2r {

namespace {

enum class PoolWeight { size, printed, mean };

struct C2rOptions {
  bool only_clicks = true;  ///< P_1, otherwise P_{1+0}
  PoolWeight pool_weight = PoolWeight::size;
  bool by_probabilities = false;
  double known_mean = 0;  ///< 0: not known
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn clicks = add("clicks", Role::count);
  RowColumn hits = add("hits", Role::count);
  RowColumn hit_rate = add("hit_rate");
  RowColumn touched = add("touched", Role::count);
  RowColumn records = add(Role::records);
} result{};

// Weight of a hit, up to a factor that is common to all hits.
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

// The sums over the records that are read.
struct HitSums {
  double clicks = 0;
  double hits = 0;
  double touched = 0;
  terms::TermSums rewards;               // of w V and r
  numeric::ExactSum hit, miss;           // of V r and (1 - V) r
  numeric::ExactProductSum hit2, miss2;  // of V r^2 and (1 - V) r^2
};

class ClassifyToRecommend final : public BasisEvaluator {
 public:
  explicit ClassifyToRecommend(const C2rOptions& options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .static_policy = true};
  }
  const RowSchema& schema() const override { return result; }

 private:
  /// One row whose step is the size of the log. O(|S_1|) choices, O(T) comparisons of a reward with
  /// 0. Throws NotApplicable for an algorithm that learns; for an algorithm without
  /// probabilities if they are requested; for a known mean if the pool changes.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
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
    const auto share_of = [&](std::size_t i, const Context& context) -> double {
      const ActionSet pool = log->available(i);
      if (!options_.by_probabilities) {
        Draws draws(trial.policy_stream(), i);  // those that replay has at this record
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
      sums.miss.add((1 - share) * r);
      sums.miss2.add((1 - share) * r, r);
      if (share == 0) continue;
      sums.hits += share;
      sums.rewards.add({0, weights(i) * share, r});
      sums.hit.add(share * r);
      sums.hit2.add(share * r, r);
    }

    const double n = static_cast<double>(log->size());
    const numeric::Wide hit = sums.hit.wide_value(), miss = sums.miss.wide_value();
    const numeric::Wide all = hit + miss;
    const double hit_rate = all == 0 ? 0 : static_cast<double>(hit / all);
    const double factor = weights.factor();
    double estimate = 0;
    double error = std::numeric_limits<double>::quiet_NaN();
    if (options_.known_mean > 0) {
      const double scale = log->action_count * options_.known_mean;
      estimate = scale * hit_rate;
      if (sums.clicks > 1) {
        const numeric::Wide squares =
            (miss * miss * sums.hit2.value() + hit * hit * sums.miss2.value()) / (all * all) /
            (all * all);
        error = scale * numeric::root(squares * sums.clicks / (sums.clicks - 1));
      }
    } else if (log->size() > 0) {
      sums.rewards.add_unused(log->size() - sums.rewards.terms());
      estimate = factor * static_cast<double>(sums.rewards.first(terms::Channel::product)) / n;
      error = factor * sums.rewards.combine(terms::Combination::mean).standard_error;
    }
    rows.push_back(result.row(
        log->size(), {result.estimate(estimate), result.standard_error(error),
                      result.clicks(sums.clicks), result.hits(sums.hits), result.hit_rate(hit_rate),
                      result.touched(sums.touched), result.records(n)}));
    if (!basis) return;
    if (options_.known_mean == 0) {
      basis->form = EstimateForm::mean;
      basis->scale = factor;
    }
    basis->weights_are_expected = true;
    basis->largest_weight = 0;
    for (std::size_t i = 0; i < log->size(); ++i) {
      const double weight = options_.known_mean == 0 ? weights(i) : 1;
      const double share = share_of(i, reads ? contexts[i] : Context());
      basis->weights.push_back(weight * share);
      if (share > 0) basis->largest_weight = std::max(basis->largest_weight, weight);
    }
  }
  C2rOptions options_;
};

std::shared_ptr<const Evaluator> make(const C2rOptions& options) {
  return std::make_shared<ClassifyToRecommend>(options);
}

const auto parameters = bind_parameters<C2rOptions>(
    choice(&C2rOptions::only_clicks, "problem", {{"clicks", true}, {"all", false}},
           "P_1, which reads the rewarded records alone, or P_{1+0}, which reads all of them for "
           "the same number")
        .source("thesis, appendix B.2.1 (p. 238)"),
    choice(
        &C2rOptions::pool_weight, "pool_weight",
        {{"size", PoolWeight::size}, {"printed", PoolWeight::printed}, {"mean", PoolWeight::mean}},
        "where the pool changes a hit weighs its record's K_t (unbiased), the printed factor of "
        "its action times the mean K_t, or the mean K_t (both biased)")
        .source("thesis, section 3.7.2 (p. 97) and appendix B.2.2 (p. 240)"),
    choice(&C2rOptions::by_probabilities, "hits", {{"choices", false}, {"probabilities", true}},
           "a hit is a choice of the policy, or counts with the policy's probability of it"),
    real(&C2rOptions::known_mean, "known_mean",
         "mean reward of the logging policy where it is known; 0: that of the log")
        .at_least(0));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "c2r",
     .group = Group::replay,
     .summary = "classify-to-recommend: a static policy's hit rate on the rewarded records, scaled",
     .source = "thesis appendix B, algorithm 18, theorems 23 and 24",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Static policies, above all classifiers, on a log of uniformly random "
                      "actions: replay*, from the rewarded records alone."}};

}  // namespace replaybench::evaluators::c2r
