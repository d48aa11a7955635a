#include "suite/cli/quick_timing.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <vector>

#include "suite/cli/timed_child.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/run/log_families.hpp"

namespace replaybench::cli {

namespace {

// The doubt about a kind, in seconds, that is not worth a timing: as a share of the total.
constexpr double small_doubt = 0.02;

// Maximum proportion of the remaining time for one timing.
constexpr double largest_part = 0.35;

struct Candidate {
  CostModel::Combination combination;
  const Cell* cell;
  double replicates;
  std::size_t cells_sharing_log;  // cells with the same log, and the cell
};
using Candidates = std::vector<Candidate>;

class QuickTiming {
 public:
  QuickTiming(const Plan& plan, const Store& store, CostModel& costs, double seconds,
              const std::function<void(double)>& progress)
      : costs_(costs), seconds_(seconds), progress_(progress) {
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < plan.cells.size(); ++i) {
      const Cell& cell = plan.cells[i];
      if (cell.unavailable.empty() && !is_stored(store, cell)) cells.push_back(i);
    }
    const auto families = log_families(plan, cells);
    std::vector<std::size_t> cells_sharing_log(cells.size());
    for (const std::size_t family : families) ++cells_sharing_log[family];
    std::map<CostModel::Combination, Candidate> missing;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& cell = plan.cells[cells[i]];
      const auto combination = costs.combination_of(cell);
      missing
          .try_emplace(combination,
                       Candidate{combination, &cell, 0, cells_sharing_log[families[i]]})
          .first->second.replicates += cell.replicates();
    }
    for (const auto& [combination, candidate] : missing) {
      kinds_[costs.kind_of(combination)].push_back(candidate);
    }
  }

  Timings time_longest() {
    std::size_t done = 0;
    for (const auto& [kind, candidates] : kinds_) {
      const double share = static_cast<double>(done++) / static_cast<double>(kinds_.size());
      const auto longest = std::max_element(candidates.begin(), candidates.end(),
                                            [&](const Candidate& a, const Candidate& b) {
                                              return prediction(a).seconds < prediction(b).seconds;
                                            });
      if (prediction(*longest).source == CostModel::Source::measured) continue;
      time(*longest, std::numeric_limits<double>::infinity(), [&] { progress_(share); });
    }
    return timings_;
  }

  Timings time_worthwhile() {
    while (spent() < seconds_) {
      progress_(spent() / seconds_);
      const auto kind = most_doubtful();
      if (kind == kinds_.end()) break;
      const double limit = largest_part * (seconds_ - spent());
      const Candidate* next = choose(kind->second, limit);
      const bool timed =
          next != nullptr && time(*next, limit, [&] { progress_(spent() / seconds_); });
      if (!timed) closed_.insert(kind->first);
    }
    for (const auto& [kind, candidates] : kinds_) {
      timings_.too_long +=
          std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
            return prediction(candidate).source > CostModel::Source::kind &&
                   timings_.failed.count(candidate.cell->canonical) == 0;
          });
    }
    return timings_;
  }

 private:
  CostModel::Prediction prediction(const Candidate& candidate) const {
    return costs_.one_replicate(candidate.combination);
  }

  double spent() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  static double doubt(const CostModel::Prediction& one, double replicates) {
    return one.source == CostModel::Source::measured ? 0 : (one.most() - one.least()) * replicates;
  }

  // The kind, among those that can still be timed, with the most uncertain total; end if no timing is worthwhile.
  std::map<std::size_t, Candidates>::const_iterator most_doubtful() const {
    auto worst = kinds_.end();
    double most = 0;
    double total = 0;
    for (auto kind = kinds_.begin(); kind != kinds_.end(); ++kind) {
      double of_kind = 0;
      for (const Candidate& candidate : kind->second) {
        const auto one = prediction(candidate);
        total += one.seconds * candidate.replicates;
        of_kind += doubt(one, candidate.replicates);
      }
      if (closed_.count(kind->first) > 0 || of_kind <= most) continue;
      most = of_kind;
      worst = kind;
    }
    return most > small_doubt * total ? worst : kinds_.end();
  }

  // Null if none fits into the limit.
  const Candidate* choose(const Candidates& candidates, double limit) const {
    const Candidate* best = nullptr;
    double best_worth = 0;
    for (const Candidate& candidate : candidates) {
      const auto one = prediction(candidate);
      if (one.source == CostModel::Source::measured) continue;
      // Cells that are expected to take too long are not started; the limit ends cells that take longer than expected.
      if (one.seconds > limit) continue;
      // In a kind without any measurement the shortest cell comes first.
      const double worth = costs_.is_unknown_kind(candidate.combination)
                               ? 1 / one.seconds
                               : doubt(one, candidate.replicates);
      if (worth <= best_worth) continue;
      best = &candidate;
      best_worth = worth;
    }
    return best;
  }

  bool time(const Candidate& candidate, double limit, const std::function<void()>& waiting) {
    const ChildTiming timing =
        time_one_replicate(*candidate.cell, candidate.cells_sharing_log, limit, waiting);
    if (!timing.failure.empty()) timings_.failed[candidate.cell->canonical] = timing.failure;
    if (!timing.seconds) return false;
    ++timings_.timed;
    costs_.observe(candidate.combination, 1, *timing.seconds);
    return true;
  }

  CostModel& costs_;
  double seconds_;
  const std::function<void(double)>& progress_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::map<std::size_t, Candidates> kinds_;
  std::set<std::size_t> closed_;  // kinds of which no more is timed
  Timings timings_;
};

}  // namespace

Timings time_doubtful(const Plan& plan, const Store& store, CostModel& costs, double seconds,
                      bool exact, const std::function<void(double)>& progress) {
  QuickTiming timing(plan, store, costs, seconds, progress);
  return exact ? timing.time_longest() : timing.time_worthwhile();
}

}  // namespace replaybench::cli
