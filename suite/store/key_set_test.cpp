#include "suite/store/key_set.hpp"

#include <algorithm>

#include "suite/testing/catch.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;

TEST_CASE("key bytes are those of the digits, of 64 lower-case ones") {
  const auto digest = sha256("seed 1");
  const std::string digits = hex_text(digest);
  CHECK(key_bytes(digits) == digest);
  CHECK_FALSE(key_bytes(digits.substr(1)));
  CHECK_FALSE(key_bytes(digits + "0"));
  for (const char wrong : {'g', 'A', 'F', '/', ':', '`', ' ', '\xff', '\0'}) {
    for (const std::size_t place : {0u, 31u, 63u}) {
      std::string other = digits;
      other[place] = wrong;
      INFO("character " << static_cast<int>(wrong) << " at " << place);
      CHECK_FALSE(key_bytes(other));
    }
  }
}

TEST_CASE("a set of keys contains what was added, once, in order") {
  KeySet keys;
  for (const char* text : {"c", "a", "b", "a", "c"}) keys.add(sha256(text));
  keys.sort();
  CHECK(keys.size() == 3);
  CHECK(std::is_sorted(keys.begin(), keys.end()));
  for (const char* text : {"a", "b", "c"}) CHECK(keys.contains(sha256_hex(text)));
  CHECK_FALSE(keys.contains(sha256_hex("d")));
  CHECK_FALSE(keys.contains(sha256_hex("a").substr(0, 16)));
  CHECK_FALSE(keys.contains("not a key"));
}
