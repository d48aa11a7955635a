#include "suite/component/registry.hpp"

#include "suite/component/log_dataset.hpp"
#include "suite/component/write_log.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

struct ThingDescription : ComponentDescription {};

struct Size {
  double size = 1;
};
const auto size_parameter =
    bind_parameters<Size>(real(&Size::size, "size", "its size").at_least(0));

const ThingDescription thing{{.name = "thing",
                              .summary = "a thing",
                              .source = "nowhere",
                              .revision = 3,
                              .parameters = size_parameter.described(),
                              .aliases = "gadget; big_one{size=9}"}};
const ThingDescription other{{.name = "other", .summary = "", .source = "", .parameters = {}}};
const std::vector<const ThingDescription*> table{&other, &thing};

struct Half {
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.uniform() < 0.5 ? 0 : draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    for (Action i = 0; i < actions.size(); ++i) out[i] = 0.5 / actions.size() + (i == 0 ? 0.5 : 0);
  }
};

// Counts its updates, to show who learns.
struct Learner {
  Action choose(const Context&, const ActionSet&, Draws&) const { return updates > 0 ? 1 : 0; }
  void update(const Context&, Action, double) { ++updates; }
  int updates = 0;
};

class SteppedEnvironment : public Environment {
 public:
  explicit SteppedEnvironment(bool pools) : pools_(pools) {}
  Action action_count() const override { return 4; }
  std::size_t dimension() const override { return 2; }
  std::size_t hidden_dimension() const override { return 1; }
  bool has_pools() const override { return pools_; }
  void observe(std::uint64_t step) override {
    features_ = {static_cast<double>(step), 1};
    hidden_ = -static_cast<double>(step);
    pool_ = step % 2 == 0 ? std::vector<Action>{1, 3} : std::vector<Action>{0, 1, 2};
  }
  Context context() const override { return Context(features_, std::span(&hidden_, 1)); }
  ActionSet actions() const override { return pools_ ? ActionSet(pool_) : ActionSet::all(4); }
  double reward(Action action) const override { return features_[0] + 100 * action; }
  double expected_reward(const Context&, Action, Knowledge) const override { return 0; }

 private:
  bool pools_;
  std::vector<double> features_{0, 1};
  double hidden_ = 0;
  std::vector<Action> pool_{0};
};

class Simulator : public Dataset {
 public:
  std::unique_ptr<Environment> environment(StreamKey, StreamKey) const override {
    return std::make_unique<SteppedEnvironment>(false);
  }
};

}  // namespace

TEST_CASE("find_component: canonical text and identity") {
  std::vector<SpecProblem> problems;
  const auto found =
      find_component<ThingDescription>("thing{size=2}", {}, table, "thing", problems);
  REQUIRE(found);
  CHECK(found->description == &thing);
  CHECK(found->canonical() == "thing{size=2}");
  CHECK(found->identity() == "thing#3{size=2}");
  const auto plain = find_component<ThingDescription>("other", {}, table, "thing", problems);
  REQUIRE(plain);
  CHECK(plain->canonical() == "other{}");
  CHECK(problems.empty());
}

TEST_CASE("find_component: a member of a family, by the family's parameter") {
  const auto member = [](const char* name, const char* family) {
    return ThingDescription{{.name = name,
                             .summary = "",
                             .source = "",
                             .parameters = size_parameter.described(),
                             .aliases = name == std::string("cup") ? "mug" : "",
                             .family = family}};
  };
  const ThingDescription cup = member("cup", "cup{of=\"clay\"}");
  const ThingDescription glass = member("glass", "cup{of=\"sand\"}");
  const std::vector<const ThingDescription*> cups{&cup, &glass};
  std::vector<SpecProblem> problems;
  const auto canonical = [&](const char* text) {
    const auto found = find_component<ThingDescription>(text, {}, cups, "thing", problems);
    return found ? found->canonical() : std::string();
  };
  CHECK(canonical("cup{of=\"clay\", size=2}") == "cup{size=2}");
  CHECK(canonical("cup{of=sand, size=2}") == "glass{size=2}");
  CHECK(canonical("mug{of=\"sand\"}") == "glass{size=1}");
  CHECK(canonical("cup{size=2}") == "cup{size=2}");
  CHECK(problems.empty());
  CHECK(canonical("cup{of=\"wood\"}").empty());
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message ==
        "parameter \"of\" of cup has no such value; allowed: "
        "cup{of=\"clay\"}, cup{of=\"sand\"}");
  problems.clear();
  CHECK(canonical("glass{of=\"sand\"}").empty());  // the head alone has the parameter
  CHECK(problems.size() == 1);
  CHECK(family_of(cup, cups) == cups);
  CHECK(family_of(glass, cups).empty());
}

TEST_CASE("find_component: other names, and what they stand for") {
  std::vector<SpecProblem> problems;
  const auto canonical = [&](const char* text) {
    const auto found = find_component<ThingDescription>(text, {}, table, "thing", problems);
    return found ? found->canonical() : std::string();
  };
  CHECK(canonical("gadget") == "thing{size=1}");
  CHECK(canonical("Thing{size=2}") == "thing{size=2}");
  CHECK(canonical("GADGET{size=2}") == "thing{size=2}");
  CHECK(canonical("big_one") == "thing{size=9}");
  CHECK(canonical("BigOne") == "thing{size=9}");
  CHECK(problems.empty());
  // A parameter that the name fixes cannot be changed.
  CHECK(canonical("big_one{size=2}").empty());
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message == "parameter \"size\": big_one stands for thing{size=9}");
  problems.clear();
  CHECK(canonical("gadgte").empty());
  CHECK(problems[0].message == "unknown thing \"gadgte\" (did you mean \"gadget\"?)");
  CHECK(names_of(table) == std::vector<std::string>{"other", "thing", "gadget", "big_one"});
}

TEST_CASE("find_component: unknown names and wrong parameters are reported") {
  std::vector<SpecProblem> problems;
  CHECK_FALSE(find_component<ThingDescription>("thign", {}, table, "thing", problems));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message == "unknown thing \"thign\" (did you mean \"thing\"?)");
  CHECK_FALSE(find_component<ThingDescription>("thing{size=-1}", {}, table, "thing", problems));
  CHECK_FALSE(find_component<ThingDescription>("thing{size", {}, table, "thing", problems));
  CHECK_FALSE(find_component<ThingDescription>("", {}, table, "thing", problems));
  CHECK(problems.size() == 4);
}

TEST_CASE("write_log: contexts, choices, rewards and propensities of each step") {
  SteppedEnvironment environment(false);
  const Log log = write_log(environment, Agent(Half()), 200, {131});
  CHECK_NOTHROW(log.check());
  CHECK(log.size() == 200);
  CHECK(log.action_count == 4);
  CHECK_FALSE(log.has_pools());
  for (std::size_t t = 0; t < log.size(); ++t) {
    const Record record = ContextReader(log).record(t);
    CHECK(record.context[0] == static_cast<double>(t));
    CHECK(record.context.hidden()[0] == -static_cast<double>(t));
    CHECK(record.reward == static_cast<double>(t) + 100 * record.action);
    CHECK(record.propensity == (record.action == 0 ? 0.625 : 0.125));
    Draws draws({131}, t);
    CHECK(record.action == Half().choose({}, ActionSet::all(4), draws));
  }
}

TEST_CASE("write_log: pools that change, propensities within them") {
  SteppedEnvironment environment(true);
  const Log log = write_log(environment, Agent(Half()), 100, {132});
  CHECK_NOTHROW(log.check());
  CHECK(log.has_pools());
  CHECK(log.pool_table.size() == 2);
  for (std::size_t t = 0; t < log.size(); ++t) {
    CHECK(log.available(t).size() == (t % 2 == 0 ? 2 : 3));
    const double share = 0.5 / (t % 2 == 0 ? 2 : 3);
    CHECK(log.propensities[t] == (log.actions[t] == log.available(t)[0] ? 0.5 + share : share));
  }
}

TEST_CASE("write_log: the logging policy does not learn; unknown propensities stay unknown") {
  SteppedEnvironment environment(false);
  const Log log = write_log(environment, Agent(Learner()), 20, {133});
  for (const Action action : log.actions) CHECK(action == 0);
  CHECK_FALSE(log.has_propensities());
}

TEST_CASE("a trial on a simulator: a log, a live environment, fresh agents") {
  const Simulator simulator;
  const auto learner = [](const Problem& problem) {
    CHECK(problem.action_count == 4);
    CHECK(problem.dimension == 2);
    CHECK(problem.horizon == 50);
    CHECK(problem.environment != nullptr);
    return Agent(Learner());
  };
  Trial trial(simulator, learner, [](const Problem&) { return Agent(Half()); }, 50, {});
  CHECK(trial.log()->size() == 50);
  CHECK(trial.log() == trial.log());
  CHECK(trial.environment() != nullptr);
  Agent first = trial.agent();
  first.update({}, ActionSet::all(2), 0, 1);
  Draws draws({1}, 0);
  CHECK(first.choose({}, ActionSet::all(4), draws) == 1);
  CHECK(trial.agent().choose({}, ActionSet::all(4), draws) == 0);
}

TEST_CASE("a trial on a file: no environment, and the problem says so") {
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.contexts = {1, 2};
  log.actions = {0, 2};
  log.rewards = {0, 1};
  const LogDataset file(log);
  const auto learner = [](const Problem& problem) {
    CHECK(problem.action_count == 3);
    CHECK(problem.environment == nullptr);
    return Agent(Learner());
  };
  Trial trial(file, learner, learner, 2, {});
  CHECK(trial.log()->size() == 2);
  CHECK_THROWS_AS(trial.environment(), NotApplicable);
  CHECK(trial.agent().learns());
}

TEST_CASE("Trial: a log in pieces has the records of the whole") {
  const Simulator simulator;
  const auto half = [](const Problem&) { return Agent(Half()); };
  const auto trial = [&](const Dataset& dataset, std::uint64_t horizon) {
    return Trial(dataset, half, half, horizon, {{1}, {2}, {3}, {4}, {5}, {6}});
  };
  Trial whole = trial(simulator, 50);
  const auto log = whole.log();
  std::vector<double> contexts, hidden, rewards, propensities;
  std::vector<Action> actions;
  std::vector<std::size_t> sizes;
  const auto collect = [&](const Log& piece) {
    sizes.push_back(piece.size());
    contexts.insert(contexts.end(), piece.contexts.begin(), piece.contexts.end());
    hidden.insert(hidden.end(), piece.hidden.begin(), piece.hidden.end());
    actions.insert(actions.end(), piece.actions.begin(), piece.actions.end());
    rewards.insert(rewards.end(), piece.rewards.begin(), piece.rewards.end());
    propensities.insert(propensities.end(), piece.propensities.begin(), piece.propensities.end());
  };
  Trial pieces = trial(simulator, 50);
  pieces.for_each_chunk(16, 1, collect);
  CHECK(sizes == std::vector<std::size_t>{16, 16, 16, 2});
  CHECK(contexts == log->contexts);
  CHECK(hidden == log->hidden);
  CHECK(actions == log->actions);
  CHECK(rewards == log->rewards);
  CHECK(propensities == log->propensities);
  // No piece is longer than the trial lets it be, but a unit is never cut.
  const auto sizes_of = [&](std::uint64_t most, std::uint64_t unit) {
    sizes.clear();
    trial(simulator, 50).limit_chunks(most).for_each_chunk(48, unit, collect);
    return sizes;
  };
  CHECK(sizes_of(20, 1) == std::vector<std::size_t>{20, 20, 10});
  CHECK(sizes_of(20, 8) == std::vector<std::size_t>{16, 16, 16, 2});
  CHECK(sizes_of(5, 24) == std::vector<std::size_t>{24, 24, 2});
  CHECK(sizes_of(100, 24) == std::vector<std::size_t>{48, 2});
  // An existing file is not written again, and a file is shown whole.
  sizes.clear();
  whole.for_each_chunk(16, 1, collect);
  CHECK(sizes == std::vector<std::size_t>{50});
  // Nor is what further trials are to share: the first one writes it whole.
  SharedLogs shared(1 << 20);
  const auto sizes_shared = [&](bool more) {
    shared.open("half", more);
    sizes.clear();
    trial(simulator, 50).share_logs(shared).for_each_chunk(16, 1, collect);
    return sizes;
  };
  CHECK(sizes_shared(false) == std::vector<std::size_t>{16, 16, 16, 2});
  CHECK(sizes_shared(true) == std::vector<std::size_t>{50});
  CHECK(sizes_shared(false) == std::vector<std::size_t>{50});
  Log logged;
  logged.action_count = 2;
  logged.actions = {0, 1, 0};
  logged.rewards = {1, 0, 1};
  const LogDataset file(logged);
  sizes.clear();
  trial(file, 0).for_each_chunk(2, 1, collect);
  CHECK(sizes == std::vector<std::size_t>{3});
  CHECK_THROWS_AS(trial(simulator, 0).for_each_chunk(2, 1, collect), NotApplicable);
}

TEST_CASE("LogDataset: the log itself, no environment; a log made in memory is checked") {
  const auto log = std::make_shared<const Log>();
  const LogDataset shared(log);
  CHECK(shared.log() == log);
  CHECK(shared.environment({}, {}) == nullptr);
  CHECK(shared.content_digest().empty());
  Log broken;
  broken.action_count = 1;
  broken.actions = {0, 1};
  broken.rewards = {0, 0};
  CHECK_THROWS_AS(LogDataset(broken), std::logic_error);
}

TEST_CASE("a trial on a part of a file: the parts are the file, each record once, in order") {
  Log whole;
  whole.action_count = 3;
  whole.dimension = 1;
  for (int i = 0; i < 11; ++i) {
    whole.contexts.push_back(i);
    whole.actions.push_back(0);
    whole.rewards.push_back(i % 2);
  }
  const LogDataset file(whole);
  const auto learner = [](const Problem&) { return Agent(Learner()); };
  std::vector<double> seen;
  for (std::uint64_t part = 0; part < 4; ++part) {
    Trial trial(file, learner, learner, 0, {}, {part, 4});
    const auto log = trial.log();
    CHECK((log->size() == 2 || log->size() == 3));
    seen.insert(seen.end(), log->contexts.begin(), log->contexts.end());
  }
  CHECK(seen == whole.contexts);
  Trial shorter(file, learner, learner, 2, {}, {1, 4});
  CHECK(shorter.log()->contexts == std::vector<double>{2, 3});
  Trial longer(file, learner, learner, 4, {}, {1, 4});
  CHECK_THROWS_AS(longer.log(), NotApplicable);
}

TEST_CASE("a trial on a file: its number of records is the horizon, where none is given") {
  Log log;
  log.action_count = 2;
  for (int i = 0; i < 10; ++i) {
    log.actions.push_back(0);
    log.rewards.push_back(i);
  }
  const LogDataset file(log);
  std::uint64_t horizon = 0;
  const auto asked = [&](const Problem& problem) {
    horizon = problem.horizon;
    return Agent(Learner());
  };
  Trial whole(file, asked, asked, 0, {});
  whole.agent();
  CHECK(horizon == 10);
  Trial first(file, asked, asked, 4, {});
  first.agent();
  CHECK(horizon == 4);
  // Parts of 3, 3 and 4 records, before the log is read and after.
  for (const std::uint64_t part : {0, 1, 2}) {
    Trial of_part(file, asked, asked, 0, {}, {part, 3});
    of_part.agent();
    CHECK(horizon == of_part.log()->size());
    of_part.agent();
    CHECK(horizon == of_part.log()->size());
  }
  CHECK(whole.algorithm() == nullptr);
}

TEST_CASE("registry: exactly one component is the default for a use") {
  AlgorithmDescription first, second;
  first.name = "first";
  second.name = "second";
  first.properties.is_default_for = DefaultFor::logging;
  const std::vector<const AlgorithmDescription*> both{&first, &second};
  CHECK(default_name(both, DefaultFor::logging) == "first");
  CHECK_THROWS_AS(default_name(both, DefaultFor::column_policies), std::logic_error);
  second.properties.is_default_for = DefaultFor::logging;
  CHECK_THROWS_WITH(default_name(both, DefaultFor::logging), "first and second are both default");
}
