#include "suite/component/shared_logs.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

constexpr std::uint64_t bytes_of_a_log = 800;

// A log of `bytes_of_a_log` bytes.
Log small_log() {
  Log log;
  log.rewards.assign(100, 0.0);
  log.rewards.shrink_to_fit();
  return log;
}

// True if the log was written, not found.
bool writes(SharedLogs& logs, std::uint64_t number) {
  bool written = false;
  const auto log = logs.get({number}, [&](const Log&) {
    written = true;
    return small_log();
  });
  REQUIRE(log->rewards.size() == 100);
  return written;
}

}  // namespace

TEST_CASE("shared logs: a log is written once while its group is open or was the one before") {
  REQUIRE(small_log().bytes() == bytes_of_a_log);
  SharedLogs logs(10 * bytes_of_a_log);
  logs.open("a");
  CHECK_FALSE(logs.find({1}));
  CHECK(writes(logs, 1));
  CHECK_FALSE(writes(logs, 1));
  CHECK(logs.find({1}));
  CHECK(writes(logs, 2));  // another replicate
  logs.open("b");
  CHECK_FALSE(logs.find({1}));  // the same streams of another data set
  CHECK(writes(logs, 1));
  logs.open("a");
  CHECK_FALSE(writes(logs, 1));
  logs.open("b");
  CHECK_FALSE(writes(logs, 1));
  logs.open("c");
  logs.open("a");
  CHECK(writes(logs, 1));
}

TEST_CASE("shared logs: a log is worth keeping where readers follow and there is room") {
  SharedLogs logs(3 * bytes_of_a_log);
  logs.open("a");
  CHECK_FALSE(logs.would_keep(1));
  logs.open("a", true);
  CHECK(logs.would_keep(3 * bytes_of_a_log));
  CHECK_FALSE(logs.would_keep(3 * bytes_of_a_log + 1));
  CHECK(writes(logs, 1));
  CHECK(logs.would_keep(2 * bytes_of_a_log));
  CHECK_FALSE(logs.would_keep(2 * bytes_of_a_log + 1));
  logs.open("a");
  CHECK_FALSE(logs.would_keep(1));
}

TEST_CASE("shared logs: never more than there is room for") {
  SharedLogs logs(3 * bytes_of_a_log);
  logs.open("a");
  for (std::uint64_t number = 1; number <= 4; ++number) CHECK(writes(logs, number));
  // The first ones are kept: whoever comes next reads them first.
  CHECK_FALSE(writes(logs, 1));
  CHECK_FALSE(writes(logs, 3));
  CHECK(writes(logs, 4));
  // An open group pushes out the one before.
  logs.open("b");
  CHECK(writes(logs, 1));
  CHECK_FALSE(writes(logs, 1));
  logs.open("a");
  CHECK(writes(logs, 1));

  SharedLogs none(0);
  none.open("a");
  CHECK(writes(none, 1));
  CHECK(writes(none, 1));
  CHECK_FALSE(none.clear());
}

TEST_CASE("shared logs: a log lives as long as somebody reads it") {
  SharedLogs logs(10 * bytes_of_a_log);
  logs.open("a");
  const auto log = logs.get({1}, [](const Log&) { return small_log(); });
  CHECK(logs.clear());
  CHECK_FALSE(logs.clear());
  CHECK(log->rewards.size() == 100);
  CHECK_FALSE(logs.find({1}));
}

TEST_CASE("shared logs: what nobody reads any more is written over") {
  // The number of records of the spare log that the writing of the next one gets.
  const auto spare_records = [](SharedLogs& logs, std::uint64_t number) {
    std::size_t records = 0;
    logs.get({number}, [&](const Log& spare) {
      records = spare.rewards.size();
      return small_log();
    });
    return records;
  };
  SharedLogs logs(10 * bytes_of_a_log);
  logs.open("a");
  const auto read = logs.get({1}, [](const Log&) { return small_log(); });
  CHECK(spare_records(logs, 2) == 0);
  logs.open("b");
  CHECK(spare_records(logs, 1) == 0);  // a's may be wanted
  logs.open("c");
  CHECK(spare_records(logs, 1) == 100);
  CHECK(spare_records(logs, 2) == 0);  // the other one is read
  CHECK(read->rewards.size() == 100);

  // If two logs do not fit, the first is released before the second is written.
  SharedLogs small(bytes_of_a_log);
  small.open("a");
  CHECK(spare_records(small, 1) == 0);
  small.open("b");
  CHECK(spare_records(small, 1) == 100);
  CHECK_FALSE(writes(small, 1));
}

TEST_CASE("shared logs: what was written, and what was borrowed, in seconds of a core") {
  SharedLogs logs(10 * bytes_of_a_log);
  logs.open("a");
  logs.get({1}, [](const Log&) {
    double sum = 0;
    for (int i = 1; i < 300'000; ++i) sum += 1.0 / i;
    Log log = small_log();
    log.rewards[0] = sum;
    return log;
  });
  const auto first = logs.take_times();
  CHECK(first.written > 0);
  CHECK(first.borrowed == 0);
  CHECK(logs.take_times().written == 0);
  writes(logs, 1);  // read again by who wrote it
  CHECK(logs.take_times().borrowed == 0);
  for (int reader = 1; reader <= 2; ++reader) {
    logs.open("a");
    writes(logs, 1);
    writes(logs, 1);
    const auto times = logs.take_times();
    CHECK(times.written == 0);
    CHECK(times.borrowed == first.written);
  }
}

TEST_CASE("shared logs: a log that is not kept is no work for others") {
  SharedLogs none(0);
  none.open("a");
  CHECK(writes(none, 1));
  CHECK(writes(none, 1));
  const auto times = none.take_times();
  CHECK(times.written == 0);
  CHECK(times.borrowed == 0);
}
