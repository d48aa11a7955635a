// Standings of algorithms from their scores.

#include "suite/leaderboard/standings.hpp"

#include <map>

#include "suite/leaderboard/board.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench {

namespace {

// Against the best policy, paired by replicate, over the whole horizon.
statistics::IntervalEstimate regret_of(const Entry& entry, const TaskBoard& board) {
  if (!board.references || board.references->best_scores.size() != entry.scores.size()) {
    return {nan, nan, nan};
  }
  std::vector<double> losses;
  for (std::size_t i = 0; i < entry.scores.size(); ++i) {
    losses.push_back((board.references->best_scores[i] - entry.scores[i]) *
                     static_cast<double>(board.task.horizon));
  }
  return statistics::mean_interval(losses);
}

double share_of(const Entry& entry, const TaskBoard& board) {
  if (!board.references) return nan;
  const double uniform = board.references->uniform.value;
  const double width = board.references->best.value - uniform;
  return width > 0 ? (entry.score.value - uniform) / width : nan;
}

std::string why_not_ranked(const TaskBoard& board, std::size_t played) {
  if (played < 2) return "fewer than two algorithms played";
  if (board.task.replicates < 2) {
    return "there is one replicate: one number per algorithm has no standard error";
  }
  const double pairs = static_cast<double>(board.comparisons.size());
  if (pairs * statistics::min_p_value(board.task.replicates) > significance) {
    return std::to_string(board.task.replicates) + " replicates cannot separate " +
           std::to_string(played) + " algorithms after the adjustment, even if all of them agreed";
  }
  return "no two algorithms differ, the adjusted p-values being above " +
         numeric::to_decimal(significance) + ": the order is noise";
}

}  // namespace

void judge_task(TaskBoard& board) {
  for (Entry& entry : board.entries) {
    if (entry.status != EntryStatus::played) continue;
    entry.score = statistics::mean_interval(entry.scores);
    entry.regret = regret_of(entry, board);
    entry.share = share_of(entry, board);
  }
  // By score, so that indices are places; equal scores by name.
  std::stable_sort(board.entries.begin(), board.entries.end(), [](const Entry& a, const Entry& b) {
    if (takes_rank(a) != takes_rank(b)) return takes_rank(a);
    if (a.status != b.status) return a.status < b.status;
    return a.status == EntryStatus::played && a.score.value > b.score.value;
  });
  std::vector<std::vector<double>> scores;
  for (const Entry& entry : board.entries) {
    if (takes_rank(entry)) scores.push_back(entry.scores);
  }
  board.comparisons = statistics::compare_pairs(scores);
  const statistics::Standings standings = statistics::rank(scores, board.comparisons, significance);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Entry& entry = board.entries[i];
    entry.rank = standings.rank[i];
    entry.best_rank = standings.best_rank[i];
    entry.worst_rank = standings.worst_rank[i];
    for (const std::size_t other : standings.not_different[i]) {
      entry.indistinguishable.push_back(board.entries[other].algorithm->name);
    }
  }
  board.ranked = standings.any_difference;
  if (!board.ranked) board.why_not_ranked = why_not_ranked(board, scores.size());
}

std::vector<OverallEntry> overall_standings(const std::vector<TaskBoard>& tasks) {
  struct Means {
    const AlgorithmDescription* algorithm = nullptr;
    MeanOfNumbers rank, share;
  };
  std::size_t ranked = 0;
  std::map<std::string, Means> by_name;
  for (const TaskBoard& task : tasks) {
    ranked += task.ranked;
    for (const Entry& entry : task.entries) {
      if (entry.algorithm->properties.is_reference) continue;
      Means& means = by_name[entry.algorithm->name];
      means.algorithm = entry.algorithm;
      if (!task.ranked || entry.status != EntryStatus::played) continue;
      means.rank.add(entry.rank);
      means.share.add(entry.share);
    }
  }
  std::vector<OverallEntry> overall;
  for (const auto& [name, means] : by_name) {
    const std::size_t played = means.rank.count();
    overall.push_back({means.algorithm, means.rank.value(), means.share.value(), played,
                       ranked > 0 && played == ranked});
  }
  sort_by_mean_rank(overall);
  return overall;
}

}  // namespace replaybench
