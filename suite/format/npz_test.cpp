// npz: files of another zip writer (npz_files/README.md), and broken ones.

#include "suite/format/npz.hpp"

#include <zlib.h>

#include <fstream>
#include <iterator>

#include "suite/format/zip_archive.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

std::filesystem::path fixture(const char* name) {
  return std::filesystem::path(__FILE__).parent_path() / "npz_files" / name;
}
std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <class Number>
std::string little_endian(Number value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

struct Member {
  std::string name, content;
  std::uint32_t claimed = 0;  // 0: the right size
};

// A zip file of stored members.
std::string zip(const std::vector<Member>& members) {
  std::string file, directory;
  for (const auto& [name, content, claimed] : members) {
    const auto size = static_cast<std::uint32_t>(content.size());
    const auto crc = static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
    const std::string fields = little_endian<std::uint32_t>(0) + little_endian(crc) +
                               little_endian(claimed > 0 ? claimed : size) +
                               little_endian(claimed > 0 ? claimed : size) +
                               little_endian(static_cast<std::uint16_t>(name.size()));
    const auto offset = static_cast<std::uint32_t>(file.size());
    file += "PK\x03\x04" + std::string("\x14\0\0\0\0\0", 6) + fields + std::string(2, '\0') + name +
            content;
    directory += "PK\x01\x02" + std::string("\x14\0\x14\0\0\0\0\0", 8) + fields +
                 std::string(12, '\0') + little_endian(offset) + name;
  }
  const auto count = static_cast<std::uint16_t>(members.size());
  return file + directory + "PK\x05\x06" + std::string(4, '\0') + little_endian(count) +
         little_endian(count) + little_endian(static_cast<std::uint32_t>(directory.size())) +
         little_endian(static_cast<std::uint32_t>(file.size())) + std::string(2, '\0');
}

std::string npy(const std::string& type, const std::string& shape, const std::string& content) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\x01\0", 8) +
         little_endian(static_cast<std::uint16_t>(header.size())) + header + content;
}

std::string doubles(std::initializer_list<double> values) {
  std::string bytes;
  for (const double value : values) bytes += little_endian(value);
  return bytes;
}

TableLog read(const std::string& bytes, const TableOptions& options = {}) {
  return read_log(*npz_rows(FileBytes(bytes), "log.npz"), options);
}
std::string message(const std::vector<Member>& members) {
  return message_of<DataError>([&] { read(zip(members)); });
}

const Member action{"action.npy", npy("<f8", "(2,)", doubles({0, 1}))};
const Member reward{"reward.npy", npy("<f8", "(2,)", doubles({1, 0}))};

TEST_CASE("npz: obp's bandit_feedback, stored and deflated") {
  for (const char* name : {"bandit_feedback.npz", "bandit_feedback_compressed.npz"}) {
    INFO(name);
    const auto [log, report] = read_log(*npz_rows(FileBytes(fixture(name)), name));
    REQUIRE(log.size() == 40);
    CHECK(log.action_count == 3);
    CHECK(log.action_names == std::vector<std::string>{"0", "1", "2"});
    CHECK(log.feature_names == std::vector<std::string>{"x_0", "x_1", "intercept"});
    CHECK_FALSE(log.has_pools());
    int wrong = 0;
    for (std::size_t i = 0; i < 40; ++i) {
      const auto chosen = static_cast<Action>(2 * i % 3);
      wrong += log.actions[i] != chosen;
      wrong += log.rewards[i] != static_cast<double>(i % 2);
      wrong += log.propensities[i] != static_cast<double>(1 + (i + chosen) % 3) / 6;
      wrong += log.contexts[3 * i] != static_cast<double>(i) / 7;
      wrong += log.contexts[3 * i + 1] != static_cast<double>(i) - 20;
    }
    CHECK(wrong == 0);
    CHECK(report.ignored_columns ==
          std::vector<std::string>{"expected_reward_0", "expected_reward_1", "expected_reward_2",
                                   "pi_b_0", "pi_b_1", "pi_b_2"});
    REQUIRE(report.warnings.size() == 2);
    CHECK(report.warnings[0] == "member \"position.npy\" is a pickled Python object: ignored");
    CHECK(report.warnings[1].find("action_context") != std::string::npos);
  }
}

TEST_CASE("npz: columns by name") {
  const auto [log, report] =
      read_log(*npz_rows(FileBytes(fixture("bandit_feedback.npz")), "log.npz"),
               {.intercept = false, .features = {"expected_reward_*", "pi_b_1"}});
  CHECK(log.feature_names == std::vector<std::string>{"expected_reward_0", "expected_reward_1",
                                                      "expected_reward_2", "pi_b_1"});
  CHECK(log.contexts[0] == 0);
  CHECK(log.contexts[1] == .25);
  CHECK(log.contexts[3] == 2 / 6.0);
}

TEST_CASE("npz: whole numbers of 64 bits keep all digits") {
  const auto table = [&](const char* type, std::initializer_list<std::uint64_t> actions) {
    std::string bytes;
    for (const std::uint64_t number : actions) bytes += little_endian(number);
    return read(zip({{"action.npy", npy(type, "(3,)", bytes)},
                     {"reward.npy", npy("<f8", "(3,)", doubles({1, 0, 1}))}}))
        .log.action_names;
  };
  constexpr std::uint64_t large = std::uint64_t{1} << 53;
  const std::vector<std::string> names{"9007199254740992", "9007199254740993", "9007199254740994"};
  CHECK(table("<i8", {large, large + 1, large + 2}) == names);
  CHECK(table("<u8", {large, large + 1, large + 2}) == names);
  const std::uint64_t most = ~std::uint64_t{0};
  CHECK(table("<u8", {most - 1, most, 5}) ==
        std::vector<std::string>{"5", "18446744073709551614", "18446744073709551615"});
  CHECK(table("<i8", {most, 5, most - large}) ==
        std::vector<std::string>{"-1", "-9007199254740993", "5"});
}

TEST_CASE("npz: pi_b is a target policy, the logger itself") {
  TableOptions options;
  options.policy_patterns = {"pi_b_*"};
  options.prediction_patterns = {"expected_reward_*"};
  const auto log =
      read_log(*npz_rows(FileBytes(fixture("bandit_feedback.npz")), "log.npz"), options).log;
  log.check();
  const TargetPolicy* target = log.target("pi_b");
  REQUIRE(target);
  int wrong = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    wrong += target->all[i * log.action_count + log.actions[i]] != log.propensities[i];
  }
  CHECK(wrong == 0);
}

TEST_CASE("npz: what cannot be read is refused by name") {
  CHECK(message({reward}).find("there is no array \"action\"") != std::string::npos);
  CHECK(message({action, {"rewards.npy", reward.content}}).find("did you mean \"rewards\"") !=
        std::string::npos);
  CHECK(message({action, {"reward.npy", npy("|O", "(2,)", "\x80\x03N.")}})
            .find("member \"reward.npy\" is a pickled Python object, which is never read") !=
        std::string::npos);
  CHECK(message({action, {"reward.npy", npy(">f8", "(2,)", doubles({1, 2}))}}).find("big-endian") !=
        std::string::npos);
  CHECK(message({action, {"reward.npy", npy("<U3", "(2,)", std::string(24, 'x'))}})
            .find("is no array of numbers (<U3); save whole numbers as int64") !=
        std::string::npos);
  CHECK(message({action, {"reward.npy", npy("<f8", "(3,)", doubles({1, 2, 3}))}})
            .find("\"reward\" has 3 rows, but \"action\" 2") != std::string::npos);
  CHECK(message({action, reward, {"n_rounds.npy", npy("<f8", "()", doubles({3}))}})
            .find("\"n_rounds\" is 3") != std::string::npos);
  CHECK(message({action, reward, {"n_actions.npy", npy("<f8", "()", doubles({1e15}))}})
            .find("allowed: 1 to 65536") != std::string::npos);
  CHECK(message({action, action, reward}).find("twice") != std::string::npos);
  CHECK(message({action, {"reward.npy", "text"}}).find("it is no npy array") != std::string::npos);
}

TEST_CASE("npz: forged sizes are refused before anything is allocated for them") {
  // Shapes.
  for (const char* shape :
       {"(1000000000000,)", "(4294967296, 4294967296)", "(18446744073709551615, 2)",
        "(2, 1000000000000)", "(99999999999999999999,)", "(2", "(2, -1)"}) {
    INFO(shape);
    const auto text = message({action, {"reward.npy", npy("<f8", shape, doubles({1, 0}))}});
    CHECK(text.find("log.npz: member \"reward.npy\": ") == 0);
  }
  // Lengths of members, and the header's.
  CHECK(message({action, {"reward.npy", reward.content, 0xfffffff0}}).find("behind its end") !=
        std::string::npos);
  std::string cut = reward.content;
  cut[9] = '\x7f';
  CHECK(message({action, {"reward.npy", cut}}).find("cut in its header") != std::string::npos);
  // More entries in the directory than there are.
  std::string file = zip({action, reward});
  file[file.size() - 12] = '\xff';
  CHECK_FALSE(message_of<DataError>([&] { read(file); }).empty());
}

TEST_CASE("npz: a file that is cut says where it ends") {
  for (const char* name : {"bandit_feedback.npz", "bandit_feedback_compressed.npz"}) {
    INFO(name);
    const std::string bytes = bytes_of(fixture(name));
    const auto members = zip_members(bytes, name);
    REQUIRE(members.size() > 3);
    const auto said = [&](std::uint64_t length, const std::string& where) {
      const auto message = message_of<DataError>([&] { read(bytes.substr(0, length)); });
      INFO(message);
      CHECK(
          message.starts_with("log.npz: broken zip file: it has no directory; is it cut? It ends "
                              "at byte " +
                              std::to_string(length) + ", " + where));
    };
    const auto& second = members[1];
    const std::uint64_t last_end = bytes.find("PK\x01\x02");
    said(10, "in the header of a member");
    said(35, "in the header of a member");
    said(second.offset, "behind member \"" + members[0].name + "\"");
    said(second.offset + 20, "in the header of a member");
    said(second.offset + 60 + second.packed_bytes / 2, "in member \"" + second.name + "\"");
    said(last_end + 30, "in its directory");
    said(bytes.size() - 1, "in its directory");
  }
  // A size that was never written.
  CHECK(message_of<DataError>([&] {
          read("PK\x03\x04" + std::string(26, '\0'));
        }).find("It ends at byte 30, behind member \"\"") != std::string::npos);
}

TEST_CASE("npz: cut and changed files are an error or a log") {
  int errors = 0, logs = 0;
  for (const char* name : {"bandit_feedback.npz", "bandit_feedback_compressed.npz"}) {
    const std::string bytes = bytes_of(fixture(name));
    for (std::size_t length = 0; length < bytes.size(); length += 7) {
      CHECK_FALSE(message_of<DataError>([&] { read(bytes.substr(0, length)); }).empty());
    }
    for (std::uint64_t i = 0; i < 3000; ++i) {
      Draws draws(derive_key(bytes.size(), "format", "npz_test"), i);
      std::string mutated = bytes;
      mutated[draws.below(static_cast<std::uint32_t>(bytes.size()))] =
          static_cast<char>(draws.below(256));
      try {
        read(mutated).log.check();
        ++logs;
      } catch (const DataError& error) {
        ++errors;
        CHECK(std::string_view(error.what()).starts_with("log.npz: "));
      }
    }
  }
  CHECK(errors > 2000);
  CHECK(logs > 100);
}

TEST_CASE("npz: a zip bomb takes no more than its directory says") {
  // 64 MB of zeros, deflated to 64 KB, in a directory that says 100 bytes.
  std::string packed(200'000, '\0');
  z_stream zlib{};
  REQUIRE(deflateInit2(&zlib, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  const std::string zeros(std::size_t{1} << 26, '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(zeros.data()));
  zlib.avail_in = static_cast<uInt>(zeros.size());
  zlib.next_out = reinterpret_cast<Bytef*>(packed.data());
  zlib.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&zlib, Z_FINISH) == Z_STREAM_END);
  packed.resize(zlib.total_out);
  deflateEnd(&zlib);
  const std::string file = zip({{"bomb.npy", packed}});
  ZipMember member = zip_members(file, "bomb")[0];
  member.method = Z_DEFLATED;
  member.bytes = 100;
  std::string buffer;
  const auto text = message_of<DataError>([&] { zip_content(file, member, "bomb", buffer); });
  CHECK(text.find("longer than its directory says") != text.npos);
  CHECK(buffer.size() < 4'000'000);
  member.bytes = ~std::uint64_t{0};
  const auto huge = message_of<DataError>([&] { zip_content(file, member, "bomb", buffer); });
  CHECK(huge.find("not the 18446744073709551615 of the directory") != huge.npos);
}

TEST_CASE("npz: members that unpack to very much together are refused before they are unpacked") {
  // Two deflated members, whose directory says how far they unpack.
  const auto reason = [](std::uint32_t unpacked) {
    std::string file =
        zip({{"action.npy", std::string(50'000, 'x')}, {"reward.npy", std::string(50'000, 'x')}});
    for (auto at = file.find("PK\x01\x02"); at != file.npos; at = file.find("PK\x01\x02", at + 4)) {
      file[at + 10] = Z_DEFLATED;
      file.replace(at + 24, 4, little_endian(unpacked));
    }
    return message_of<DataError>([&] { read(file); });
  };
  const std::string refused =
      "log.npz: it unpacks to more than 250 times its size and more than 64 MiB, and is refused";
  CHECK(reason(40'000'000).starts_with(refused));
  CHECK(reason(40'000'000).ends_with("write it with numpy.savez, without compression"));
  CHECK(reason(0xfffffff0).starts_with(refused));
  CHECK_FALSE(reason(30'000'000).starts_with(refused));
}

}  // namespace
}  // namespace replaybench
