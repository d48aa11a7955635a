// From scores to standings.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/leaderboard/board.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

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
    return "there is one replicate, and one number apiece cannot tell luck from merit";
  }
  const double pairs = static_cast<double>(board.comparisons.size());
  if (pairs * statistics::least_p_value(board.task.replicates) > significance) {
    return std::to_string(board.task.replicates) + " replicates cannot tell " +
           std::to_string(played) +
           " algorithms apart after the adjustment, even if all of them agreed";
  }
  return "no two algorithms differ, the adjusted p-values being above " +
         numeric::to_decimal(significance) + ": the order is noise";
}

}  // namespace

std::string to_string(EntryStatus status) {
  switch (status) {
    case EntryStatus::played:
      return "played";
    case EntryStatus::not_applicable:
      return "not applicable";
    case EntryStatus::failed:
      return "failed";
  }
  return {};
}

void judge_task(TaskBoard& board) {
  for (Entry& entry : board.entries) {
    if (entry.status != EntryStatus::played) continue;
    entry.score = statistics::mean_interval(entry.scores);
    entry.regret = regret_of(entry, board);
    entry.share = share_of(entry, board);
  }
  // By score, so that indices are places; equal scores by name.
  std::stable_sort(board.entries.begin(), board.entries.end(), [](const Entry& a, const Entry& b) {
    if (a.status != b.status) return a.status < b.status;
    return a.status == EntryStatus::played && a.score.value > b.score.value;
  });
  std::vector<std::vector<double>> scores;
  for (const Entry& entry : board.entries) {
    if (entry.status == EntryStatus::played) scores.push_back(entry.scores);
  }
  board.comparisons = statistics::compare_pairs(scores);
  const statistics::Standings standings = statistics::rank(scores, board.comparisons, significance);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Entry& entry = board.entries[i];
    entry.rank = standings.rank[i];
    entry.best_rank = standings.best_rank[i];
    entry.worst_rank = standings.worst_rank[i];
    for (const std::size_t other : standings.not_different[i]) {
      entry.not_different.push_back(board.entries[other].algorithm->name);
    }
  }
  board.ranked = standings.any_difference;
  if (!board.ranked) board.why_not_ranked = why_not_ranked(board, scores.size());
}

std::vector<OverallEntry> overall_standings(const std::vector<TaskBoard>& tasks) {
  std::size_t ranked = 0;
  struct Means {
    numeric::Moments rank;
    numeric::Moments share;
  };
  std::vector<std::pair<const AlgorithmDescription*, Means>> by_name;
  for (const TaskBoard& task : tasks) {
    ranked += task.ranked;
    for (const Entry& entry : task.entries) {
      auto at = std::find_if(by_name.begin(), by_name.end(),
                             [&](const auto& known) { return known.first == entry.algorithm; });
      if (at == by_name.end()) at = by_name.insert(at, {entry.algorithm, {}});
      if (!task.ranked || entry.status != EntryStatus::played) continue;
      at->second.rank.add(entry.rank);
      if (!std::isnan(entry.share)) at->second.share.add(entry.share);
    }
  }
  std::sort(by_name.begin(), by_name.end(),
            [](const auto& a, const auto& b) { return a.first->name < b.first->name; });
  std::vector<OverallEntry> overall;
  overall.reserve(by_name.size());
  for (const auto& [algorithm, sums] : by_name) {
    overall.push_back({algorithm, sums.rank.count > 0 ? sums.rank.mean : nan,
                       sums.share.count > 0 ? sums.share.mean : nan, sums.rank.count,
                       ranked > 0 && sums.rank.count == ranked});
  }
  std::stable_sort(overall.begin(), overall.end(), [](const auto& a, const auto& b) {
    if (a.everywhere != b.everywhere) return a.everywhere;
    if (std::isnan(a.mean_rank) || std::isnan(b.mean_rank)) {
      return !std::isnan(a.mean_rank) && std::isnan(b.mean_rank);
    }
    return a.mean_rank < b.mean_rank;
  });
  return overall;
}

}  // namespace replaybench
