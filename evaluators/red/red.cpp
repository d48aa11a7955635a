// RED: replay of a static policy on expanded data, E passes over the same log with new choices, and
// the ratio of the totals.
//
// Source: thesis, section 5.7.4 (p. 152), corollary 18.
//   E          passes
//   V_{t,e}    1 if pass e accepts record t, otherwise 0
//   K          actions
//   w_t        weight: 1, K_t, or 1 / max(propensity, tau)
// star = false: estimate = sum w_t V_{t,e} r_t / sum w_t V_{t,e}, and 0 when nothing was accepted.
// star = true: estimate = sum K V_{t,e} r_t / (T E), or sum w_t V_{t,e} r_t / (T E) with weights.
// E = 1 is replay, E = K the K-expanded replay of section 5.7.2 (p. 148); E -> infinity is red_inf.
//
// The records are not passed over: of n records that are accepted with the same probability p and
// have the same reward and weight, E passes accept Binomial(E n, p). So this is the distribution of
// RED, not its draws: the bits differ from those of a replay of the expanded log. Contexts cannot
// be jittered here (section 5.7.4, p. 152): a pass then sees other probabilities.
//
// Columns: estimate; standard_error, of the log and of the choices: Gamma* Var(r)/T plus what
// V_{t,e} adds, which falls as 1/E; accepted, over all passes; records, T E; acceptance,
// accepted K / records: about 1 under uniform logging.

#include <cmath>
#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/acceptance_distribution.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/static_error.hpp"

namespace replaybench::evaluators::red {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn acceptance = add(Role::acceptance);
} result{};

class Red final : public Evaluator {
 public:
  /// `checkpoints`: increasing numbers of passes after which to give a row; empty: after all.
  Red(estimation::Weighting weighting, bool star, std::uint64_t passes,
      std::vector<std::uint64_t> checkpoints)
      : weighting_(weighting), star_(star), passes_(passes), checkpoints_(std::move(checkpoints)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = estimation::weighting_assumptions(weighting_);
    assumptions.static_policy = true;
    return assumptions;
  }
  const RowSchema& schema() const override { return result; }
  /// One row whose step is the size of the log; with expansion_checkpoints one for each, whose step
  /// is E: a later row's passes contain those of the former. Throws NotApplicable as red_inf does.
  /// O(T K + T log T + rows * classes).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const estimation::AcceptanceDistribution distribution("red", trial, weighting_);
    const double factor = star_ ? distribution.star_factor() : 1;
    const double n = static_cast<double>(distribution.records());
    if (distribution.records() > 0) distribution.expanded(static_cast<double>(passes_));
    double accepted = 0;
    double weight = 0;
    double reward = 0;
    std::uint64_t done = 0;
    const std::size_t row_count = std::max<std::size_t>(checkpoints_.size(), 1);
    for (std::size_t row = 0; row < row_count; ++row) {
      Draws draws(trial.policy_stream(), row);
      const std::uint64_t until = checkpoints_.empty() ? passes_ : checkpoints_[row];
      const auto passes = static_cast<std::int64_t>(until - done);
      done = until;
      for (const estimation::RecordClass& c : distribution.classes()) {
        const auto count =
            static_cast<double>(draw_binomial(draws, passes * c.count, c.probability));
        accepted += count;
        weight += count * c.weight;
        reward += factor * count * c.weight * c.reward;
      }
      const double e = static_cast<double>(done);
      const double variance =
          star_ ? distribution.star_variance() + distribution.star_choice_variance(e)
                : distribution.ratio_variance() + distribution.choice_variance(e);
      const double total = star_ ? n * e : weight;
      rows.push_back(result.row(
          checkpoints_.empty() ? static_cast<std::uint64_t>(distribution.records()) : done,
          {result.estimate(total == 0 ? 0 : reward / total),
           result.standard_error(std::sqrt(variance)), result.accepted(accepted),
           result.records(n * e),
           result.acceptance(n == 0 ? 0 : accepted * distribution.mean_pool() / (n * e))}));
    }
  }
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    evaluate(trial, rows);
    const bool same =
        estimation::AcceptanceDistribution("red", trial, weighting_).is_deterministic();
    const auto log = trial.log();
    return estimation::basis_of_probabilities(
        !same   ? EstimateForm::other
        : star_ ? EstimateForm::mean
                : EstimateForm::ratio,
        *log, weighting_, estimation::choice_probabilities(trial.agent(), *log));
  }

 private:
  estimation::Weighting weighting_;
  bool star_;
  std::uint64_t passes_;
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  estimation::Weighting weighting;
  bool star = false;
  std::uint64_t expansion = 100;
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("red", options.checkpoints, "expansion_checkpoints");
  if (!options.checkpoints.empty() && options.checkpoints.back() > options.expansion) {
    throw SpecErrors("red: expansion_checkpoints go beyond expansion = " +
                     std::to_string(options.expansion));
  }
  return std::make_shared<Red>(options.weighting, options.star, options.expansion,
                               options.checkpoints);
}

const auto parameters = bind_parameters<Options>(
    group(&Options::weighting, estimation::weighting_parameters()),
    boolean(&Options::star, "star", "the sum over T E / K, as replay*, not over the count")
        .source("thesis, corollary 18 (section 5.8.2, p. 171)"),
    integer(&Options::expansion, "expansion", "E, passes over the log")
        .repeats_work()
        .at_least(1)
        .at_most(1'000'000)
        .source("thesis, section 5.7.4 (p. 152): 100 is near the optimum, 300 reaches it"),
    estimation::checkpoints_parameter(&Options::checkpoints,
                                      "numbers of passes at which to give a row",
                                      "expansion_checkpoints"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "red",
     .group = Group::bred,
     .summary = "replay of a static policy on expanded data: several passes over one log",
     .source = "thesis, section 5.7.4 (p. 152)",
     .revision = 2,  // another acceptance if pools change
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Only for static policies that give their probabilities; red_inf is its limit."}};

}  // namespace replaybench::evaluators::red
