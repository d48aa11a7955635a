#include "algorithms/logistic_classifier/logistic_classifier.hpp"

#include <thread>

#include "suite/component/write_log.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using testing::dataset_of;
using testing::require_near;
using LogisticClassifier = learning::LinearClassifier;

namespace {

// n records of a data set, logged uniformly.
Log uniform_log(const std::string& dataset, std::uint64_t n) {
  const auto environment = dataset_of(dataset)->environment({11}, {12});
  Log shape;
  shape.action_count = environment->action_count();
  shape.dimension = environment->dimension();
  return write_log(*environment, testing::make_agent("uniform_random", shape), n, {13});
}

const std::string clouds =
    "noisy_rewards{of=\"gaussian_classes{classes=4, features=3, model_seed=1}\", p1=0.5, p0=0.1}";

// The gradient of |w|^2 / 2 + C sum log(1 + exp(-y w.z)) at the scores of raw features, for one
// action: with standardise = false z is x. Plain loops, from the log itself.
double largest_gradient(const Log& log, const learning::LinearScores& scores,
                        learning::Scheme scheme, Action action, double cost) {
  std::vector<double> gradient(scores.weights(action).begin(), scores.weights(action).end());
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (scheme == learning::Scheme::clicks && log.rewards[i] == 0) continue;
    if (scheme == learning::Scheme::regressors && log.actions[i] != action) continue;
    const double y = log.actions[i] == action && log.rewards[i] != 0 ? 1 : -1;
    const Context x = contexts[i];
    const double pull = cost * y / (1 + std::exp(y * scores(x, action)));
    for (std::size_t f = 0; f < x.size(); ++f) gradient[f] -= pull * x[f];
  }
  double largest = 0;
  for (const double g : gradient) largest = std::max(largest, std::fabs(g));
  return largest;
}

std::uint64_t digest(const std::string& text, const Log& log) {
  Agent agent = testing::make_agent(text, log);
  agent.train(log);
  return agent.state_digest();
}

}  // namespace

TEST_CASE("logistic_classifier: one constant feature, by hand") {
  // 6 clicks, 4 on action 0: without regularisation to speak of the log odds are ln(4/2) and
  // ln(2/4); as regressors ln(4/1) and ln(2/3).
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.actions = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
  log.rewards = {1, 1, 1, 1, 0, 1, 1, 0, 0, 0};
  log.contexts.assign(10, 1);
  const auto score = [&](learning::Scheme scheme, Action action) {
    LogisticClassifier classifier(3, 1,
                                  {scheme, true, {learning::LinearLoss::logistic, 1e6, 1e-9}});
    classifier.train(log);
    const double one[] = {1};
    return classifier.linear_scores()(Context(one), action);
  };
  CHECK(score(learning::Scheme::clicks, 0) == Approx(std::log(2)).epsilon(1e-4));
  CHECK(score(learning::Scheme::clicks, 1) == Approx(-std::log(2)).epsilon(1e-4));
  CHECK(score(learning::Scheme::all, 0) == Approx(std::log(4.0 / 6)).epsilon(1e-4));
  CHECK(score(learning::Scheme::all, 1) == Approx(std::log(2.0 / 8)).epsilon(1e-4));
  CHECK(score(learning::Scheme::regressors, 0) == Approx(std::log(4)).epsilon(1e-4));
  CHECK(score(learning::Scheme::regressors, 1) == Approx(std::log(2.0 / 3)).epsilon(1e-4));
  // Never displayed, never clicked: never played but where there is nothing else.
  CHECK(score(learning::Scheme::clicks, 2) == -std::numeric_limits<double>::infinity());
  Agent agent = testing::make_agent("logistic_classifier", log);
  agent.train(log);
  Draws draws({1}, 0);
  const double one[] = {1};
  const Action last = 2;
  CHECK(agent.choose(Context(one), ActionSet::all(3), draws) == 0);
  CHECK(agent.choose(Context(one), ActionSet(std::span(&last, 1)), draws) == 2);
}

TEST_CASE("logistic_classifier: the minimum, whatever the scheme") {
  const Log log = uniform_log(clouds, 600);
  for (const learning::Scheme scheme :
       {learning::Scheme::clicks, learning::Scheme::all, learning::Scheme::regressors}) {
    LogisticClassifier classifier(4, 4,
                                  {scheme, false, {learning::LinearLoss::logistic, 0.3, 1e-8}});
    classifier.train(log);
    for (Action a = 0; a < 4; ++a) {
      CHECK(largest_gradient(log, classifier.linear_scores(), scheme, a, 0.3) < 1e-4);
    }
  }
}

TEST_CASE("logistic_classifier: standardised features play alike, whatever their unit") {
  const Log log = uniform_log(clouds, 600);
  Log other = log;
  for (std::size_t i = 0; i < other.size(); ++i) {
    other.contexts[4 * i] = 1000 * other.contexts[4 * i] + 5;
  }
  Agent a = testing::make_agent("logistic_classifier{tolerance=1e-6}", log);
  Agent b = a;
  a.train(log);
  b.train(other);
  CHECK(testing::trace(a, log) == testing::trace(b, other));
}

TEST_CASE("logistic_classifier: the three schemes have the same argmax (theorem 22)") {
  // Saturated: one-hot contexts, so that each scheme's model can be exact. Expected counts in the
  // place of draws: every (context, action) displayed 10,000 times with its mean times as many
  // rewards.
  const std::vector<double> means{0.05, 0.09, 0.03, 0.08, 0.02, 0.07, 0.04, 0.05, 0.06};
  Log log;
  log.action_count = 3;
  log.dimension = 3;
  for (std::size_t x = 0; x < 3; ++x) {
    for (Action a = 0; a < 3; ++a) {
      for (int t = 0; t < 1'000; ++t) {
        for (std::size_t f = 0; f < 3; ++f) log.contexts.push_back(f == x ? 1 : 0);
        log.actions.push_back(a);
        log.rewards.push_back(t < std::lround(1'000 * means[x * 3 + a]) ? 1 : 0);
      }
    }
  }
  for (const std::string name : {"logistic_classifier", "linear_svm", "ridge_classifier"}) {
    const std::string free =
        name == "ridge_classifier" ? "lambda=1e-3" : "cost=1000, tolerance=1e-6";
    for (const std::string scheme : {"clicks", "all", "regressors"}) {
      INFO(name << " " << scheme);
      Agent agent = testing::make_agent(
          name + "{standardise=false, scheme=\"" + scheme + "\", " + free + "}", log);
      agent.train(log);
      Draws draws({1}, 0);
      for (std::size_t x = 0; x < 3; ++x) {
        double values[3] = {};
        values[x] = 1;
        const auto best = std::max_element(means.begin() + static_cast<std::ptrdiff_t>(3 * x),
                                           means.begin() + static_cast<std::ptrdiff_t>(3 * x + 3)) -
                          means.begin() - static_cast<std::ptrdiff_t>(3 * x);
        CHECK(agent.choose(Context(values), ActionSet::all(3), draws) == best);
      }
    }
  }
  // And what each estimates: P(a | x, r = 1), P(a, r = 1 | x), P(r = 1 | x, a).
  const auto probability = [&](learning::Scheme scheme, Action a) {
    LogisticClassifier classifier(3, 3,
                                  {scheme, false, {learning::LinearLoss::logistic, 1e6, 1e-9}});
    classifier.train(log);
    const double first[] = {1, 0, 0};
    return 1 / (1 + std::exp(-classifier.linear_scores()(Context(first), a)));
  };
  CHECK(probability(learning::Scheme::clicks, 1) == Approx(0.09 / 0.17).epsilon(1e-4));
  CHECK(probability(learning::Scheme::all, 1) == Approx(0.03).epsilon(1e-4));
  CHECK(probability(learning::Scheme::regressors, 1) == Approx(0.09).epsilon(1e-4));
}

TEST_CASE("logistic_classifier: the same in every run, thread and order of trainings") {
  const Log log = uniform_log(clouds, 400);
  for (const std::string text :
       {"logistic_classifier", "logistic_classifier{scheme=\"all\"}", "linear_svm",
        "linear_svm{scheme=\"regressors\"}", "gaussian_svm", "gaussian_svm{scheme=\"all\"}",
        "random_forest{trees=20}", "random_forest{trees=5, scheme=\"regressors\"}", "naive_bayes",
        "ridge_classifier", "best_single_action"}) {
    INFO(text);
    const std::uint64_t first = digest(text, log);
    std::vector<std::uint64_t> seen(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      threads.emplace_back([&, i] {
        for (std::size_t r = 0; r <= i; ++r) {
          (void)std::rand();  // somebody else's use of the C generator
          seen[i] = digest(text, log);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::uint64_t other : seen) CHECK(other == first);
    // A second training forgets the first.
    Agent agent = testing::make_agent(text, log);
    agent.train(log.first_records(100));
    agent.train(log);
    CHECK(agent.state_digest() == first);
  }
}

TEST_CASE("logistic_classifier: refuses to be used untrained") {
  const Log log = testing::golden_log(20);
  for (const std::string name :
       {"logistic_classifier", "linear_svm", "gaussian_svm", "random_forest", "naive_bayes",
        "ridge_classifier", "best_single_action"}) {
    INFO(name);
    Agent agent = testing::make_agent(name, log);
    CHECK(agent.is_trained_offline());
    CHECK_FALSE(agent.learns());
    Draws draws({1}, 0);
    CHECK_THROWS_AS(
        agent.choose(Context(std::span(log.contexts).first(4)), ActionSet::all(5), draws),
        std::logic_error);
    // Nothing to learn from: the lowest action of the pool.
    Log none = log;
    std::fill(none.rewards.begin(), none.rewards.end(), 0);
    agent.train(name == "ridge_classifier" ? log.first_records(0) : none);
    const std::vector<Action> pool{2, 4};
    const Action played =
        agent.choose(Context(std::span(log.contexts).first(4)), ActionSet(pool), draws);
    CHECK((played == 2 || played == 4));
  }
}

TEST_CASE("logistic_classifier: golden traces") {
  const Log log = testing::golden_log(60);
  Agent agent = testing::make_agent("logistic_classifier", log);
  agent.train(testing::golden_log());
  CHECK(testing::trace(agent, log) ==
        "423344444434424424334434224324443444442343444233223334442324");
}
