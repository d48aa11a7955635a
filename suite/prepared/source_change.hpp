#pragma once
// Comparison of a file with the source of a prepared log.

#include <filesystem>
#include <string>

#include "suite/prepared/prepared_log.hpp"

namespace replaybench {

/// Difference of the file from the source of a log that was prepared at that time: another size, or
/// later time and other bytes. A clause without full stop; empty if it does not differ or does not
/// exist. O(1), and the bytes of a file that was written later.
std::string change_of_source(const std::filesystem::path& file,
                             const PreparedOrigin::Source& source,
                             std::filesystem::file_time_type prepared);

}  // namespace replaybench
