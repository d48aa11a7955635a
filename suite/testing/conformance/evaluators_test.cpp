// Requirements of the suite on every evaluator. An evaluator for none of the settings below says
// so, and is passed over with its reason.

#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

#include "suite/component/basis.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/testing/conformance/subjects.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/kinds_of_logs.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

using EvaluatorSubject = SubjectOf<EvaluatorDescription>;

const std::vector<EvaluatorSubject>& evaluators_under_test() {
  static const std::vector<EvaluatorSubject> list = subjects_of(evaluators_table());
  return list;
}

// The evaluator, or nothing if a changed parameter alone does not fit the others' defaults.
std::shared_ptr<const Evaluator> try_evaluator(const EvaluatorSubject& subject) {
  try {
    return subject.component.description->make(subject.component.parameters);
  } catch (const SpecErrors& wrong) {
    WARN(subject.text() << " is not made alone: " << wrong.what());
    return nullptr;
  }
}

/// The environments of a shape.
class ShapeDataset final : public Dataset {
 public:
  explicit ShapeDataset(const Shape& shape) : shape_(shape) {}
  std::unique_ptr<Environment> environment(StreamKey, StreamKey steps) const override {
    return std::make_unique<TestEnvironment>(shape_, steps);
  }

 private:
  Shape shape_;
};

// Setting of a test: a simulator or a log, and an algorithm.
struct Setting {
  std::string name;
  std::shared_ptr<const Dataset> dataset;
  std::function<Agent(const Problem&)> algorithm;
  std::uint64_t horizon;
};

Trial trial_of(const Setting& setting, const ReplicateStreams& streams) {
  return Trial(
      *setting.dataset, setting.algorithm, [](const Problem&) { return Agent(Stochastic{}); },
      setting.horizon, streams);
}

ReplicateStreams streams_of(std::uint64_t replicate) {
  const auto key = [&](std::uint64_t purpose) { return replicate_key({purpose}, replicate); };
  return {key(201), key(202), key(203), key(204), key(205), key(206)};
}

using Rows = std::vector<ResultRow>;

Rows rows_of(const Evaluator& evaluator, const Setting& setting, const ReplicateStreams& streams) {
  Trial trial = trial_of(setting, streams);
  Rows rows;
  evaluator.evaluate(trial, rows);
  return rows;
}

// The bits of all numbers, so that NaN equals itself.
std::vector<std::uint64_t> bits_of(const Rows& rows) {
  std::vector<std::uint64_t> bits;
  for (const ResultRow& row : rows) {
    bits.push_back(row.step);
    for (const double value : row.values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  }
  return bits;
}

std::vector<std::pair<std::string, std::function<Agent(const Problem&)>>> algorithms_to_try() {
  const auto named = [](const char* text) {
    return [text](const Problem& problem) { return testing::make_agent(text, problem); };
  };
  return {{"a stochastic policy", [](const Problem&) { return Agent(Stochastic{}); }},
          {"a deterministic policy", [](const Problem&) { return Agent(Always{0}); }},
          {"a policy that chooses displays", named("uniform_random")},
          {"a learner without context", named("ucb")},
          {"a learner that predicts", named("logr_ucb")},
          {"a classifier", named("ridge_classifier")}};
}

Agent given_policy(const Problem&) { return Agent(GivenTarget{}); }

std::vector<Setting> settings_on(const std::string& name, std::shared_ptr<const Dataset> dataset,
                                 std::uint64_t horizon) {
  std::vector<Setting> list;
  for (const auto& [algorithm, make] : algorithms_to_try()) {
    list.push_back({algorithm + " on " + name, dataset, make, horizon});
  }
  return list;
}

constexpr std::uint64_t records = 60;
constexpr Shape shape{3, 4, false, false};

// A simulator, a log of it, an environment whose contexts can be listed, one whose users rate, and logs of
// slates and of doses.
const std::vector<Setting>& settings() {
  static const std::vector<Setting> list = [] {
    auto all = settings_on("a simulator", std::make_shared<ShapeDataset>(shape), records);
    for (auto& setting :
         settings_on("a log", std::make_shared<LogDataset>(test_log(shape, records)), 0)) {
      all.push_back(std::move(setting));
    }
    for (auto& setting : settings_on("a finite environment", dataset_of("tabular"), records)) {
      all.push_back(std::move(setting));
    }
    all.push_back({"a stochastic policy on users who rate",
                   dataset_of("tastes{users=20, items=6, observed=0.6}"),
                   [](const Problem&) { return Agent(Stochastic{}); }, records});
    for (const Log& log : {drawn_slates(records), drawn_doses(records)}) {
      all.push_back({"a given policy on a log of " + std::string(log_kind_names[log.kind()]),
                     std::make_shared<LogDataset>(log), given_policy, 0});
    }
    return all;
  }();
  return list;
}

// The numbers of an evaluation, or why there are none.
struct Outcome {
  std::vector<std::uint64_t> bits;
  std::string refusal;
};

Outcome outcome_of(const Evaluator& evaluator, Trial trial) {
  try {
    Rows rows;
    evaluator.evaluate(trial, rows);
    return {bits_of(rows), {}};
  } catch (const NotApplicable& refused) {
    return {{}, refused.what()};
  }
}

// A log of the same records in several forms: its data set, what is read of it.
struct Form {
  std::string name;
  std::shared_ptr<const Dataset> dataset;
  std::uint64_t horizon;
  LogSlice part;
};

// The middle third of a log, alone and as a part of longer ones; first as it is.
std::vector<Form> forms_of_middle(const Log& log) {
  const auto dataset = [](Log made) { return std::make_shared<LogDataset>(std::move(made)); };
  const std::size_t third = log.size() / 3;
  std::vector<Form> forms{
      {"alone", dataset(log.range(third, third)), 0, {}},
      {"alone, with its number of records as the horizon",
       dataset(log.range(third, third)),
       third,
       {}},
      {"the second of three parts", dataset(log), 0, {1, 3}},
      {"the first records of a longer log", dataset(log.range(third, 2 * third)), third, {}}};
  if (log.is_sparse()) {
    forms.push_back({"rows of a longer table of bits",
                     dataset(packed_log(log.range(third, third), 13)),
                     0,
                     {}});
  }
  return forms;
}

bool any_setting(const Setting&) { return true; }
bool is_log(const Setting& setting) { return setting.dataset->log() != nullptr; }
bool is_simulator(const Setting& setting) { return !is_log(setting); }

// The number of settings that an evaluator with a changed parameter is tested on. The steps from
// one to the next reach all data sets and most algorithms, from another start for each parameter.
constexpr std::size_t settings_of_changed = 5;

// Calls test(evaluator, setting) for the settings of `kind` in which the evaluator is applicable:
// with its defaults, or with `all`, for all of them, else for settings_of_changed of them. Warns
// with the reasons if there is none.
template <class Test>
void for_all_settings(bool (*kind)(const Setting&), const Test& test, bool all = false) {
  std::vector<const Setting*> list;
  for (const Setting& setting : settings()) {
    if (kind(setting)) list.push_back(&setting);
  }
  REQUIRE(list.size() % 5 != 0);  // else steps of 5 leave settings out
  in_sections(evaluators_under_test(), [&](const EvaluatorSubject& subject) {
    const auto evaluator = try_evaluator(subject);
    if (!evaluator) return;
    const auto start = static_cast<std::size_t>(&subject - evaluators_under_test().data());
    const std::size_t most = all || subject.has_defaults ? list.size() : settings_of_changed;
    std::set<std::string> reasons;
    std::size_t applied = 0;
    for (std::size_t i = 0; i < list.size() && applied < most; ++i) {
      const Setting& setting = *list[(start + 5 * i) % list.size()];
      INFO(setting.name);
      try {
        test(*evaluator, setting);
        ++applied;
      } catch (const NotApplicable& reason) {
        reasons.insert(reason.what());
      }
    }
    if (applied > 0) return;
    std::string text;
    for (const std::string& reason : reasons) text += "\n  " + reason;
    WARN(subject.text() << " was not tested:" << text);
  });
}

// An answer, or an error of a kind that a user is stated about.
void require_answer_or_refusal(const Evaluator& evaluator, Log log) {
  const auto dataset = std::make_shared<LogDataset>(std::move(log));
  for (const Setting& setting : settings_on("this log", dataset, 0)) {
    INFO(setting.name);
    try {
      for (const ResultRow& row : rows_of(evaluator, setting, streams_of(0))) {
        CHECK(row.values.size() == evaluator.columns().size());
      }
    } catch (const NotApplicable& refused) {
      CHECK_FALSE(std::string(refused.what()).empty());
    } catch (const DataError& refused) {
      CHECK_FALSE(std::string(refused.what()).empty());
    } catch (const SpecErrors& refused) {
      CHECK_FALSE(std::string(refused.what()).empty());
    }
  }
}

template <class MakeLog>
void for_all_evaluators_on(const MakeLog& log) {
  in_sections(evaluators_under_test(), [&](const EvaluatorSubject& subject) {
    if (const auto evaluator = try_evaluator(subject)) require_answer_or_refusal(*evaluator, log());
  });
}

void check_columns(const Evaluator& evaluator, const Setting& setting) {
  const std::vector<std::string> columns = evaluator.columns();
  REQUIRE_FALSE(columns.empty());
  CHECK(columns.front() == "estimate");
  CHECK(std::set<std::string>(columns.begin(), columns.end()).size() == columns.size());
  const Rows rows = rows_of(evaluator, setting, streams_of(0));
  for (const ResultRow& row : rows) CHECK(row.values.size() == columns.size());
  const Rows again = rows_of(evaluator, setting, streams_of(0));
  CHECK(bits_of(again) == bits_of(rows));
}

void check_pieces(const Evaluator& evaluator, const Setting& setting) {
  Rows rows;
  Trial whole = trial_of(setting, streams_of(0));
  whole.log();
  evaluator.evaluate(whole, rows);
  for (const std::uint64_t most : {1'000u, 7u, 1u}) {
    INFO("pieces of at most " << most << " records");
    Trial trial = trial_of(setting, streams_of(0)).limit_chunks(most);
    Rows of_pieces;
    evaluator.evaluate(trial, of_pieces);
    CHECK(bits_of(of_pieces) == bits_of(rows));
  }
}

// The declaration is true of the rows, which are those of `evaluate`.
void check_basis(const Evaluator& evaluator, const Setting& setting) {
  const auto expected = bits_of(rows_of(evaluator, setting, streams_of(0)));
  Trial trial = trial_of(setting, streams_of(0));
  Rows rows;
  const EstimateBasis basis = evaluator.evaluate_with_basis(trial, rows);
  CHECK(bits_of(rows) == expected);
  const auto last = [&](Role role) { return value_of(evaluator.schema(), rows.back(), role); };
  if (basis.weights.empty() && basis.influences.empty()) return;
  const Log& log = *trial.log();
  const double n = static_cast<double>(log.size());
  numeric::Moments influences;
  for (const double part : basis.influences) influences.add(part);
  if (influences.count > 0) {
    CHECK(basis.influences.size() == log.size());
    CHECK(std::fabs(influences.mean) * n <= 1e-12 * (1 + std::fabs(last(Role::estimate))));
  }
  if (basis.weights.empty()) return;
  REQUIRE(basis.weights.size() == log.size());
  double weight = 0, reward = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    CHECK(basis.weights[i] >= 0);
    weight += basis.weights[i];
    reward += basis.weights[i] * log.rewards[i];
  }
  if (weight == 0) return;
  if (basis.form == EstimateForm::mean) {
    CHECK(last(Role::estimate) == Approx(basis.scale * reward / n).epsilon(1e-9));
  } else if (basis.form == EstimateForm::ratio) {
    CHECK(last(Role::estimate) == Approx(reward / weight).epsilon(1e-9));
  }
  if (!std::isnan(basis.reward_sum)) CHECK(basis.reward_sum == Approx(reward).epsilon(1e-9));
  if (!basis.own.is_normal) return;
  const double half =
      numeric::normal_quantile((1 + basis.own.level) / 2) * last(Role::standard_error);
  if (std::isnan(half)) return;
  CHECK(last(Role::interval_low) ==
        Approx(last(Role::estimate) - half).epsilon(1e-9).margin(1e-12));
  CHECK(last(Role::interval_high) ==
        Approx(last(Role::estimate) + half).epsilon(1e-9).margin(1e-12));
}

}  // namespace

TEST_CASE("every evaluator: a number for each column, the estimate first, the same bytes twice") {
  for_all_settings(any_setting, check_columns);
}

TEST_CASE("every evaluator, every parameter and setting: the same bytes twice", "[long]") {
  for_all_settings(any_setting, check_columns, true);
}

TEST_CASE("every evaluator: what it declares of its estimate gives the estimate again") {
  for_all_settings(is_log, check_basis);
}

TEST_CASE(
    "every evaluator: of a file it draws from the streams of the policy and the folds alone") {
  for_all_settings(is_log, [](const Evaluator& evaluator, const Setting& setting) {
    const ReplicateStreams first = streams_of(0);
    ReplicateStreams others = streams_of(1);
    others.policy = first.policy;
    others.folds = first.folds;
    // Not inside CHECK, which would take a refusal for a failure.
    const auto bits = bits_of(rows_of(evaluator, setting, first));
    const auto others_bits = bits_of(rows_of(evaluator, setting, others));
    CHECK(others_bits == bits);
  });
}

TEST_CASE("every evaluator: a simulator's log in one piece and in many, the same bytes") {
  for_all_settings(is_simulator, check_pieces);
}

TEST_CASE("every evaluator, every parameter and setting: one piece and many", "[long]") {
  for_all_settings(is_simulator, check_pieces, true);
}

TEST_CASE("every evaluator: a log alone and as a part of a longer one, the same bytes") {
  in_sections(evaluators_under_test(), [&](const EvaluatorSubject& subject) {
    const auto evaluator = try_evaluator(subject);
    if (!evaluator) return;
    const auto same_in_all_forms = [&](const std::vector<Form>& forms, const auto& make) {
      std::optional<Outcome> first;
      for (const Form& form : forms) {
        INFO("the log as " << form.name);
        const Outcome outcome = outcome_of(
            *evaluator, Trial(
                            *form.dataset, make, [](const Problem&) { return Agent(Stochastic{}); },
                            form.horizon, streams_of(0), form.part));
        if (!first) first = outcome;
        CHECK(outcome.refusal == first->refusal);
        CHECK(outcome.bits == first->bits);
      }
    };
    for (const Shape& of : {shape, Shape{4, 8, true, true}}) {
      const auto forms = forms_of_middle(test_log(of, 3 * records));
      // A changed parameter is tried with every third algorithm.
      auto turn = static_cast<std::size_t>(&subject - evaluators_under_test().data());
      for (const auto& [algorithm, make] : algorithms_to_try()) {
        if (!subject.has_defaults && ++turn % 3 != 0) continue;
        INFO(algorithm << " in " << testing::to_text(of));
        same_in_all_forms(forms, make);
      }
    }
    for (const Log& log : {drawn_slates(3 * records), drawn_doses(3 * records)}) {
      INFO("a log of " << log_kind_names[log.kind()]);
      same_in_all_forms(forms_of_middle(log), given_policy);
    }
  });
}

TEST_CASE("every evaluator: neither the log nor the algorithm is changed by it") {
  for_all_settings(any_setting, [](const Evaluator& evaluator, const Setting& setting) {
    Trial trial = trial_of(setting, streams_of(0));
    const auto log = trial.any_log();
    const Log before = *log;
    Agent agent = trial.untrained_agent();
    if (agent.is_trained_offline()) agent.train(before);
    const auto digest = [](const Agent& of) { return of.learns() ? digest_if_told(of) : 0; };
    const std::uint64_t state = digest(agent);
    const Trial prepared = trial.with_agent(agent, trial.horizon());
    Trial used = prepared;
    Rows rows;
    evaluator.evaluate(used, rows);
    CHECK(digest(agent) == state);
    CHECK(digest(prepared.agent()) == state);
    CHECK(trial.any_log() == log);
    CHECK(log->actions == before.actions);
    CHECK(log->rewards == before.rewards);
    CHECK(log->contexts == before.contexts);
    CHECK(log->hidden == before.hidden);
    CHECK(log->propensities == before.propensities);
    CHECK(log->pools == before.pools);
  });
}

TEST_CASE("every evaluator: an empty log has an answer or a refusal") {
  for_all_evaluators_on([] { return test_log(shape, records).range(0, 0); });
}

TEST_CASE("every evaluator: a log of one record has an answer or a refusal") {
  for_all_evaluators_on([] { return test_log(shape, records).range(7, 1); });
}

TEST_CASE("every evaluator: a log of one action has an answer or a refusal") {
  for_all_evaluators_on([] { return test_log({1, 4, false, false}, records); });
}

TEST_CASE("every evaluator: a log without any reward has an answer or a refusal") {
  for_all_evaluators_on([] {
    Log log = test_log(shape, records);
    for (double& reward : log.rewards) reward = 0;
    return log;
  });
}

TEST_CASE("every evaluator: it reads the kind of log that its description says, and no other") {
  const auto logs = [] {
    std::vector<std::pair<LogKind, std::shared_ptr<const Dataset>>> all;
    for (Log log : {test_log(shape, records), drawn_slates(records), drawn_doses(records)}) {
      const LogKind kind = log.kind();
      all.emplace_back(kind, std::make_shared<LogDataset>(std::move(log)));
    }
    return all;
  }();
  in_sections(evaluators_under_test(), [&](const EvaluatorSubject& subject) {
    if (!subject.has_defaults) return;
    const auto evaluator = try_evaluator(subject);
    const LogKind reads = subject.component.description->properties.reads;
    for (const auto& [kind, dataset] : logs) {
      INFO("a log of " << log_kind_names[kind]);
      const Setting setting{"", dataset, given_policy, 0};
      if (kind != reads) {
        CHECK_THROWS_AS(rows_of(*evaluator, setting, streams_of(0)), NotApplicable);
      } else if (kind != LogKind::actions) {
        CHECK(rows_of(*evaluator, setting, streams_of(0)).size() == 1);
      }
    }
  });
}

TEST_CASE("every evaluator: without bias for a static policy on a uniform log") {
  // Three arms of known means; 80 logs of 150 records. Five standard errors: one in two million if
  // the truth is as said, and the streams are fixed. A ratio's bias on such a log, at most
  // (K / T) sum_a p_a^2 |mu_a - g| < 0.002, is below one standard error, about 0.006.
  const auto arms = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  constexpr std::uint64_t replicates = 80;
  const Setting policies[] = {
      {"a stochastic policy", arms,
       [](const Problem&) {
         return Agent(Stochastic{{0.5, 0.3, 0.2}});
       },
       150},
      {"a deterministic policy", arms, [](const Problem&) { return Agent(Always{1}); }, 150}};
  const double truths[] = {0.5 * 0.2 + 0.3 * 0.5 + 0.2 * 0.7, 0.5};
  in_sections(evaluators_under_test(), [&](const EvaluatorSubject& subject) {
    // The defaults alone: a parameter may well be the print's biased variant.
    if (!subject.component.description->properties.estimates_value) return;
    if (!subject.has_defaults) return;
    const auto evaluator = try_evaluator(subject);
    if (!evaluator) return;
    for (std::size_t i = 0; i < std::size(policies); ++i) {
      INFO(policies[i].name);
      numeric::Moments estimates;
      try {
        for (std::uint64_t r = 0; r < replicates; ++r) {
          estimates.add(rows_of(*evaluator, policies[i], streams_of(r)).at(0).values.at(0));
        }
      } catch (const NotApplicable& reason) {
        WARN(subject.text() << " with " << policies[i].name << ": " << reason.what());
        continue;
      }
      INFO("mean " << estimates.mean << " of " << replicates << " estimates, truth " << truths[i]
                   << ", standard error " << estimates.standard_error());
      CHECK(std::fabs(estimates.mean - truths[i]) <= 5 * estimates.standard_error() + 1e-12);
    }
  });
}
