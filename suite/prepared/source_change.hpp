#pragma once
// Whether a file is still the one that a prepared log was made from.

#include <filesystem>
#include <string>

#include "suite/prepared/prepared_log.hpp"

namespace replaybench {

/// How the file differs from the source of a log that was prepared at that time: it has another size,
/// or was written later and has other bytes. A clause without full stop; empty: it does not differ, or
/// is not there. O(1), and the bytes of a file that was written later.
std::string change_of_source(const std::filesystem::path& file,
                             const PreparedOrigin::Source& source,
                             std::filesystem::file_time_type prepared);

}  // namespace replaybench
