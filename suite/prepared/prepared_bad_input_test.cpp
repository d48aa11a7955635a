// version_1.replaybench was made by another program, from the layout in prepared_log.hpp. The damaged
// files are copies of it with one thing wrong.

#include <algorithm>

#include "suite/prepared/prepared_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {
namespace {

constexpr std::size_t header_bytes = 4096;

std::filesystem::path good_file() {
  return std::filesystem::path(__FILE__).parent_path() / "version_1.replaybench";
}

std::string good_bytes() {
  std::ifstream file(good_file(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The file with one bit of this byte changed.
std::string with_wrong_byte(std::size_t at) {
  std::string bytes = good_bytes();
  bytes.at(at) ^= 0x10;
  return bytes;
}

// The file with another version and the header's SHA-256 at the end of the header.
std::string with_version(char version) {
  std::string bytes = good_bytes();
  bytes.at(8) = version;
  const auto digest = sha256(std::string_view(bytes).substr(0, header_bytes - 32));
  std::copy(digest.begin(), digest.end(), bytes.begin() + header_bytes - 32);
  return bytes;
}

TEST_CASE("prepared_log bad input: a file of version 1 stays readable") {
  if (!std::filesystem::exists(good_file())) {
    WARN("the sources are not here: their files are not read");
    return;
  }
  const PreparedLog prepared(good_file());
  prepared.verify();
  CHECK(prepared.size() == 20);
  CHECK(prepared.dimension() == 12);
  CHECK(prepared.action_count() == 5);
  CHECK(prepared.action_names()[4] == "id-4");
  CHECK(prepared.feature_names()[11] == "f11");
  CHECK(prepared.zones() == std::vector<Zone>{{0, 7, 0}, {7, 8, 1}, {15, 5, 0}});
  CHECK(prepared.timestamp(19) == 1000);
  CHECK(prepared.origin().anomalies.size() == 1);
  const auto log = prepared.log();
  log->check();
  CHECK(log->pool_table[1].size() == 3);
}

TEST_CASE("prepared_log bad input: each damage is determined by name") {
  if (!std::filesystem::exists(good_file())) return;
  struct Row {
    std::string bytes;
    bool opens;          // the damage is in a column, which only verify() reads
    const char* reason;  // part of the message
  };
  const std::string good = good_bytes();
  const Row rows[] = {
      {with_wrong_byte(1), false, "is not a prepared log"},
      {"action,reward\n" + std::string(5000, '1'), false, "is not a prepared log"},
      {with_version(2), false,
       "is a prepared log of version 2, this program reads versions 1 and 3"},
      {with_version(3), false, "is a prepared log of version 3, that of a table"},
      {with_wrong_byte(20), false, "is damaged in its header"},
      {with_wrong_byte(header_bytes - 1), false, "is damaged in its header"},
      {good.substr(0, 2000), false, "was cut in its header"},
      {good.substr(0, 4800), false, "was cut: "},
      {good + '\0', false, "has 1 bytes after its end"},
      {with_wrong_byte(4116), true, "do not have their checksums: features (bytes "},
      {with_wrong_byte(4159), true, "do not have their checksums: features (bytes "},  // padding
      {with_wrong_byte(4180), true, "do not have their checksums: actions (bytes "},
      {with_wrong_byte(4225), true, "do not have their checksums: rewards (bytes "},
      {with_wrong_byte(4296), true, "do not have their checksums: time blocks (bytes "},
      {with_wrong_byte(4376), false, "is damaged in its pool changes"},
      {with_wrong_byte(4430), false, "is damaged in its pools"},
      {with_wrong_byte(4660), false, "is damaged in its description"},
  };
  const TemporaryFolder folder;
  for (const Row& row : rows) {
    const auto path = folder.write("log.replaybench", row.bytes);
    CAPTURE(row.reason);
    bool opened = false;
    const std::string message = message_of<DataError>([&] {
      const PreparedLog prepared(path);
      opened = true;
      prepared.verify();
    });
    CHECK(opened == row.opens);
    CHECK(message.starts_with(path.string() + ": "));
    CHECK(message.find(row.reason) != std::string::npos);
  }
}

}  // namespace
}  // namespace replaybench
