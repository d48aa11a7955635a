#include "suite/evaluate/play.hpp"

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

Play play_of(const std::string& algorithm, const std::string& dataset, const PlayOptions& options) {
  const auto components = find_play_components(algorithm, dataset);
  return play(components.algorithm, components.dataset, options);
}

}  // namespace

TEST_CASE("play: rewards without noise, every number by hand") {
  const Play result =
      play_of("fixed_action{action=1}", "gaussian_arms{means=[1, 3, 5], standard_deviation=0}",
              {.steps = 200, .replicates = 3});
  CHECK(result.action_count == 3);
  CHECK(result.reward.value == 3);
  CHECK(result.reward.low == 3);
  CHECK(result.reward.high == 3);
  CHECK(result.best_policy.reward.value == 5);
  CHECK(result.best_policy.difference.value == -2);
  REQUIRE(result.best_action);
  CHECK(result.best_action->reward.value == 5);
  CHECK(result.best_action->difference.value == -2);
  // Uniform over 1, 3, 5: mean 3, standard deviation 1.63; 600 draws.
  require_near(result.uniform.reward.value, 3, 1.63 / std::sqrt(600));
  CHECK(result.uniform.difference.value == Approx(3 - result.uniform.reward.value));
  CHECK(result.uniform.reward.low < result.uniform.reward.value);
}

TEST_CASE("play: where contexts matter the best policy is above the best single action") {
  const Play result =
      play_of("fixed_action{action=0}", "linear_model", {.steps = 300, .replicates = 5});
  REQUIRE(result.best_action);
  CHECK(result.best_policy.reward.value > result.best_action->reward.value);
  CHECK(result.best_action->reward.value > result.uniform.reward.value);
  CHECK(result.best_policy.difference.high < 0);
}

TEST_CASE("play: the optimum itself has no difference from the optimum, without any spread") {
  const Play result = play_of("best_policy{knowledge=\"posterior\"}", "linear_model",
                              {.steps = 100, .replicates = 4});
  CHECK(result.best_policy.difference.value == 0);
  CHECK(result.best_policy.difference.low == 0);
  CHECK(result.best_policy.difference.high == 0);
  CHECK(result.uniform.difference.low > 0);
}

TEST_CASE("play: the numbers of a study's replicates, by its streams") {
  const auto components = find_play_components("ucb", "bernoulli_arms");
  const Play result =
      play(components.algorithm, components.dataset, {.steps = 150, .replicates = 2, .seed = 9});
  const auto dataset = dataset_of("bernoulli_arms");
  const auto make = [&](const Problem& problem) {
    return replaybench::make_agent(components.algorithm, problem);
  };
  const std::string identity = components.dataset.identity();
  double sum = 0;
  for (std::uint64_t replicate = 0; replicate < 2; ++replicate) {
    const auto key = [&](std::string_view purpose, std::string_view owner = {}) {
      return replicate_key(derive_key(9, purpose, identity, owner), replicate);
    };
    ReplicateStreams streams;
    streams.model = key("model");
    streams.live = key("live");
    streams.policy = key("policy", "ucb");
    Trial trial(*dataset, make, make, 150, streams);
    sum += rows_of("online", trial).at(0).values.at(0);
  }
  CHECK(result.reward.value == Approx(sum / 2));
}

TEST_CASE("play: the same arguments the same numbers, another seed others") {
  const PlayOptions options{.steps = 100, .replicates = 3, .seed = 4};
  const auto value = [](const Play& played) { return played.reward.value; };
  const double first = value(play_of("thompson_sampling", "bernoulli_arms", options));
  CHECK(value(play_of("thompson_sampling", "bernoulli_arms", options)) == first);
  CHECK(value(play_of("thompson_sampling", "bernoulli_arms", {100, 3, 5})) != first);
}

TEST_CASE("play: where the available actions change there is no best single action") {
  const Play result = play_of("ucb", "pool_segments", {.steps = 50, .replicates = 2});
  CHECK_FALSE(result.best_action);
  CHECK(result.best_policy.reward.value >= result.uniform.reward.value);
}

TEST_CASE("play: what cannot be played is refused") {
  const auto refused = [](const std::string& algorithm, const std::string& dataset) {
    try {
      play_of(algorithm, dataset, {.steps = 10, .replicates = 2});
    } catch (const NotApplicable& error) {
      return error.marked();
    }
    return std::string();
  };
  CHECK(refused("ucb", "log{path=\"none.csv\"}").find("evaluate " + option("path")) !=
        std::string::npos);
  CHECK(refused("ridge_classifier", "bernoulli_arms").find("trained") != std::string::npos);
  CHECK_FALSE(refused("fixed_action{action=100}", "bernoulli_arms").empty());
  CHECK_FALSE(refused("thompson_sampling", "gaussian_arms").empty());
  CHECK_THROWS_AS(play_of("ucb", "bernoulli_arms", {.steps = 0}), std::invalid_argument);
  CHECK_THROWS_AS(play_of("ucb", "bernoulli_arms", {.steps = 5, .replicates = 1}),
                  std::invalid_argument);
  try {
    find_play_components("lin_ucv", "liner_model");
    FAIL("unknown names were found");
  } catch (const SpecErrors& errors) {
    REQUIRE(errors.problems().size() == 2);
    CHECK(errors.problems()[0].message.find("did you mean \"lin_ucb\"") != std::string::npos);
    CHECK(errors.problems()[1].message.find("did you mean \"linear_model\"") != std::string::npos);
  }
}
