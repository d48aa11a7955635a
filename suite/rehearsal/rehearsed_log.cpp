#include "suite/rehearsal/rehearsed_log.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/model/log_blocks.hpp"
#include "suite/offpolicy/softmax_regression.hpp"
#include "suite/offpolicy/target_probabilities.hpp"
#include "suite/text/option.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::rehearsal {

namespace {

constexpr std::uint64_t min_records = 100;
constexpr std::size_t max_numbers = std::size_t{1} << 24;

// Reason why a log cannot be rehearsed, and what would help.
using Refusal = std::pair<std::string, std::string>;

std::optional<Refusal> refusal_of(const Log& log) {
  if (log.kind() != LogKind::actions) {
    return Refusal{"rehearsals are for logs of actions, not of slates or doses", ""};
  }
  if (log.action_count < 2) {
    return Refusal{"the log has one action, so every policy has the value of the log's mean reward",
                   "records of other actions"};
  }
  if (log.size() < min_records) {
    return Refusal{fmt::format("{} records are too few for a model of their rewards", log.size()),
                   fmt::format("{} records and more", min_records)};
  }
  const auto [least, most] = std::minmax_element(log.rewards.begin(), log.rewards.end());
  if (*least == *most) {
    return Refusal{
        fmt::format("all rewards are {:g}: nothing shows which actions are better", *least),
        "records until some rewards differ"};
  }
  if (!log.has_propensities()) {
    return Refusal{"the log has no propensities",
                   "a column with them, or " + option("propensities", "logistic") + " or " +
                       option("propensities", "frequency") + ", which estimate them"};
  }
  const bool chooses =
      std::any_of(log.propensities.begin(), log.propensities.end(), [](double p) { return p < 1; });
  if (!chooses) {
    return Refusal{
        "the logging policy was deterministic (all propensities are 1): the log shows no other "
        "action in any context",
        "records of a policy that explores"};
  }
  return std::nullopt;
}

// The records of a sample, in their order.
std::vector<std::uint32_t> sampled(std::uint64_t records, std::uint64_t wanted,
                                   std::span<const std::uint32_t> clusters, StreamKey key) {
  // Clusters in the place of records, if there are clusters.
  const std::uint64_t units =
      clusters.empty() ? records : 1 + *std::max_element(clusters.begin(), clusters.end());
  const std::uint64_t chosen = std::max<std::uint64_t>(
      1, clusters.empty() ? wanted : wanted * units / std::max<std::uint64_t>(records, 1));
  std::vector<std::uint8_t> is_chosen(units, 0);
  std::uint64_t left = std::min(chosen, units);
  for (std::uint64_t unit = 0; unit < units; ++unit) {
    const double share = static_cast<double>(left) / static_cast<double>(units - unit);
    if (Draws(key, unit).uniform() < share) {
      is_chosen[unit] = 1;
      --left;
    }
  }
  std::vector<std::uint32_t> sample;
  for (std::uint32_t i = 0; i < records; ++i) {
    if (is_chosen[clusters.empty() ? i : clusters[i]]) sample.push_back(i);
  }
  return sample;
}

Refusal refusal_of_training(const std::string& name) {
  return {name + " is trained on a log before it is used, and a rehearsal does not train it",
          "an algorithm that learns as it plays, or the trained policy's probabilities by columns "
          "of the log (" +
              option("policy_columns") + ")"};
}

// The policy by columns for all actions, or why there are none.
std::optional<Refusal> add_policy(Log& log, const Log& source,
                                  const Component<AlgorithmDescription>& algorithm,
                                  const std::string& name,
                                  const std::shared_ptr<const Log>& shared) {
  const Agent agent = make_agent(algorithm, problem_of_log(shared, source.size()));
  if (agent.is_trained_offline()) return refusal_of_training(name);
  if (agent.given_target().empty() && !agent.has_probabilities()) {
    return Refusal{name + " does not give the probabilities of its choices",
                   "columns of the log with them (" + option("policy_columns") + ")"};
  }
  TargetPolicy target = offpolicy::columns_of_policy("rehearse", agent, source, name);
  if (target.all.empty()) {
    return Refusal{
        fmt::format("the log gives {}'s probabilities of the logged actions alone", name),
        "columns with those of all actions (" + option("policy_columns") + ")"};
  }
  log.targets.push_back(std::move(target));
  return std::nullopt;
}

// The columns named as the record's logger, of every record; none if some are missing.
std::vector<const TargetPolicy*> columns_of_loggers(const Log& log) {
  std::vector<const TargetPolicy*> columns;
  if (!log.has_loggers()) return columns;
  for (const std::string& name : log.logger_names) {
    const TargetPolicy* const target = log.target(name);
    if (!target || target->all.empty()) return {};
    columns.push_back(target);
  }
  return columns;
}

// Probabilities of a multinomial logistic model, of constants alone if the log has no features or the model
// does not converge. Actions that the log never shows have none.
void add_modelled(RehearsedLog& of) {
  const Log& log = *of.log;
  const std::vector<std::uint8_t> training(log.size(), 1);
  std::vector<std::uint8_t> shown(log.action_count, 0);
  for (const Action action : log.actions) shown[action] = 1;
  constexpr double l2 = 1;
  offpolicy::SoftmaxRegression by_features(log, l2, log.dimension);
  offpolicy::SoftmaxRegression by_action(log, l2, 0);
  const bool has_features = log.dimension > 0 && by_features.fit(training);
  if (!has_features) by_action.fit(training);
  auto& model = has_features ? by_features : by_action;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    const auto row = model.probabilities(i);
    double others = 0;
    for (Action j = 0; j < actions.size(); ++j) {
      if (actions[j] != log.actions[i] && shown[actions[j]]) others += row[j];
    }
    double* const to = of.logging.data() + i * log.action_count;
    for (Action j = 0; j < actions.size(); ++j) {
      if (!shown[actions[j]]) continue;
      to[actions[j]] = others > 0 ? row[j] / others * (1 - log.propensities[i]) : 0;
    }
    to[log.actions[i]] = others > 0 ? log.propensities[i] : 1;
  }
  of.logging_is_modelled = true;
  of.logging_known_by = has_features
                            ? "a multinomial logistic model of the logged actions on the features"
                            : "the frequencies of the logged actions";
}

// The probability of each action if the logging policy is the same in every context: all records of an action have
// its propensity, and these sum to 1. Otherwise empty.
std::vector<double> constant_logging(const Log& log) {
  constexpr double tolerance = 1e-6;  // of numbers that are written with six digits
  if (log.has_pools()) return {};
  std::vector<double> probabilities(log.action_count, 0);
  double sum = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    double& of_action = probabilities[log.actions[i]];
    if (of_action == 0) sum += of_action = log.propensities[i];
    if (std::fabs(of_action - log.propensities[i]) > tolerance) return {};
  }
  if (std::fabs(sum - 1) > tolerance * static_cast<double>(log.action_count)) return {};
  return probabilities;
}

void add_logging(RehearsedLog& of) {
  const Log& log = *of.log;
  of.logging.assign(log.size() * log.action_count, 0);
  const auto loggers = columns_of_loggers(log);
  const bool uniform = loggers.empty() && propensities_are_uniform(log);
  const bool pairs = loggers.empty() && !uniform && log.action_count == 2;
  const auto constant = loggers.empty() && !uniform ? constant_logging(log) : std::vector<double>{};
  if (loggers.empty() && !uniform && !pairs && constant.empty()) return add_modelled(of);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    double* const row = of.logging.data() + i * log.action_count;
    const double left = 1 - log.propensities[i];
    for (Action j = 0; j < actions.size(); ++j) {
      const Action a = actions[j];
      row[a] = !loggers.empty()    ? loggers[log.loggers[i]]->all[i * log.action_count + a]
               : uniform           ? 1 / static_cast<double>(actions.size())
               : !constant.empty() ? constant[a]
                                   : left;
    }
    if (loggers.empty()) row[log.actions[i]] = log.propensities[i];
  }
  of.logging_known_by = !loggers.empty() ? "the columns of the loggers"
                        : uniform        ? "the propensities, which are uniform"
                        : !constant.empty()
                            ? "the propensities, which are the same in every context"
                            : "the propensities: there are two actions";
}

// The part of the policies, in probability, on actions that the logging policy never takes.
double unsupported_share(const RehearsedLog& of, std::size_t policy) {
  double share = 0;
  for (std::size_t i = 0; i < of.log->size(); ++i) {
    for (Action a = 0; a < of.log->action_count; ++a) {
      if (!(of.logging_of(i, a) > 0)) share += of.policy_of(policy, i, a);
    }
  }
  return share / static_cast<double>(of.log->size());
}

// The part of the available actions that the logging policy never takes.
double untried_share(const RehearsedLog& of) {
  double share = 0;
  for (std::size_t i = 0; i < of.log->size(); ++i) {
    const ActionSet actions = of.log->available(i);
    double untried = 0;
    for (Action j = 0; j < actions.size(); ++j) untried += !(of.logging_of(i, actions[j]) > 0);
    share += untried / actions.size();
  }
  return share / static_cast<double>(of.log->size());
}

RehearsedLog refused(Refusal refusal) {
  RehearsedLog of;
  of.impossible = std::move(refusal.first);
  of.remedy = std::move(refusal.second);
  return of;
}

std::vector<std::uint32_t> renumbered(std::span<const std::uint32_t> clusters) {
  std::map<std::uint32_t, std::uint32_t> number;
  std::vector<std::uint32_t> result;
  for (const std::uint32_t cluster : clusters) {
    result.push_back(
        number.emplace(cluster, static_cast<std::uint32_t>(number.size())).first->second);
  }
  return result;
}

}  // namespace

RehearsedLog rehearsed_log(const InputLog& input,
                           std::span<const Component<AlgorithmDescription>> algorithms,
                           std::span<const std::string> names, std::uint64_t most_records,
                           std::uint64_t seed) {
  if (auto refusal = refusal_of(*input.log)) return refused(*refusal);
  RehearsedLog of;
  of.records = input.log->size();
  std::shared_ptr<const Log> source = input.log;
  of.clusters = input.clusters;
  const std::uint64_t most = std::max<std::uint64_t>(
      min_records, std::min<std::uint64_t>(most_records, max_numbers / source->action_count));
  if (source->size() > most) {
    const auto sample =
        sampled(of.records, most, of.clusters, derive_key(seed, "rehearsal", "sample", "evaluate"));
    std::vector<std::uint32_t> clusters;
    if (!of.clusters.empty()) {
      for (const std::uint32_t i : sample) clusters.push_back(of.clusters[i]);
    }
    of.clusters = renumbered(clusters);
    source = std::make_shared<const Log>(source->select(sample));
  }
  auto log = std::make_shared<Log>(*source);
  log->targets.clear();
  log->timestamps.clear();
  log->originals.clear();
  for (std::size_t j = 0; j < algorithms.size(); ++j) {
    if (auto refusal = add_policy(*log, *source, algorithms[j], names[j], source)) {
      return refused(std::move(*refusal));
    }
  }
  of.policies.assign(names.begin(), names.end());
  for (const TargetPolicy& target : source->targets) {
    if (!target.all.empty() && !log->target(target.name)) log->targets.push_back(target);
  }
  of.log = std::move(log);
  add_logging(of);
  for (std::size_t j = 0; j < of.policies.size(); ++j) {
    const double share = unsupported_share(of, j);
    of.unsupported.push_back(share);
    if (share <= max_unsupported_share) continue;
    return refused(
        {fmt::format("{:.1f} % of {} are actions that the logging policy does not take, of whose "
                     "rewards the log shows nothing",
                     100 * share, quoted_text(of.policies[j])),
         "records of a policy that explores these actions"});
  }
  return of;
}

RehearsedLog rehearsed_log_of_learners(const InputLog& input,
                                       std::span<const Component<AlgorithmDescription>> algorithms,
                                       std::span<const std::string> names,
                                       std::uint64_t most_records, std::uint64_t seed) {
  // They choose among the logged actions; policies by columns are there only in the log as it is.
  InputLog logged = input;
  if (input.log->unlogged > 0) {
    logged.log = log_of_logged_actions(input.blocks_of_log())->shared_header();
  }
  RehearsedLog of = rehearsed_log(logged, {}, {}, most_records, seed);
  if (!of.impossible.empty()) return of;
  for (std::size_t j = 0; j < algorithms.size(); ++j) {
    const Agent agent = make_agent(algorithms[j], problem_of_log(input.log, input.log->size()));
    if (agent.is_trained_offline()) return refused(refusal_of_training(names[j]));
    if (!agent.given_target().empty()) {
      return refused({names[j] +
                          " is given by columns of the log, and cannot be played live beside "
                          "algorithms that learn",
                      "a rehearsal of its own for the policies by columns"});
    }
  }
  const double share = untried_share(of);
  if (share > max_unsupported_share) {
    return refused(
        {fmt::format("{:.1f} % of the available actions are never taken by the logging policy: an "
                     "algorithm that learns would try them, and the log shows nothing of them",
                     100 * share),
         "records of a policy that explores these actions"});
  }
  return of;
}

}  // namespace replaybench::rehearsal
