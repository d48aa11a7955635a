#include "suite/text/part_names.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <system_error>

#include "suite/text/host.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// A part is written in well under a second; no clock of a cluster is wrong by an hour.
constexpr std::chrono::hours longest_writing{1};

// The process that writes a part, if it is one of this machine: parts of others have other names.
std::optional<long> writer_here(const fs::path& part) {
  const std::string name = part.string();
  const std::size_t mark = name.rfind(part_mark);
  const std::size_t dash = name.rfind('-');
  const std::size_t before = dash == 0 ? std::string::npos : name.rfind('-', dash - 1);
  if (before == std::string::npos || before < mark) return std::nullopt;
  const auto process = whole_number<long>(name.substr(before + 1, dash - before - 1));
  if (!process || *process <= 0) return std::nullopt;
  const std::string prefix = part_prefix(name.substr(0, mark), *process).string();
  return name.starts_with(prefix) ? process : std::nullopt;
}

}  // namespace

fs::path part_prefix(const fs::path& file, long process) {
  // Processes of two machines, or of two containers, may have one number.
  static const std::string place = sha256_hex(process_place()).substr(0, 12);
  fs::path prefix = file;
  return prefix += std::string(part_mark) + place + "-" + std::to_string(process) + "-";
}

fs::path new_part(const fs::path& file) {
  static std::atomic<unsigned> counter{0};
  return part_prefix(file, ::getpid()) += std::to_string(counter++);
}

bool is_left_part(const fs::path& file) {
  if (file.filename().string().find(part_mark) == std::string::npos) return false;
  if (const auto process = writer_here(file)) {
    return ::kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
  }
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  return !error && fs::file_time_type::clock::now() - written > longest_writing;
}

void remove_left_parts(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    std::error_code ignored;
    if (file->is_regular_file(ignored) && is_left_part(file->path())) {
      fs::remove(file->path(), ignored);
    }
  }
}

}  // namespace replaybench
