#include "suite/component/action_parameter.hpp"

#include "suite/component/bind.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;

namespace {

struct Options {
  ActionName one = 0;
  ActionNames several = std::vector<std::int64_t>{0};
};

const Binding<Options>& known() {
  static const auto parameters =
      bind_parameters<Options>(action(&Options::one, "one", "an action"),
                               actions(&Options::several, "several", "several actions"));
  return parameters;
}

/// The user's text: "thing{one=...}".
std::pair<Parameters, std::string> resolve(const std::string& text) {
  std::vector<SpecProblem> problems;
  const ComponentText written = parse_component(text, {}, problems);
  REQUIRE(problems.empty());
  Parameters parameters = resolve_parameters(written, known().described(), problems);
  return {std::move(parameters), problems.empty() ? std::string() : problems[0].message};
}

Problem problem_with(std::vector<std::string> names) {
  Problem problem;
  problem.action_count = static_cast<Action>(names.size());
  problem.action_names = std::make_shared<const std::vector<std::string>>(std::move(names));
  return problem;
}

Action one(const std::string& text, const Problem& problem) {
  const auto [parameters, wrong] = resolve("thing{one=" + text + "}");
  REQUIRE(wrong.empty());
  return find_action("thing", known().read(parameters).one, problem);
}

std::vector<Action> several(const std::string& text, const Problem& problem) {
  const auto [parameters, wrong] = resolve("thing{several=" + text + "}");
  REQUIRE(wrong.empty());
  return find_actions("thing", known().read(parameters).several, problem);
}

}  // namespace

TEST_CASE("action_parameter: a number is a name where actions have names") {
  // Natural order: 0, 2, 14, then texts. Action 14 is not the fourteenth.
  const Problem problem = problem_with({"0", "2", "14", "item"});
  CHECK(one("0", problem) == 0);
  CHECK(one("2", problem) == 1);
  CHECK(one("14", problem) == 2);
  CHECK(one("\"14\"", problem) == 2);
  CHECK(one("\"item\"", problem) == 3);
  CHECK_THROWS_AS(one("1", problem), NotApplicable);  // there is an index 1, but no such name
  CHECK_THROWS_AS(one("3", problem), NotApplicable);
  CHECK_THROWS_AS(one("\"00\"", problem), NotApplicable);
  CHECK(several("[14, 0, 14]", problem) == std::vector<Action>{2, 0, 2});
  CHECK(several("\"item; 2;0\"", problem) == std::vector<Action>{3, 1, 0});
  CHECK_THROWS_AS(several("[0, 1]", problem), NotApplicable);
  CHECK_THROWS_AS(several("\"item;;2\"", problem), NotApplicable);
  CHECK_THROWS_AS(several("\"\"", problem), NotApplicable);
  CHECK(several("[]", problem).empty());
}

TEST_CASE("action_parameter: a number is an index where actions have no names") {
  Problem problem;
  problem.action_count = 15;
  CHECK(one("0", problem) == 0);
  CHECK(one("14", problem) == 14);
  CHECK(message_of<NotApplicable>([&] { one("15", problem); }) ==
        "thing: there is no action 15; the data set has 15 actions, numbered from 0 to 14");
  CHECK_THROWS_AS(one("9223372036854775807", problem), NotApplicable);
  CHECK(message_of<NotApplicable>([&] { one("\"item14\"", problem); }) ==
        "thing: no action is named \"item14\": the actions have no names here; the data set has "
        "15 actions, numbered from 0 to 14");
}

TEST_CASE("action_parameter: what is not there, with what is near") {
  const Problem problem = problem_with({"item1", "item2", "item13", "other"});
  CHECK(message_of<NotApplicable>([&] { one("\"item14\"", problem); }) ==
        "thing: no action is named \"item14\"; the data set has 4 actions; did you mean "
        "\"item1\", \"item13\", \"item2\"?");
  CHECK(message_of<NotApplicable>([&] { one("0", problem); }) ==
        "thing: no action is named \"0\" (where actions have names, a number is a name too); the "
        "data set has 4 actions; the first: \"item1\", \"item2\", \"item13\"");
}

TEST_CASE("action_parameter: what is written, its range and its canonical text") {
  CHECK(resolve("thing").first.canonical() == "{one=0, several=[0]}");
  CHECK(resolve("thing{one=\"item 14\", several=\"a; b\"}").first.canonical() ==
        "{one=\"item 14\", several=\"a; b\"}");
  CHECK(resolve("thing{one=-1}").second.find("-1 is not a name, or") != std::string::npos);
  CHECK(resolve("thing{several=[2, -1]}").second.find("-1 is not \"name; name; ...\"") !=
        std::string::npos);
  CHECK(resolve("thing{one=0.5}").second.find("name or number of an action") != std::string::npos);
  CHECK_FALSE(resolve("thing{one=[1]}").second.empty());
  CHECK_FALSE(resolve("thing{several=1}").second.empty());
}
