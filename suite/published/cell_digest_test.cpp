#include "suite/published/cell_digest.hpp"

#include <string>

#include "suite/testing/catch.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;

namespace {

std::string payload_of(std::size_t rows) {
  std::string text = "replicate,step,estimate,reward_sum\n";
  for (std::size_t i = 0; i < rows; ++i) {
    text += std::to_string(i) + ",100,0." + std::to_string(100 + i) + "," + std::to_string(i % 7) +
            "\n";
  }
  return text;
}

std::string altered(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const std::string key(64, 'a');

}  // namespace

TEST_CASE("digest of a cell: a line is read as it was written") {
  for (const std::size_t rows : {0, 1, 15, 16, 17, 250}) {
    const std::string payload = payload_of(rows);
    const CellDigest digest = digest_of(key, payload);
    CHECK(digest.key == std::string(16, 'a'));
    CHECK(digest.payload == sha256_hex(payload).substr(0, 16));
    CHECK(digest.rows == rows);
    CHECK(digest.row_ranges.size() == std::min<std::size_t>(rows, 16));
    CHECK(digest.columns.size() == 4);
    const auto read = digest_of_line(to_line(digest));
    REQUIRE(read);
    CHECK(to_line(*read) == to_line(digest));
  }
}

TEST_CASE("digest of a cell: any other line is refused") {
  const std::string line = to_line(digest_of(key, payload_of(20)));
  REQUIRE(digest_of_line(line));
  for (std::size_t size = 0; size < line.size(); ++size) {
    // A column fewer is a line that can be.
    if (const auto cut = digest_of_line(line.substr(0, size))) CHECK(cut->columns.size() < 4);
  }
  CHECK_FALSE(digest_of_line(line + " "));
  CHECK_FALSE(digest_of_line(" " + line));
  CHECK_FALSE(digest_of_line(altered(line, " 20 ", " 18446744073709551616 ")));
  CHECK_FALSE(digest_of_line(altered(line, " 20 ", " 3 ")));
  CHECK_FALSE(digest_of_line(altered(line, "aaaa", "AAAA")));
  CHECK(digest_of_line(
      altered(line, " 20 ", " 18446744073709551615 ")));  // nothing is allocated by it
}

TEST_CASE("digest of a cell: the rows and the column that differ are named") {
  const std::string payload = payload_of(250);
  const CellDigest digest = digest_of(key, payload);
  const std::string other = altered(payload, "33,100,0.133", "33,100,0.134");
  CHECK(place_of_difference(digest, other) ==
        "rows 32 to 46 of 250 (replicate 31, step 100 to replicate 45, step 100), column estimate");
  CHECK(first_difference(payload, other) ==
        "row 34 of 250 (replicate 33, step 100), column estimate: published 0.133, here 0.134");
  CHECK(
      place_of_difference(digest_of(key, payload_of(3)), altered(payload_of(3), "0.101", "0.5")) ==
      "row 2 of 3 (replicate 1, step 100), column estimate");
  CHECK(first_difference(payload, payload).empty());
  CHECK(first_difference(payload, payload_of(249)) == "250 rows published, 249 here");
  CHECK(place_of_difference(digest, payload_of(249)) == "250 rows published, 249 here");
  CHECK(
      first_difference(payload, altered(payload, "estimate", "value")) ==
      "columns replicate,step,estimate,reward_sum published, replicate,step,value,reward_sum here");
}

TEST_CASE("digest of a cell: without places the line is shorter, and a difference has no place") {
  const std::string payload = payload_of(250);
  const CellDigest digest = without_places(digest_of(key, payload));
  CHECK(to_line(digest) ==
        std::string(16, 'a') + " " + sha256_hex(payload).substr(0, 16) + " 250 - -");
  const auto read = digest_of_line(to_line(digest));
  REQUIRE(read);
  CHECK(to_line(*read) == to_line(digest));
  CHECK_FALSE(digest_of_line(to_line(digest) + "00"));
  CHECK_FALSE(digest_of_line(altered(to_line(digest), " - -", " - 00")));
  CHECK(place_of_difference(digest, altered(payload, "33,100,0.133", "33,100,0.134")) ==
        "the digest alone is published, not where a difference is");
  CHECK(place_of_difference(digest, payload_of(249)) == "250 rows published, 249 here");
}

TEST_CASE("digest of a cell: a comma and a line's end in quotes separate nothing") {
  const std::string text = "name,x\n\"a,\nb\",1\n";
  CHECK(digest_of(key, text).rows == 1);
  CHECK(digest_of(key, text).columns.size() == 2);
  CHECK(first_difference(text, altered(text, "a,", "c,")) ==
        "row 1 of 1, column name: published \"a,\nb\", here \"c,\nb\"");
}

TEST_CASE("digest of a cell: text without a line is a cell without rows") {
  for (const char* text : {"", "a", "\n", "\"", "a,b"}) CHECK(digest_of(key, text).rows == 0);
}
