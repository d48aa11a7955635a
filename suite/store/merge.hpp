#pragma once
// The cells of one store put into another one.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "suite/store/store.hpp"

namespace replaybench {

struct MergeSummary {
  std::size_t cells = 0;     ///< of the store that is read
  std::size_t added = 0;     ///< were missing or damaged in the target
  std::size_t same = 0;      ///< were there already, with the same numbers
  std::size_t replaced = 0;  ///< were there, computed by sources further from this program's
  std::size_t older = 0;     ///< are there, computed by sources nearer to this program's
  std::size_t failures = 0;  ///< noted failures of cells that neither store has, added
  std::vector<std::string> damaged;    ///< keys: cut short or altered in `from`; left out
  std::vector<std::string> different;  ///< keys: there with other numbers; left as they were
};

/// Puts the cells of `from` into `into`, after checking the seal of each. On one file system a cell
/// becomes a second name of the same file: no cell is ever changed in place. Of two cells with one key the one stays
/// whose sources are nearer to `sources_here(canonical)`, what this program would record (origins are ordered, the nearest
/// first); of two as near that which is there. Where their numbers differ too, the key is in `different`: one of the two
/// stores was not computed by what it says, or both by sources that are no longer here.
/// The records of the jobs go with the cells. May be stopped and called again; other processes may
/// write both stores meanwhile. Throws FileError: what was put until then stays.
/// `progress` (may be empty) is called with the share of the cells that is done. O(bytes of `from`).
MergeSummary merge_store(
    const Store& from, const Store& into,
    const std::function<std::string(const std::string& canonical)>& sources_here,
    const std::function<void(double)>& progress = {});

}  // namespace replaybench
