// The reading loop allocates nothing per line: only the result's columns grow, by doubling until
// the file's length says what they need.

#include <atomic>
#include <cstdlib>
#include <new>

#include "suite/log/csv_log.hpp"
#include "suite/testing/allocation_count.hpp"
#include "suite/testing/catch.hpp"

namespace {
std::atomic<std::size_t> allocations{0};
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
// Replaced too, so that a sanitizer's own version does not meet the deletes below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size ? size : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace replaybench {

std::size_t allocation_count() { return allocations; }

namespace {

std::size_t allocations_for(int lines, bool with_bad_lines) {
  std::string text = "action,reward,propensity,pool,note,x_0,x_1,x_2\n";
  for (int i = 0; i < lines; ++i) {
    // Long tokens, quoted fields and 17-digit numbers: nothing here fits the inside of a
    // std::string.
    text += i % 2 ? "a_long_token_of_one_action" : "another_long_token_of_an_action";
    text +=
        ",1,0.5,another_long_token_of_an_action a_long_token_of_one_action,"
        "\"a \"\"quoted\"\" note that is ignored\",0.12345678901234567,-1.5e-7,0.0\n";
    if (with_bad_lines)
      text += "a_long_token_of_an_action_in_a_bad_line,not a number,0.5,a b c,,1,2,3\n";
  }
  const std::size_t before = allocations;
  const auto result = read_csv_log(text, "memory", {.skip_bad_lines = with_bad_lines});
  const std::size_t used = allocations - before;
  REQUIRE(result.report.records == static_cast<std::size_t>(lines));
  return used;
}

TEST_CASE("csv_log: a line costs no allocation, good or bad") {
  for (const bool with_bad_lines : {false, true}) {
    const std::size_t few = allocations_for(1000, with_bad_lines);
    const std::size_t many = allocations_for(64'000, with_bad_lines);
    // Each of the five columns is reserved once from the text's length; a doubling more is allowed.
    CHECK(many > few);
    CHECK(many <= few + 5 * 2);
  }
}

}  // namespace
}  // namespace replaybench
