#pragma once
// Files that an option names for the output of a command.

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace replaybench::cli {

/// The first bytes of every page.
inline constexpr std::string_view page_beginning = "<!doctype html>";

/// Adds an option whose value, the name of a file, is not empty.
CLI::Option* add_output_file(CLI::App& command, const std::string& option, std::string& name,
                             const std::string& meaning);

/// Makes the folder of the file that an option names. Throws FileError, before anything is computed, if the name is that of a
/// folder, a link, a device or a pipe, or of a file that does not begin like such an output: a log, for example, stays as it is.
/// Does nothing without a name.
void require_writable(std::string_view option, const std::string& name, std::string_view beginning);

}  // namespace replaybench::cli
