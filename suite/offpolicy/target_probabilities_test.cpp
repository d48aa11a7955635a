#include "suite/offpolicy/target_probabilities.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;
using offpolicy::TargetProbabilities;

namespace {

struct Skewed {
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return actions[0]; }
  void update(const Context&, Action, double) {}
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    double sum = 0;
    for (Action j = 0; j < actions.size(); ++j) sum += out[j] = 1 + context[0] * actions[j];
    for (double& p : out) p /= sum;
  }
};

// Plays the first action with a probability that is one last bit above 1.
struct Rounded {
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return actions[0]; }
  void update(const Context&, Action, double) {}
  void probabilities(const Context&, const ActionSet&, std::span<double> out) const {
    for (double& p : out) p = 0;
    out[0] = std::nextafter(1.0, 2.0);
  }
};

struct Given {
  static constexpr bool learns = false;
  std::string name;
  std::string_view given_target() const { return name; }
  Action choose(const Context&, const ActionSet&, Draws&) const { throw std::logic_error("asked"); }
  void update(const Context&, Action, double) {}
};

struct Learner {
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return actions[0]; }
  void update(const Context&, Action, double) {}
};

Log log_with_pools() {
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.contexts = {0.5, 1, 2, 0.1};
  log.actions = {2, 0, 1, 2};
  log.rewards = {1, 0, 1, 1};
  const auto small = log.pool_table.intern({0, 2});
  const auto large = log.pool_table.intern({0, 1, 2});
  log.pools = {small, small, large, large};
  return log;
}

// The columns that say what `agent` says.
void add_columns(Log& log, const Agent& agent, const std::string& name) {
  TargetProbabilities target("test", agent, log);
  TargetPolicy columns{name, {}, std::vector<double>(log.size() * log.action_count)};
  for (std::size_t i = 0; i < log.size(); ++i) {
    target.read(i);
    columns.logged.push_back(target.logged());
    const ActionSet actions = log.available(i);
    for (Action j = 0; j < actions.size(); ++j) {
      columns.all[i * log.action_count + actions[j]] = target.all()[j];
    }
  }
  log.targets.push_back(columns);
}

void require_refused(const Log& log, const std::string& what) {
  CHECK_THROWS_WITH(log.check(), Contains(what));
}

}  // namespace

TEST_CASE("target probabilities: roundoff beyond 1 is cut off") {
  Log log = log_with_pools();
  log.actions = {0, 0, 0, 0};
  const Agent agent(Rounded{});
  TargetProbabilities target("test", agent, log);
  target.read(0);
  CHECK(target.logged() == 1);
  CHECK(target.all()[0] == 1);
}

TEST_CASE("target probabilities: a propensity is right up to its sixth digit") {
  Log log = log_with_pools();
  log.propensities = {0.333333, 0.5, 1, 0.25};
  CHECK(offpolicy::has_propensity(log, 0, 1.0 / 3));
  CHECK_FALSE(offpolicy::has_propensity(log, 0, 0.33333));
  CHECK_FALSE(offpolicy::has_propensity(log, 1, 0.500002));
  CHECK(offpolicy::has_propensity(log, 3, 0.25));
  CHECK_THROWS_WITH(offpolicy::refuse_propensity("ips", log, 3, 0.5, "its writer's is"),
                    "ips: record 3 has the propensity 0.250000, but its writer's is 0.500000");
}

TEST_CASE("target probabilities: columns give the bits of the algorithm, with pools and parts") {
  Log log = log_with_pools();
  const Agent algorithm{Skewed{}};
  add_columns(log, algorithm, "pi");
  log.check();
  const std::uint32_t chosen[] = {3, 0, 0, 2};
  for (const Log& part : {log, log.range(1, 3), log.select(chosen)}) {
    part.check();
    const Agent given{Given{"pi"}};
    TargetProbabilities of_algorithm("test", algorithm, part), of_columns("test", given, part);
    CHECK(of_columns.has_all());
    for (std::size_t i = 0; i < part.size(); ++i) {
      of_algorithm.read(i);
      of_columns.read(i);
      CHECK(of_columns.logged() == of_algorithm.logged());
      CHECK(of_columns.place() == of_algorithm.place());
      CHECK(std::equal(of_columns.all().begin(), of_columns.all().end(), of_algorithm.all().begin(),
                       of_algorithm.all().end()));
    }
  }
}

TEST_CASE("target probabilities: of the logged action alone") {
  Log log = log_with_pools();
  log.targets = {{"pi", {0.5, 0, 1, 0.25}, {}}};
  log.check();
  const Agent given{Given{"pi"}};
  TargetProbabilities target("test", given, log);
  CHECK_FALSE(target.has_all());
  std::vector<double> logged;
  for (std::size_t i = 0; i < log.size(); ++i) {
    target.read(i);
    logged.push_back(target.logged());
  }
  CHECK(logged == std::vector<double>{0.5, 0, 1, 0.25});
}

TEST_CASE("target probabilities: what has none is refused by name") {
  Log log = log_with_pools();
  log.targets = {{"new", {0, 0, 0, 0}, {}}};
  const Agent other{Given{"old"}}, learner{Learner{}};
  CHECK_THROWS_WITH(TargetProbabilities("ips", other, log),
                    "ips: no columns give the policy \"old\"; the log has \"new\"");
  CHECK_THROWS_WITH(TargetProbabilities("ips", learner, log), Contains("the algorithm learns"));
}

TEST_CASE("target probabilities: bad columns are refused by the log's check") {
  const Log log = log_with_pools();
  const auto with = [&](TargetPolicy target) {
    Log bad = log;
    bad.targets = {std::move(target)};
    return bad;
  };
  require_refused(with({"", {0, 0, 0, 0}, {}}), "without a name");
  require_refused(with({"pi", {0, 0, 0}, {}}), "different lengths");
  require_refused(with({"pi", {0, 0, 0, 0}, {1}}), "different lengths");
  require_refused(with({"pi", {0, 1.5, 0, 0}, {}}), "record 1: target policy \"pi\": probability");
  require_refused(with({"pi", {0, 0, -0.1, 0}, {}}), "outside [0, 1]");
  require_refused(with({"pi", {0, 0, std::nan(""), 0}, {}}), "outside [0, 1]");
  const std::vector<double> all{0.5, 0, 0.5, 0.3, 0, 0.7, 0.2, 0.3, 0.5, 0, 0, 1};
  CHECK_NOTHROW(with({"pi", {0.5, 0.3, 0.3, 1}, all}).check());
  require_refused(with({"pi", {0.5, 0.3, 0.2, 1}, all}), "two probabilities");
  auto bad = all;
  bad[6] = 0.3;
  require_refused(with({"pi", {0.5, 0.3, 0.3, 1}, bad}), "record 2: target policy \"pi\": the pro");
  bad = all;
  bad[0] = 0.4;
  bad[1] = 0.1;
  require_refused(with({"pi", {0.5, 0.3, 0.3, 1}, bad}), "outside the pool");
  Log twice = with({"pi", {0, 0, 0, 0}, {}});
  twice.targets.push_back(twice.targets[0]);
  require_refused(twice, "named \"pi\"");
  Log model = log;
  model.predictions = {{"q", std::vector<double>(12)}};
  CHECK_NOTHROW(model.check());
  CHECK(model.range(1, 2).predictions[0].all.size() == 6);
  model.predictions[0].all[7] = std::nan("");
  require_refused(model, "record 2: reward predictions \"q\"");
  model.predictions[0].all.pop_back();
  require_refused(model, "different lengths");
}
