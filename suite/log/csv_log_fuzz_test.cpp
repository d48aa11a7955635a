// Broken logs: for any bytes, the reader throws or gives a log whose invariants hold.

#include "suite/log/csv_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

std::string valid_text() {
  std::string text = "action,reward,propensity,pool,timestamp,note,x_0,x_1\r\n";
  Draws draws(derive_key(1, "log", "csv_log_fuzz_test"), 0);
  for (int i = 0; i < 25; ++i) {
    const char action = static_cast<char>('a' + draws.below(4));
    text += std::string(1, action) + "," + std::to_string(draws.below(2)) + ",0." +
            std::to_string(1 + draws.below(9)) + ",a b c d,2024-01-0" +
            std::to_string(1 + draws.below(9)) + ",\"say \"\"x\"\", or\ny\"," +
            std::to_string(draws.uniform()) + "," + std::to_string(draws.below(1000)) +
            (i % 2 ? "\r\n" : "\n");
  }
  return text;
}

// A byte that means something is likelier to break something.
char random_byte(Draws& draws) {
  constexpr std::string_view special("\",\n\r\0 -+.e9", 11);
  return draws.below(2) ? special[draws.below(11)] : static_cast<char>(draws.below(256));
}

struct Outcome {
  int logs = 0, errors = 0, with_bad_lines = 0;
};

void read(const std::string& text, Outcome& outcome) {
  for (const bool skip : {false, true}) {
    try {
      const auto [log, report] = read_csv_log(text, "mutated.csv", {.skip_bad_lines = skip});
      log.check();
      if (report.lines != report.records + report.bad_lines || report.records != log.size() ||
          (!skip && report.bad_lines > 0) ||
          report.first_bad.size() != std::min<std::size_t>(10, report.bad_lines) ||
          log.action_names.size() != log.action_count || log.size() == 0) {
        FAIL("inconsistent report for: " << text);
      }
      ++outcome.logs;
      outcome.with_bad_lines += report.bad_lines > 0;
    } catch (const DataError& error) {
      ++outcome.errors;
      // The message is for a terminal: no control characters but line ends.
      for (const char c : std::string_view(error.what())) {
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n')
          FAIL("control character in a message");
      }
    }
  }
}

TEST_CASE("csv_log fuzz: one byte changed, added or taken at 20 000 places") {
  const std::string valid = valid_text();
  REQUIRE(read_csv_log(valid, "valid.csv").report.records == 25);
  const StreamKey key = derive_key(2, "log", "csv_log_fuzz_test");
  Outcome outcome;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Draws draws(key, i);
    std::string text = valid;
    const std::size_t at = draws.below(static_cast<std::uint32_t>(valid.size()));
    switch (draws.below(4)) {
      case 0:
        text.erase(at, 1);
        break;
      case 1:
        text.insert(at, 1, random_byte(draws));
        break;
      default:
        text[at] = random_byte(draws);
    }
    read(text, outcome);
  }
  // The mutations reach both ends: some are harmless, some cost a line, some the file.
  CHECK(outcome.logs > 1000);
  CHECK(outcome.errors > 1000);
  CHECK(outcome.with_bad_lines > 1000);
}

TEST_CASE("csv_log fuzz: many bytes changed at once, and cuts") {
  const std::string valid = valid_text();
  const StreamKey key = derive_key(3, "log", "csv_log_fuzz_test");
  Outcome outcome;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    Draws draws(key, i);
    std::string text = valid.substr(0, draws.below(static_cast<std::uint32_t>(valid.size())));
    for (std::uint32_t n = draws.below(20); n > 0 && !text.empty(); --n) {
      text[draws.below(static_cast<std::uint32_t>(text.size()))] = random_byte(draws);
    }
    read(text, outcome);
  }
  CHECK(outcome.errors > 1000);
  CHECK(outcome.with_bad_lines > 100);
}

}  // namespace
}  // namespace replaybench
