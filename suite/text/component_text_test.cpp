#include "suite/text/component_text.hpp"

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
  const Parsed parsed =
      parse("thing{a=1, b=-2.5e-3, c=true, d=\"x, y}\", e=[1, 2, 3], f=[1, 2.5], g='it', h=[]}");
  REQUIRE(parsed.problems.empty());
  CHECK(parsed.component.parameters.size() == 8);
  CHECK(parameter(parsed, "a").value == WrittenValue(std::int64_t{1}));
  CHECK(parameter(parsed, "b").value == WrittenValue(-0.0025));
  CHECK(parameter(parsed, "c").value == WrittenValue(true));
  CHECK(parameter(parsed, "d").value == WrittenValue(std::string("x, y}")));
  CHECK(parameter(parsed, "e").value == WrittenValue(std::vector<std::int64_t>{1, 2, 3}));
  CHECK(parameter(parsed, "f").value == WrittenValue(std::vector<double>{1, 2.5}));
  CHECK(parameter(parsed, "g").value == WrittenValue(std::string("it")));
  CHECK(parameter(parsed, "h").value == WrittenValue(std::vector<std::int64_t>{}));
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
  for (const char* text : {"", " ", "{alpha=1}", "Lin UCB", "lin-ucb", "ucb{alpha}", "ucb{alpha=}",
                           "ucb{alpha=1", "ucb{alpha=1}}", "ucb{a=1, a=2}", "ucb{a={b=1}}",
                           "ucb{a=[\"x\"]}", "ucb{a=[[1]]}", "ucb{a=1979-05-27}"}) {
    INFO("<" << text << ">");
    const Parsed parsed = parse(text);
    REQUIRE(parsed.problems.size() == 1);
    CHECK(parsed.problems[0].place.file == "study.toml");
    CHECK(parsed.problems[0].place.line == 7);
    CHECK(parsed.problems[0].place.column >= 20);
    CHECK_FALSE(parsed.problems[0].message.empty());
  }
}

TEST_CASE("component text: a list is split at the semicolons outside braces and quotes") {
  CHECK(split_components("") == std::vector<std::string>{});
  CHECK(split_components(" ; ") == std::vector<std::string>{});
  CHECK(split_components("a; b{c=1}") == std::vector<std::string>{"a", "b{c=1}"});
  CHECK(split_components("a{t=\"x;y\"};b{l=[1,2];} ;c{t=';'}") ==
        std::vector<std::string>{"a{t=\"x;y\"}", "b{l=[1,2];}", "c{t=';'}"});
  CHECK(split_components("a{t=\"\\\";}\"};b") == std::vector<std::string>{"a{t=\"\\\";}\"}", "b"});
}
