#include "suite/text/quoted_text.hpp"

#include <vector>

#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

TEST_CASE("quoted_text: quotes, escapes and cuts") {
  CHECK(quoted_text("abc") == "\"abc\"");
  CHECK(quoted_text("") == "\"\"");
  CHECK(quoted_text("a\tb\r\n\x01\x7f") == R"("a\tb\r\n\x01\x7f")");
  CHECK(quoted_text("say \"x\\y\"") == R"("say \"x\\y\"")");
  CHECK(quoted_text(std::string_view("\0", 1)) == R"("\x00")");
  CHECK(quoted_text(std::string(40, 'x')) == '"' + std::string(40, 'x') + '"');
  CHECK(quoted_text(std::string(41, 'x')) == '"' + std::string(40, 'x') + "\"...");
  CHECK(quoted_text("abcdef", 3) == "\"abc\"...");
}

TEST_CASE("quoted_text: UTF-8 stays, everything else is escaped") {
  for (const char* text :
       {"\xc3\xa9t\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8e\xb2", "\xc2\xa0", "\xf4\x8f\xbf\xbf"}) {
    CHECK(quoted_text(text) == '"' + std::string(text) + '"');
  }
  CHECK(quoted_text("\xff") == R"("\xff")");
  CHECK(quoted_text("\xc3") == R"("\xc3")");                          // cut in the middle
  CHECK(quoted_text("\xc3(") == R"("\xc3(")");                        // no continuation
  CHECK(quoted_text("\x80") == R"("\x80")");                          // continuation alone
  CHECK(quoted_text("\xc0\xaf") == R"("\xc0\xaf")");                  // longer than needed
  CHECK(quoted_text("\xc2\x85") == R"("\xc2\x85")");                  // U+0085: a control character
  CHECK(quoted_text("\xe0\x9f\xbf") == R"("\xe0\x9f\xbf")");          // longer than needed
  CHECK(quoted_text("\xed\xa0\x80") == R"("\xed\xa0\x80")");          // surrogate
  CHECK(quoted_text("\xf4\x90\x80\x80") == R"("\xf4\x90\x80\x80")");  // above U+10FFFF
  CHECK(quoted_text("\xf8\x88\x80\x80\x80") == R"("\xf8\x88\x80\x80\x80")");
  // Forty characters, not forty bytes.
  std::string euros;
  for (int i = 0; i < 40; ++i) euros += "\xe2\x82\xac";
  CHECK(quoted_text(euros) == '"' + euros + '"');
  CHECK(quoted_text(euros + "x") == '"' + euros + "\"...");
}

TEST_CASE("quoted_text: names") {
  const std::vector<std::string> names{"a", "b", "c\n"};
  CHECK(shown_names(names) == R"("a", "b", "c\n")");
  CHECK(shown_names(names, 2) == R"("a", "b" ... and 1 more)");
  CHECK(shown_names({}) == "");
}

}  // namespace
}  // namespace replaybench
