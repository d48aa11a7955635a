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
  give_up(open_);
  open_.name = group;
}

std::shared_ptr<const Log> SharedLogs::get(const Key& key,
                                           const std::function<Log(Log spare)>& write) {
  if (auto kept = find(key)) return kept;
  // The group before would have to go once the log is there. Gone now, it gives its memory.
  if (spares_.empty() && !fits(last_bytes_) && open_.bytes + last_bytes_ <= max_bytes_) {
    give_up(before_);
  }
  const double start = cpu_seconds();
  auto log = std::make_shared<Log>(write(take_spare()));
  const double seconds = cpu_seconds() - start;
  const std::uint64_t bytes = last_bytes_ = log->bytes();
  if (make_room(bytes)) {
    open_.logs.emplace(key, Entry{log, seconds, openings_});
    open_.bytes += bytes;
    times_.written += seconds;
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
  while (!spares_.empty() && !fits(bytes)) take_spare();
  if (fits(bytes)) return true;
  if (open_.bytes + bytes > max_bytes_) return false;
  before_ = {};
  return true;
}

// Keeps the group's logs that have no reader as spare memory.
void SharedLogs::give_up(Group& group) {
  for (auto& [key, entry] : group.logs) {
    if (entry.log.use_count() > 1) continue;
    spare_bytes_ += entry.log->bytes();
    spares_.push_back(std::move(*entry.log));
  }
  group = {};
}

Log SharedLogs::take_spare() {
  if (spares_.empty()) return {};
  Log spare = std::move(spares_.back());
  spares_.pop_back();
  spare_bytes_ -= spare.bytes();
  return spare;
}

bool SharedLogs::clear() {
  const bool had_any = !open_.logs.empty() || !before_.logs.empty() || !spares_.empty();
  open_ = {};
  before_ = {};
  spares_.clear();
  spare_bytes_ = 0;
  return had_any;
}

SharedLogs::Times SharedLogs::take_times() { return std::exchange(times_, {}); }

}  // namespace replaybench
