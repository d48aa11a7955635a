#pragma once
// Runs the cells of a plan that the store does not have yet.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "suite/plan/cell_sources.hpp"
#include "suite/plan/plan.hpp"
#include "suite/store/reservations.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

/// Part i of n of a plan, 1-based: the cells whose place in the plan is i-1 modulo n. The union of
/// all parts is the whole, without overlap; each machine runs one, and they meet in the store.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;
};

struct FailedCell {
  std::size_t cell = 0;  ///< index in the plan
  std::string reason;
};

struct RunSummary {
  std::size_t cells = 0;  ///< of this shard
  std::size_t found = 0;  ///< already in the store, or the same as another cell that is
  std::size_t computed = 0;
  std::size_t elsewhere = 0;  ///< computed by another process while this one ran
  std::size_t damaged = 0;    ///< found cut short or altered, computed again
  /// Cells found that other sources computed: cells of other sources are computed again, of another
  /// engine and of an unknown build only if the options say so.
  OriginCounts origins;
  std::size_t retried_for_memory =
      0;  ///< did not fit into memory with others, and were tried again with fewer threads; each counts once
  std::map<std::string, std::size_t> unavailable;  ///< cells that cannot run here, by the reason
  bool stopped = false;                            ///< on request, before everything was computed
  bool unseen = false;  ///< stopped before all cells were looked for; these counts lack the rest
  std::vector<FailedCell> failed;

  /// Cells of the shard that are in the store.
  std::size_t stored() const { return found + computed + elsewhere; }
};

struct RunProgress {
  std::size_t cells_done = 0;
  std::size_t cells = 0;      ///< those that were missing at the start
  std::size_t elsewhere = 0;  ///< of those left, the ones that other processes are computing
  double share = 0;           ///< of the expected time, in [0, 1]
  double seconds_left = 0;    ///< expected, by the clock
  double known_share = 0;     ///< of the work left: the part whose kind has been measured
};

/// Called from one thread at a time, after each cell and every `RunOptions::tick`.
using ProgressCallback = std::function<void(const RunProgress&)>;

struct RunOptions {
  std::size_t jobs = 1;  ///< threads, at most 256; fewer when there are fewer cells
  Shard shard;
  /// Memory for the logs that cells have in common, of all threads together, in bytes; 0 means each cell
  /// writes its own.
  std::uint64_t log_memory = std::uint64_t{1} << 30;
  /// A cell is stored by another thread than the one that computed it. The stack of that thread counts if
  /// memory is limited.
  bool stores_aside = true;
  /// True if cells of another engine or an unknown build are computed again too.
  bool recompute = false;
  /// Called after a cell is stored, with its key and its seconds of a core, from several threads at a time.
  std::function<void(const std::string& key, double seconds)> stored;
  /// Called when cells ran out of memory while others ran: `cells` are tried again with `jobs` threads.
  std::function<void(std::size_t cells, std::size_t jobs)> fewer_jobs;
  /// When it becomes true no further cell is looked for or begun. Those in progress are finished, unless
  /// `abandon` is given: it is called after `grace()` (a second, if it is empty) with what has been
  /// done, while no cell is being stored, and has to end the process. Not after an error of the store.
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const RunSummary&)> abandon;
  std::function<std::chrono::milliseconds()> grace;
  std::chrono::milliseconds tick{100};  ///< also between two expectations of the time left
  ReservationTimes reservation_times;
};

/// Computes and stores what is missing, and what other sources computed. The results do not depend on `options`. A cell that throws
/// is noted as failed and the others go on; FileError of the store (a full disk) stops the
/// run and is thrown on, and what was stored stays.
///
/// A cell that has no memory (std::bad_alloc) while several threads work waits until the others are done,
/// and is tried again with half as many threads or fewer, in the end with one: then it has failed.
///
/// One thread takes the cells with the least work (Cell::cost) first, the others those with the most: the
/// threads end together, and a run that is killed again and again stores something each time, if its
/// shortest cell gets done. A thread goes on with cells that have their logs in common, which it writes
/// once. A cell is stored while its thread
/// computes the next one; a kill loses one that is just being stored, at most, of each thread.
///
/// Processes on one store, begun together, share the work: a cell that another one computes
/// (suite/store/reservations.hpp) is left to it, and waited for at the end.
RunSummary run(const Plan& plan, const Store& store, const RunOptions& options,
               const ProgressCallback& progress = {});

}  // namespace replaybench
