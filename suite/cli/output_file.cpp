#include "suite/cli/output_file.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench::cli {

CLI::Option* add_output_file(CLI::App& command, const std::string& option, std::string& name,
                             const std::string& meaning) {
  const auto is_empty = [](const std::string& file) -> std::string {
    return file.empty() ? "the name of the file is empty" : "";
  };
  return command.add_option(option, name, meaning)->check(CLI::Validator(is_empty, ""));
}

void require_writable(std::string_view option, const std::string& name,
                      std::string_view beginning) {
  if (name.empty()) return;
  const std::filesystem::path file(name);
  std::error_code unknown;
  const auto type = std::filesystem::symlink_status(file, unknown).type();
  if (std::filesystem::is_directory(file, unknown)) {
    throw FileError(fmt::format("{}: {} is a folder; name a file", option, name));
  }
  // The output would take the name of a device, a pipe or a link, which would be gone.
  const bool is_new = type == std::filesystem::file_type::not_found;
  if (!is_new && type != std::filesystem::file_type::regular) {
    throw FileError(fmt::format(
        "{}: {} is {}, not a regular file: nothing is written; name a file", option, name,
        type == std::filesystem::file_type::symlink ? "a symbolic link"
                                                    : "a device, a pipe or a socket"));
  }
  if (!is_new && std::filesystem::file_size(file, unknown) > 0 &&
      beginning_of(file, beginning.size()) != beginning) {
    throw FileError(fmt::format(
        "{}: {} is there already, and no such output: nothing is overwritten; name another file",
        option, name));
  }
  if (file.has_parent_path()) make_folder(file.parent_path());
}

}  // namespace replaybench::cli
