#include "suite/text/replace_all.hpp"

#include <string>

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("replace_all: every occurrence, once, from left to right") {
  const auto replaced = [](std::string text, const char* old, const char* replacement) {
    replace_all(text, old, replacement);
    return text;
  };
  CHECK(replaced("a&b&", "&", "&amp;") == "a&amp;b&amp;");
  CHECK(replaced("aaa", "aa", "b") == "ba");
  CHECK(replaced("abab", "ab", "") == "");
  CHECK(replaced("abc", "d", "e") == "abc");
  CHECK(replaced("", "d", "e") == "");
}
