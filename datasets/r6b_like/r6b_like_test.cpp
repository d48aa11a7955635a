#include "datasets/r6b_like/r6b_like.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "datasets/r6b_like/calendar.hpp"
#include "suite/component/write_log.hpp"
#include "suite/stream/word_stream.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::datasets::r6b_like;
using namespace replaybench::testing;

namespace {

struct UniformChoice {
  static constexpr bool learns = false;
  static constexpr bool uses_contexts = false;
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
};

/// The look-alike that the default model_seed gives.
R6bLikeWorld environment_of(double scale, std::size_t first_day = 0, std::size_t end_day = 15) {
  R6bLikeOptions options;
  options.scale = scale;
  options.first_day = first_day;
  options.end_day = end_day;
  return R6bLikeWorld(options, derive_key(4, "model", "r6b_like"), {2});
}

}  // namespace

TEST_CASE("r6b_like: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("r6b_like{scale=0.001}"));
  require_steps_are_addresses(*dataset_of("r6b_like{scale=0.0001, days=\"3-6\"}"));
}

TEST_CASE("r6b_like: the numbers of the log at full scale") {
  const auto all = environment_of(1);
  CHECK(all.length() == 28'041'015);
  CHECK(all.dimension() == 136);
  CHECK(all.action_count() == 652);
  const auto phase_1 = environment_of(1, 0, 5);
  CHECK(phase_1.length() == 9'688'000);
  CHECK(phase_1.action_count() == 246);
  CHECK(environment_of(0.01).length() == 280'411);
  CHECK(environment_of(1, 5, 15).length() == all.length() - phase_1.length());
}

TEST_CASE("r6b_like: days are parts of one environment") {
  auto all = environment_of(0.001);
  auto part = environment_of(0.001, 5, 15);
  const std::uint64_t before = all.length() - part.length();
  for (std::uint64_t t = 0; t < part.length(); t += 97) {
    part.observe(t);
    all.observe(before + t);
    REQUIRE(part.actions().size() == all.actions().size());
    CHECK(part.unix_time(t) == all.unix_time(before + t));
    CHECK(std::ranges::equal(part.context().values(), all.context().values()));
    for (Action i = 0; i < part.actions().size(); ++i) {
      const Action a = part.actions()[i];
      const Action b = all.actions()[i];
      CHECK(part.article_number(a) == all.article_number(b));
      CHECK(part.expected_reward(part.context(), a, Knowledge::full) ==
            all.expected_reward(all.context(), b, Knowledge::full));
      CHECK(part.reward(a) == all.reward(b));
    }
  }
}

TEST_CASE("r6b_like: contexts are sparse, the constant last and alone by night") {
  auto environment = environment_of(0.001);
  std::size_t nights = 0;
  double active = 0;
  for (std::uint64_t t = 0; t < environment.length(); ++t) {
    environment.observe(t);
    const Context x = environment.context();
    REQUIRE(x.is_sparse());
    REQUIRE(x.size() == 136);
    double sum = 0;
    for (const double value : x.values()) sum += value;
    REQUIRE(sum == x.active().size());
    REQUIRE(std::is_sorted(x.active().begin(), x.active().end()));
    REQUIRE(x.active().back() == 135);
    if (x.active().size() == 1) {
      ++nights;
      continue;
    }
    active += sum;
    const auto in = [&](std::uint32_t from, std::uint32_t to) {
      return std::ranges::count_if(x.active(),
                                   [&](std::uint32_t f) { return f >= from && f < to; });
    };
    REQUIRE(in(0, 10) == 1);   // age and sex
    REQUIRE(in(10, 30) == 1);  // place
  }
  const auto n = static_cast<double>(environment.length());
  CHECK(nights / n == Approx(0.22).margin(0.002));
  CHECK(active / (n - static_cast<double>(nights)) == Approx(18).margin(0.5));
}

TEST_CASE("r6b_like: the distribution of the visitors has the moments that it states") {
  const VisitorDistribution distribution({5}, 2);
  std::vector<double> weights(VisitorDistribution::features);
  Draws draws({6}, 0);
  for (double& weight : weights) weight = draws.normal();
  constexpr int visitors = 40'000;
  std::vector<std::uint32_t> active(VisitorDistribution::max_active);
  std::vector<double> seen(weights.size());
  double sum = 0;
  double squares = 0;
  double exponentials = 0;
  for (int i = 0; i < visitors; ++i) {
    std::array<std::uint32_t, VisitorDistribution::words_read> words;
    WordStream stream({7}, static_cast<std::uint64_t>(i));
    for (std::uint32_t& word : words) word = stream.word();
    double value = 0;
    for (std::size_t k = distribution.draw(words, active.data()); k-- > 0;) {
      value += weights[active[k]];
      ++seen[active[k]];
    }
    sum += value;
    squares += value * value;
    exponentials += std::exp(0.3 * value);
  }
  const double deviation = distribution.deviation(weights);
  require_near(sum / visitors, distribution.mean(weights), deviation / std::sqrt(double{visitors}));
  // exp of 0.3 times it is nearly log-normal.
  std::vector<double> less(weights);
  for (double& weight : less) weight *= 0.3;
  const double mean_exp = std::exp(distribution.log_mean_exp(less));
  require_near(exponentials / visitors, mean_exp,
               mean_exp * std::sqrt((std::exp(0.09 * deviation * deviation) - 1) / visitors));
  const double variance = squares / visitors - sum / visitors * (sum / visitors);
  // Near normal, so its variance is 2 s^4 / n; a little more room for the tails.
  require_near(variance, deviation * deviation,
               1.2 * deviation * deviation * std::sqrt(2.0 / visitors));
  for (std::size_t f = 0; f < seen.size(); ++f) {
    const double p = distribution.frequency(f);
    require_near(seen[f] / visitors, p, std::sqrt(p * (1 - p) / visitors) + 1e-12);
  }
}

TEST_CASE("r6b_like: a visitor's interests are the halves of the words, one after the other") {
  const VisitorDistribution distribution({5}, 2);
  constexpr std::size_t words_read = VisitorDistribution::words_read;
  constexpr std::uint32_t first = VisitorDistribution::groups + VisitorDistribution::places;
  std::vector<std::uint32_t> active(VisitorDistribution::max_active);
  // A half of 0 is below the bound of every interest, one of 0xffff below none.
  for (std::uint32_t i = 0; i < VisitorDistribution::interests; ++i) {
    std::array<std::uint32_t, words_read> words;
    words.fill(0xffff'ffffu);
    words[1 + i / 2] &= i % 2 == 0 ? 0xffff'0000u : 0xffffu;
    REQUIRE(distribution.draw(words, active.data()) == 3);
    REQUIRE(active[2] == first + i);
  }
  std::array<std::uint32_t, words_read> words{};
  REQUIRE(distribution.draw(words, active.data()) == 2 + VisitorDistribution::interests);
  REQUIRE(std::is_sorted(active.begin(), active.begin() + 2 + VisitorDistribution::interests));
}

TEST_CASE("r6b_like: the click is the uniform number below the probability") {
  auto environment = environment_of(0.001);
  std::size_t clicks = 0;
  for (std::uint64_t t = 0; t < environment.length(); t += 3) {
    environment.observe(t);
    const double uniform = WordStream({2}, t).uniform();
    for (Action i = 0; i < environment.actions().size(); ++i) {
      const Action action = environment.actions()[i];
      const double expected =
          environment.expected_reward(environment.context(), action, Knowledge::full);
      REQUIRE(environment.reward(action) == (uniform < expected ? 1 : 0));
      clicks += uniform < expected;
    }
  }
  CHECK(clicks > 1000);
}

TEST_CASE("r6b_like: an article's mean over the visitors is its click rate, falling with age") {
  auto environment = environment_of(0.002);
  const std::uint64_t noon = environment.length() / 15 * 3 / 2;
  environment.observe(noon);
  const Action action = environment.actions()[3];
  double excess = 0;
  double variance = 0;
  constexpr std::uint64_t visits = 1'500;
  double last = 1;
  for (std::uint64_t t = noon; t < noon + visits; ++t) {
    environment.observe(t);
    const double rate = environment.click_rate(action);
    CHECK(rate < last);  // not one of the few that rise
    last = rate;
    const double relative =
        environment.expected_reward(environment.context(), action, Knowledge::full) / rate - 1;
    excess += relative;
    variance += relative * relative;
  }
  require_near(excess, 0, std::sqrt(variance));
  CHECK(std::sqrt(variance / visits) > 0.1);  // tastes differ
  // By night it is the same for everybody.
  environment.observe(0);
  const Action first = environment.actions()[0];
  CHECK(environment.expected_reward(environment.context(), first, Knowledge::full) ==
        environment.click_rate(first));
}

TEST_CASE("r6b_like: rewards have the mean of their step, and the log is sound") {
  const auto environment = dataset_of("r6b_like{scale=0.001}")->environment({1}, {2});
  auto* news = dynamic_cast<R6bLikeWorld*>(environment.get());
  REQUIRE(news != nullptr);
  const Log log = write_log(*environment, Agent(UniformChoice{}), news->length(), {4});
  log.check();
  CHECK(log.is_packed());
  CHECK(log.size() == 28'042);
  CHECK(log.bytes() >= 28'042 * (17 + sizeof(Action) + sizeof(double)));
  ContextReader contexts(log);
  double excess = 0;
  double variance = 0;
  double clicks = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    environment->observe(i);
    REQUIRE(std::ranges::equal(contexts[i].active(), environment->context().active()));
    const double mean =
        environment->expected_reward(environment->context(), log.actions[i], Knowledge::full);
    excess += log.rewards[i] - mean;
    variance += mean * (1 - mean);
    clicks += log.rewards[i];
  }
  require_near(excess, 0, std::sqrt(variance));
  // "A little more than 3 %": 28,042 visits show it to 0.001.
  CHECK(clicks / static_cast<double>(log.size()) == Approx(0.031).margin(0.004));
}

TEST_CASE("r6b_like: time goes on, a day a file") {
  const auto environment = environment_of(0.001);
  std::uint64_t last = 1'317'513'291;
  for (std::uint64_t t = 0; t < environment.length(); ++t) {
    const std::uint64_t now = environment.unix_time(t);
    REQUIRE(now >= last);
    REQUIRE((now - 1'317'513'291) / 86'400 == environment.day(t));
    last = now;
  }
  CHECK(environment.day(0) == 0);
  CHECK(environment.day(environment.length() - 1) == 14);
}

TEST_CASE("r6b_like: the model is the seed's, or the replicate's") {
  const auto rate = [](const std::string& text, StreamKey model) {
    const auto environment = dataset_of(text)->environment(model, {2});
    return environment->expected_reward(environment->context(), 0, Knowledge::full);
  };
  CHECK(rate("r6b_like", {1}) == rate("r6b_like", {9}));
  CHECK(rate("r6b_like", {1}) != rate("r6b_like{model_seed=2}", {1}));
  CHECK(rate("r6b_like{model_seed=-1}", {1}) != rate("r6b_like{model_seed=-1}", {9}));
}

TEST_CASE("r6b_like: the worlds of one data set share a model and nothing else") {
  const std::string text = "r6b_like{model_seed=-1, scale=0.001, days=\"2\"}";
  const auto shared = dataset_of(text);
  // Keys that change from world to world and come again; the worlds are alive at the same time.
  std::vector<std::unique_ptr<Environment>> worlds;
  std::vector<std::unique_ptr<Environment>> alone;
  for (const std::uint64_t model : {1, 1, 9, 1, 9}) {
    const StreamKey visits{2 + worlds.size() % 2};
    worlds.push_back(shared->environment({model}, visits));
    alone.push_back(dataset_of(text)->environment({model}, visits));
  }
  for (std::uint64_t t = 0; t < alone[0]->length(); t += 31) {
    for (std::size_t w = 0; w < worlds.size(); ++w) {
      worlds[w]->observe(t);
      alone[w]->observe(t);
    }
    for (std::size_t w = 0; w < worlds.size(); ++w) {
      const ActionSet actions = alone[w]->actions();
      REQUIRE(std::ranges::equal(worlds[w]->context().active(), alone[w]->context().active()));
      REQUIRE(worlds[w]->actions().size() == actions.size());
      for (Action i = 0; i < actions.size(); ++i) {
        REQUIRE(worlds[w]->actions()[i] == actions[i]);
        const auto rate = [&](const Environment& world) {
          return world.expected_reward(world.context(), actions[i], Knowledge::full);
        };
        REQUIRE(rate(*worlds[w]) == rate(*alone[w]));
        REQUIRE(worlds[w]->reward(actions[i]) == alone[w]->reward(actions[i]));
      }
    }
  }
}

TEST_CASE("r6b_like: refuses what is not there") {
  for (const std::string days : {"0-3", "4-3", "1-16", "", "-3", "1-", "x", "1-5 "}) {
    INFO(days);
    CHECK_THROWS_AS(dataset_of("r6b_like{days=\"" + days + "\"}"), SpecErrors);
  }
  CHECK(dataset_of("r6b_like{days=\"7\", scale=0.001}")->environment({1}, {2})->length() == 1'571);
  CHECK_THROWS_AS(dataset_of("r6b_like{scale=0}"), SpecErrors);
  auto environment = environment_of(0.0001);
  CHECK_THROWS_AS(environment.observe(environment.length()), NotApplicable);
}
