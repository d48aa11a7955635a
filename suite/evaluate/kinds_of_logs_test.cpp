// Equal records as a log of actions, as slates of one slot and as doses that a box kernel separates have
// the same evaluation; slates of several slots have the range of their sums.

#include "suite/testing/kinds_of_logs.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/evaluation.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

enum class Rewards { none, all, rare, often, unit, real };
constexpr Rewards every_reward[] = {Rewards::none,  Rewards::all,  Rewards::rare,
                                    Rewards::often, Rewards::unit, Rewards::real};

double drawn_reward(Rewards rewards, std::size_t record, Draws& draws) {
  const double u = draws.uniform();
  switch (rewards) {
    case Rewards::none:
      return 0;
    case Rewards::all:
      return 1;
    case Rewards::rare:
      return record % 100 == 1 ? 1 : 0;
    case Rewards::often:
      return u < 0.3 ? 1 : 0;
    case Rewards::unit:
      return u;
    case Rewards::real:
      break;
  }
  return draws.normal();
}

// Records of three actions with the probabilities of logger and policy; a deterministic policy takes
// `choice`.
struct Records {
  std::vector<Action> actions, choices;
  std::vector<double> rewards, propensities, pi;
};
Records drawn_records(std::size_t count, Rewards rewards, std::uint64_t key) {
  Records of;
  for (std::size_t i = 0; i < count; ++i) {
    Draws draws({key}, i);
    of.actions.push_back(draws.below(3));
    // Some record has a weight.
    of.choices.push_back(i == 0 ? of.actions[0] : draws.below(3));
    of.propensities.push_back(0.1 + 0.8 * draws.uniform());
    of.pi.push_back(draws.uniform());
    of.rewards.push_back(drawn_reward(rewards, i, draws));
  }
  return of;
}

Log log_of_actions(const Records& of, const std::vector<double>& pi) {
  Log log;
  log.action_count = 3;
  log.actions = of.actions;
  log.rewards = of.rewards;
  log.propensities = of.propensities;
  log.targets = {{"pi", pi, {}}};
  return log;
}

Log log_of_one_slot(const Records& of) {
  SlateLog log;
  for (std::size_t i = 0; i < of.actions.size(); ++i) {
    const double p = of.propensities[i], pi = of.pi[i];
    add_slate(log, {{of.rewards[i], p, pi, p, pi, pi, 0, 0}});
  }
  return log_of_slates(std::move(log));
}

// Action a is the dose a. A box of half-width 1/4 and the density 2 p give the weight 1 / p to equal doses,
// and 0 to others.
Log log_of_separate_doses(const Records& of) {
  DoseLog log;
  log.targets = {{"pi", {}, {}}};
  for (std::size_t i = 0; i < of.actions.size(); ++i) {
    log.actions.push_back(of.actions[i]);
    log.targets[0].actions.push_back(of.choices[i]);
    log.rewards.push_back(of.rewards[i]);
    log.densities.push_back(2 * of.propensities[i]);
  }
  return log_of_doses(std::move(log));
}

Evaluation evaluated(const Log& log, const std::string& evaluator,
                     const std::vector<std::uint32_t>& clusters) {
  const auto components = find_evaluation_components("given_policy", evaluator);
  EvaluationOptions options;
  options.clusters = clusters;
  options.keep_parts = true;
  return evaluate(log, components.algorithm, components.evaluator, options);
}

std::vector<double> numbers_of(const Evaluation& of) {
  std::vector<double> numbers{of.estimate,      of.standard_error,      of.interval.low,
                              of.interval.high, of.interval.normal.low, of.interval.normal.high,
                              of.accepted,      of.log_value.value,     of.log_value.low,
                              of.log_value.high};
  if (of.weights) {
    for (const double number : {of.weights->effective, of.weights->largest,
                                of.weights->largest_share, of.weights->mean, of.weights->z}) {
      numbers.push_back(number);
    }
  }
  if (of.difference) {
    for (const double end : {of.difference->value, of.difference->low, of.difference->high}) {
      numbers.push_back(end);
    }
  }
  return numbers;
}

// Equal except for the roundoff of sums that are made in another order of operations.
void require_near(const std::vector<double>& one, const std::vector<double>& other, double size) {
  REQUIRE(one.size() == other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    INFO("number " << i << ": " << one[i] << " and " << other[i]);
    CHECK(std::isnan(one[i]) == std::isnan(other[i]));
    if (!std::isnan(one[i])) {
      CHECK(std::fabs(one[i] - other[i]) <= 1e-12 * std::fmax(size, std::fabs(one[i])));
    }
  }
}

// Sentences for the reader, in the words of records.
std::vector<std::string> sentences_of(const Evaluation& of) {
  std::vector<std::string> sentences{of.withheld, of.interval.method};
  for (const EvaluationWarning& warning : of.warnings) {
    // All kernels have this one; a box that separates doses smooths nothing.
    if (warning.kind != WarningKind::bias_not_in_interval) sentences.push_back(warning.marked);
  }
  for (std::string& sentence : sentences) {
    for (auto at = sentence.find("slates"); at != std::string::npos; at = sentence.find("slates")) {
      sentence.replace(at, 6, "records");
    }
  }
  return sentences;
}

void require_equal(const Evaluation& one, const Evaluation& other) {
  INFO(one.evaluator << " and " << other.evaluator);
  CHECK(sentences_of(one) == sentences_of(other));
  CHECK(one.estimate == other.estimate);
  require_near(numbers_of(one), numbers_of(other), 1e-3);
  const std::vector<double> parts = influences_of(one);
  double largest = 0;
  for (const double part : parts) largest = std::fmax(largest, std::fabs(part));
  require_near(parts, influences_of(other), largest);
}

template <class Test>
void for_random_records(const Test& test) {
  std::uint64_t key = 5'200;
  for (const std::size_t count : {2u, 20u, 60u, 250u}) {
    for (const Rewards rewards : every_reward) {
      for (const bool clustered : {false, true}) {
        INFO(count << " records, rewards " << static_cast<int>(rewards)
                   << (clustered ? ", clusters" : ""));
        std::vector<std::uint32_t> clusters;
        for (std::uint32_t i = 0; clustered && i < count; ++i) clusters.push_back(i / 2);
        for (int log = 0; log < 4; ++log) test(drawn_records(count, rewards, ++key), clusters);
      }
    }
  }
}

}  // namespace

TEST_CASE("kinds of logs: slates of one slot are evaluated as the records that they are") {
  for_random_records([](const Records& records, const std::vector<std::uint32_t>& clusters) {
    const Log log = log_of_actions(records, records.pi), slates = log_of_one_slot(records);
    const Evaluation ips = evaluated(log, "ips", clusters);
    for (const char* name : {"sips", "iips", "rips"}) {
      require_equal(ips, evaluated(slates, name, clusters));
    }
    require_equal(evaluated(log, "snips", clusters),
                  evaluated(slates, "sn_pseudo_inverse", clusters));
  });
}

TEST_CASE("kinds of logs: doses that a box separates are evaluated as the actions that they are") {
  for_random_records([](const Records& records, const std::vector<std::uint32_t>& clusters) {
    std::vector<double> pi;
    for (std::size_t i = 0; i < records.actions.size(); ++i) {
      pi.push_back(records.actions[i] == records.choices[i] ? 1 : 0);
    }
    const Log log = log_of_actions(records, pi), doses = log_of_separate_doses(records);
    const std::string box = "{kernel=\"uniform\", bandwidth=0.25}";
    require_equal(evaluated(log, "ips", clusters), evaluated(doses, "kernel_ips" + box, clusters));
    require_equal(evaluated(log, "snips", clusters),
                  evaluated(doses, "kernel_snips" + box, clusters));
  });
}

TEST_CASE(
    "kinds of logs: intervals of slates of several slots lie within the range of their sums") {
  // Slots of 0 and 1: sums in [0, 3]. No slot has a reward: the log's mean and the estimate are 0, and their
  // intervals have a width.
  Log rewarded = drawn_slates(200);
  SlateLog none = *rewarded.slates, all = none;
  std::fill(none.rewards.begin(), none.rewards.end(), 0);
  std::fill(all.rewards.begin(), all.rewards.end(), 1);
  for (const char* name : {"sips", "iips", "rips", "sn_pseudo_inverse"}) {
    INFO(name);
    const Evaluation of_none = evaluated(log_of_slates(none), name, {});
    CHECK(of_none.estimate == 0);
    CHECK(of_none.interval.low == 0);
    CHECK(of_none.interval.high > 0);
    CHECK(of_none.log_value.high > 0);
    CHECK(of_none.log_value.high < 0.2);
    const Evaluation of_all = evaluated(log_of_slates(all), name, {});
    CHECK(of_all.interval.high <= 3);
    CHECK(of_all.interval.low < of_all.interval.high);
    CHECK(of_all.actions.empty());
    CHECK(of_all.assumption_violations.empty());
  }
  const auto few = evaluated(log_of_slates(none), "sips", {}).warnings;
  CHECK(std::any_of(few.begin(), few.end(), [](const EvaluationWarning& warning) {
    return warning.kind == WarningKind::few_rewards;
  }));
}

TEST_CASE("kinds of logs: an evaluator of another kind of log is refused") {
  const auto refused = [](const Log& log, const std::string& evaluator, const std::string& why) {
    CHECK_THROWS_AS(evaluated(log, evaluator, {}), NotApplicable);
    CHECK_THROWS_WITH(evaluated(log, evaluator, {}), Contains(why));
  };
  refused(slates_by_hand(), "ips", "reads logs of actions, and this is a log of slates");
  refused(doses_by_hand(), "sips", "reads logs of slates, and this is a log of doses");
  refused(log_of_actions(drawn_records(9, Rewards::often, 1), std::vector<double>(9, 0.5)),
          "kernel_snips", "reads logs of doses, and this is a log of actions");
}

TEST_CASE("kinds of logs: segments and lifts of slates are those of their records") {
  const Records records = drawn_records(200, Rewards::often, 77);
  InputLog slates, actions;
  slates.log = std::make_shared<const Log>(log_of_one_slot(records));
  actions.log = std::make_shared<const Log>(log_of_actions(records, records.pi));
  for (InputLog* input : {&slates, &actions}) {
    input->segment_names = {"a", "b"};
    for (std::uint32_t i = 0; i < 200; ++i) input->segments.push_back(i % 2);
  }
  ComparisonOptions options;
  options.lift = true;
  const auto table_of = [&](const InputLog& input, const std::string& evaluator) {
    const auto components = find_evaluation_components("given_policy", evaluator);
    return evaluate_all(input, std::span(&components.algorithm, 1),
                        std::span(&components.evaluator, 1), options);
  };
  const EvaluationTable of_slates = table_of(slates, "sips"), of_actions = table_of(actions, "ips");
  REQUIRE(of_slates.segments.size() == 3);
  for (std::size_t s = 0; s < 3; ++s) {
    const EvaluatedPair& one = of_slates.segments[s].pairs.at(0);
    const EvaluatedPair& other = of_actions.segments[s].pairs.at(0);
    require_equal(*other.evaluation, *one.evaluation);
    REQUIRE(one.lift);
    CHECK(one.lift->absolute.estimate.low == other.lift->absolute.estimate.low);
    CHECK(one.lift->relative.estimate.high == other.lift->relative.estimate.high);
  }
}
