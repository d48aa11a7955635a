#pragma once
// Files of a store that nothing needs.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "suite/store/store.hpp"

namespace replaybench {

/// Kinds of garbage.
enum class GarbageKind {
  half_file,      ///< being written by a process that is dead, or by one elsewhere an hour ago
  damaged_cell,   ///< cut short or altered: a run would compute it again
  stale_failure,  ///< a noted failure of a cell that is stored
  unneeded_cell,  ///< whole, but not needed
};

struct Garbage {
  GarbageKind kind = GarbageKind::half_file;
  std::string key;
  std::filesystem::path file;
  std::uintmax_t bytes = 0;
};

/// Looks through a store, removes nothing. Reads every cell, to find the damaged ones. `is_needed`
/// (all are if it is empty) is called for each whole cell. Sorted by kind, then by key. O(bytes).
std::vector<Garbage> find_garbage(
    const Store& store, const std::function<bool(const Store::Entry& cell)>& is_needed = {});

/// Removes what is still garbage and returns the number of files removed. A cell that a process is
/// computing now, or has repaired meanwhile, stays. Throws FileError.
std::size_t remove_garbage(const Store& store, const std::vector<Garbage>& garbage);

}  // namespace replaybench
