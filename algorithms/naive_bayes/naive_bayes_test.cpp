#include "algorithms/naive_bayes/naive_bayes.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using naive_bayes::NaiveBayes;

namespace {

// Features: binary, Gaussian, constant.
Log mixed_log(std::size_t records) {
  Log log;
  log.action_count = 3;
  log.dimension = 3;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({77}, t);
    const Action action = draws.below(3);
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < 0.2 + 0.1 * action ? 1 : 0);
    log.contexts.push_back(draws.below(4) == 0 ? 1 : 0);
    log.contexts.push_back(100 + draws.normal() + action * log.rewards.back());
    log.contexts.push_back(1);
  }
  return log;
}

// ln n + ln P(x | group) from the definition, the group being the records that `in` picks.
template <class In>
double log_joint(const Log& log, const Context& x, const In& in) {
  double n = 0, ones = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (!in(i)) continue;
    n += 1;
    ones += log.contexts[3 * i];
    sum += log.contexts[3 * i + 1];
  }
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (in(i)) squares += std::pow(log.contexts[3 * i + 1] - sum / n, 2);
  }
  const double p = (ones + 1) / (n + 2);
  const double variance = squares / n;
  return std::log(n) + std::log(x[0] == 1 ? p : 1 - p) -
         std::pow(x[1] - sum / n, 2) / (2 * variance) -
         std::log(2 * 3.141592653589793 * variance) / 2;
}

}  // namespace

TEST_CASE("naive_bayes: a binary feature by hand") {
  // Clicks: action 0 with x = 1, 1, 0, action 1 with x = 0. Laplace: P(x=1|0) = 3/5, P(x=1|1) =
  // 1/3.
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  log.actions = {0, 0, 0, 1, 1};
  log.rewards = {1, 1, 1, 1, 0};
  log.contexts = {1, 1, 0, 0, 1};
  NaiveBayes bayes(2, 1, {});
  bayes.train(log);
  const double one[] = {1};
  const double zero[] = {0};
  CHECK(bayes.score(Context(one), 0) == Approx(std::log(3 * 3.0 / 5)).epsilon(1e-14));
  CHECK(bayes.score(Context(zero), 0) == Approx(std::log(3 * 2.0 / 5)).epsilon(1e-14));
  CHECK(bayes.score(Context(one), 1) == Approx(std::log(1 * 1.0 / 3)).epsilon(1e-14));
}

TEST_CASE("naive_bayes: from the definition, all schemes, mixed features") {
  const Log log = mixed_log(300);
  const auto clicked = [&](Action a) {
    return [&log, a](std::size_t i) { return log.rewards[i] != 0 && log.actions[i] == a; };
  };
  NaiveBayes clicks(3, 3, {learning::Scheme::clicks, 1, 1e-9});
  NaiveBayes all(3, 3, {learning::Scheme::all, 1, 1e-9});
  NaiveBayes regressors(3, 3, {learning::Scheme::regressors, 1, 1e-9});
  clicks.train(log);
  all.train(log);
  regressors.train(log);
  ContextReader contexts(log);
  for (std::size_t i = 0; i < 20; ++i) {
    const Context x = contexts[i];
    for (Action a = 0; a < 3; ++a) {
      const double own = log_joint(log, x, clicked(a));
      CHECK(clicks.score(x, a) == Approx(own).epsilon(1e-10));
      CHECK(all.score(x, a) ==
            Approx(own - log_joint(log, x, [&](std::size_t j) { return !clicked(a)(j); }))
                .epsilon(1e-9)
                .margin(1e-9));
      CHECK(regressors.score(x, a) == Approx(own - log_joint(log, x,
                                                             [&](std::size_t j) {
                                                               return log.rewards[j] == 0 &&
                                                                      log.actions[j] == a;
                                                             }))
                                          .epsilon(1e-9)
                                          .margin(1e-9));
    }
  }
}

TEST_CASE("naive_bayes: a feature that does not vary within a class has a variance all the same") {
  Log log = mixed_log(100);
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.contexts[3 * i + 1] = static_cast<double>(log.actions[i]);
  }
  NaiveBayes bayes(3, 3, {});
  bayes.train(log);
  ContextReader contexts(log);
  for (std::size_t i = 0; i < 50; ++i) {
    Draws draws({1}, i);
    CHECK(bayes.choose(contexts[i], ActionSet::all(3), draws) == log.actions[i]);
    CHECK(std::isfinite(bayes.score(contexts[i], 0)));
  }
}

TEST_CASE("naive_bayes: golden traces") {
  const Log log = testing::golden_log(60);
  for (const auto& [scheme, golden] :
       {std::pair("clicks", "433344444434424434333434244323424444442343444243223344442324"),
        std::pair("all", "433344444434424434333434244323424444442343444243223344442324"),
        std::pair("regressors", "423344444434424424334432224324244444442343424223223342242322")}) {
    Agent agent = testing::make_agent(std::string("naive_bayes{scheme=\"") + scheme + "\"}", log);
    agent.train(testing::golden_log());
    CHECK(testing::trace(agent, log) == golden);
  }
}
