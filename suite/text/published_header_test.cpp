#include "suite/text/published_header.hpp"

#include <array>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/delimited_file.hpp"

using namespace replaybench;

namespace {

constexpr std::array<std::string_view, 3> names{"user", "item", "click"};

std::string complaint(const std::string& header) {
  return message_of<DataError>([&] {
    const DelimitedFile file(header, "f.csv");
    require_published_header(file.header(), names, "f.csv", "the set");
  });
}

}  // namespace

TEST_CASE("published header: a column's place is known to the compiler") {
  static_assert(place_of(names, "user") == 0);
  static_assert(place_of(names, "click") == 2);
  CHECK(names[place_of(names, "item")] == "item");
}

TEST_CASE("published header: what differs is named") {
  CHECK(complaint("user,item,click\n").empty());
  const std::string begin = "f.csv:1: the header is not that of the set: ";
  CHECK(complaint("user,item\n") == begin + "missing: \"click\"");
  CHECK(complaint("user,item,click,more\n") == begin + "not known: \"more\"");
  CHECK(complaint("user,Item,click\n") == begin + "missing: \"item\"; not known: \"Item\"");
  CHECK(complaint("item,user,click\n") == begin + "column 1 is \"item\", where \"user\" stands");
  std::string many = "user,item,click";
  for (int i = 0; i < 15; ++i) many += ",c" + std::to_string(i);
  const std::string reason = complaint(many + "\n");
  CHECK(reason.find("\"c9\" and 5 more") != std::string::npos);
}
