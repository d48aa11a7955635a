#include "datasets/r6b_like/r6b_like.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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
  CHECK(active / (n - static_cast<double>(nights)) == Approx(18).margin(1));
}

TEST_CASE("r6b_like: the visitors have the moments that are stated") {
  const Visitors visitors({5}, 11, 1.5);
  const auto telling = visitors.telling();
  REQUIRE(telling.size() == 21);
  REQUIRE(std::set(telling.begin(), telling.end()).size() == 21);
  std::vector<double> weights(telling.size());
  Draws({6}, 0).normals(weights);
  double sum = 0;
  double squares = 0;
  double exponentials = 0;
  double active = 0;
  for (std::size_t v = 0; v < Visitors::count; ++v) {
    const auto has = visitors.active(v);
    REQUIRE(std::ranges::is_sorted(has));
    REQUIRE(std::ranges::adjacent_find(has) == has.end());
    double value = 0;
    for (std::size_t k = 0; k < telling.size(); ++k) {
      if (std::ranges::binary_search(has, telling[k])) value += weights[k];
    }
    sum += value;
    squares += value * value;
    exponentials += std::exp(value);
    active += static_cast<double>(has.size());
  }
  constexpr auto n = double{Visitors::count};
  CHECK(visitors.deviation(weights) == Approx(std::sqrt(squares / n - sum * sum / n / n)));
  CHECK(visitors.log_mean_exp(weights) == Approx(std::log(exponentials / n)));
  CHECK(active / n == Approx(18).margin(1));  // tilts move the frequencies
}

TEST_CASE("r6b_like: dimension sets how many dimensions of the contexts can be learned") {
  // The trace of n C / (n C + 1) of the features that vary, from below by its diagonal: features on their
  // own, of variance p (1 - p).
  const auto varying = [](std::size_t dimension) {
    const Visitors visitors({5}, dimension, 1);
    std::vector<double> frequency(Visitors::features);
    for (std::size_t v = 0; v < Visitors::count; ++v) {
      for (const std::uint32_t f : visitors.active(v)) frequency[f] += 1.0 / Visitors::count;
    }
    double sum = 0;
    for (const double p : frequency) sum += 860 * p * (1 - p) / (860 * p * (1 - p) + 1);
    return sum;
  };
  const double few = varying(2);
  CHECK(few < 25);  // of 136
  CHECK(varying(12) == Approx(few + 10).margin(1));
}

TEST_CASE("r6b_like: the levels are those asked for") {
  for (const double best_rate : {0.08, 0.092}) {
    R6bLikeOptions options;
    options.scale = 0.001;
    options.best_rate = best_rate;
    R6bLikeWorld world(options, derive_key(4, "model", "r6b_like"), {2});
    double mean = 0;
    double best = 0;
    std::size_t in_phase = 0;
    for (std::uint64_t t = 0; t < world.length(); t += 5) {
      world.observe(t);
      double sum = 0;
      double most = 0;
      for (Action i = 0; i < world.actions().size(); ++i) {
        const double rate = world.click_rate(world.actions()[i]);
        sum += rate;
        most = std::max(most, rate);
      }
      mean += sum / static_cast<double>(world.actions().size());
      if (world.day(t) < 5) best += most, ++in_phase;
    }
    // The levels are set at the middle of each stretch of constant pool.
    CHECK(5 * mean / static_cast<double>(world.length()) == Approx(0.0308).epsilon(0.01));
    CHECK(best / static_cast<double>(in_phase) == Approx(best_rate).epsilon(0.02));
  }
}

TEST_CASE("r6b_like: articles of higher quality stay longer, and Monday's are there by morning") {
  const auto correlation = [](double lasting) {
    ScheduleOptions options;
    options.lasting = lasting;
    const NewsSchedule schedule = draw_schedule({3}, options);
    // Articles of one day, Tuesday to Friday, by quality: mean stretches in the pool of both halves.
    std::vector<double> stays(schedule.articles.size());
    for (std::size_t i = 0; i + 1 < schedule.zones.size(); ++i) {
      for (const Action a : schedule.zones[i].pool) {
        stays[a] += schedule.zones[i + 1].first - schedule.zones[i].first;
      }
    }
    double better = 0;
    double worse = 0;
    std::size_t n = 0;
    std::size_t m = 0;
    for (std::size_t a = 0; a < stays.size(); ++a) {
      const double born = schedule.articles[a].born;
      if (born < static_cast<double>(records_before(2)) ||
          born >= static_cast<double>(records_before(5))) {
        continue;
      }
      (schedule.articles[a].quality > 0.5 ? better : worse) += stays[a];
      ++(schedule.articles[a].quality > 0.5 ? n : m);
    }
    REQUIRE(n > 20);
    REQUIRE(m > 20);
    return better / static_cast<double>(n) - worse / static_cast<double>(m);
  };
  CHECK(correlation(0.9) > 150'000);
  CHECK(std::fabs(correlation(0)) < 150'000);

  const auto born_by_morning = [](double monday) {
    ScheduleOptions options;
    options.monday = monday;
    const auto articles = draw_schedule({3}, options).articles;
    const auto first = static_cast<double>(records_before(1));
    return std::ranges::count_if(articles, [&](const Article& article) {
      return article.born >= first && article.born < first + 0.22 * calendar[1].records;
    });
  };
  CHECK(born_by_morning(0) == 0);
  CHECK(born_by_morning(1) == 47);
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
  R6bLikeOptions options;
  options.scale = 0.002;
  options.rhythm = 0;
  R6bLikeWorld environment(options, derive_key(4, "model", "r6b_like"), {2});
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

TEST_CASE("r6b_like: click rates go with the hour") {
  const auto afternoon_over_night = [](double rhythm) {
    R6bLikeOptions options;
    options.scale = 0.01;
    options.rhythm = rhythm;
    options.decay = 0;
    options.rising = 0;
    R6bLikeWorld world(options, derive_key(4, "model", "r6b_like"), {2});
    const auto rate_at = [&](std::uint64_t hour) {  // of the first article of the second day
      std::uint64_t step = 16'000;
      while (world.unix_time(step) < 1'317'513'291 + 86'400 + 3'600 * hour) step += 10;
      world.observe(step);
      return world.click_rate(30) / world.click_rate(31);
    };
    CHECK(rate_at(1) == Approx(rate_at(13)));  // of all articles alike
    world.observe(16'000);
    const double one = world.click_rate(30);
    std::uint64_t step = 16'000;
    while (world.unix_time(step) < 1'317'513'291 + 86'400 + 3'600 * 13) ++step;
    world.observe(step);
    return std::log(world.click_rate(30) / one);
  };
  CHECK(afternoon_over_night(0) == Approx(0).margin(1e-9));
  // From midnight, an hour before the lowest, to the highest: from -10/12 of it to 1.
  CHECK(afternoon_over_night(0.3) == Approx(0.3 * (1 + 5.0 / 6)).margin(0.01));
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
