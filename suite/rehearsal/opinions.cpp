#include "suite/rehearsal/opinions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "suite/evaluate/log_facts.hpp"
#include "suite/model/pool.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/offpolicy/selection.hpp"
#include "suite/offpolicy/shared_fits.hpp"
#include "suite/offpolicy/terms.hpp"
#include "suite/rehearsal/selection_rules.hpp"

namespace replaybench::rehearsal {

namespace {

constexpr std::size_t splits = 100, pseudo_logs = 10;
constexpr double pseudo_share = 0.2;
constexpr double near_the_best = 1.25;

// A choice among the candidates, by the least score.
class Choices {
 public:
  Choices(const LogEstimates& estimates, std::span<const double> expected_errors)
      : estimates_(estimates), errors_(expected_errors) {
    for (const double error : expected_errors) {
      if (std::isfinite(error)) least_ = std::isnan(least_) ? error : std::min(least_, error);
    }
  }
  Opinion of(std::string rule, std::size_t candidate) const {
    return {.rule = std::move(rule),
            .choice = estimates_.names[candidate],
            .agrees = errors_[candidate] <= near_the_best * least_,
            .estimate = estimates_.evaluations[candidate]->estimate};
  }
  // `among`: the candidates that have the scores.
  Opinion of_scores(std::string rule, std::span<const std::size_t> among,
                    std::span<const double> scores) const {
    const auto best = std::min_element(scores.begin(), scores.end()) - scores.begin();
    Opinion opinion = of(std::move(rule), among[static_cast<std::size_t>(best)]);
    opinion.scores.assign(estimates_.names.size(), nan);
    for (std::size_t k = 0; k < among.size(); ++k) opinion.scores[among[k]] = scores[k];
    return opinion;
  }

 private:
  const LogEstimates& estimates_;
  std::span<const double> errors_;
  double least_ = nan;
};

std::vector<Opinion> slope_opinion(const LogEstimates& estimates, const Choices& choices) {
  std::vector<offpolicy::SlopeCandidate> candidates;
  std::vector<std::size_t> among;
  for (std::size_t m = 0; m < estimates.names.size(); ++m) {
    // A model's spread is not its error: without a standard error there is no width.
    const Evaluation* const evaluation = estimates.evaluations[m];
    if (!evaluation || !(evaluation->standard_error > 0)) continue;
    candidates.push_back(
        {evaluation->estimate, numeric::normal_quantile(0.9) * evaluation->standard_error});
    among.push_back(m);
  }
  if (candidates.size() < 2) return {};
  return {choices.of("SLOPE++", among[offpolicy::choose_by_slope(candidates)])};
}

// A log of the pseudo-logger's records and the mean reward of the pseudo-target's.
struct PseudoLog {
  std::shared_ptr<const Log> log;
  double truth = nan;
};
PseudoLog pseudo_log(const RehearsedLog& of, std::size_t policy,
                     std::span<const std::vector<double>> rho, StreamKey key) {
  const Log& log = *of.log;
  const std::size_t actions = log.action_count;
  std::vector<std::uint32_t> records;
  double sum = 0, count = 0;
  for (std::uint32_t i = 0; i < log.size(); ++i) {
    if (Draws(key, i).uniform() < rho[i][log.actions[i]]) {
      sum += log.rewards[i];
      ++count;
    } else {
      records.push_back(i);
    }
  }
  if (count == 0 || records.empty()) return {};
  auto part = std::make_shared<Log>(log.select(records));
  part->targets = {part->targets[policy]};
  part->loggers.clear();
  part->logger_names.clear();
  for (std::size_t t = 0; t < records.size(); ++t) {
    const std::size_t row = records[t] * actions;
    const auto split = pseudo_split(std::span(of.logging).subspan(row, actions), rho[records[t]]);
    std::copy(split.target.begin(), split.target.end(),
              part->targets[0].all.begin() + static_cast<std::ptrdiff_t>(t * actions));
    part->targets[0].logged[t] = split.target[part->actions[t]];
    part->propensities[t] = std::min(1.0, split.logger[part->actions[t]]);
  }
  return {std::move(part), sum / count};
}

std::vector<Opinion> pasif_opinion(const RehearsedLog& of, std::size_t policy,
                                   const LogEstimates& estimates,
                                   std::span<const Component<EvaluatorDescription>> evaluators,
                                   const Choices& choices, const RehearsalOptions& options) {
  const std::size_t actions = of.log->action_count, candidates = evaluators.size();
  std::vector<std::vector<double>> rho(of.log->size());
  SharedPool pool(options.jobs);
  pool->for_each(of.log->size(), [&](std::uint64_t i) {
    rho[i] = exact_rho(std::span(of.logging).subspan(i * actions, actions),
                       std::span(of.log->targets[policy].all).subspan(i * actions, actions),
                       pseudo_share)
                 .rho;
  });
  const StreamKey key = derive_key(options.seed, "rehearsal", "pseudo policies", "evaluate");
  const auto target = algorithm_of_target(of.policies[policy]);
  std::vector<std::vector<double>> errors(pseudo_logs, std::vector<double>(candidates, nan));
  pool->for_each(pseudo_logs, [&](std::uint64_t b) {
    const PseudoLog pseudo = pseudo_log(of, policy, rho, replicate_key(key, b));
    if (!pseudo.log) return;
    const LogFacts facts(pseudo.log);
    const offpolicy::SharedFits fits(pseudo.log);
    for (std::size_t m = 0; m < candidates; ++m) {
      if (!estimates.evaluations[m]) continue;
      try {
        const double estimate =
            evaluate(facts, target, evaluators[m], {.seed = options.seed}).estimate;
        errors[b][m] = (estimate - pseudo.truth) * (estimate - pseudo.truth);
      } catch (const Error&) {
        // A candidate that does not suit a pseudo-log has no score.
      }
    }
  });
  std::vector<std::size_t> among;
  std::vector<double> scores;
  for (std::size_t m = 0; m < candidates; ++m) {
    double sum = 0;
    for (const auto& of_log : errors) sum += of_log[m];
    if (!std::isfinite(sum)) continue;
    among.push_back(m);
    scores.push_back(sum);
  }
  if (scores.size() < 2) return {};
  return {choices.of_scores("PAS-IF", among, scores)};
}

// The weights of OPERA, with the squared biases that the validator shows.
std::vector<Opinion> opera_opinion(const LogEstimates& estimates,
                                   std::span<const std::size_t> among,
                                   std::span<const std::vector<double>> terms,
                                   std::span<const double> biases) {
  const std::size_t m = among.size();
  std::vector<double> errors(m * m);
  double trace = 0;
  const double n = static_cast<double>(terms.front().size());
  std::vector<double> means;
  for (const auto& of : terms) means.push_back(offpolicy::mean_and_deviation(of).mean);
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < terms[j].size(); ++i) {
        sum += (terms[j][i] - means[j]) * (terms[k][i] - means[k]);
      }
      errors[j * m + k] = errors[k * m + j] = sum / (n - 1) / n + biases[j] * biases[k];
    }
    trace += errors[j * m + j];
  }
  for (std::size_t j = 0; j < m; ++j) errors[j * m + j] += 1e-6 * trace;
  const auto found = opera_weights(errors, m, true);
  if (!found) return {};
  double estimate = 0;
  std::string text;
  for (std::size_t j = 0; j < m; ++j) {
    const double weight = found->weights[j];
    estimate += weight * estimates.evaluations[among[j]]->estimate;
    if (weight < 0.005) continue;
    text +=
        fmt::format("{}{:.2f} {}", text.empty() ? "" : " + ", weight, estimates.names[among[j]]);
  }
  return {{.rule = "OPERA",
           .choice = fmt::format("{:.5g} = {}", estimate, text),
           .agrees = std::nullopt,
           .estimate = estimate}};
}

}  // namespace

std::vector<double> terms_of(const Evaluation& evaluation) {
  std::vector<double> terms = influences_of(evaluation);
  const double n = static_cast<double>(terms.size());
  for (double& term : terms) term = evaluation.estimate + n * term;
  return terms;
}

std::vector<Opinion> opinions_on(const RehearsedLog& of, std::size_t policy,
                                 const LogEstimates& estimates,
                                 std::span<const Component<EvaluatorDescription>> evaluators,
                                 std::span<const double> expected_errors,
                                 const RehearsalOptions& options) {
  const Choices choices(estimates, expected_errors);
  std::vector<Opinion> opinions = slope_opinion(estimates, choices);
  const auto add = [&](std::vector<Opinion> more) {
    std::move(more.begin(), more.end(), std::back_inserter(opinions));
  };
  std::vector<std::size_t> among;
  std::vector<std::vector<double>> terms;
  std::vector<double> variances;
  for (std::size_t m = 0; m < estimates.names.size(); ++m) {
    if (!estimates.evaluations[m]) continue;
    auto of_candidate = terms_of(*estimates.evaluations[m]);
    if (of_candidate.size() < 2) continue;
    const double error = estimates.evaluations[m]->standard_error;
    const double deviation = error > 0 ? error : estimates.deviations[m];
    among.push_back(m);
    variances.push_back(deviation * deviation);
    terms.push_back(std::move(of_candidate));
  }
  const StreamKey key = derive_key(options.seed, "rehearsal", "splits", "evaluate");
  for (const std::size_t validator : estimates.validators) {
    const auto place = std::find(among.begin(), among.end(), validator);
    if (place == among.end() || among.size() < 2) continue;
    const auto& of_validator = terms[static_cast<std::size_t>(place - among.begin())];
    add({choices.of_scores("cross-validation by " + estimates.names[validator], among,
                           cross_validation_scores(terms, of_validator, variances, splits, key))});
    std::vector<double> scores, biases;
    for (std::size_t k = 0; k < among.size(); ++k) {
      const PairedBias bias = paired_bias(terms[k], of_validator, variances[k]);
      scores.push_back(bias.mean_squared_error);
      biases.push_back(std::copysign(std::sqrt(bias.squared_bias), bias.difference));
    }
    add({choices.of_scores("paired bias by " + estimates.names[validator], among, scores)});
    if (validator == estimates.validators.back()) {
      add(opera_opinion(estimates, among, terms, biases));
    }
  }
  add(pasif_opinion(of, policy, estimates, evaluators, choices, options));
  return opinions;
}

}  // namespace replaybench::rehearsal
