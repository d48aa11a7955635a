#pragma once
// Comparison of a prepared log of Yahoo! R6B with the files that lie beside it.

#include <filesystem>

#include "suite/prepared/prepared_log.hpp"

namespace replaybench {

/// Throws DataError if a day's file in the folder of `prepared` is not the one that it was prepared from: it has
/// another size, or was written later and has other bytes. Days whose files are not there are not asked for. O(days), and
/// the bytes of files that were written later.
void check_prepared_sources(const std::filesystem::path& prepared, const PreparedOrigin& origin);

}  // namespace replaybench
