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
#include "suite/run/cost_model.hpp"

namespace replaybench {

/// The cells of a run in the order in which threads take them. Not thread-safe: the runner has a lock.
class WorkQueue {
  using Clock = std::chrono::steady_clock;

 public:
  /// `alone` is true if thread 0 takes all cells.
  WorkQueue(const Plan& plan, CostModel& costs, std::vector<std::size_t> cells, bool alone = false);

  std::size_t cells() const { return order_.size(); }
  /// The next cell for a thread; nothing when all are taken. Thread 0 takes the shortest ones and,
  /// in turn with them, scouts: cells of kinds whose time is not known, from short to long. The
  /// others take the longest, of each unknown kind one first; thread 0 takes these after its scouts when
  /// it is alone. After that, a thread goes on with the cells that have their logs in common with the
  /// one it took, from the longest on.
  std::optional<std::size_t> take(std::size_t thread);
  /// True if there are cells left that share their logs with the cell that the thread took.
  bool continues_family(std::size_t thread) { return relative(thread).has_value(); }
  /// Defers a cell that another process is computing.
  void defer(std::size_t cell) { deferred_.push_back({cell, Clock::now()}); }
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
  /// Takes back a cell that the thread took, and may have begun, and had no memory for beside others: it
  /// waits for the next round. Allocates nothing.
  void give_back(std::size_t thread, std::size_t cell);
  /// Like the function above, for a cell that has ended but could not be stored for lack of memory.
  void give_back(std::size_t cell);
  /// Lets `take` return the cells that were given back. Returns their number.
  std::size_t next_round();
  /// Records a pause of the process or the machine, which is not part of any cell's time.
  void note_pause(std::chrono::steady_clock::duration pause);
  /// Records the time that a thread waited for a computed cell to be stored.
  void note_saving(double seconds);
  bool any_running() const { return !running_.empty(); }

  struct Expectation {
    double done = 0;          ///< seconds of a core
    double left = 0;          ///< seconds of a core
    double known_share = 0;   ///< of what is left
    double seconds_left = 0;  ///< by the clock, on a machine as busy as it was until now
  };
  /// With `threads` here, and with one elsewhere for each cell that was left no longer ago than it
  /// takes. O(combinations + left cells).
  Expectation expectation(std::size_t threads) const;

 private:
  struct Deferred {
    std::size_t cell;
    Clock::time_point since;
  };
  struct Running {
    std::size_t cell = 0;
    Clock::time_point start;
    double cpu_start = 0;
    std::optional<double> cpu = std::nullopt;    // seconds, once computed
    std::optional<double> clock = std::nullopt;  // the same by the clock
  };

  double replicates_of(std::size_t cell) const;
  CostModel::Prediction prediction_of(std::size_t cell) const;
  double seconds_of(std::size_t cell) const;
  double slowdown() const;
  std::size_t in_progress_elsewhere() const;
  void forget(std::size_t cell);
  void find_scouts();
  void find_families();
  std::optional<std::size_t> relative(std::size_t thread);
  void enter_family(std::size_t thread, std::size_t number);

  const Plan& plan_;
  CostModel& costs_;
  bool alone_;
  std::map<std::size_t, CostModel::Combination> combination_;  // by cell
  std::vector<std::size_t> order_;                             // cells by expected time
  std::vector<std::size_t> scouts_;                            // places in it
  std::vector<std::size_t> long_scouts_;
  std::vector<char> taken_;  // by place
  // Cells that have their logs in common.
  struct Family {
    std::vector<std::size_t> places;
    std::size_t next = 0;  // those before it are taken
  };
  std::vector<Family> families_;
  std::vector<std::size_t> family_of_;            // by place
  std::map<std::size_t, std::size_t> place_of_;   // by cell
  std::map<std::size_t, std::size_t> family_at_;  // that a thread is at
  std::size_t next_scout_ = 0;
  std::size_t next_long_scout_ = 0;
  bool scout_is_next_ = false;
  std::size_t front_ = 0;
  std::size_t back_;
  std::deque<Deferred> deferred_;
  std::vector<std::size_t> given_back_;
  std::map<CostModel::Combination, double> replicates_left_;  // of cells not begun
  std::map<CostModel::Combination, double> replicates_per_cell_;
  std::map<std::size_t, Running> running_;  // by thread
  double done_ = 0;                         // seconds of a core
  double clock_ = 0;                        // the same cells by the clock
  double saving_ = 0;
  std::size_t saved_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace replaybench
