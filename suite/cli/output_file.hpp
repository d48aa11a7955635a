#pragma once
// Files that an option names for the output of a command.

#include <string>
#include <string_view>

namespace replaybench::cli {

/// The first bytes of every page.
inline constexpr std::string_view page_beginning = "<!doctype html>";

/// Makes the folder of the file that an option names. Throws FileError, before anything is computed, if the name is that
/// of a folder, or of a file that does not begin like such an output: a log, for example, stays as it is. Does nothing without a
/// name.
void require_writable(std::string_view option, const std::string& name, std::string_view beginning);

}  // namespace replaybench::cli
