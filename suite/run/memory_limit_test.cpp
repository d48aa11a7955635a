#include "suite/run/memory_limit.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <new>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

// The exit code of what a process of its own does.
template <class Act>
int code_of(const Act& act) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(act());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("memory: in words") {
  CHECK(memory_text(64'000'000) == "64 MB");
  CHECK(memory_text(2'000'000'000) == "2.0 GB");
  CHECK(memory_text(999'600'000) == "1.0 GB");
}

TEST_CASE("memory: beyond the limit an allocation fails, and the process goes on") {
  constexpr std::size_t megabyte = 1 << 20;
  const int code = code_of([] {
    if (!limit_memory(200 * megabyte, 0)) return 2;  // a sanitizer
    try {
      std::vector<char> bytes(400 * megabyte, 'x');
      return bytes.back() == 'x' ? 1 : 3;
    } catch (const std::bad_alloc&) {
    }
    const std::vector<char> fewer(20 * megabyte, 'x');
    return fewer.back() == 'x' ? 0 : 4;
  });
  CHECK(code == (can_limit_memory() ? 0 : 2));
}
