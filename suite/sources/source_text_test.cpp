#include "suite/sources/source_text.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

std::string code(std::string_view text) { return read_source(text).code; }

}  // namespace

TEST_CASE("comments and layout are not in the code") {
  const std::string plain = code("int f(int a) { return a / 2; }\n");
  CHECK(code("int f(int a) {\n  return a / 2;  // half\n}\n") == plain);
  CHECK(code("/* a * b */ int f(int a)\t{ return/**/a\n/2;\r\n}") == plain);
  CHECK(code("int f(int a) { return a / 2; } // ends \\\n here too\n") == plain);
  CHECK(code("int f(int a) { return a / \\\n 2; }") == plain);
  CHECK(code("int f(int a) { ret\\\r\nurn a / 2; }") == plain);
  CHECK(code("int f(int a) { return a / 2; } /* no end") == plain);
}

TEST_CASE("what a compiler tells apart stays apart") {
  const auto differ = [](const char* a, const char* b) { return code(a) != code(b); };
  CHECK(differ("a + b", "a - b"));
  CHECK(differ("return -mean;", "return mean;"));
  CHECK(differ("int a", "inta"));
  CHECK(differ("a + +b", "a ++b"));
  CHECK(differ("1.5", "1.50"));
  CHECK(differ("u8 \"x\"", "u8\"x\""));
  CHECK(differ("#define f (x)\n", "#define f(x)\n"));
  CHECK(differ("#define f\nx\n", "#define f x\n"));
  CHECK(differ("#if A\nx\n#endif\n", "#if B\nx\n#endif\n"));
}

TEST_CASE("texts and characters are as they are written") {
  CHECK(code("f(\"a // b  /* c */\")") == "f(\"a // b  /* c */\")");
  CHECK(code("\"a\\\"// b\" // c") == "\"a\\\"// b\"");
  CHECK(code("'\"' + x // \"") == "'\"'+x");
  CHECK(code("'\\'' /* ' */") == "'\\''");
  CHECK(code("1'000'000 + x // 'c") == "1'000'000+x");
  CHECK(code("1e+5-0x1p-3") == "1e+5-0x1p-3");
  CHECK(code("\"a\\\nb\"") == "\"ab\"");
}

TEST_CASE("raw texts are kept byte by byte") {
  CHECK(code("R\"(a // b\n  \\\n c \" )\" // d") == "R\"(a // b\n  \\\n c \" )\"");
  CHECK(code("u8R\"x(a )\" b)x\"  ;// c") == "u8R\"x(a )\" b)x\";");
  CHECK(code("bR\"(a // b)\"") != code("bR\"(a /* b)\""));
  CHECK(code("R\"(no end // x") == "R\"(no end // x");
  CHECK(code("R\"(a  b)\"") != code("R\"(a b)\""));
}

TEST_CASE("a directive has its own line, and the quoted includes are named") {
  const SourceText source = read_source(
      "#pragma once // x\n#include \"suite/a.hpp\"\n  #  include  \"b.hpp\" // c\n#include <c>\n"
      "// #include \"d.hpp\"\nconst char* e = \"#include\"; /*\n#include \"f.hpp\"\n*/\n");
  CHECK(source.includes == std::vector<std::string>{"suite/a.hpp", "b.hpp"});
  CHECK(source.code ==
        "#pragma once\n#include \"suite/a.hpp\"\n# include \"b.hpp\"\n#include <c>\n"
        "const char*e=\"#include\";");
  CHECK(code("#if A \\\n && B\nx") == "#if A && B\nx");
  CHECK(code("#error don't\nx // y") == "#error don't\nx");
}
