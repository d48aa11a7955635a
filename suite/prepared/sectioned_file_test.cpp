#include "suite/prepared/sectioned_file.hpp"

#include <optional>
#include <string>
#include <vector>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

namespace replaybench::prepared {
namespace {

using Pools = std::vector<std::vector<Action>>;

std::string bytes_of_pools(const std::vector<std::uint32_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint32_t)};
}

// The pools, or none when they are refused.
std::optional<Pools> pools_of(const std::string& bytes, std::uint64_t pools) {
  Pools found;
  const bool good = read_pools(bytes, pools, 10, [&](const std::vector<Action>& pool) {
    found.push_back(pool);
    return true;
  });
  return good ? std::optional(found) : std::nullopt;
}

TEST_CASE("sectioned_file: pools as they were written") {
  const std::string bytes = bytes_of_pools({2, 1, 3, 9, 4});
  CHECK(pools_of(bytes, 2) == Pools{{3, 9}, {4}});
  CHECK(pools_of("", 0) == Pools{});
  CHECK_FALSE(read_pools(bytes, 2, 10, [](const std::vector<Action>&) { return false; }));
  CHECK_FALSE(read_pools(bytes, 2, 9, [](const std::vector<Action>&) { return true; }));
}

TEST_CASE("sectioned_file: pools that are none are refused") {
  const std::vector<std::vector<std::uint32_t>> wrong = {
      {2, 1, 3, 9},             // an action is missing
      {2, 1, 3, 9, 4, 5},       // one too many
      {2, 0, 3, 9},             // an empty pool
      {2, 1, 9, 3, 4},          // not increasing
      {2, 1, 3, 3, 4},          // twice the same
      {2, 0xffffffff, 3, 9, 4}  // no such size
  };
  for (const auto& numbers : wrong) {
    CAPTURE(numbers);
    CHECK(pools_of(bytes_of_pools(numbers), 2) == std::nullopt);
  }
  const std::string good = bytes_of_pools({1, 4});
  CHECK(pools_of(good, 1) == Pools{{4}});
  CHECK(pools_of(good + "x", 1) == std::nullopt);
  CHECK(pools_of(good.substr(0, 7), 1) == std::nullopt);
  for (const std::uint64_t pools : {std::uint64_t{0}, std::uint64_t{3}, ~std::uint64_t{0}}) {
    CHECK(pools_of(good, pools) == std::nullopt);
  }
}

TEST_CASE("sectioned_file: sections follow each other and end with the file") {
  const TemporaryFolder folder;
  SectionedFile<Section> file(folder.write("log", std::string(header_bytes + 192, 'x')));
  Header header;
  header.sections[0] = {header_bytes, 65, {}};
  header.sections[1] = {header_bytes + 128, 64, {}};
  for (std::size_t s = 2; s < section_count; ++s) header.sections[s].offset = header_bytes + 192;
  file.take_places(header.sections);
  CHECK(file.section(Section::features).size() == 65);
  CHECK(file.element<char>(Section::actions, 63) == 'x');
  CHECK_THROWS_WITH(file.require_whole(Section::actions),
                    Catch::Contains("damaged in its actions"));
  CHECK_THROWS_WITH(file.verify(), Catch::Contains("actions (bytes 4224 to 4288)"));
  const auto message = [&](std::size_t section, std::uint64_t offset, std::uint64_t bytes) {
    Header changed = header;
    changed.sections[section] = {offset, bytes, {}};
    return message_of<DataError>([&] { file.take_places(changed.sections); });
  };
  CHECK(message(0, header_bytes, 129).find("damaged in its header") != std::string::npos);
  CHECK(message(1, header_bytes, 64).find("damaged in its header") != std::string::npos);
  CHECK(message(1, header_bytes + 128, ~std::uint64_t{0}).find("damaged") != std::string::npos);
  CHECK(message(7, header_bytes + 192, 1).find("was cut: 4288 of 4352") != std::string::npos);
  header.sections[1].bytes = 0;
  for (std::size_t s = 2; s < section_count; ++s) header.sections[s].offset = header_bytes + 128;
  CHECK_THROWS_WITH(file.take_places(header.sections),
                    Catch::Contains("has 64 bytes after its end"));
}

}  // namespace
}  // namespace replaybench::prepared
