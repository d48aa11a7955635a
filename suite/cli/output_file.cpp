#include "suite/cli/output_file.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench::cli {

void require_writable(std::string_view option, const std::string& name,
                      std::string_view beginning) {
  if (name.empty()) return;
  const std::filesystem::path file(name);
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown)) {
    throw FileError(fmt::format("{}: {} is a folder; name a file", option, name));
  }
  if (std::filesystem::is_regular_file(file, unknown) &&
      std::filesystem::file_size(file, unknown) > 0 &&
      beginning_of(file, beginning.size()) != beginning) {
    throw FileError(fmt::format(
        "{}: {} is there already, and no such output: nothing is overwritten; name another file",
        option, name));
  }
  if (file.has_parent_path()) make_folder(file.parent_path());
}

}  // namespace replaybench::cli
