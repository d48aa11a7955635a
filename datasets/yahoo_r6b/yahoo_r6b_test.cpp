#include "datasets/yahoo_r6b/yahoo_r6b.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "suite/catalogue/manifest.hpp"
#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"
#include "suite/yahoo/yahoo_log.hpp"

using namespace replaybench;
using namespace replaybench::datasets::yahoo_r6b;
using namespace replaybench::testing;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Day d has d records, of the article d, which is alone except for the article 0; one line is bad.
std::string day_text(unsigned day) {
  const std::string article = "id-" + std::to_string(day);
  std::string text;
  for (unsigned i = 0; i < day; ++i) {
    text += std::to_string(1000 * day + i) + " " + article + " 1 |user 1 " +
            std::to_string(1 + day) + " |id-0 |" + article + "\n";
  }
  return text + "x\n";
}

std::string reason_of(const std::string& text) {
  return message_of<FileError>([&] { dataset_of(text)->log(); });
}

}  // namespace

TEST_CASE("yahoo_r6b: days") {
  CHECK(Days::of("1-15").last == 15);
  CHECK(Days::of("6-15").first == 6);
  CHECK(Days::of("3").first == 3);
  CHECK(Days::of("3").last == 3);
  for (const char* text : {"", "-", "0-3", "1-16", "5-4", "1-", "-3", "1-3-5", "a", "1 -3", "001",
                           "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(Days::of(text), SpecErrors);
  }
  CHECK_THROWS_AS(dataset_of("yahoo_r6b{days=\"0\"}"), SpecErrors);
}

TEST_CASE("yahoo_r6b: without data, what to do is said") {
  {
    const DataVariable none(std::nullopt);
    const std::string reason = reason_of("yahoo_r6b");
    CHECK(has(reason, "REPLAYBENCH_DATA is not set"));
    CHECK(has(reason, "r6b/r6b.replaybench (made by `replaybench data prepare`)"));
    CHECK(has(reason, "r6b/ydata-fp-td-clicks-v2_0.20111002 to "));
    CHECK_THROWS_AS(dataset_of("yahoo_r6b")->content_digest(), FileError);
    CHECK(dataset_of("yahoo_r6b")->environment({1}, {2}) == nullptr);
  }
  const TemporaryFolder folder;
  const DataVariable here(folder.path().string());
  CHECK(has(reason_of("yahoo_r6b"), "there is no folder"));
  folder.write("r6b/" + r6b_file_name(7), day_text(7));
  CHECK(has(reason_of("yahoo_r6b{days=\"1-5\"}"), "has no file of days 1 to 5"));
  CHECK(reason_of("yahoo_r6b{days=\"7\"}").empty());
}

TEST_CASE("yahoo_r6b: the raw files, then the prepared log, with the same records") {
  const TemporaryFolder folder;
  const DataVariable here(folder.path().string());
  for (const unsigned day : {1u, 2u, 4u, 5u, 6u}) {
    folder.write("r6b/" + r6b_file_name(day), day_text(day));
  }
  const auto raw = dataset_of("yahoo_r6b{days=\"2-5\"}");
  REQUIRE(raw->log()->size() == 2 + 4 + 5);
  CHECK(raw->content_digest().size() == 64);
  REQUIRE(raw->warnings().size() == 3);
  CHECK(has(raw->warnings()[0], "`replaybench data prepare`"));
  CHECK(has(raw->warnings()[1], "1 of the days asked for is missing: " + r6b_file_name(3)));
  CHECK(has(raw->warnings()[2], "3 of 14 lines were left out"));

  prepare_yahoo_log({folder.path() / "r6b"}, {}, folder.path() / "r6b" / "r6b.replaybench");
  const auto dataset = dataset_of("yahoo_r6b{days=\"2-5\"}");
  const auto log = dataset->log();
  log->check();
  CHECK(log->is_packed());
  REQUIRE(log->size() == 11);
  CHECK(log->rewards == raw->log()->rewards);
  // The whole file's dictionary: the records are those of days 2, 4 and 5.
  for (std::size_t i = 0; i < log->size(); ++i) {
    const unsigned day = i < 2 ? 2 : i < 6 ? 4 : 5;
    CHECK(log->action_names[log->actions[i]] == "id-" + std::to_string(day));
    CHECK(log->feature(i, day - 1) == 1);
    CHECK(log->available(i).size() == 2);
  }
  CHECK(dataset->content_digest() != raw->content_digest());
  REQUIRE(dataset->warnings().size() == 2);
  CHECK(has(dataset->warnings()[0], r6b_file_name(3)));
  CHECK(has(dataset->warnings()[1], "5 of 23 lines were left out"));
  CHECK(dataset_of("yahoo_r6b")->log()->size() == 18);
  CHECK(dataset_of("yahoo_r6b")->content_digest() == dataset->content_digest());
  CHECK(has(reason_of("yahoo_r6b{days=\"9-12\"}"), "has nothing of days 9 to 12"));
  CHECK(has(reason_of("yahoo_r6b{days=\"3\"}"), "has nothing of days 3 to 3"));
}

TEST_CASE("yahoo_r6b: a prepared log is refused when a file that it was made of has changed") {
  const TemporaryFolder folder;
  const DataVariable here(folder.path().string());
  const auto day = folder.write("r6b/" + r6b_file_name(4), day_text(4));
  const auto prepared = folder.path() / "r6b" / "r6b.replaybench";
  prepare_yahoo_log({folder.path() / "r6b"}, {}, prepared);
  const auto touch = [&](int seconds) {
    std::filesystem::last_write_time(
        day, std::filesystem::last_write_time(prepared) + std::chrono::seconds(seconds));
  };
  touch(10);
  CHECK(dataset_of("yahoo_r6b")->log()->size() == 4);  // written again with the same bytes

  std::string other = day_text(4);
  other.back() = other.back() == '\n' ? ' ' : '\n';
  folder.write("r6b/" + r6b_file_name(4), other);
  touch(10);
  const auto reason = [&](bool digest) {
    return message_of<DataError>([&] {
      const auto dataset = dataset_of("yahoo_r6b");
      digest ? (void)dataset->content_digest() : (void)dataset->log();
    });
  };
  for (const bool digest : {true, false}) {
    CHECK(has(reason(digest),
              r6b_file_name(4) + " has changed since it was prepared (it has other bytes)"));
  }
  folder.write("r6b/" + r6b_file_name(4), day_text(4) + "\n");
  touch(-10);
  CHECK(has(reason(true), "bytes and has"));
  std::filesystem::remove(day);
  CHECK(dataset_of("yahoo_r6b")->log()->size() == 4);
}

TEST_CASE("yahoo_r6b: a prepared log of other files has no days, and is whole") {
  const TemporaryFolder folder;
  const DataVariable here(folder.path().string());
  const auto text = folder.write("all", day_text(3));
  folder.write("r6b/nothing", "");
  prepare_yahoo_log({text}, {}, folder.path() / "r6b" / "r6b.replaybench");
  CHECK(dataset_of("yahoo_r6b")->log()->size() == 3);
  CHECK(dataset_of("yahoo_r6b")->warnings().size() == 1);  // of the bad line
  CHECK(has(message_of<DataError>([] { dataset_of("yahoo_r6b{days=\"1-5\"}")->log(); }),
            "its days are not known"));
  folder.write("r6b/r6b.replaybench", "damaged");
  CHECK(
      has(message_of<DataError>([] { dataset_of("yahoo_r6b")->log(); }), "is not a prepared log"));
}

TEST_CASE("yahoo_r6b: the manifest names the files that are looked for") {
  const auto& files = manifest_of("yahoo_r6b").files;
  REQUIRE(files.size() == r6b_days);
  for (unsigned day = 1; day <= r6b_days; ++day) {
    CHECK(files[day - 1].path == "r6b/" + r6b_file_name(day));
  }
}
