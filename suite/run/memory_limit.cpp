#include "suite/run/memory_limit.hpp"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REPLAYBENCH_HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define REPLAYBENCH_HAS_SANITIZER 1
#endif
#endif

namespace replaybench {

namespace {

// Size of a thread's stack: the system's default.
[[maybe_unused]] constexpr std::uint64_t stack_bytes = 8ull << 20;

}  // namespace

bool can_limit_memory() {
#if defined(REPLAYBENCH_HAS_SANITIZER)
  return false;
#else
  return true;
#endif
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
  if (::setrlimit(RLIMIT_DATA, &limit) != 0) return false;
#if defined(__GLIBC__)
  // The limit counts what the heaps of threads keep for later: large blocks are mapped one by one
  // instead, and go back to the system when they are freed.
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
  return true;
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
