#include "suite/run/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/whole_number.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REPLAYBENCH_HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define REPLAYBENCH_HAS_SANITIZER 1
#endif
#endif

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// Of a thread's stack: the system's default.
constexpr std::uint64_t stack_bytes = 8ull << 20;

std::string text_of(const fs::path& file) {
  try {
    const std::string text = read_file(file);
    return text.substr(0, text.find('\n'));
  } catch (const EnvironmentError&) {
    return {};
  }
}

// The least that a control group (version 2) or one above it allows; 0: no limit.
std::uint64_t memory_of_groups() {
  std::string own = text_of("/proc/self/cgroup");
  if (!own.starts_with("0::/")) own = "0::/";
  const fs::path root = "/sys/fs/cgroup";
  std::uint64_t least = 0;
  for (fs::path group = fs::path(own.substr(4));; group = group.parent_path()) {
    const auto bytes = whole_number<std::uint64_t>(text_of(root / group / "memory.max"));
    if (bytes && (least == 0 || *bytes < least)) least = *bytes;
    if (group.empty() || group == group.parent_path()) return least;
  }
}

}  // namespace

std::uint64_t memory_of_machine() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  const std::uint64_t machine =
      pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
                            : 0;
  const std::uint64_t groups = memory_of_groups();
  if (machine == 0 || groups == 0) return std::max(machine, groups);
  return std::min(machine, groups);
}

bool limit_memory([[maybe_unused]] std::uint64_t bytes, [[maybe_unused]] std::size_t threads) {
#if defined(REPLAYBENCH_HAS_SANITIZER)
  return false;
#else
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return false;
  const auto wanted = static_cast<rlim_t>(bytes + stack_bytes * threads);
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return true;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
  return ::setrlimit(RLIMIT_DATA, &limit) == 0;
#endif
}

std::string memory_text(std::uint64_t bytes) {
  char text[32];
  const double megabytes = static_cast<double>(bytes) / 1e6;
  if (megabytes < 999.5) {
    std::snprintf(text, sizeof text, "%.0f MB", megabytes);
  } else {
    std::snprintf(text, sizeof text, "%.1f GB", megabytes / 1000);
  }
  return text;
}

}  // namespace replaybench
