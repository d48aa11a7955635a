#pragma once
// Results of a replay, its options, and the schedule of the records that it offers.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/model/context_noise.hpp"
#include "suite/model/log.hpp"
#include "suite/terms/term_sums.hpp"

namespace replaybench {

/// Sums over the records on which the algorithm and the log agreed, each with its weight w (1 when
/// unweighted).
struct Sums {
  std::uint64_t records = 0;   ///< records offered
  std::uint64_t accepted = 0;  ///< records on which choose() returned the logged action
  double expected = 0;         ///< live play only: sum of E[r | context, action]
  terms::TermSums terms;       ///< of the accepted: weight w, outcome r; exact

  void accept(double w, double r) {
    ++accepted;
    terms.add({0, w, r});
  }
  void merge(const Sums& other) {
    records += other.records;
    accepted += other.accepted;
    expected += other.expected;
    terms.merge(other.terms);
  }
  /// Sum of w, rounded once. O(1).
  double weight() const { return static_cast<double>(terms.first(terms::Channel::weight)); }
  /// Sum of w r, rounded once. O(1).
  double reward() const { return static_cast<double>(terms.first(terms::Channel::product)); }
};

/// Result of one pass of an algorithm over a schedule, or of one game against an environment.
struct Tally {
  Sums sums;                ///< over the records that count
  Sums training;            ///< over those that were only learned from (ReplayOptions::tested)
  std::vector<Sums> curve;  ///< `sums` when `accepted` reached each checkpoint that was reached
};

/// The records of a log that are offered, in order: every replay method of the thesis is the same loop over a
/// different schedule.
class Schedule {
 public:
  /// Each record once, in the order of the log.
  static Schedule in_order(const Log& log) { return Schedule(0, log.size(), {}); }
  /// Records first .. first + count - 1, in order.
  static Schedule range(std::size_t first, std::size_t count) { return Schedule(first, count, {}); }
  /// The given records in the given order; `indices` must outlive the schedule.
  static Schedule of(std::span<const std::uint32_t> indices) {
    return Schedule(0, indices.size(), indices);
  }

  std::size_t size() const { return count_; }
  std::size_t operator[](std::size_t i) const {
    return indices_.empty() ? first_ + i : indices_[i];
  }
  /// True for a contiguous range of records in the order of the log.
  bool is_range() const { return indices_.empty(); }
  std::size_t first() const { return first_; }

 private:
  Schedule(std::size_t first, std::size_t count, std::span<const std::uint32_t> indices)
      : first_(first), count_(count), indices_(indices) {}
  std::size_t first_;
  std::size_t count_;
  std::span<const std::uint32_t> indices_;
};

/// Path of a replay. `plain` calls `choose` at every record; `fastest` takes the quickest path
/// that the algorithm has. Both give the same bytes (a test of every algorithm requires it).
enum class ReplayPath { fastest, plain };

/// Marks a record without a hint; not an action.
inline constexpr Action no_hint = std::numeric_limits<Action>::max();

struct ReplayOptions {
  /// One weight per record of the *log* (not of the schedule); empty means all weights are 1.
  std::span<const double> weights;
  /// Increasing numbers of accepted records at which the sums are kept.
  std::span<const std::uint64_t> checkpoints;
  /// When given, gets the index in the log of every accepted record, in order.
  std::vector<std::uint32_t>* accepted_records = nullptr;
  ReplayPath path = ReplayPath::fastest;

  /// Number of the first slot: slot i of the schedule draws at step first_slot + i, so that a long schedule can be
  /// replayed in chunks.
  std::uint64_t first_slot = 0;
  /// Noise on the contexts of the slots that are not tested; null if none.
  ContextNoise* noise = nullptr;
  /// One flag per slot: if 1, the reward is counted in `sums`; if 0, the record is learned from and counted in
  /// `training`. Empty if all slots are counted in `sums`.
  std::span<const std::uint8_t> tested;
  /// When given, one count per record of the log: its acceptances.
  std::span<std::uint32_t> acceptances;
  /// When given, one action per record of the log, or `no_hint`: if a record is offered again, the action that beat
  /// its logged action is compared first. Does not affect results.
  std::span<Action> hints;
  /// Learn from a record at its first acceptance only. Needs `acceptances`.
  bool learn_once = false;
  /// The replay ends when this many records are accepted.
  std::uint64_t max_accepted = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace replaybench
