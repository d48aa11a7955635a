#include "suite/component/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/bind.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

struct Options {
  double alpha = 1;
  double lambda = 0.5;
  std::int64_t count = 3;
  bool flag = false;
  std::string ties = "lowest";
  std::string name = "none";
  std::vector<std::int64_t> list{1, 2};
  std::vector<double> grid{0.5};
  std::vector<std::string> words;
};

const Binding<Options>& known() {
  static const auto parameters = bind_parameters<Options>(
      real(&Options::alpha, "alpha", "a real").at_least(0).below(10),
      real(&Options::lambda, "lambda", "open below").above(0),
      integer(&Options::count, "count", "an integer").at_least(1).at_most(5),
      boolean(&Options::flag, "flag", "a flag"),
      choice(&Options::ties, "ties", {"lowest", "random"}, "a choice"),
      text(&Options::name, "name", "a text"),
      integers(&Options::list, "list", "integers").at_least(0),
      reals(&Options::grid, "grid", "reals").at_least(0).at_most(1),
      texts(&Options::words, "words", "texts"));
  return parameters;
}

struct Resolved {
  Parameters parameters;
  std::vector<SpecProblem> problems;
};

Resolved resolve(const std::string& text) {
  std::vector<SpecProblem> problems;
  const ComponentText written = parse_component(text, {"spec.toml", 3, 10}, problems);
  REQUIRE(problems.empty());
  Parameters parameters = resolve_parameters(written, known().described(), problems);
  return {parameters, problems};
}

}  // namespace

TEST_CASE("parameters: defaults are spelt out") {
  const Resolved resolved = resolve("thing");
  CHECK(resolved.problems.empty());
  CHECK(resolved.parameters.canonical() ==
        "{alpha=1, count=3, flag=false, grid=[0.5], lambda=0.5, list=[1, 2], name=\"none\", "
        "ties=\"lowest\", words=[]}");
}

TEST_CASE("parameters: what is written replaces the defaults; integers do for reals") {
  const Resolved resolved = resolve(
      "thing{alpha=2, count=5, flag=true, ties=\"random\", name='a \"b\"', list=[], grid=[0, 1]}");
  CHECK(resolved.problems.empty());
  const Options options = known().read(resolved.parameters);
  CHECK(options.alpha == 2.0);
  CHECK(options.count == 5);
  CHECK(options.flag);
  CHECK(options.ties == "random");
  CHECK(options.name == "a \"b\"");
  CHECK(options.list.empty());
  CHECK(options.grid == std::vector<double>{0, 1});
  CHECK(resolved.parameters.canonical().find("name=\"a \\\"b\\\"\"") != std::string::npos);
}

TEST_CASE("parameters: a list of texts; one text is a list of one") {
  const auto words = [](const std::string& written) {
    const Resolved resolved = resolve("thing{words=" + written + "}");
    CHECK(resolved.problems.empty());
    return known().read(resolved.parameters).words;
  };
  CHECK(words("[]").empty());
  CHECK(words("one") == std::vector<std::string>{"one"});
  CHECK(words("'a=b, c'") == std::vector<std::string>{"a=b, c"});
  CHECK(words("[\"a\", 'say \"b\"']") == std::vector<std::string>{"a", "say \"b\""});
  // The canonical text is read back to the same text.
  const std::string canonical = resolve("thing{words=['x', 'a, \"b\"]']}").parameters.canonical();
  CHECK(canonical.find("words=[\"x\", \"a, \\\"b\\\"]\"]") != std::string::npos);
  CHECK(resolve("thing" + canonical).parameters.canonical() == canonical);
  const Resolved wrong = resolve("thing{words=[1, 2], list=['a']}");
  REQUIRE(wrong.problems.size() == 2);
  CHECK(wrong.problems[0].message ==
        "parameter \"words\" of thing is [1, 2]; expected a list of texts");
  CHECK(wrong.problems[1].message ==
        "parameter \"list\" of thing is [\"a\"]; expected a list of integers");
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
  const auto& all = known().described();
  CHECK(all[0].range_text() == "[0, 10)");
  CHECK(all[1].range_text() == "(0, inf)");
  CHECK(all[2].range_text() == "[1, 5]");
  CHECK(all[3].range_text() == "true | false");
  CHECK(all[4].range_text() == "lowest | random");
  CHECK(real(&Options::alpha, "x", "free").info().range_text() == "(-inf, inf)");
  CHECK(all[0].type_name() == "real");
  CHECK(all[6].type_name() == "list of integers");
}

TEST_CASE("parameters: asking for the wrong name or type is a bug") {
  const Resolved resolved = resolve("thing");
  CHECK_THROWS_AS(resolved.parameters.value("beta"), std::logic_error);
  CHECK_THROWS_AS(value_as<double>(resolved.parameters.value("count")), std::logic_error);
}
