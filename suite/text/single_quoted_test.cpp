#include "suite/text/single_quoted.hpp"

#include <cstdio>
#include <string>

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("single_quoted: a shell reads back any text") {
  for (const std::string text : {"", "a b", "it's", "'", "$HOME `id` \\ \" *", "two\nlines"}) {
    CAPTURE(text);
    FILE* const shell = popen(("printf %s " + shell_quoted(text)).c_str(), "r");
    REQUIRE(shell);
    std::string read;
    for (int c; (c = std::fgetc(shell)) != EOF;) read += static_cast<char>(c);
    CHECK(pclose(shell) == 0);
    CHECK(read == text);
  }
}

TEST_CASE("single_quoted: gnuplot doubles a quote") {
  CHECK(gnuplot_quoted("it's \\n") == "'it''s \\n'");
  CHECK(gnuplot_quoted("") == "''");
}
