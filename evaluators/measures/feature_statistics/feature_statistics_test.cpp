#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Records of two features; the second one has these values and rewards.
Log of_values(const std::vector<double>& values, const std::vector<double>& rewards) {
  Log log;
  log.action_count = 2;
  log.dimension = 2;
  for (std::size_t i = 0; i < values.size(); ++i) {
    log.actions.push_back(static_cast<Action>(i % 2));
    log.rewards.push_back(rewards[i]);
    log.contexts.push_back(7);
    log.contexts.push_back(values[i]);
  }
  return log;
}

Log eight() { return of_values({1, 10, 1, -1e9, 100, 1, 10, 0}, {1, 0, 0, 1, 1, 1, 1, 0}); }

std::vector<ResultRow> described(const std::string& text, const Dataset& dataset,
                                 std::uint64_t horizon = 0) {
  return rows_of("feature_statistics{" + text + "}",
                 trial_of(dataset, Agent(Stochastic{}), horizon));
}

void require_rows(const std::vector<ResultRow>& rows,
                  const std::vector<std::pair<std::uint64_t, std::vector<double>>>& expected) {
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].step == expected[i].first);
    REQUIRE(rows[i].values.size() == expected[i].second.size());
    for (std::size_t c = 0; c < rows[i].values.size(); ++c) {
      INFO("row " << i << ", column " << c);
      if (std::isnan(expected[i].second[c])) {
        CHECK(std::isnan(rows[i].values[c]));
      } else {
        CHECK(rows[i].values[c] == Approx(expected[i].second[c]).epsilon(1e-12));
      }
    }
  }
}

const double unknown = std::nan("");

}  // namespace

TEST_CASE("feature_statistics: mean rewards of values by hand") {
  // estimate, standard_error, value, records, share. Of m clicks among n: sqrt(p (1 - p) / (n - 1)).
  require_rows(described("feature=1", LogDataset(eight())), {{1, {0, unknown, 0, 1, 0.125}},
                                                             {2, {2.0 / 3, 1.0 / 3, 1, 3, 0.375}},
                                                             {3, {0.5, 0.5, 10, 2, 0.25}},
                                                             {4, {1, unknown, 100, 1, 0.125}}});
  require_rows(described("feature=1, least=2", LogDataset(eight())),
               {{1, {2.0 / 3, 1.0 / 3, 1, 3, 0.375}}, {2, {0.5, 0.5, 10, 2, 0.25}}});
  require_rows(described("feature=0", LogDataset(eight())),
               {{1, {0.625, std::sqrt(0.625 * 0.375 / 7), 7, 8, 1}}});
}

TEST_CASE("feature_statistics: intervals by hand") {
  // From 0 to 100 by 50: 0, 1 and 10; then 100.
  require_rows(described("of=\"intervals\", feature=1, points=2", LogDataset(eight())),
               {{1, {0.5, std::sqrt(0.25 / 5), 25, 6, 0.75}}, {2, {1, unknown, 75, 1, 0.125}}});
  // Intervals of the logarithm from 0 to 2: 1; then 10 and 100. The share refers to all records.
  require_rows(
      described("of=\"intervals\", feature=1, points=2, logarithmic=true", LogDataset(eight())),
      {{1, {2.0 / 3, 1.0 / 3, std::sqrt(10), 3, 0.375}},
       {2, {2.0 / 3, 1.0 / 3, std::pow(10, 1.5), 3, 0.375}}});
  // One value: one interval, at it.
  require_rows(described("of=\"intervals\", points=5", LogDataset(eight())),
               {{1, {0.625, std::sqrt(0.625 * 0.375 / 7), 7, 8, 1}}});
}

TEST_CASE("feature_statistics: a density by hand") {
  // Values 0 and 4, ten records each: standard deviation sqrt(80/19), interquartile range 4.
  std::vector<double> values;
  for (int i = 0; i < 20; ++i) values.push_back(i < 10 ? 0 : 4);
  const LogDataset dataset(of_values(values, std::vector<double>(20, 0)));
  const auto rows = described("of=\"density\", feature=1, points=501", dataset);
  REQUIRE(rows.size() == 501);
  const double h = 0.9 * std::min(std::sqrt(80.0 / 19), 4 / 1.34) * std::pow(20, -0.2);
  double sum = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto& row = rows[k].values;
    CHECK(rows[k].step == k + 1);
    const double x = -3 * h + (4 + 6 * h) * static_cast<double>(k) / 500;
    CHECK(row[1] == Approx(x).margin(1e-12));
    const auto kernel = [&](double at) {
      return std::exp(-0.5 * (x - at) * (x - at) / (h * h)) / (h * std::sqrt(2 * std::acos(-1.0)));
    };
    CHECK(row[0] == Approx(0.5 * kernel(0) + 0.5 * kernel(4)).epsilon(1e-10));
    CHECK(row[2] == 20);
    CHECK(row[3] == Approx(h).epsilon(1e-12));
    CHECK(row[4] == 2);
    sum += row[0] * (4 + 6 * h) / 500;
  }
  CHECK(sum == Approx(1).margin(0.003));  // except for the tails beyond three bandwidths
}

TEST_CASE("feature_statistics: a logarithmic density is that of the logarithms") {
  std::vector<double> values;
  std::vector<double> logarithms;
  for (int i = 0; i < 40; ++i) {
    logarithms.push_back(0.1 * (i % 7) - (i % 3 == 0 ? 2 : 0));
    values.push_back(std::pow(10, logarithms.back()));
  }
  const std::vector<double> none(40, 0);
  const auto by_logarithm =
      described("of=\"density\", feature=1", LogDataset(of_values(logarithms, none)));
  const auto logarithmic =
      described("of=\"density\", feature=1, logarithmic=true", LogDataset(of_values(values, none)));
  REQUIRE(by_logarithm.size() == logarithmic.size());
  for (std::size_t k = 0; k < by_logarithm.size(); ++k) {
    CHECK(logarithmic[k].values[0] == Approx(by_logarithm[k].values[0]).epsilon(1e-9));
    CHECK(logarithmic[k].values[1] ==
          Approx(std::pow(10, by_logarithm[k].values[1])).epsilon(1e-9));
    CHECK(logarithmic[k].values[4] == by_logarithm[k].values[4]);
  }
}

TEST_CASE("feature_statistics: one peak where there is one") {
  std::vector<double> values;
  for (int i = 0; i < 101; ++i) values.push_back(std::pow(i - 50, 3));
  const LogDataset dataset(of_values(values, std::vector<double>(101, 0)));
  CHECK(described("of=\"density\", feature=1", dataset)[0].values[4] == 1);
}

TEST_CASE("feature_statistics: sparse contexts and logs in pieces are those of the whole log") {
  const auto dataset = dataset_of("r6b_like");
  Trial trial = trial_of(*dataset, Agent(Stochastic{}), 5'000);
  const auto log = trial.log();
  double active = 0;
  ContextReader contexts(*log);
  for (std::size_t i = 0; i < log->size(); ++i) active += contexts[i][3] != 0;
  const auto rows = described("feature=3", *dataset, 5'000);
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].values[2] == 1);
  CHECK(rows[1].values[3] == active);
  CHECK(active > 0);

  // More than one piece of a simulator's log.
  const auto ads = dataset_of("display_ads{ctr=0.1}");
  const std::uint64_t records = 100'000;
  Trial whole = trial_of(*ads, Agent(Stochastic{}), records);
  const auto of_whole = described("feature=100", LogDataset(*whole.log()));
  const auto in_pieces = described("feature=100", *ads, records);
  REQUIRE(in_pieces.size() == of_whole.size());
  REQUIRE(in_pieces.size() == 3);
  for (std::size_t k = 0; k < in_pieces.size(); ++k) {
    CHECK(in_pieces[k].values == of_whole[k].values);
  }
}

TEST_CASE("feature_statistics: what cannot be described is refused") {
  const LogDataset dataset(eight());
  CHECK_THROWS_AS(described("feature=2", dataset), NotApplicable);
  CHECK_THROWS_AS(described("feature=0, missing=7", dataset), NotApplicable);
  CHECK_THROWS_AS(described("of=\"density\", feature=0", dataset), NotApplicable);
  const LogDataset far(of_values({-1.7e308, 1.7e308, 0}, {0, 1, 1}));
  CHECK_THROWS_AS(described("of=\"intervals\", feature=1", far), NotApplicable);
  CHECK_THROWS_AS(described("of=\"density\", feature=1", far), NotApplicable);
  const LogDataset near(of_values({1e-200, 2e-200, 3e-200}, {0, 1, 1}));
  CHECK_THROWS_AS(described("of=\"density\", feature=1", near), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("feature_statistics{points=1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("feature_statistics{least=0}"), SpecErrors);
}
