#include "suite/evaluate/default_evaluators.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/estimation/importance.hpp"
#include "suite/text/embedded_text.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

// Generated from suite/evaluate/defaults by cmake/embed.cmake.
const std::vector<EmbeddedText>& default_evaluator_files();

namespace {

using Algorithms = std::span<const Component<AlgorithmDescription>* const>;

std::vector<DefaultEvaluator> read_table() {
  const EmbeddedText& file = default_evaluator_files().front();
  TomlReader reader = TomlReader::parse(file.text, std::string(file.name));
  std::vector<DefaultEvaluator> table;
  for (TomlReader row : reader.tables("default")) {
    const auto situation = situation_names.find(row.required_text("situation"));
    if (situation != static_cast<EvaluationSituation>(table.size())) {
      throw std::logic_error("the default evaluators are not in the order of the situations");
    }
    table.push_back({*situation, row.required_text("policy"), row.required_text("log"),
                     row.required_text("evaluator"), row.required_text("because")});
  }
  reader.finish();
  reader.throw_if_problems();
  if (table.size() != situation_names.size()) {
    throw std::logic_error("a situation has no default evaluator");
  }
  return table;
}

// Properties of algorithms that determine the default.
struct Demands {
  bool columns = false;
  bool trained = false;
  bool learns = false;
  bool only_chooses = false;
};

std::optional<Demands> demands_of(const std::shared_ptr<const Log>& log,
                                  const Component<AlgorithmDescription>& algorithm) {
  try {
    const Agent agent = make_agent(algorithm, problem_of_log(log, log->size()));
    return Demands{!agent.given_target().empty(), agent.is_trained_offline(), agent.learns(),
                   !agent.has_probabilities()};
  } catch (const Error&) {
    return std::nullopt;  // the evaluation says why
  }
}

EvaluationSituation situation_of_demands(const Log& log, const Demands& of) {
  using enum EvaluationSituation;
  if (log.kind() == LogKind::slates) return slate_log;
  if (log.kind() == LogKind::doses) return dose_log;
  if (of.columns) return columns;
  const bool skewed = log.has_propensities() && !propensities_are_uniform(log);
  if (of.trained) return skewed ? offline_skewed : offline;
  if (!skewed && !pools_vary(log)) return uniform;
  if (!of.learns)
    return !skewed ? fixed_pools : of.only_chooses ? choices_skewed : probabilities_skewed;
  if (!skewed && share_of_empty_stretches(log) <= max_empty_stretches) return learner_stretches;
  if (!log.has_propensities()) return learner_pools;
  const double fewest = estimation::record_support(log).fewest_effective;
  return fewest < estimation::enough_effective_records ? learner_few_records : learner_skewed;
}

}  // namespace

const std::vector<DefaultEvaluator>& default_evaluators() {
  static const std::vector<DefaultEvaluator> table = read_table();
  return table;
}

const DefaultEvaluator& default_evaluator(EvaluationSituation situation) {
  return default_evaluators().at(static_cast<std::size_t>(situation));
}

std::vector<std::string> uses_by_default(const std::string& evaluator) {
  std::vector<std::string> uses;
  for (const DefaultEvaluator& row : default_evaluators()) {
    const auto name_end = row.evaluator.find('{');
    if (row.evaluator.substr(0, name_end) != evaluator) continue;
    const bool plain = name_end == std::string::npos;
    uses.push_back(fmt::format("{}, on a log with {}{}", row.policy, row.log,
                               plain ? "" : ": " + row.evaluator));
  }
  return uses;
}

double share_of_empty_stretches(const Log& log) {
  if (log.size() == 0 || !log.has_pools()) return 0;
  double records = 0;
  for (std::size_t first = 0; first < log.size();) {
    std::size_t end = first + 1;
    while (end < log.size() && log.pools[end] == log.pools[first]) ++end;
    const double length = static_cast<double>(end - first);
    records += length * std::pow(1 - 1.0 / log.available(first).size(), length);
    first = end;
  }
  return records / static_cast<double>(log.size());
}

EvaluationSituation situation_of(const std::shared_ptr<const Log>& log, Algorithms algorithms) {
  Demands most;
  bool any = false;
  for (const auto* algorithm : algorithms) {
    const auto demands = demands_of(log, *algorithm);
    if (!demands) continue;
    any = true;
    most.columns |= demands->columns;
    most.trained |= demands->trained;
    most.learns |= demands->learns;
    most.only_chooses |= demands->only_chooses;
  }
  if (!any) most.only_chooses = true;
  return situation_of_demands(*log, most);
}

std::vector<DefaultEvaluator> choose_evaluators(
    const std::shared_ptr<const Log>& log,
    std::span<const Component<AlgorithmDescription>> algorithms) {
  std::vector<std::optional<Demands>> demands;
  for (const auto& algorithm : algorithms) demands.push_back(demands_of(log, algorithm));
  const bool columns =
      std::any_of(demands.begin(), demands.end(), [](const auto& of) { return of && of->columns; });
  // A static policy with probabilities is compared with the policies of columns.
  const auto group_of = [&](const std::optional<Demands>& of) {
    if (!of) return 2;
    if (of->columns) return 0;
    if (of->trained) return 1;
    return columns && !of->learns && !of->only_chooses ? 0 : 2;
  };
  std::array<std::vector<const Component<AlgorithmDescription>*>, 3> groups;
  for (std::size_t i = 0; i < algorithms.size(); ++i) {
    groups[group_of(demands[i])].push_back(&algorithms[i]);
  }
  std::vector<DefaultEvaluator> chosen;
  for (const auto& group : groups) {
    if (group.empty()) continue;
    const DefaultEvaluator& found = default_evaluator(situation_of(log, group));
    const bool known = std::any_of(chosen.begin(), chosen.end(), [&](const auto& other) {
      return other.evaluator == found.evaluator;
    });
    if (!known) chosen.push_back(found);
  }
  return chosen;
}

}  // namespace replaybench
