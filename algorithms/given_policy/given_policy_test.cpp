#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

Component<AlgorithmDescription> given(const std::string& text) {
  std::vector<SpecProblem> problems;
  const auto found = find_component(text, {}, algorithms_table(), "algorithm", problems);
  REQUIRE(found.has_value());
  return *found;
}

}  // namespace

TEST_CASE("given_policy: it stands for the columns of its name") {
  const auto log = std::make_shared<const Log>(golden_log_of_policies());
  const auto component = given("given_policy{name=\"pi\"}");
  const Agent agent = make_agent(component, problem_of_log(log, log->size()));
  CHECK(agent.given_target() == "pi");
  CHECK_FALSE(agent.learns());
  CHECK_FALSE(agent.has_probabilities());
  Draws draws({1}, 0);
  CHECK_THROWS_AS(agent.choose(Context(), ActionSet::all(3), draws), std::logic_error);
  CHECK(make_agent(given("given_policy"), problem_of_log(log, 6)).given_target() == "pi");
}

TEST_CASE("given_policy: columns that the log does not have are refused with those it has") {
  const auto log = std::make_shared<const Log>(golden_log_of_policies());
  CHECK_THROWS_WITH(
      make_agent(given("given_policy{name=\"p\"}"), problem_of_log(log, 6)),
      Contains("no columns of this log give the policy \"p\"; those given are \"pi\", "
               "\"logger\""));
  CHECK_THROWS_WITH(make_agent(given("given_policy"), Problem{}), Contains("none is given"));
}

TEST_CASE("given_policy: every evaluator that would ask it to choose refuses it") {
  const LogDataset dataset(golden_log_of_policies());
  for (const EvaluatorDescription* description : evaluators_table()) {
    INFO(description->name);
    std::shared_ptr<const Evaluator> evaluator;
    try {
      evaluator = evaluator_of(description->name);
    } catch (const SpecErrors&) {
      continue;  // has no defaults
    }
    Trial trial = trial_of(dataset, Agent(GivenTarget{}));
    std::vector<ResultRow> rows;
    try {
      evaluator->evaluate(trial, rows);
    } catch (const NotApplicable&) {
    } catch (const DataError&) {
    }
  }
}
