#pragma once
// The cells that a run still has to compute: in which order they are taken, and how long they will
// take.

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "suite/component/shared_logs.hpp"
#include "suite/plan/plan.hpp"
#include "suite/run/work_rate.hpp"

namespace replaybench {

/// The cells of a run in the order in which threads take them. Not thread-safe: the runner has a lock.
class WorkQueue {
  using Clock = std::chrono::steady_clock;

 public:
  WorkQueue(const Plan& plan, std::vector<std::size_t> cells);

  std::size_t cells() const { return order_.size(); }
  /// The next cell for a thread; nothing when all are taken. Thread 0 takes the cell with the least work
  /// (Cell::cost), the others the one with the most. After that, a thread goes on with the cells that
  /// have their logs in common with the one it took, from the largest on.
  std::optional<std::size_t> take(std::size_t thread);
  /// True if there are cells left that share their logs with the cell that the thread took.
  bool continues_family(std::size_t thread) { return relative(thread).has_value(); }
  /// Defers a cell that another process is computing.
  void defer(std::size_t cell) { deferred_.push_back(cell); }
  /// Takes the deferred cell that waits longest; std::nullopt if there is none.
  std::optional<std::size_t> take_deferred();
  std::size_t left() const { return deferred_.size(); }

  void begin(std::size_t thread, std::size_t cell);
  /// The thread has computed what it began, called by that thread itself: what it does until `end`, as
  /// saving, is no part of the cell's time. Gives the cell's seconds of a core: those that `logs` says
  /// went into common logs are divided among all cells that have them in common.
  double note_computed(std::size_t thread, const SharedLogs::Times& logs = {});
  /// Ends what the thread began, called by that thread itself; `computed` when its time may be learnt
  /// from.
  void end(std::size_t thread, bool computed);
  /// Takes back a cell that the thread took, and may have begun, but that did not fit into memory: it waits
  /// for the next round. Allocates nothing.
  void give_back(std::size_t thread, std::size_t cell);
  /// Like the function above, for a cell that has ended but could not be stored for lack of memory.
  void give_back(std::size_t cell);
  /// Lets `take` return the cells that were given back. Returns their number.
  std::size_t next_round();

  struct Expectation {
    double share = 0;         ///< of the time of all cells, in [0, 1]: what is over
    double known_share = 0;   ///< of what is left: the part whose kind has been measured
    double seconds_left = 0;  ///< by the clock, if the cells go on to end as fast as until now
  };
  /// From the cells that this queue has seen end. O(kinds).
  Expectation expectation() const;

 private:
  struct Running {
    std::size_t cell = 0;
    Clock::time_point start;
    double cpu_start = 0;
    std::optional<double> cpu = std::nullopt;  // seconds, once computed
  };
  struct Kind {
    WorkRate rate;
    double work = 0;  // of all cells
    double left = 0;  // of those not begun
  };
  // Cells that have their logs in common.
  struct Family {
    std::vector<std::size_t> places;  // from the largest cell on
    std::size_t next = 0;             // those before it are taken
  };

  void find_families();
  std::optional<std::size_t> relative(std::size_t thread);
  double work_of(std::size_t cell) const { return plan_.cells[cell].cost; }
  Kind& kind_of_cell(std::size_t cell) { return kinds_[kind_number_.at(cell)]; }

  const Plan& plan_;
  std::vector<std::size_t> order_;  // cells by work
  std::vector<char> taken_;         // by place in it
  std::vector<Kind> kinds_;
  std::map<std::size_t, std::size_t> kind_number_;  // by cell
  std::vector<Family> families_;
  std::vector<std::size_t> family_of_;            // by place
  std::map<std::size_t, std::size_t> place_of_;   // by cell
  std::map<std::size_t, std::size_t> family_at_;  // that a thread is at
  std::size_t front_ = 0;
  std::size_t back_;
  std::deque<std::size_t> deferred_;
  std::vector<std::size_t> given_back_;
  std::map<std::size_t, Running> running_;  // by thread
  WorkRate rate_;                           // of all cells
  Clock::time_point start_ = Clock::now();
};

}  // namespace replaybench
