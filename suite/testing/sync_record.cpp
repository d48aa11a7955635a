#include "suite/testing/sync_record.hpp"

#include <mutex>
#include <string>
#include <utility>

namespace replaybench {

namespace {

std::mutex mutex;
std::vector<std::filesystem::path> files;
std::function<void()> next;

}  // namespace

std::vector<std::filesystem::path> synced_files() {
  const std::lock_guard lock(mutex);
  return files;
}

void at_next_sync(std::function<void()> act) {
  const std::lock_guard lock(mutex);
  next = std::move(act);
}

}  // namespace replaybench

// Takes the place of the C library's: records the call only (no_sync.cpp).
extern "C" int fsync(int descriptor) {
  std::function<void()> act;
  {
    const std::lock_guard lock(replaybench::mutex);
    std::error_code error;
    replaybench::files.push_back(
        std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error));
    act = std::exchange(replaybench::next, {});
  }
  if (act) act();
  return 0;
}
