#include "suite/text/whole_number.hpp"

#include <cstdint>

#include "suite/testing/catch.hpp"

using replaybench::whole_number;

TEST_CASE("whole numbers: all of the text or nothing") {
  CHECK(whole_number<std::uint32_t>("0") == 0u);
  CHECK(whole_number<std::uint32_t>("4294967295") == 4294967295u);
  CHECK(whole_number<long>("-7") == -7);
  for (const char* text : {"", " 1", "1 ", "+1", "-1", "1.0", "1e3", "4294967296", "x"}) {
    CHECK_FALSE(whole_number<std::uint32_t>(text));
  }
}
