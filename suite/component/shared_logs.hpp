#pragma once
// Simulated logs that several evaluations have in common: written once.

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// The logs that the evaluations of one thread share. It keeps the logs of two groups, the open group
/// and the previous one, as far as memory allows; other logs are written again when they are needed.
/// Results do not depend on what it keeps. Not safe to call from several threads.
class SharedLogs {
 public:
  /// Decides a log within a group: the keys of its streams, and its number of records.
  using Key = std::array<std::uint64_t, 5>;

  /// CPU time of writing logs, in seconds. The time of a log that does not fit into the memory belongs to its reader
  /// and is in neither number.
  struct Times {
    double written = 0;  ///< of logs that were written, and kept
    double borrowed =
        0;  ///< of those that were found, each once per `open`: what writing them took
  };

  /// Keeps at most `max_bytes` of logs; 0 means none.
  explicit SharedLogs(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  /// Logs asked for from now on are of this group: of the same data set and logging policy. Called
  /// before each computation that shares logs. `more_readers`: further computations of the group
  /// follow, so that also a log that one of them could do without is worth keeping.
  void open(const std::string& group, bool more_readers = false);
  /// True if readers follow, and another log of `bytes` bytes would be kept for them.
  bool would_keep(std::uint64_t bytes) const {
    return more_readers_ && open_.bytes + bytes <= max_bytes_;
  }
  /// The log of the key in the open group: the kept log, or the result of `write`, which gets a log that is
  /// no longer read, to overwrite it, or an empty log. Throws what `write` throws. Its address may be
  /// that of an earlier call.
  std::shared_ptr<const Log> get(const Key& key, const std::function<Log(Log spare)>& write);
  /// The log that is kept; null when there is none.
  std::shared_ptr<const Log> find(const Key& key);
  /// Forgets all logs. True if there were any.
  bool clear();
  /// The times since the last call.
  Times take_times();

 private:
  struct Entry {
    std::shared_ptr<Log> log;
    double seconds = 0;
    std::uint64_t reader = 0;  // the opening that read it last
  };
  struct Group {
    std::string name;
    std::map<Key, Entry> logs;
    std::uint64_t bytes = 0;
  };

  bool fits(std::uint64_t bytes) const {
    return open_.bytes + before_.bytes + spare_bytes_ + bytes <= max_bytes_;
  }
  bool make_room(std::uint64_t bytes);
  void give_up(Group& group);
  Log take_spare();

  std::uint64_t max_bytes_;
  Group open_;
  Group before_;
  std::vector<Log> spares_;  // to be written over
  std::uint64_t spare_bytes_ = 0;
  std::uint64_t last_bytes_ = 0;  // of the log that was written last
  Times times_;
  std::uint64_t openings_ = 0;
  bool more_readers_ = false;
};

}  // namespace replaybench
