#include "datasets/display_ads/display_ads.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "suite/numeric/moments.hpp"
#include "suite/testing/environments.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using namespace replaybench::datasets::display_ads;
using namespace replaybench::testing;

namespace {

constexpr double missing = DisplayAdsEnvironment::missing_value;
constexpr int steps = 20'000;

/// The values of one feature over many records.
std::vector<std::vector<double>> columns_of(Environment& environment, int records = steps) {
  std::vector<std::vector<double>> columns(environment.dimension());
  for (int t = 0; t < records; ++t) {
    environment.observe(static_cast<std::uint64_t>(t));
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(environment.context()[i]);
  }
  return columns;
}

double share(const std::vector<double>& values, const std::function<bool(double)>& of) {
  return static_cast<double>(std::count_if(values.begin(), values.end(), of)) /
         static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("display_ads: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("display_ads{ctr=0.2}"));
  require_steps_are_addresses(*dataset_of("display_ads{ctr=0.2, drift=30, intercept=true}"));
}

TEST_CASE("display_ads: the four groups and the codes") {
  const auto environment = dataset_of("display_ads{intercept=true}")->environment({1}, {2});
  REQUIRE(environment->dimension() == 120);
  REQUIRE(environment->action_count() == 6);
  const auto columns = columns_of(*environment);
  const auto near = [](double measured, double wanted) {
    require_near(measured, wanted, std::sqrt(wanted * (1 - wanted) / steps) + 1e-12);
  };
  for (std::size_t i = 0; i < 33; ++i) {
    near(share(columns[i], [](double x) { return x == missing; }), 40 / 1024.0);
    // Two peaks around 10 and 10^3.2, hardly anything between them.
    near(share(columns[i], [](double x) { return x > 0 && x < 60; }), 551 / 1024.0 + 0.003);
    CHECK(share(columns[i], [](double x) { return x > 60 && x < 200; }) < 0.02);
  }
  for (std::size_t i = 33; i < 81; ++i) {
    near(share(columns[i], [](double x) { return x == 0; }), 820 / 1024.0);
    for (const double x : columns[i]) {
      CHECK((x == missing || (x == std::floor(x) && x >= 0 && x <= 50)));
    }
    CHECK(share(columns[i], [](double x) { return x >= 10; }) > 0.01);
  }
  for (std::size_t i = 81; i < 87; ++i) {
    CHECK(share(columns[i], [](double x) { return x == missing; }) == 1);
  }
  for (std::size_t i = 87; i < 99; ++i) {
    near(share(columns[i], [](double x) { return x == missing; }), 100 / 1024.0);
    CHECK(columns[i] != columns[i - 1]);
  }
  for (std::size_t j = 0; j < 20; ++j) {
    const std::set<double> seen(columns[99 + j].begin(), columns[99 + j].end());
    const std::size_t codes = DisplayAdsEnvironment::cardinality[j];
    CHECK((codes >= 3 && codes <= 25));
    CHECK(seen.size() == codes + (seen.contains(missing) ? 1 : 0));
    CHECK(*seen.rbegin() == static_cast<double>(codes - 1));
    near(share(columns[99 + j], [](double x) { return x == missing; }),
         51 * static_cast<double>(j % 4) / 1024 + (j % 4 == 0 ? 1e-9 : 0));
  }
  for (const double x : columns[119]) CHECK(x == 1);
}

TEST_CASE("display_ads: every item has the same click rate, the one that was asked for") {
  for (const std::string text : {"display_ads", "display_ads{ctr=0.02, taste=0.5, items=3}"}) {
    const auto dataset = dataset_of(text);
    const double ctr = text == "display_ads" ? 0.0024 : 0.02;
    std::vector<numeric::Moments> truth(6);
    for (std::uint64_t m = 0; m < 20; ++m) {
      const auto environment = dataset->environment(replicate_key({1}, m), replicate_key({2}, m));
      for (std::uint64_t t = 0; t < 4'000; ++t) {
        environment->observe(t);
        for (Action a = 0; a < environment->action_count(); ++a) {
          truth[a].add(environment->expected_reward(environment->context(), a, Knowledge::full));
        }
      }
    }
    for (const auto& moments : truth) {
      if (moments.count > 0) require_near(moments.mean, ctr, moments.standard_error());
    }
  }
}

TEST_CASE("display_ads: rewards follow the truth") {
  const auto environment = dataset_of("display_ads{ctr=0.1, taste=0.4}")->environment({1}, {2});
  double difference[6] = {}, variance[6] = {};
  for (std::uint64_t t = 0; t < steps; ++t) {
    environment->observe(t);
    for (Action a = 0; a < 6; ++a) {
      const double p = environment->expected_reward(environment->context(), a, Knowledge::full);
      difference[a] += environment->reward(a) - p;
      variance[a] += p * (1 - p);
    }
  }
  for (Action a = 0; a < 6; ++a) require_near(difference[a], 0, std::sqrt(variance[a]));
}

TEST_CASE("display_ads: no click is left out by the bound that saves the exponential") {
  // The address of a step's uniform is its first draw.
  const auto environment =
      dataset_of("display_ads{ctr=0.3, taste=0.4, log_seed=3}")->environment({1}, {2});
  int clicks = 0;
  for (std::uint64_t t = 0; t < steps; ++t) {
    environment->observe(t);
    const double uniform = Draws(derive_key(3, "log", "display_ads"), t).uniform();
    for (Action a = 0; a < 6; ++a) {
      const bool click =
          uniform < environment->expected_reward(environment->context(), a, Knowledge::full);
      REQUIRE(environment->reward(a) == (click ? 1 : 0));
      clicks += click;
    }
  }
  CHECK(clicks > steps);
}

TEST_CASE("display_ads: the strengths of the three parts") {
  // Variance of s: 0.6^2 from the codes, 0.6^2 from the numbers; each t_a 0.2^2. The features' effects are
  // scaled exactly, so that these are exact except for the sampling of 20,000 visitors.
  const auto measured = [](const std::string& text) {
    const auto environment = dataset_of(text)->environment({1}, {2});
    numeric::Moments visitor, taste;
    for (std::uint64_t t = 0; t < steps; ++t) {
      environment->observe(t);
      visitor.add(environment->context().hidden()[0]);
      taste.add(environment->context().hidden()[3]);
    }
    return std::pair(visitor.m2 / steps, taste.m2 / steps);
  };
  const double error = std::sqrt(2.0 / steps);
  const auto [visitor, taste] = measured("display_ads");
  require_near(visitor, 0.72, 0.72 * error);
  require_near(taste, 0.04, 0.04 * error * 1.5);  // the tails of six features are not Gaussian
  const auto [codes, none] = measured("display_ads{continuous_signal=0, taste=0}");
  require_near(codes, 0.36, 0.36 * error * 1.5);
  CHECK(none == 0);
}

TEST_CASE("display_ads: the visitor's rate is what is known without the taste") {
  const auto environment = dataset_of("display_ads")->environment({1}, {2});
  environment->observe(7);
  const Context context = environment->context();
  const double visitor = environment->expected_reward(context, 0, Knowledge::plug_in);
  CHECK(visitor == Approx(std::exp(context.hidden()[0])).epsilon(1e-14));
  CHECK(environment->expected_reward(context, 4, Knowledge::posterior) == visitor);
  CHECK(environment->expected_reward(context, 4, Knowledge::full) ==
        Approx(visitor * std::exp(context.hidden()[5])).epsilon(1e-14));
  CHECK_THROWS_AS(environment->expected_reward(Context(context.values()), 0, Knowledge::full),
                  std::logic_error);
}

TEST_CASE("display_ads: effects change at every drift, and at no other time") {
  const auto drifting = dataset_of("display_ads{drift=100}")->environment({1}, {2});
  const auto still = dataset_of("display_ads")->environment({1}, {2});
  int changed = 0;
  for (std::uint64_t t = 0; t < 300; ++t) {
    drifting->observe(t);
    still->observe(t);
    const bool same = drifting->context().hidden()[0] == still->context().hidden()[0];
    CHECK(std::equal(drifting->context().values().begin(), drifting->context().values().end(),
                     still->context().values().begin()));
    if (t < 100) CHECK(same);
    changed += !same;
  }
  CHECK(changed == 200);
}

TEST_CASE("display_ads: a model or a data set of one's own") {
  const auto model = dataset_of("display_ads{model_seed=4}");
  CHECK(shown_at(*model->environment({1}, {2}), 3) == shown_at(*model->environment({9}, {2}), 3));
  CHECK(shown_at(*model->environment({1}, {2}), 3) != shown_at(*model->environment({1}, {3}), 3));
  const auto data = dataset_of("display_ads{model_seed=4, log_seed=5}");
  CHECK(shown_at(*data->environment({1}, {2}), 3) == shown_at(*data->environment({9}, {8}), 3));
  CHECK(shown_at(*data->environment({1}, {2}), 3) !=
        shown_at(*dataset_of("display_ads{model_seed=4, log_seed=6}")->environment({1}, {2}), 3));
}

TEST_CASE("display_ads: the bits of its draws never change (raise the revision otherwise)") {
  const auto environment = dataset_of("display_ads")->environment({1}, {2});
  std::string bytes;
  for (std::uint64_t t = 0; t < 20; ++t) {
    const auto shown = shown_at(*environment, t);
    bytes.append(reinterpret_cast<const char*>(shown.data()), shown.size() * sizeof(double));
  }
  CHECK(sha256_hex(bytes) == "67682fc40f2d85554753443cde263854b7fdbedcc59631577dbebf1754716d4f");
}
