#include "suite/component/parameters.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

std::vector<ParameterInfo> known() {
  return {real("alpha", 1, "a real").at_least(0).below(10),
          real("lambda", 0.5, "open below").above(0),
          integer("count", 3, "an integer").at_least(1).at_most(5),
          boolean("flag", false, "a flag"),
          choice("ties", {"lowest", "random"}, "a choice"),
          text("name", "none", "a text"),
          integers("list", {1, 2}, "integers").at_least(0),
          reals("grid", {0.5}, "reals").at_least(0).at_most(1)};
}

struct Resolved {
  Parameters parameters;
  std::vector<SpecProblem> problems;
};

Resolved resolve(const std::string& text) {
  std::vector<SpecProblem> problems;
  const ComponentText written = parse_component(text, {"spec.toml", 3, 10}, problems);
  REQUIRE(problems.empty());
  Parameters parameters = resolve_parameters(written, known(), problems);
  return {parameters, problems};
}

}  // namespace

TEST_CASE("parameters: defaults are spelt out") {
  const Resolved resolved = resolve("thing");
  CHECK(resolved.problems.empty());
  CHECK(resolved.parameters.canonical() ==
        "{alpha=1, count=3, flag=false, grid=[0.5], lambda=0.5, list=[1, 2], name=\"none\", "
        "ties=\"lowest\"}");
}

TEST_CASE("parameters: what is written replaces the defaults; integers do for reals") {
  const Resolved resolved = resolve(
      "thing{alpha=2, count=5, flag=true, ties=\"random\", name='a \"b\"', list=[], grid=[0, 1]}");
  CHECK(resolved.problems.empty());
  const Parameters& p = resolved.parameters;
  CHECK(p.real("alpha") == 2.0);
  CHECK(p.integer("count") == 5);
  CHECK(p.boolean("flag"));
  CHECK(p.text("ties") == "random");
  CHECK(p.integers("list").empty());
  CHECK(p.reals("grid") == std::vector<double>{0, 1});
  CHECK(p.canonical().find("name=\"a \\\"b\\\"\"") != std::string::npos);
}

TEST_CASE("parameters: equal values have equal texts however written") {
  CHECK(resolve("thing{alpha=2}").parameters.canonical() ==
        resolve("thing{ alpha = 2.0 , count = 3 }").parameters.canonical());
  CHECK(resolve("thing{alpha=0.1}").parameters.canonical() !=
        resolve("thing{alpha=0.10000000000000002}").parameters.canonical());
}

TEST_CASE("parameters: ranges, their ends included or not") {
  for (const char* good : {"alpha=0", "alpha=9.999", "lambda=1e-300", "count=1", "count=5",
                           "list=[0]", "grid=[0, 0.5, 1]"}) {
    INFO(good);
    CHECK(resolve("thing{" + std::string(good) + "}").problems.empty());
  }
  for (const char* bad : {"alpha=-0.001", "alpha=10", "alpha=nan", "lambda=0", "count=0", "count=6",
                          "list=[3, -1]", "grid=[0.5, 1.5]", "ties=\"first\"", "alpha=\"1\"",
                          "count=1.5", "flag=1", "ties=1", "list=[0.5]", "grid=1", "alpah=1"}) {
    INFO(bad);
    CHECK(resolve("thing{" + std::string(bad) + "}").problems.size() == 1);
  }
}

TEST_CASE("parameters: every problem at once, each with its place and what is allowed") {
  const Resolved resolved = resolve("thing{alpah=1, count=9, ties=\"randon\"}");
  REQUIRE(resolved.problems.size() == 3);
  std::vector<std::string> texts;
  for (const SpecProblem& problem : resolved.problems) texts.push_back(problem.text());
  std::sort(texts.begin(), texts.end());
  CHECK(texts[0] ==
        "spec.toml:3:16: unknown parameter \"alpah\" of thing (did you mean \"alpha\"?)");
  CHECK(texts[1] == "spec.toml:3:31: parameter \"count\" of thing: 9 is outside [1, 5]");
  CHECK(texts[2] ==
        "spec.toml:3:39: parameter \"ties\" of thing: \"randon\" is not one of lowest | random "
        "(did you mean \"random\"?)");
}

TEST_CASE("parameters: texts of types and ranges") {
  const auto all = known();
  CHECK(all[0].range_text() == "[0, 10[");
  CHECK(all[1].range_text() == "]0, inf[");
  CHECK(all[2].range_text() == "[1, 5]");
  CHECK(all[3].range_text() == "true | false");
  CHECK(all[4].range_text() == "lowest | random");
  CHECK(real("x", 0, "free").range_text() == "]-inf, inf[");
  CHECK(all[0].type_name() == "real");
  CHECK(all[6].type_name() == "list of integers");
}

TEST_CASE("parameters: asking for the wrong name or type is a bug") {
  const Resolved resolved = resolve("thing");
  CHECK_THROWS_AS(resolved.parameters.real("beta"), std::logic_error);
  CHECK_THROWS_AS(resolved.parameters.real("count"), std::logic_error);
}
