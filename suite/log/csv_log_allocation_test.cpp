// The reading loop allocates nothing per line: only the result's columns grow, by doubling until
// the file's length says what they need.

#include "suite/log/csv_log.hpp"
#include "suite/testing/allocation_count.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {

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
  const std::size_t before = allocation_count();
  const auto result = read_csv_log(text, "memory", {.skip_bad_lines = with_bad_lines});
  const std::size_t used = allocation_count() - before;
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
