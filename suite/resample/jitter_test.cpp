#include "suite/resample/jitter.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/numeric/moments.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

// A real feature of deviation 3, a binary one, a category of three values, the constant.
Log mixed_log(std::size_t records) {
  Log log;
  log.action_count = 2;
  log.dimension = 4;
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({31}, i);
    log.contexts.insert(log.contexts.end(), {3 * draws.normal(), draws.uniform() < 0.2 ? 1.0 : 0.0,
                                             static_cast<double>(draws.below(3)), 1.0});
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(0);
  }
  return log;
}

Log sparse_log(std::size_t records) {
  Log log;
  log.action_count = 2;
  log.dimension = 30;
  log.active_first.push_back(0);
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({32}, i);
    for (std::uint32_t j = 0; j < 29; ++j) {
      if (draws.uniform() < 0.1) log.active.push_back(j);
    }
    log.active.push_back(29);  // the constant
    log.active_first.push_back(log.active.size());
    log.actions.push_back(0);
    log.rewards.push_back(0);
  }
  return log;
}

}  // namespace

TEST_CASE("jitter: Gaussian noise of the bandwidth on all but the constant feature") {
  const Log log = mixed_log(2'000);
  Jitter jitter(log, {.bandwidth = 0.5}, {33});
  CHECK(jitter.gaussian() == std::vector<std::uint32_t>{0, 1, 2});
  ContextReader contexts(log);
  numeric::Moments noise[3];
  double products = 0;
  for (std::uint64_t slot = 0; slot < 20'000; ++slot) {
    const Context raw = contexts[slot % log.size()];
    const Context context = jitter.apply(slot, raw);
    REQUIRE(context[3] == 1);
    for (std::size_t j = 0; j < 3; ++j) noise[j].add(context[j] - raw[j]);
    products += (context[0] - raw[0]) * (context[1] - raw[1]);
  }
  for (const auto& moments : noise) {
    CHECK(std::fabs(moments.mean) < 3.3 * 0.5 / std::sqrt(20'000.0));
    CHECK(std::fabs(moments.variance() / 0.25 - 1) < 3.3 * std::sqrt(2.0 / 20'000));
  }
  CHECK(std::fabs(products / 20'000) < 3.3 * 0.25 / std::sqrt(20'000.0));
}

TEST_CASE("jitter: a function of key and slot") {
  const Log log = mixed_log(10);
  ContextReader contexts(log);
  for (const JitterKind kind : {JitterKind::gaussian, JitterKind::switches, JitterKind::mixed}) {
    Jitter one(log, {.bandwidth = 0.5, .kind = kind}, {34});
    Jitter other(log, {.bandwidth = 0.5, .kind = kind}, {35});
    const auto values = [&](Jitter& jitter, std::uint64_t slot) {
      const Context context = jitter.apply(slot, contexts[0]);
      return std::vector<double>(context.values().begin(), context.values().end());
    };
    const auto at_7 = values(one, 7);
    CHECK(values(one, 8) != at_7);
    CHECK(values(one, 7) == at_7);
    other.set_key({34});
    CHECK(values(other, 7) == at_7);
  }
}

TEST_CASE("jitter: scaled by the deviations, and only the features that were asked for") {
  const Log log = mixed_log(5'000);
  Jitter jitter(log, {.bandwidth = 0.1, .scaled = true, .features = {0}}, {36});
  CHECK(jitter.gaussian() == std::vector<std::uint32_t>{0});
  ContextReader contexts(log);
  numeric::Moments noise;
  for (std::uint64_t slot = 0; slot < 20'000; ++slot) {
    const Context raw = contexts[0];
    const Context context = jitter.apply(slot, raw);
    noise.add(context[0] - raw[0]);
    REQUIRE(context[1] == raw[1]);
  }
  CHECK(noise.variance() == Approx(0.09).epsilon(0.08));
}

TEST_CASE("jitter: switches draw a feature again from its column") {
  const Log log = mixed_log(4'000);
  Jitter jitter(log, {.bandwidth = 0.3, .kind = JitterKind::mixed, .switched = {2}}, {37});
  CHECK(jitter.gaussian() == std::vector<std::uint32_t>{0});
  CHECK(jitter.switched() == std::vector<std::uint32_t>{1, 2});
  ContextReader contexts(log);
  int changed[2] = {};
  int ones = 0;
  constexpr int slots = 40'000;
  for (std::uint64_t slot = 0; slot < slots; ++slot) {
    const Context raw = contexts[slot % log.size()];
    const Context context = jitter.apply(slot, raw);
    REQUIRE((context[1] == 0 || context[1] == 1));
    REQUIRE((context[2] == 0 || context[2] == 1 || context[2] == 2));
    changed[0] += context[1] != raw[1];
    changed[1] += context[2] != raw[2];
    ones += context[1] == 1;
  }
  // Redrawn with probability 0.3, and then other with 2 x 0.2 x 0.8 resp. 2/3; the column's
  // distribution stays.
  CHECK(changed[0] / double(slots) == Approx(0.096).margin(0.006));
  CHECK(changed[1] / double(slots) == Approx(0.2).margin(0.008));
  CHECK(ones / double(slots) == Approx(0.2).margin(0.02));
}

TEST_CASE("jitter: a sparse context stays sparse under switches, and is dense under noise") {
  const Log log = sparse_log(500);
  ContextReader contexts(log);
  Jitter switches(log, {.bandwidth = 1, .kind = JitterKind::switches}, {38});
  Jitter gaussian(log, {.bandwidth = 0.1}, {38});
  double active = 0;
  for (std::uint64_t slot = 0; slot < 500; ++slot) {
    const Context context = switches.apply(slot, contexts[slot]);
    REQUIRE(context.is_sparse());
    REQUIRE(context[29] == 1);
    REQUIRE(context.active().back() == 29);
    std::size_t ones = 0;
    for (const double x : context.values()) ones += x != 0;
    REQUIRE(context.active().size() == ones);
    active += static_cast<double>(ones);
    REQUIRE_FALSE(gaussian.apply(slot, contexts[slot]).is_sparse());
  }
  CHECK(active / 500 == Approx(3.9).margin(0.3));
}

TEST_CASE("jitter: what it refuses") {
  const Log log = mixed_log(100);
  CHECK_THROWS_AS(Jitter(log, {.bandwidth = -1}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Jitter(log, {.bandwidth = 1, .features = {4}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Jitter(log, {.bandwidth = 1, .features = {3}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(Jitter(log, {.bandwidth = 1, .switched = {9}}, {}), std::invalid_argument);
}

TEST_CASE("jitter: a switch draws from the feature's own column") {
  const Log log = mixed_log(4'000);
  Jitter jitter(log, {.bandwidth = 1, .kind = JitterKind::switches}, {39});
  ContextReader contexts(log);
  double twos = 0;
  double large = 0;
  constexpr int slots = 20'000;
  for (std::uint64_t slot = 0; slot < slots; ++slot) {
    const Context context = jitter.apply(slot, contexts[slot % log.size()]);
    twos += context[2] == 2;
    large += std::fabs(context[0]) > 3;
  }
  CHECK(twos / slots == Approx(1.0 / 3).margin(0.03));
  CHECK(large / slots == Approx(0.317).margin(0.03));
}

TEST_CASE("jitter: of a column with two values only their numbers count, not their places") {
  // The values are drawn by their numbers, without a look into the log: the order of the records
  // after the first changes nothing. (With a look it is another record's value.)
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  for (int i = 0; i < 40; ++i) {
    log.contexts.push_back(i < 10 ? 5 : 7);
    log.actions.push_back(0);
    log.rewards.push_back(0);
  }
  Log turned = log;
  std::reverse(turned.contexts.begin() + 1, turned.contexts.end());
  REQUIRE(turned.contexts != log.contexts);
  Jitter one(log, {.bandwidth = 1, .kind = JitterKind::switches}, {40});
  Jitter other(turned, {.bandwidth = 1, .kind = JitterKind::switches}, {40});
  ContextReader contexts(log);
  int fives = 0;
  for (std::uint64_t slot = 0; slot < 400; ++slot) {
    const double value = one.apply(slot, contexts[0])[0];
    REQUIRE(other.apply(slot, contexts[0])[0] == value);
    fives += value == 5;
  }
  CHECK(fives > 65);  // 100, four deviations of 8.7
  CHECK(fives < 135);
}
