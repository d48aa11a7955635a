#include "algorithms/emp/emp.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::emp::Emp;
using learning::BucketOptions;
using learning::ExplorationBucket;
using learning::LearnFrom;

namespace {

learning::BucketOptions with(double epsilon, learning::LearnFrom learn_from,
                             Ties ties = Ties::lowest) {
  learning::BucketOptions options;
  options.epsilon = epsilon;
  options.learn_from = learn_from;
  options.ties = ties;
  return options;
}

Action ask(const Emp& algorithm, const ActionSet& actions, std::uint64_t step = 0) {
  Draws draws({51}, step);
  return algorithm.choose(Context(), actions, draws);
}

}  // namespace

TEST_CASE("emp: the random bucket is a share of epsilon exactly, from the first visit on") {
  for (const double epsilon : {0.0, 0.001, 0.1, 0.25, 1.0 / 3, 0.4, 0.999, 1.0}) {
    INFO(epsilon);
    learning::ExplorationBucket bucket(with(epsilon, learning::LearnFrom::bucket));
    CHECK(bucket.explores() == (epsilon > 0));
    double explored = 0;
    for (int n = 1; n <= 10'000; ++n) {
      explored += bucket.explores() ? 1 : 0;
      CHECK(bucket.teaches() == bucket.explores());
      bucket.next();
      CHECK(explored == std::ceil(n * epsilon));
    }
  }
  CHECK(learning::ExplorationBucket(with(0, learning::LearnFrom::all)).teaches());
}

TEST_CASE("emp: the first visits by hand") {
  // epsilon = 1/4: the visits 0, 4, 8, ... explore and teach; the others serve.
  Emp algorithm(3, with(0.25, learning::LearnFrom::bucket));
  const ActionSet all = ActionSet::all(3);
  std::vector<double> distribution(3);
  algorithm.probabilities(Context(), all, distribution);
  CHECK(distribution == std::vector<double>(3, 1.0 / 3));
  algorithm.update(Context(), 1, 0);  // visit 0: the mean of action 1 is 0
  // Visits 1 to 3 serve the only action with an estimate, bad as it is, and learn nothing from it.
  for (int visit = 1; visit < 4; ++visit) {
    CHECK(ask(algorithm, all) == 1);
    algorithm.probabilities(Context(), all, distribution);
    CHECK(distribution == std::vector<double>{0, 1, 0});
    algorithm.update(Context(), 1, 1);
  }
  algorithm.probabilities(Context(), all, distribution);
  CHECK(distribution == std::vector<double>(3, 1.0 / 3));
  algorithm.update(Context(), 2, 1);  // visit 4: mean 1
  CHECK(ask(algorithm, all) == 2);
  const std::vector<Action> pool{0, 1};
  CHECK(ask(algorithm, ActionSet(pool)) == 1);  // 0 has no estimate: not served
  const std::vector<Action> unknown{0};
  CHECK(ask(algorithm, ActionSet(unknown)) == 0);

  // With all rewards action 1 has mean 3/4 before visit 4.
  Emp all_rewards(3, with(0.25, learning::LearnFrom::all));
  all_rewards.update(Context(), 1, 0);
  for (int visit = 1; visit < 4; ++visit) all_rewards.update(Context(), 1, 1);
  all_rewards.update(Context(), 2, 0.5);
  CHECK(ask(all_rewards, all) == 1);
}

TEST_CASE("emp: choices are those of the means recomputed from the history") {
  const auto learn_from = GENERATE(learning::LearnFrom::bucket, learning::LearnFrom::all);
  const double epsilon = GENERATE(0.1, 0.4);
  Emp algorithm(4, with(epsilon, learn_from));
  struct Event {
    Action action;
    double reward;
    bool explored;
  };
  std::vector<Event> history;
  double explored = 0;
  int served = 0;
  for (std::uint64_t t = 0; t < 600; ++t) {
    Draws draws({52}, t);
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    // The visit explores when the explored ones have fallen below their share.
    const bool explores = explored < std::ceil(static_cast<double>(t + 1) * epsilon);
    const auto mean = [&](Action action) {
      double sum = 0;
      double count = 0;
      for (const Event& event : history) {
        if (event.action != action ||
            (learn_from == learning::LearnFrom::bucket && !event.explored)) {
          continue;
        }
        sum += event.reward;
        ++count;
      }
      return count == 0 ? -1 : sum / count;
    };
    const Action choice = ask(algorithm, ActionSet(pool), t);
    if (explores) {
      Draws same({51}, t);
      CHECK(choice == pool[same.below(static_cast<Action>(pool.size()))]);
    } else {
      Action wanted = pool[0];
      for (const Action a : pool) {
        if (mean(a) > mean(wanted)) wanted = a;
      }
      CHECK(choice == wanted);
      ++served;
    }
    const double reward = draws.below(3);
    algorithm.update(Context(), choice, reward);
    history.push_back({choice, reward, explores});
    explored += explores;
  }
  CHECK(served > 300);
}

TEST_CASE("emp: what is not known is not served, unlike in epsilon_greedy") {
  // Action 2 appears late. epsilon_greedy tries it at its first chance, EMP waits for the bucket.
  Problem problem;
  problem.action_count = 3;
  Agent emp =
      testing::make_agent("emp{epsilon=0.01, learn_from=\"all\", ties=\"lowest\"}", problem);
  Agent greedy = testing::make_agent("epsilon_greedy{epsilon=0}", problem);
  const std::vector<Action> old_pool{0, 1};
  for (int t = 0; t < 10; ++t) {
    emp.update(Context(), ActionSet(old_pool), t % 2, 1);
    greedy.update(Context(), ActionSet(old_pool), t % 2, 1);
  }
  Draws draws({53}, 0);
  CHECK(emp.choose(Context(), ActionSet::all(3), draws) == 0);
  CHECK(greedy.choose(Context(), ActionSet::all(3), draws) == 2);
}

TEST_CASE("emp: under replay a visit of the bucket lasts until a random choice agrees") {
  // The share of the bucket among the *accepted* records is epsilon, whatever is rejected.
  const Log log = testing::golden_log(4'000);
  Emp algorithm(5, with(0.25, learning::LearnFrom::bucket));
  ContextReader contexts(log);
  int accepted = 0;
  int explored = 0;
  for (std::size_t t = 0; t < log.size(); ++t) {
    std::vector<double> distribution(5);
    algorithm.probabilities(contexts[t], log.available(t), distribution);
    Draws draws({54}, t);
    const Action choice = algorithm.choose(contexts[t], log.available(t), draws);
    if (choice != log.actions[t]) continue;
    ++accepted;
    explored += distribution[choice] < 1;
    algorithm.update(contexts[t], choice, log.rewards[t]);
  }
  CHECK(accepted > 600);
  CHECK(explored == (accepted + 3) / 4);
}

TEST_CASE("emp: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("emp{epsilon=0.3}", log), log) ==
        "420000000000000032122222000220002220200410212121101422101111113333333333333333333333123123"
        "333333333333303333333333333333");
  CHECK(
      testing::trace(
          testing::make_agent("emp{epsilon=0.3, learn_from=\"all\", ties=\"lowest\"}", log), log) ==
      "42000000000000003212000232421444010200000000000000000000000000000033412410000000000000002000"
      "0000000000004000000000003234");
}
