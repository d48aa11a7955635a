#pragma once
// Names of the files that `write_file` makes beside a file until it is complete.

#include <filesystem>

namespace replaybench {

/// How the names begin that a process of this machine gives them; those of other machines and
/// containers differ. A process that is killed while it writes leaves one.
std::filesystem::path part_prefix(const std::filesystem::path& file, long process);

}  // namespace replaybench
