// Standings of evaluators from their estimates and the truth.

#include <algorithm>
#include <map>

#include "suite/leaderboard/evaluator_board.hpp"
#include "suite/leaderboard/standings.hpp"
#include "suite/statistics/agreement.hpp"

namespace replaybench {

namespace {

void judge(AlgorithmErrors& errors, const std::vector<double>& truth) {
  std::vector<double> differences;
  MeanOfNumbers squares;
  MeanOfNumbers covered;
  for (std::size_t r = 0; r < truth.size(); ++r) {
    const double error = errors.estimates[r] - truth[r];
    differences.push_back(error);
    squares.add(error * error);
    if (r < errors.lows.size() && !std::isnan(errors.lows[r]) && !std::isnan(errors.highs[r])) {
      covered.add(errors.lows[r] <= truth[r] && truth[r] <= errors.highs[r] ? 1 : 0);
    }
  }
  errors.bias = statistics::mean_interval(differences);
  errors.rmse = std::sqrt(squares.value());
  errors.coverage = covered.value();
}

// Order and choice: of the algorithms that the evaluator could estimate, replicate by replicate.
void judge_order(EvaluatorEntry& entry, const std::vector<TrueValue>& truths) {
  std::vector<std::size_t> played;
  for (std::size_t a = 0; a < truths.size(); ++a) {
    if (entry.algorithms[a].status == EntryStatus::played) played.push_back(a);
  }
  std::vector<double> taus;
  std::vector<double> regrets;
  MeanOfNumbers found;
  for (std::size_t r = 0; r < truths[played.front()].values.size(); ++r) {
    std::vector<double> estimates;
    std::vector<double> values;
    for (const std::size_t a : played) {
      estimates.push_back(entry.algorithms[a].estimates[r]);
      values.push_back(truths[a].values[r]);
    }
    const double tau = statistics::kendall_tau_b(estimates, values);
    if (!std::isnan(tau)) taus.push_back(tau);
    const double regret =
        values[statistics::place_of_best(values)] - values[statistics::place_of_best(estimates)];
    regrets.push_back(regret);
    found.add(regret == 0 ? 1 : 0);
  }
  entry.tau = statistics::mean_interval(taus);
  entry.simple_regret = statistics::mean_interval(regrets);
  entry.found = found.value();
}

void judge(EvaluatorEntry& entry, const std::vector<TrueValue>& truths) {
  MeanOfNumbers absolute;
  MeanOfNumbers squares;
  MeanOfNumbers coverage;
  MeanOfNumbers interactions;
  MeanOfNumbers acceptance;
  double worst = -1;
  entry.applicable = 0;
  for (std::size_t a = 0; a < truths.size(); ++a) {
    AlgorithmErrors& errors = entry.algorithms[a];
    if (errors.status != EntryStatus::played) continue;
    judge(errors, truths[a].values);
    ++entry.applicable;
    absolute.add(std::fabs(errors.bias.value));
    squares.add(errors.rmse * errors.rmse);
    coverage.add(errors.coverage);
    interactions.add(errors.interactions);
    acceptance.add(errors.acceptance);
    if (std::fabs(errors.bias.value) > worst) {
      worst = std::fabs(errors.bias.value);
      entry.worst = a;
    }
  }
  if (entry.applicable == 0) return;
  entry.absolute_bias = absolute.value();
  entry.rmse = std::sqrt(squares.value());
  entry.coverage = coverage.value();
  entry.interactions = interactions.value();
  entry.acceptance = acceptance.value();
  judge_order(entry, truths);
}

}  // namespace

void judge_task(EvaluatorTaskBoard& board) {
  for (TrueValue& truth : board.truths) {
    if (truth.unavailable.empty()) truth.value = statistics::mean_interval(truth.values);
  }
  for (EvaluatorEntry& entry : board.entries) {
    if (entry.status == EntryStatus::played) judge(entry, board.truths);
  }
  judge(board.live_game, board.truths);
  const std::size_t most = board.live_game.applicable;
  const auto place = [&](const EvaluatorEntry& entry) {
    return entry.status != EntryStatus::played ? 2 : entry.applicable < most ? 1 : 0;
  };
  std::stable_sort(board.entries.begin(), board.entries.end(),
                   [&](const EvaluatorEntry& a, const EvaluatorEntry& b) {
                     if (place(a) != place(b)) return place(a) < place(b);
                     if (place(a) < 2 && a.rmse != b.rmse) return a.rmse < b.rmse;
                     return a.label < b.label;
                   });
}

namespace {

std::vector<OverallEvaluator> standings_of(const std::string& group,
                                           const std::vector<EvaluatorTaskBoard>& tasks) {
  struct Means {
    const EvaluatorDescription* evaluator = nullptr;
    MeanOfNumbers rank, tau, bias, rmse, coverage, simple_regret, microseconds;
  };
  std::map<std::string, Means> by_label;
  std::size_t available = 0;
  for (const EvaluatorTaskBoard& task : tasks) {
    if (!task.unavailable.empty() || task.task.group != group) continue;
    ++available;
    double rank = 0;
    for (const EvaluatorEntry& entry : task.entries) {
      if (entry.status != EntryStatus::played) continue;
      Means& means = by_label[entry.label];
      means.evaluator = entry.evaluator;
      if (entry.applicable < task.live_game.applicable) continue;
      means.rank.add(++rank);
      means.tau.add(entry.tau.value);
      means.bias.add(entry.absolute_bias);
      means.rmse.add(entry.rmse);
      means.coverage.add(entry.coverage);
      means.simple_regret.add(entry.simple_regret.value);
      means.microseconds.add(entry.microseconds);
    }
  }
  std::vector<OverallEvaluator> overall;
  for (const auto& [label, means] : by_label) {
    const std::size_t played = means.rank.count();
    overall.push_back({group, label, means.evaluator, means.rank.value(), means.tau.value(),
                       means.bias.value(), means.rmse.value(), means.coverage.value(),
                       means.simple_regret.value(), means.microseconds.value(), played,
                       played == available});
  }
  sort_by_mean_rank(overall);
  return overall;
}

}  // namespace

std::vector<OverallEvaluator> overall_standings(const std::vector<EvaluatorTaskBoard>& tasks) {
  std::vector<std::string> groups;
  for (const EvaluatorTaskBoard& task : tasks) {
    const std::string& group = task.task.group;
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  std::vector<OverallEvaluator> all;
  for (const std::string& group : groups) {
    const auto overall = standings_of(group, tasks);
    all.insert(all.end(), overall.begin(), overall.end());
  }
  const auto is_ranked = [&](const std::string& label) {
    return std::any_of(all.begin(), all.end(), [&](const OverallEvaluator& entry) {
      return entry.label == label && entry.tasks > 0;
    });
  };
  std::vector<OverallEvaluator> kept;
  for (const OverallEvaluator& entry : all) {
    if (entry.tasks > 0 || !is_ranked(entry.label)) kept.push_back(entry);
  }
  return kept;
}

}  // namespace replaybench
