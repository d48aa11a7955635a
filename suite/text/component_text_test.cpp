#include "suite/text/component_text.hpp"

#include <limits>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

struct Parsed {
  ComponentText component;
  std::vector<SpecProblem> problems;
};

Parsed parse(const std::string& text) {
  Parsed parsed;
  parsed.component = parse_component(text, {"study.toml", 7, 20}, parsed.problems);
  return parsed;
}

const WrittenParameter& parameter(const Parsed& parsed, const std::string& name) {
  for (const auto& candidate : parsed.component.parameters) {
    if (candidate.name == name) return candidate;
  }
  FAIL("no parameter " << name);
  throw 0;
}

}  // namespace

TEST_CASE("component text: a bare name") {
  for (const char* text : {"ucb", " ucb ", "ucb{}", "ucb {}"}) {
    INFO(text);
    const Parsed parsed = parse(text);
    CHECK(parsed.problems.empty());
    CHECK(parsed.component.name == "ucb");
    CHECK(parsed.component.parameters.empty());
  }
}

TEST_CASE("component text: every kind of value") {
  const Parsed parsed = parse(
      "thing{a=1, b=-2.5e-3, c=true, d=\"x, y}\", e=[1, 2, 3], f=[1, 2.5], g='it', h=[], "
      "i=['x, y]', \"z\"]}");
  REQUIRE(parsed.problems.empty());
  CHECK(parsed.component.parameters.size() == 9);
  CHECK(parameter(parsed, "a").value == WrittenValue(std::int64_t{1}));
  CHECK(parameter(parsed, "b").value == WrittenValue(-0.0025));
  CHECK(parameter(parsed, "c").value == WrittenValue(true));
  CHECK(parameter(parsed, "d").value == WrittenValue(std::string("x, y}")));
  CHECK(parameter(parsed, "e").value == WrittenValue(std::vector<std::int64_t>{1, 2, 3}));
  CHECK(parameter(parsed, "f").value == WrittenValue(std::vector<double>{1, 2.5}));
  CHECK(parameter(parsed, "g").value == WrittenValue(std::string("it")));
  CHECK(parameter(parsed, "h").value == WrittenValue(std::vector<std::int64_t>{}));
  CHECK(parameter(parsed, "i").value == WrittenValue(std::vector<std::string>{"x, y]", "z"}));
}

TEST_CASE("component text: places of names and values, counted in the user's line") {
  //                         20        30
  //                         |         |
  const Parsed parsed = parse("ucb{alpha=1, ties=\"x\"}");
  const auto& alpha = parameter(parsed, "alpha");
  CHECK(alpha.name_place.file == "study.toml");
  CHECK(alpha.name_place.line == 7);
  CHECK(alpha.name_place.column == 24);
  CHECK(alpha.value_place.column == 30);
  CHECK(parameter(parsed, "ties").name_place.column == 33);
  CHECK(parameter(parsed, "ties").value_place.column == 38);
}

TEST_CASE("component text: what is not a component is reported, once") {
  for (const char* text : {"",
                           " ",
                           "{alpha=1}",
                           "Lin UCB",
                           "-ucb",
                           "ucb{alpha}",
                           "ucb{alpha=}",
                           "ucb{alpha=1",
                           "ucb{alpha=1}}",
                           "ucb{a=1, a=2}",
                           "ucb{a={b=1}}",
                           "ucb{a=1,}",
                           "ucb{,a=1}",
                           "ucb{a=1#b}",
                           "ucb{a=[1 #\n]}",
                           "ucb{",
                           "ucb{a",
                           "ucb{a=\"x\ny\"}",
                           "ucb{a=\"\\q\"}",
                           "ucb{a=\"\"\"x\"\"\"}",
                           "ucb{a=[\"x\", 1]}",
                           "ucb{a=[x]}",
                           "ucb{a=[[1]]}",
                           "ucb{a=1979-05-27}"}) {
    INFO("<" << text << ">");
    const Parsed parsed = parse(text);
    REQUIRE(parsed.problems.size() == 1);
    CHECK(parsed.problems[0].place.file == "study.toml");
    CHECK(parsed.problems[0].place.line == 7);
    CHECK(parsed.problems[0].place.column >= 20);
    CHECK_FALSE(parsed.problems[0].message.empty());
  }
}

TEST_CASE("component text: words need no quotes") {
  const Parsed parsed = parse("thing{ties=random, of=t_bred , mode=a-b}");
  REQUIRE(parsed.problems.empty());
  CHECK(parameter(parsed, "ties").value == WrittenValue(std::string("random")));
  CHECK(parameter(parsed, "of").value == WrittenValue(std::string("t_bred")));
  CHECK(parameter(parsed, "mode").value == WrittenValue(std::string("a-b")));
  // A boolean or a number is not a word.
  const Parsed others = parse("thing{a=false, b=inf, c=-inf, d=1_000, e=0x10}");
  REQUIRE(others.problems.empty());
  CHECK(parameter(others, "a").value == WrittenValue(false));
  CHECK(parameter(others, "b").value == WrittenValue(std::numeric_limits<double>::infinity()));
  CHECK(parameter(others, "c").value == WrittenValue(-std::numeric_limits<double>::infinity()));
  CHECK(parameter(others, "d").value == WrittenValue(std::int64_t{1000}));
  CHECK(parameter(others, "e").value == WrittenValue(std::int64_t{16}));
}

TEST_CASE("component text: what is wrong, in our words, where it is") {
  struct Case {
    const char* text;
    std::size_t column;  // in the text, from 1
    const char* message;
  };
  for (const Case& expected : {
           Case{"ucb{alpha=1", 4, "this { is not closed: expected } at the end"},
           Case{"ucb{alpha=1.}", 11,
                "parameter \"alpha\": \"1.\" is not a number: digits are missing after the point"},
           Case{"ucb{alpha=.5}", 11,
                "parameter \"alpha\": \".5\" is not a number: write 0 before the point"},
           Case{"ucb{alpha=1 lambda=1}", 13, "expected , or } before \"lambda=1}\""},
           Case{"ucb{alpha=}", 11, "parameter \"alpha\" has no value"},
           Case{"ucb{alpha}", 10, "expected = and a value behind \"alpha\""},
           Case{"ucb{a=1, a=2}", 10, "parameter \"a\" is there twice"},
           Case{"ucb{a=1}}", 9, "\"}\" follows the closing }"},
           Case{"ucb{a=\"x}", 7, "the text that begins here has no closing \""},
           Case{"ucb{a=[1, 2}", 7, "the list that begins here has no closing ]"},
           Case{"ucb{a=1,}", 9, "expected a parameter between , and }"},
           Case{"b{of=t_bred{tau=1}}", 6,
                "a component with its own parameters needs quotes: of='t_bred{...}'"},
           Case{"ucb{ties=\u201crandom\u201d}", 10,
                "a typographic quote; write \" or ' around texts, in the shell ' around the "
                "component"},
           Case{"\u201clin_ucb\u201d", 1,
                "a typographic quote; write \" or ' around texts, in the shell ' around the "
                "component"},
           Case{"ucb(alpha=1)", 1,
                "\"ucb(alpha=1)\" is not a component (did you mean \"ucb{alpha=1}\"?)"},
           Case{"\u00fccb", 1,
                "\"\u00fccb\" is not a component; expected name or name{key=value, ...}, the name "
                "of "
                "letters, digits, _ and -"},
       }) {
    INFO(expected.text);
    const Parsed parsed = parse(expected.text);
    REQUIRE(parsed.problems.size() == 1);
    CHECK(parsed.problems[0].message == expected.message);
    CHECK(parsed.problems[0].place.column == 19 + expected.column);
  }
  // A typographic quote inside a text is a character like others; columns are characters.
  const Parsed inside = parse("thing{a=\"\u201c\", b=1.}");
  REQUIRE(inside.problems.size() == 1);
  CHECK(inside.problems[0].place.column == 19 + 16);
}

TEST_CASE("component text: what is long is shortened in the message, and read in linear time") {
  std::string deep = "bootstrap";
  for (int i = 0; i < 20'000; ++i) deep += "{of=[";
  for (const std::string& text :
       {deep, std::string(1'000'000, 'u') + "!", "a{b=" + std::string(1'000'000, '[')}) {
    const Parsed parsed = parse(text);
    REQUIRE(parsed.problems.size() == 1);
    CHECK(parsed.problems[0].message.size() < 300);
  }
}

TEST_CASE("component text: names are compared without capitals, _ and -") {
  CHECK(folded_name("Lin_UCB-2") == "linucb2");
  CHECK(folded_name("") == "");
}

TEST_CASE("component text: a list is split at the semicolons outside braces and quotes") {
  CHECK(split_components("") == std::vector<std::string>{});
  CHECK(split_components(" ; ") == std::vector<std::string>{});
  CHECK(split_components("a; b{c=1}") == std::vector<std::string>{"a", "b{c=1}"});
  CHECK(split_components("a{t=\"x;y\"};b{l=[1,2];} ;c{t=';'}") ==
        std::vector<std::string>{"a{t=\"x;y\"}", "b{l=[1,2];}", "c{t=';'}"});
  CHECK(split_components("a{t=\"\\\";}\"};b") == std::vector<std::string>{"a{t=\"\\\";}\"}", "b"});
}
