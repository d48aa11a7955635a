// The reader allocates nothing per line: neither for good lines, nor for a pool that changes, nor
// for anomalies once the first ones are kept.

#include "suite/testing/allocation_count.hpp"
#include "suite/testing/catch.hpp"
#include "suite/yahoo/yahoo_reader.hpp"

namespace replaybench {
namespace {

std::string text_of(std::size_t lines, bool weighted) {
  const std::string name = weighted ? "" : "id-";
  const std::string user = weighted ? "1:1 2:0.12345678901234567 3:-1e-300 5:1 6:1" : "1 99 27 136";
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    text += std::to_string(1'317'513'291 + i) + " " + name + "123456789 0 |user " + user;
    for (std::size_t k = 0; k < 20; ++k) {
      text += " |" + name + "12345678" + std::to_string((i / 3 + k) % 30);
      if (weighted) text += " 1:1 2:0.3 3:0.1 4:0.25 5:1 6:0";
    }
    text += " |" + name + "123456789" + (weighted ? " 1:1" : "") + "\n";
    // Left out, and kept with an article twice.
    text += std::to_string(i) + " " + name + "1 0 |user 1 a_token_that_does_not_belong_here\n";
    if (!weighted)
      text += std::to_string(i) + " id-123456781 0 |user 1 |id-123456781 |id-123456781\n";
  }
  return text;
}

std::size_t allocations_for(std::size_t lines, bool weighted) {
  const std::string text = text_of(lines, weighted);
  YahooReader reader(text, "memory");
  const std::size_t before = allocation_count();
  while (reader.next()) {
  }
  const std::size_t used = allocation_count() - before;
  REQUIRE(reader.report().records == (weighted ? lines : 2 * lines));
  REQUIRE(reader.report().left_out == lines);
  return used;
}

TEST_CASE("yahoo_log: a line costs no allocation, good or bad") {
  for (const bool weighted : {false, true}) {
    const std::size_t few = allocations_for(1000, weighted);
    CHECK(few > 0);
    CHECK(allocations_for(20'000, weighted) == few);
  }
}

}  // namespace
}  // namespace replaybench
