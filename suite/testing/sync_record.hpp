#pragma once
// Records what a test program that is linked with sync_record.cpp flushes to disk.

#include <filesystem>
#include <functional>
#include <vector>

namespace replaybench {

/// The files that fsync was called for so far, by the names they had then.
std::vector<std::filesystem::path> synced_files();

/// Calls `act` in the next fsync, before it; once. Empty: nothing.
void at_next_sync(std::function<void()> act);

}  // namespace replaybench
