#include "suite/log/shown_text.hpp"

#include <vector>

#include "suite/tests/catch.hpp"

namespace replaybench {
namespace {

TEST_CASE("shown_text: quotes, escapes and cuts") {
  CHECK(shown_text("abc") == "\"abc\"");
  CHECK(shown_text("") == "\"\"");
  CHECK(shown_text("a\tb\r\n\x01\x7f") == R"("a\tb\r\n\x01\x7f")");
  CHECK(shown_text("say \"x\\y\"") == R"("say \"x\\y\"")");
  CHECK(shown_text(std::string_view("\0", 1)) == R"("\x00")");
  CHECK(shown_text(std::string(40, 'x')) == '"' + std::string(40, 'x') + '"');
  CHECK(shown_text(std::string(41, 'x')) == '"' + std::string(40, 'x') + "\"...");
  CHECK(shown_text("abcdef", 3) == "\"abc\"...");
}

TEST_CASE("shown_text: UTF-8 stays, everything else is escaped") {
  for (const char* text :
       {"\xc3\xa9t\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8e\xb2", "\xc2\xa0", "\xf4\x8f\xbf\xbf"}) {
    CHECK(shown_text(text) == '"' + std::string(text) + '"');
  }
  CHECK(shown_text("\xff") == R"("\xff")");
  CHECK(shown_text("\xc3") == R"("\xc3")");                          // cut in the middle
  CHECK(shown_text("\xc3(") == R"("\xc3(")");                        // no continuation
  CHECK(shown_text("\x80") == R"("\x80")");                          // continuation alone
  CHECK(shown_text("\xc0\xaf") == R"("\xc0\xaf")");                  // longer than needed
  CHECK(shown_text("\xc2\x85") == R"("\xc2\x85")");                  // U+0085: a control character
  CHECK(shown_text("\xe0\x9f\xbf") == R"("\xe0\x9f\xbf")");          // longer than needed
  CHECK(shown_text("\xed\xa0\x80") == R"("\xed\xa0\x80")");          // surrogate
  CHECK(shown_text("\xf4\x90\x80\x80") == R"("\xf4\x90\x80\x80")");  // above U+10FFFF
  CHECK(shown_text("\xf8\x88\x80\x80\x80") == R"("\xf8\x88\x80\x80\x80")");
  // Forty characters, not forty bytes.
  std::string euros;
  for (int i = 0; i < 40; ++i) euros += "\xe2\x82\xac";
  CHECK(shown_text(euros) == '"' + euros + '"');
  CHECK(shown_text(euros + "x") == '"' + euros + "\"...");
}

TEST_CASE("shown_text: names") {
  const std::vector<std::string> names{"a", "b", "c\n"};
  CHECK(shown_names(names) == R"("a", "b", "c\n")");
  CHECK(shown_names(names, 2) == R"("a", "b" ... and 1 more)");
  CHECK(shown_names({}) == "");
}

}  // namespace
}  // namespace replaybench
