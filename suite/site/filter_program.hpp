#pragma once
// A text through another program.

#include <string>
#include <vector>

namespace replaybench {

/// Returns the output of `command` (a program's name, found by PATH, and its arguments) for `input`.
/// Throws FileError, with `purpose` and the program's own words, where it is not installed or
/// fails.
std::string filtered_by(const std::vector<std::string>& command, const std::string& input,
                        const std::string& purpose);

}  // namespace replaybench
