#include "suite/component/shared_logs.hpp"

#include <utility>

#include "suite/model/cpu_time.hpp"

namespace replaybench {

void SharedLogs::open(const std::string& group, bool more_readers) {
  ++openings_;
  more_readers_ = more_readers;
  if (open_.name == group) return;
  std::swap(open_, before_);
  if (open_.name == group) return;
  open_ = {};
  open_.name = group;
}

std::shared_ptr<const Log> SharedLogs::get(const Key& key, const std::function<Log()>& write) {
  if (auto kept = find(key)) return kept;
  const double start = cpu_seconds();
  auto log = std::make_shared<const Log>(write());
  const double seconds = cpu_seconds() - start;
  times_.written += seconds;
  const std::uint64_t bytes = log->bytes();
  if (make_room(bytes)) {
    open_.logs.emplace(key, Entry{log, seconds, openings_});
    open_.bytes += bytes;
  }
  return log;
}

std::shared_ptr<const Log> SharedLogs::find(const Key& key) {
  const auto at = open_.logs.find(key);
  if (at == open_.logs.end()) return nullptr;
  Entry& entry = at->second;
  if (entry.reader != openings_) times_.borrowed += entry.seconds;
  entry.reader = openings_;
  return entry.log;
}

// A log of the open group pushes out those of the group before, and none of its own: the cells of a
// group read their logs in the same order, where the oldest one is the next to be wanted.
bool SharedLogs::make_room(std::uint64_t bytes) {
  if (open_.bytes + before_.bytes + bytes <= most_bytes_) return true;
  if (open_.bytes + bytes > most_bytes_) return false;
  before_ = {};
  return true;
}

bool SharedLogs::clear() {
  const bool had_any = !open_.logs.empty() || !before_.logs.empty();
  open_ = {};
  before_ = {};
  return had_any;
}

SharedLogs::Times SharedLogs::take_times() { return std::exchange(times_, {}); }

}  // namespace replaybench
