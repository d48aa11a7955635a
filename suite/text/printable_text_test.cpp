#include "suite/text/printable_text.hpp"

#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

TEST_CASE("printable_text: a terminal gets no control character and no broken UTF-8") {
  CHECK(printable_text("").empty());
  CHECK(printable_text("a \"b\" \\ c\n\tü €\n") == "a \"b\" \\ c\n\tü €\n");
  CHECK(printable_text("\x1b[31mred\x1b]0;title\x07") == "\\x1b[31mred\\x1b]0;title\\x07");
  CHECK(printable_text("over\rwritten\b\x7f") == "over\\rwritten\\x08\\x7f");
  CHECK(printable_text("\xc2\x9b"
                       "31m") ==
        "\\xc2\\x9b"
        "31m");  // CSI as one character
  CHECK(printable_text("\xff\xc3") == "\\xff\\xc3");
  CHECK(printable_text(std::string_view("a\0b", 3)) == "a\\x00b");
}

}  // namespace
}  // namespace replaybench
