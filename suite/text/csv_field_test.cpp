#include "suite/text/csv_field.hpp"

#include <limits>

#include "suite/testing/catch.hpp"

namespace replaybench {

TEST_CASE("csv field: quotes only where a reader needs them") {
  CHECK(csv_field("plain text") == "plain text");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("say \"a\"") == "\"say \"\"a\"\"\"");
  CHECK(csv_field("two\nlines") == "\"two\nlines\"");
}

TEST_CASE("csv number: all digits, and nothing for a number that does not exist") {
  CHECK(csv_number(0.1) == "0.1");
  CHECK(csv_number(1.0 / 3) == "0.3333333333333333");
  CHECK(csv_number(1e6) == "1000000");
  CHECK(csv_number(std::numeric_limits<double>::quiet_NaN()).empty());
  CHECK(csv_number(std::numeric_limits<double>::infinity()).empty());
}

}  // namespace replaybench
