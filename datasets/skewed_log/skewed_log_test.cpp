#include "datasets/skewed_log/skewed_log.hpp"

#include <cstdlib>
#include <filesystem>

#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::datasets::skewed_log;
using namespace replaybench::testing;

namespace {

// Uniform, two contexts of the same frequency: feature "old" is 0 or 1.
Log uniform_log(std::size_t records) {
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.feature_names = {"old"};
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({5}, i);
    log.actions.push_back(draws.below(3));
    log.contexts.push_back(draws.below(2));
    log.rewards.push_back(static_cast<double>(i));
    log.propensities.push_back(1.0 / 3);
  }
  return log;
}

}  // namespace

TEST_CASE("skewed_log: shares and propensities of a skew without context") {
  const Log log = skewed(uniform_log(30'000), {{1, 0.5, 0.1}, "", 3});
  log.check();
  const double n = static_cast<double>(log.size());
  require_near(n, 30'000 * 1.6 / 3, std::sqrt(30'000 * (1.6 / 3) * (1.4 / 3)));
  double count[3] = {};
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double p[] = {1 / 1.6, 0.5 / 1.6, 0.1 / 1.6};
    CHECK(log.propensities[i] == p[log.actions[i]]);
    if (i > 0) CHECK(log.rewards[i - 1] < log.rewards[i]);
    count[log.actions[i]] += 1;
  }
  require_near(count[2] / n, 0.1 / 1.6, std::sqrt(0.0625 * 0.9375 / n));
}

TEST_CASE("skewed_log: with a feature the propensities depend on the context, not its frequency") {
  const Log log = skewed(uniform_log(60'000), {{1, 0.5, 0.1}, "old", 1});
  const double n = static_cast<double>(log.size());
  double old = 0;
  double weight[2] = {};
  for (std::size_t i = 0; i < log.size(); ++i) {
    const bool moved = log.contexts[i] == 1;
    const double keep[] = {1, 0.5, 0.1};
    CHECK(log.propensities[i] == keep[(log.actions[i] + (moved ? 1 : 0)) % 3] / 1.6);
    old += log.contexts[i];
    weight[moved] += 1 / log.propensities[i];
  }
  require_near(old / n, 0.5, std::sqrt(0.25 / n + 0.25 / 60'000));
  // Weighted, each context has every action once: the sum of weights is K times its records.
  CHECK(weight[1] / old == Approx(3).epsilon(0.03));
  CHECK(weight[0] / (n - old) == Approx(3).epsilon(0.03));
}

TEST_CASE("skewed_log: a sample is the same each time, another is another; keeping all is all") {
  const Log whole = uniform_log(500);
  const Log one = skewed(whole, {{1, 0.5, 0.1}, "", 1});
  CHECK(one.rewards == skewed(whole, {{1, 0.5, 0.1}, "", 1}).rewards);
  CHECK(one.rewards != skewed(whole, {{1, 0.5, 0.1}, "", 2}).rewards);
  const Log all = skewed(whole, {{1, 1, 1}, "", 1});
  CHECK(all.rewards == whole.rewards);
  CHECK(all.contexts == whole.contexts);
  CHECK(all.propensities[7] == 1.0 / 3);
}

TEST_CASE("skewed_log: over many samples the rewards of an action are those of the whole log") {
  const Log whole = uniform_log(3'000);
  double truth = 0;
  double square = 0;
  double count = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole.actions[i] != 2) continue;
    truth += whole.rewards[i];
    square += whole.rewards[i] * whole.rewards[i];
    count += 1;
  }
  truth /= count;
  const double variance = square / count - truth * truth;
  double sum = 0;
  double kept = 0;
  for (std::uint64_t sample = 1; sample <= 200; ++sample) {
    const Log log = skewed(whole, {{0.3, 0.6, 0.08}, "", sample});
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (log.actions[i] != 2) continue;
      sum += log.rewards[i];
      kept += 1;
    }
  }
  require_near(kept, 200 * 0.08 * count, std::sqrt(200 * 0.08 * 0.92 * count));
  require_near(sum / kept, truth, std::sqrt(variance / kept));
}

TEST_CASE("skewed_log: weighted, samples of a real log have its visits by e-mail") {
  const char* root = std::getenv("REPLAYBENCH_DATA");
  if (!root || !std::filesystem::exists(std::filesystem::path(root) / "hillstrom/hillstrom.csv")) {
    WARN("REPLAYBENCH_DATA is not set: the published file is not tested");
    return;
  }
  const Log whole = *dataset_of("hillstrom")->log();
  double visits[3] = {};
  for (std::size_t i = 0; i < whole.size(); ++i) visits[whole.actions[i]] += whole.rewards[i];
  constexpr double samples = 100;
  double sums[3] = {};
  double squares[3] = {};
  for (std::uint64_t sample = 1; sample <= 100; ++sample) {
    const Log log = skewed(whole, {{0.02, 0.6, 0.08}, "womens", sample});
    double estimates[3] = {};
    for (std::size_t i = 0; i < log.size(); ++i) {
      // keep / sum is the propensity: over keep, the visits of the whole log.
      estimates[log.actions[i]] += log.rewards[i] / (0.7 * log.propensities[i]);
    }
    for (Action a = 0; a < 3; ++a) {
      sums[a] += estimates[a];
      squares[a] += estimates[a] * estimates[a];
    }
  }
  for (Action a = 0; a < 3; ++a) {
    const double mean = sums[a] / samples;
    INFO("e-mail " << a << ", standard error "
                   << std::sqrt((squares[a] / samples - mean * mean) / samples));
    require_near(mean, visits[a], std::sqrt((squares[a] / samples - mean * mean) / samples));
  }
}

TEST_CASE("skewed_log: what is refused") {
  const Log whole = uniform_log(50);
  const auto complaint = [](const Log& log, const Skew& skew) {
    return message_of<DataError>([&] { skewed(log, skew); });
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(complaint(whole, {{1, 1}, "", 0}), "keep has 2 numbers, the log 3 actions"));
  CHECK(has(complaint(whole, {{1, 1, 1}, "young", 0}), "no feature \"young\""));
  CHECK(has(complaint(whole, {{1e-9, 1e-9, 1e-9}, "", 0}), "no record was kept"));
  Log other = whole;
  other.propensities[3] = 0.5;
  CHECK(has(complaint(other, {{1, 1, 1}, "", 0}), "not uniform"));
  other = whole;
  other.pools.assign(other.size(), other.pool_table.intern({0, 1, 2}));
  CHECK(has(complaint(other, {{1, 1, 1}, "", 0}), "come and go"));
  CHECK_THROWS_AS(dataset_of("skewed_log{keep=[0, 1, 1]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("skewed_log{keep=[1, 1.5, 1]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("skewed_log{of=\"hilstrom\"}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("skewed_log{of=\"bernoulli_arms\"}")->log(), SpecErrors);
}

TEST_CASE(
    "skewed_log: samples share the file; a sample that nobody uses is drawn again, the same") {
  const TemporaryFolder folder;
  const auto path =
      folder.write("log.csv", "action,reward,propensity\na,1,0.5\nb,0,0.5\na,0,0.5\nb,1,0.5\n");
  const std::string of = "log{path=\\\"" + path.string() + "\\\"}";
  const auto text = [&](int sample) {
    return "skewed_log{of=\"" + of + "\", keep=[1, 0.5], sample=" + std::to_string(sample) + "}";
  };
  const auto one = dataset_of(text(1)), other = dataset_of(text(2));
  std::weak_ptr<const Log> drawn;
  std::vector<double> rewards;
  {
    const auto log = one->log();
    CHECK(one->log() == log);
    rewards = log->rewards;
    drawn = log;
  }
  CHECK(drawn.expired());
  // The file is not read again: it may have changed in between.
  folder.write("log.csv", "action,reward\na,1\n");
  CHECK(one->log()->rewards == rewards);
  CHECK(other->log()->size() >= 2);
}
