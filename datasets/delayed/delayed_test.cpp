#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

std::unique_ptr<Environment> delayed_environment(const std::string& parameters) {
  return dataset_of("delayed{" + parameters + "}")->environment({1}, {2});
}

struct Game {
  Tally tally;
  std::uint64_t state = 0;
};

Game game_of(const std::string& dataset, const std::string& algorithm) {
  const auto environment = dataset_of(dataset)->environment({1}, {2});
  Problem problem;
  problem.action_count = environment->action_count();
  problem.dimension = environment->dimension();
  problem.horizon = 400;
  problem.rewards = environment->rewards();
  Agent agent = make_agent(algorithm, problem);
  const std::uint64_t checkpoints[] = {1, 100, 400};
  Game game{agent.play(*environment, 400, {3}, checkpoints)};
  game.state = agent.state_digest();
  return game;
}

}  // namespace

TEST_CASE("delayed: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("delayed{kind=geometric, delay=5}"));
  const auto forward = delayed_environment("kind=geometric, delay=5, batch=3, lost=0.2");
  const auto backward = delayed_environment("kind=geometric, delay=5, batch=3, lost=0.2");
  std::vector<Feedback> seen;
  for (std::uint64_t t = 0; t < 100; ++t) {
    forward->observe(t);
    seen.push_back(forward->feedback(0));
  }
  for (std::uint64_t t = 100; t-- > 0;) {
    backward->observe(t);
    CHECK(backward->feedback(0).delay == seen[t].delay);
    CHECK(backward->feedback(0).lost == seen[t].lost);
  }
}

TEST_CASE("delayed: what is earned is what the simulator pays") {
  const auto plain = dataset_of("linear_model")->environment({1}, {2});
  const auto late = delayed_environment("of=\"linear_model\", kind=censored, delay=9, window=4");
  for (std::uint64_t t = 0; t < 200; ++t) CHECK(shown_at(*late, t) == shown_at(*plain, t));
}

TEST_CASE("delayed: a delay of 0 is the simulator itself, bit for bit, for every learner") {
  for (const std::string algorithm :
       {"ucb", "thompson_sampling", "lin_ucb", "perceptron_ucb", "lap", "uniform_random"}) {
    const Game plain = game_of("linear_model", algorithm);
    REQUIRE(plain.tally.curve.size() == 3);
    for (const std::string none :
         {"delay=0", "kind=geometric, delay=0", "kind=by_reward, delay=0, rewarded_delay=0",
          "kind=censored, delay=0, window=0", "batch=1, lost=0"}) {
      INFO(algorithm << ", " << none);
      const Game late = game_of("delayed{of=linear_model, " + none + "}", algorithm);
      CHECK(late.state == plain.state);
      REQUIRE(late.tally.curve.size() == 3);
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(late.tally.curve[i].reward() == plain.tally.curve[i].reward());
        CHECK(late.tally.curve[i].expected == plain.tally.curve[i].expected);
        CHECK(late.tally.curve[i].records == plain.tally.curve[i].records);
      }
    }
    if (algorithm == "uniform_random") continue;
    CHECK(game_of("delayed{of=linear_model, delay=1}", algorithm).state != plain.state);
  }
}

TEST_CASE("delayed: a deterministic index policy repeats its action through a batch") {
  const auto environment = delayed_environment("of=\"bernoulli_arms{arms=5}\", batch=10");
  Problem problem;
  problem.action_count = 5;
  problem.dimension = 1;
  problem.horizon = 50;
  Agent agent = make_agent("ucb", problem);
  const Tally tally = agent.play(*environment, 50, {3});
  // Five batches, an arm each: the means that were earned are those of the arms.
  CHECK(tally.sums.expected == Approx(10 * (0.5 + 4 * 0.4)).epsilon(1e-14));
}

TEST_CASE("delayed: rewards of a batch come at its end") {
  const auto environment = delayed_environment("batch=7, delay=3");
  for (std::uint64_t t = 0; t < 50; ++t) {
    environment->observe(t);
    const std::uint64_t due = t + environment->feedback(0).delay;
    CHECK(due % 7 == 6);
    CHECK(due >= t + 3);
    CHECK(due < t + 3 + 7);
  }
}

TEST_CASE("delayed: geometric delays have their mean, variance and share of 0") {
  const auto environment = delayed_environment("kind=geometric, delay=4");
  constexpr int steps = 40'000;
  double sum = 0;
  int none = 0;
  for (int t = 0; t < steps; ++t) {
    environment->observe(static_cast<std::uint64_t>(t));
    const std::uint64_t delay = environment->feedback(0).delay;
    sum += static_cast<double>(delay);
    none += delay == 0;
  }
  require_near(sum / steps, 4, std::sqrt(4.0 * 5 / steps));
  require_near(static_cast<double>(none) / steps, 0.2, std::sqrt(0.2 * 0.8 / steps));
}

TEST_CASE("delayed: by reward, clicks come sooner") {
  const auto environment = delayed_environment("kind=by_reward, delay=20, rewarded_delay=2");
  double sum[2] = {};
  double count[2] = {};
  for (std::uint64_t t = 0; t < 40'000; ++t) {
    environment->observe(t);
    const Feedback feedback = environment->feedback(0);
    CHECK(feedback.reward == environment->reward(0));
    sum[feedback.reward == 1] += static_cast<double>(feedback.delay);
    count[feedback.reward == 1] += 1;
  }
  require_near(sum[0] / count[0], 20, std::sqrt(20.0 * 21 / count[0]));
  require_near(sum[1] / count[1], 2, std::sqrt(2.0 * 3 / count[1]));
}

TEST_CASE("delayed: censored, a click after the window is seen as none") {
  const auto environment =
      delayed_environment("of=\"bernoulli_arms{means=[0.5]}\", kind=censored, delay=4, window=2");
  double seen = 0;
  double clicks = 0;
  for (std::uint64_t t = 0; t < 40'000; ++t) {
    environment->observe(t);
    const Feedback feedback = environment->feedback(0);
    CHECK(feedback.delay <= 2);
    if (environment->reward(0) == 0 || feedback.reward == 0) CHECK(feedback.delay == 2);
    if (environment->reward(0) == 0) CHECK(feedback.reward == 0);
    clicks += environment->reward(0);
    seen += feedback.reward;
  }
  // P(d <= 2) = 1 - (4/5)^3.
  require_near(seen / clicks, 0.488, std::sqrt(0.488 * 0.512 / clicks));
}

TEST_CASE("delayed: a share is lost") {
  const auto environment = delayed_environment("lost=0.3");
  double lost = 0;
  for (std::uint64_t t = 0; t < 20'000; ++t) {
    environment->observe(t);
    lost += environment->feedback(1).lost ? 1 : 0;
  }
  require_near(lost / 20'000, 0.3, std::sqrt(0.3 * 0.7 / 20'000));
  // A learner that sees no reward stays what it was.
  CHECK(game_of("delayed{of=linear_model, lost=1}", "lin_ucb").state ==
        game_of("delayed{of=linear_model, delay=400}", "lin_ucb").state);
}

TEST_CASE("delayed: what is refused") {
  for (const std::string wrong :
       {"delay=0.5", "of=\"delayed\"", "of=\"gaussian_arms\", kind=by_reward",
        "of=\"gaussian_arms\", kind=censored"}) {
    INFO(wrong);
    CHECK_THROWS_AS(delayed_environment(wrong), SpecErrors);
  }
  CHECK_THROWS_AS(dataset_of("delayed{of=\"linear_modell\"}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("delayed{batch=0}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("delayed{delay=-1}"), SpecErrors);
  CHECK_NOTHROW(delayed_environment("of=\"gaussian_arms\", delay=2"));
  CHECK_THROWS_AS(dataset_of("noisy_rewards{of=\"delayed\"}")->environment({1}, {2}), SpecErrors);
}
