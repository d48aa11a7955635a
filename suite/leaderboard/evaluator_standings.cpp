#include <algorithm>
#include <cmath>
#include <map>

#include "suite/leaderboard/evaluator_board.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/statistics/agreement.hpp"

namespace replaybench {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Adds what is a number.
void add(numeric::Moments& moments, double value) {
  if (!std::isnan(value)) moments.add(value);
}
double mean_of(const numeric::Moments& moments) { return moments.count == 0 ? nan : moments.mean; }

void judge(AlgorithmErrors& errors, const std::vector<double>& truth) {
  std::vector<double> differences;
  numeric::Moments squares;
  numeric::Moments covered;
  for (std::size_t r = 0; r < truth.size(); ++r) {
    const double error = errors.estimates[r] - truth[r];
    differences.push_back(error);
    squares.add(error * error);
    if (r < errors.lows.size() && !std::isnan(errors.lows[r]) && !std::isnan(errors.highs[r])) {
      covered.add(errors.lows[r] <= truth[r] && truth[r] <= errors.highs[r] ? 1 : 0);
    }
  }
  errors.bias = statistics::mean_interval(differences);
  errors.rmse = std::sqrt(squares.mean);
  errors.coverage = mean_of(covered);
}

// Order and choice: of the algorithms that the evaluator could estimate, replicate by replicate.
void judge_order(EvaluatorEntry& entry, const std::vector<TrueValue>& truths) {
  std::vector<std::size_t> played;
  for (std::size_t a = 0; a < truths.size(); ++a) {
    if (entry.algorithms[a].status == EntryStatus::played) played.push_back(a);
  }
  std::vector<double> taus;
  std::vector<double> losses;
  numeric::Moments found;
  for (std::size_t r = 0; r < truths[played.front()].values.size(); ++r) {
    std::vector<double> estimates;
    std::vector<double> values;
    for (const std::size_t a : played) {
      estimates.push_back(entry.algorithms[a].estimates[r]);
      values.push_back(truths[a].values[r]);
    }
    const double tau = statistics::kendall_tau_b(estimates, values);
    if (!std::isnan(tau)) taus.push_back(tau);
    const double lost =
        values[statistics::place_of_best(values)] - values[statistics::place_of_best(estimates)];
    losses.push_back(lost);
    found.add(lost == 0 ? 1 : 0);
  }
  entry.tau = statistics::mean_interval(taus);
  entry.lost = statistics::mean_interval(losses);
  entry.found = found.mean;
}

void judge(EvaluatorEntry& entry, const std::vector<TrueValue>& truths) {
  numeric::Moments absolute;
  numeric::Moments squares;
  numeric::Moments coverage;
  numeric::Moments interactions;
  numeric::Moments acceptance;
  double worst = -1;
  entry.applicable = 0;
  for (std::size_t a = 0; a < truths.size(); ++a) {
    AlgorithmErrors& errors = entry.algorithms[a];
    if (errors.status != EntryStatus::played) continue;
    judge(errors, truths[a].values);
    ++entry.applicable;
    absolute.add(std::fabs(errors.bias.value));
    squares.add(errors.rmse * errors.rmse);
    add(coverage, errors.coverage);
    add(interactions, errors.interactions);
    add(acceptance, errors.acceptance);
    if (std::fabs(errors.bias.value) > worst) {
      worst = std::fabs(errors.bias.value);
      entry.worst = a;
    }
  }
  if (entry.applicable == 0) return;
  entry.absolute_bias = absolute.mean;
  entry.rmse = std::sqrt(squares.mean);
  entry.coverage = mean_of(coverage);
  entry.interactions = mean_of(interactions);
  entry.acceptance = mean_of(acceptance);
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

std::vector<OverallEvaluator> overall_evaluators(const std::vector<EvaluatorTaskBoard>& tasks) {
  struct Means {
    const EvaluatorDescription* evaluator = nullptr;
    numeric::Moments rank, tau, bias, rmse, coverage, lost, microseconds;
  };
  std::map<std::string, Means> by_label;
  std::size_t available = 0;
  for (const EvaluatorTaskBoard& task : tasks) {
    if (!task.unavailable.empty()) continue;
    ++available;
    double rank = 0;
    for (const EvaluatorEntry& entry : task.entries) {
      if (entry.status != EntryStatus::played) continue;
      Means& sums = by_label[entry.label];
      sums.evaluator = entry.evaluator;
      if (entry.applicable < task.live_game.applicable) continue;
      sums.rank.add(++rank);
      add(sums.tau, entry.tau.value);
      sums.bias.add(entry.absolute_bias);
      sums.rmse.add(entry.rmse);
      add(sums.coverage, entry.coverage);
      sums.lost.add(entry.lost.value);
      add(sums.microseconds, entry.microseconds);
    }
  }
  std::vector<OverallEvaluator> overall;
  for (const auto& [label, sums] : by_label) {
    overall.push_back({label, sums.evaluator, mean_of(sums.rank), mean_of(sums.tau),
                       mean_of(sums.bias), mean_of(sums.rmse), mean_of(sums.coverage),
                       mean_of(sums.lost), mean_of(sums.microseconds),
                       static_cast<std::size_t>(sums.rank.count), sums.rank.count == available});
  }
  const auto place = [](const OverallEvaluator& entry) {
    return entry.everywhere ? 0 : entry.tasks > 0 ? 1 : 2;
  };
  std::stable_sort(overall.begin(), overall.end(),
                   [&](const OverallEvaluator& a, const OverallEvaluator& b) {
                     if (place(a) != place(b)) return place(a) < place(b);
                     return place(a) < 2 && a.mean_rank < b.mean_rank;
                   });
  return overall;
}

}  // namespace replaybench
