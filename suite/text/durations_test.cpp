#include "suite/text/durations.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("durations: measured, to the second, the minute or the hour") {
  CHECK(duration_text(0.4) == "0 s");
  CHECK(duration_text(59.6) == "1 min 0 s");
  CHECK(duration_text(200) == "3 min 20 s");
  CHECK(duration_text(7'530) == "2 h 5 min");
  CHECK(duration_text(76 * 3600) == "3 d 4 h");
}

TEST_CASE("durations: expected, to two digits") {
  CHECK(rounded_duration_text(4.4) == "4 s");
  CHECK(rounded_duration_text(59.6) == "1 min");
  CHECK(rounded_duration_text(203) == "3 min 20 s");
  CHECK(rounded_duration_text(2'210) == "37 min");
  CHECK(rounded_duration_text(3'599) == "1 h");
  CHECK(rounded_duration_text(7'700) == "2 h 10 min");
  CHECK(rounded_duration_text(31 * 3600 + 100) == "31 h");
  CHECK(rounded_duration_text(3.4 * 86'400) == "3 d");
}

TEST_CASE("durations: minutes of a core, more digits for less") {
  CHECK(minutes_text(0) == "0.00");
  CHECK(minutes_text(31) == "0.52");
  CHECK(minutes_text(1'884) == "31.4");
  CHECK(minutes_text(156'600) == "2610");
}
