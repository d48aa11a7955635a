#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "evaluators/clustered_batch_replay/clusters.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::clustered_batch_replay;
using namespace replaybench::testing;

namespace {

/// Plays the lowest action of the pool; keeps what it was shown and taught.
struct Witness {
  std::vector<double>* seen = nullptr;
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return actions[0]; }
  void update(const Context& context, const ActionSet& actions, Action action, double reward) {
    if (!seen) return;
    seen->insert(seen->end(), {context[0], double(actions.size()), double(action), reward});
  }
};

// Two kinds of visitors, near 0 and near 100.
Log two_kinds() {
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.contexts = {0, 100, 2, 102, 4, 1, 104, 101, 3, 99};
  log.actions = {2, 1, 1, 1, 2, 2, 0, 2, 1, 0};
  log.rewards = {1, 0, 0, 0, 1, 1, 1, 0, 1, 1};
  return log;
}

double scatter(const Log& log, const std::vector<std::uint32_t>& group, std::size_t groups) {
  double sum = 0;
  for (std::uint32_t g = 0; g < groups; ++g) {
    std::vector<double> mean(log.dimension);
    double n = 0;
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (group[i] != g) continue;
      ++n;
      for (std::size_t j = 0; j < log.dimension; ++j)
        mean[j] += log.contexts[i * log.dimension + j];
    }
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (group[i] != g) continue;
      for (std::size_t j = 0; j < log.dimension; ++j) {
        const double off = log.contexts[i * log.dimension + j] - mean[j] / n;
        sum += off * off;
      }
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("clustered_batch_replay: by hand") {
  // The kinds near 0: records 0, 2, 4, 5, 8; near 100: 1, 3, 6, 7, 9. Batches of two, in the order
  // of their last record: {0, 2} {1, 3} {4, 5} {6, 7}; records 8 and 9 are left over.
  std::vector<double> seen;
  const LogDataset dataset(two_kinds());
  const auto trial = trial_of(dataset, Agent(Witness{&seen}));
  const auto rows = rows_of("clustered_batch_replay{batch=2, groups=2}", trial);
  const bool second = seen[7] == 0;  // record 1 or 3, both paid 0
  CHECK(second);
  CHECK(seen == std::vector<double>{1, 2, 1, 0, 101, 1, 1, 0, 2.5, 1, 2, 1, 102.5, 2, 0, 1});
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].values[0] == Approx(0.5).epsilon(1e-15));
  CHECK(rows[0].values[2] == 4);
  CHECK(rows[0].values[3] == 10);
  CHECK(rows[0].values[4] == Approx(2.5).epsilon(1e-15));
  CHECK(rows[0].values[5] == Approx(1.5).epsilon(1e-15));
  // Variances of the batches 2, 2, 4.5, 4.5; of all contexts:
  double mean = 0;
  double squares = 0;
  for (const double x : two_kinds().contexts) mean += x / 10;
  for (const double x : two_kinds().contexts) squares += (x - mean) * (x - mean);
  CHECK(rows[0].values[6] == Approx(3.25 / (squares / 9)).epsilon(1e-12));
}

TEST_CASE("clustered_batch_replay: k-means finds separated groups, and a local optimum of others") {
  const Log log = two_kinds();
  for (std::uint64_t key = 0; key < 20; ++key) {
    const auto group = cluster_contexts(log, 2, {key});
    for (std::size_t i = 0; i < log.size(); ++i) {
      CHECK((group[i] == group[0]) == (log.contexts[i] < 50));
    }
  }
  Log cloud;
  cloud.action_count = 1;
  cloud.dimension = 2;
  for (std::uint64_t t = 0; t < 60; ++t) {
    Draws draws({0x4b4d}, t);
    cloud.contexts.insert(cloud.contexts.end(), {draws.normal(), draws.normal()});
    cloud.actions.push_back(0);
    cloud.rewards.push_back(0);
  }
  auto group = cluster_contexts(cloud, 4, {1});
  const double best = scatter(cloud, group, 4);
  CHECK(best < scatter(cloud, std::vector<std::uint32_t>(60, 0), 1));
  // Every point is in the group of the nearest mean.
  std::vector<double> mean(8);
  std::vector<double> count(4);
  for (std::size_t i = 0; i < 60; ++i) {
    ++count[group[i]];
    for (std::size_t j = 0; j < 2; ++j) mean[group[i] * 2 + j] += cloud.contexts[2 * i + j];
  }
  for (std::size_t i = 0; i < 60; ++i) {
    const auto distance = [&](std::size_t g) {
      const double a = cloud.contexts[2 * i] - mean[2 * g] / count[g];
      const double b = cloud.contexts[2 * i + 1] - mean[2 * g + 1] / count[g];
      return a * a + b * b;
    };
    for (std::size_t g = 0; g < 4; ++g) CHECK(distance(group[i]) <= distance(g) + 1e-12);
  }
  // As many groups as points: each its own.
  const auto apart = cluster_contexts(cloud, 60, {2});
  CHECK(std::set<std::uint32_t>(apart.begin(), apart.end()).size() == 60);
}

TEST_CASE("clustered_batch_replay: contexts that are all the same are one group") {
  Log log = two_kinds();
  std::ranges::fill(log.contexts, 7.0);
  for (const std::uint32_t g : cluster_contexts(log, 3, {5})) CHECK(g == 0);
  const LogDataset dataset(log);
  const auto trial = trial_of(dataset, Agent(Always{0}));
  CHECK(std::isnan(value_of("clustered_batch_replay{batch=1, groups=3}", "spread", trial)));
}

TEST_CASE(
    "clustered_batch_replay: the uniform policy is not biased, selecting visitors pays nothing") {
  // Two kinds of visitors, who click with 0.9 and 0.1 whatever they are shown: batch_replay pays an
  // algorithm that selects visitors 0.89; here all policies earn 0.5.
  const auto dataset = dataset_of("tabular{actions=2, means=[0.9, 0.9, 0.1, 0.1]}");
  for (const char* evaluator : {"clustered_batch_replay{batch=3, groups=2}",
                                "clustered_batch_replay{batch=3, groups=1, expansion=4}"}) {
    const auto random = estimates_of(evaluator, *dataset, Agent(Stochastic{}), 300, 200);
    require_near(random.mean, 0.5, std::sqrt(0.25 / (200.0 * 100)) * 2);
    const auto lowest = estimates_of(evaluator, *dataset, Agent(Witness{}), 300, 200);
    require_near(lowest.mean, 0.5, std::sqrt(0.25 / (200.0 * 100)) * 2);
  }
}

TEST_CASE("clustered_batch_replay: the bias of a fixed arm is that of the batches without it") {
  // Arms of 0.8 and 0.2: a batch of two has no action 0 with probability 1/4.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.8, 0.2]}");
  const auto estimates = estimates_of("clustered_batch_replay{batch=2, groups=1}", *dataset,
                                      Agent(Witness{}), 400, 300);
  require_near(estimates.mean, 0.75 * 0.8 + 0.25 * 0.2, 0.5 / std::sqrt(300.0 * 200));
}

TEST_CASE("clustered_batch_replay: copies of the log are shuffled, and batches go on across them") {
  std::vector<double> seen;
  const LogDataset dataset(two_kinds());
  const auto trial = trial_of(dataset, Agent(Witness{&seen}));
  const auto rows = rows_of("clustered_batch_replay{batch=2, groups=2, expansion=3}", trial);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 10);
  CHECK(rows[0].values[2] == 14);  // two groups of 15 records
  CHECK(rows[0].values[3] == 30);
  std::set<double> means;
  for (std::size_t i = 0; i < seen.size(); i += 4) means.insert(seen[i]);
  CHECK(means.size() > 8);  // in the order of the log there would be five at most of each group
}

TEST_CASE("clustered_batch_replay: what cannot be batched says so") {
  const LogDataset dataset(two_kinds());
  const auto trial = trial_of(dataset, Agent(Always{0}));
  CHECK_THROWS_WITH(rows_of("clustered_batch_replay{groups=11}", trial),
                    "clustered_batch_replay: 10 records cannot make 11 groups");
  CHECK_THROWS_AS(rows_of("clustered_batch_replay{batch=6, groups=2}", trial), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("clustered_batch_replay{batch=0}"), SpecErrors);
}
