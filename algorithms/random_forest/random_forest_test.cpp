#include "algorithms/random_forest/random_forest.hpp"

#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using namespace replaybench::algorithms::random_forest;

namespace {

// The class is determined by two features.
Log two_features(std::size_t records) {
  Log log;
  log.action_count = 4;
  log.dimension = 3;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({9}, t);
    const double x = draws.uniform();
    const double y = draws.uniform();
    const Action right = (x > 0.5 ? 2u : 0u) + (y > 0.3 ? 1u : 0u);
    const Action action = draws.below(4);
    log.contexts.insert(log.contexts.end(), {x, y, 1});
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < (action == right ? 0.5 : 0.05) ? 1 : 0);
  }
  return log;
}

learning::ActionTask clicks_of(const learning::TrainingRows& rows) {
  learning::ActionTask task;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    task.examples.push_back(static_cast<std::uint32_t>(i));
    task.targets.push_back(rows.actions[i]);
  }
  return task;
}

}  // namespace

TEST_CASE("random_forest: a single tree by hand") {
  // Two classes apart at 0.5: the split lies between the values on either side.
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  for (int i = 0; i < 40; ++i) {
    log.contexts.push_back(i < 20 ? 0.25 : 0.75);
    log.actions.push_back(i < 20 ? 1 : 0);
    log.rewards.push_back(1);
  }
  const learning::TrainingRows rows = learning::training_rows(log, learning::Scheme::clicks, false);
  const learning::Forest forest =
      learning::grow_forest(examples_of(rows, clicks_of(rows)), true, {1, 5, 2, 0, 0});
  REQUIRE(forest.roots.size() == 1);
  REQUIRE(forest.nodes.size() == 3);
  const learning::TreeNode& root = forest.nodes[forest.roots[0]];
  CHECK(root.feature == 0);
  CHECK(root.threshold == 0.5f);
  for (const double x : {0.0, 0.49}) CHECK(forest.value(forest.roots[0], std::span(&x, 1)) == 1);
  for (const double x : {0.51, 9.0}) CHECK(forest.value(forest.roots[0], std::span(&x, 1)) == 0);
}

TEST_CASE("random_forest: the copied trees predict what OpenCV predicts") {
  const Log log = two_features(3'000);
  for (const bool classify : {true, false}) {
    const learning::TrainingRows rows = learning::training_rows(
        log, classify ? learning::Scheme::clicks : learning::Scheme::regressors, false);
    const learning::ActionTask task = classify ? clicks_of(rows) : learning::task_of(rows, 1);
    std::vector<float> theirs;
    const learning::Forest forest =
        learning::grow_forest(examples_of(rows, task), classify, {30, 6, 5, 0, 3}, &theirs);
    CHECK(forest.roots.size() == 30);
    std::size_t agreements = 0;
    for (std::size_t i = 0; i < task.examples.size(); ++i) {
      const auto x = rows.row(task.examples[i]);
      if (classify) {
        std::vector<int> votes(4);
        for (const auto root : forest.roots) {
          ++votes[static_cast<std::size_t>(forest.value(root, x))];
        }
        // The two forests may choose different classes among classes with equal votes.
        const int most = *std::max_element(votes.begin(), votes.end());
        agreements += votes[static_cast<std::size_t>(theirs[i])] == most;
      } else {
        double sum = 0;
        for (const auto root : forest.roots) sum += forest.value(root, x);
        CHECK(sum == forest.sum(x));
        agreements += std::fabs(sum / 30 - theirs[i]) < 1e-5;
      }
    }
    CHECK(agreements == task.examples.size());
  }
}

TEST_CASE("random_forest: it learns what a tree can tell") {
  const Log log = two_features(6'000);
  for (const std::string text : {"random_forest", "random_forest{scheme=\"regressors\"}"}) {
    Agent agent = testing::make_agent(text, log);
    agent.train(log);
    double correct = 0;
    ContextReader contexts(log);
    for (std::size_t i = 0; i < 2'000; ++i) {
      Draws draws({1}, i);
      const Context x = contexts[i];
      const Action right = (x[0] > 0.5 ? 2u : 0u) + (x[1] > 0.3 ? 1u : 0u);
      correct += agent.choose(x, ActionSet::all(4), draws) == right;
    }
    INFO(text << " " << correct / 2'000);
    CHECK(correct / 2'000 > 0.95);
  }
}

TEST_CASE(
    "random_forest: another seed, other trees; actions without a click are left to the last") {
  const Log log = two_features(500);
  std::set<std::uint64_t> digests;
  for (const char* text : {"random_forest{trees=5}", "random_forest{trees=5, seed=1}",
                           "random_forest{trees=5, seed=2}"}) {
    Agent agent = testing::make_agent(text, log);
    agent.train(log);
    digests.insert(agent.state_digest());
  }
  CHECK(digests.size() == 3);

  Log one = log;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one.actions[i] != 2) one.rewards[i] = 0;
  }
  Agent agent = testing::make_agent("random_forest{trees=5}", one);
  agent.train(one);
  Draws draws({1}, 0);
  const std::vector<Action> rest{1, 3};
  const Context x(std::span(one.contexts).first(3));
  CHECK(agent.choose(x, ActionSet::all(4), draws) == 2);
  CHECK(agent.choose(x, ActionSet(rest), draws) == 1);
}

TEST_CASE("random_forest: golden traces") {
  const Log log = testing::golden_log(60);
  for (const auto& [scheme, golden] :
       {std::pair("clicks", "444444044443423124330421222422424311243034144423043234141324"),
        std::pair("regressors", "423324344434424424331432224424424414212343344222223242232322")}) {
    Agent agent =
        testing::make_agent(std::string("random_forest{trees=20, scheme=\"") + scheme + "\"}", log);
    agent.train(testing::golden_log());
    CHECK(testing::trace(agent, log) == golden);
  }
}
