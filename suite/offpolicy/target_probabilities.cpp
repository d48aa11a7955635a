#include "suite/offpolicy/target_probabilities.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "suite/numeric/wide.hpp"

namespace replaybench::offpolicy {

namespace {

std::string names_of_targets(const Log& log) {
  if (log.targets.empty()) return "the log has no target policy";
  std::string names;
  for (const TargetPolicy& target : log.targets) {
    names += (names.empty() ? "the log has \"" : ", \"") + target.name + "\"";
  }
  return names;
}

}  // namespace

const TargetPolicy& given_columns(const std::string& evaluator, const Log& log,
                                  std::string_view name) {
  const TargetPolicy* target = log.target(name);
  if (!target) {
    throw NotApplicable(evaluator + ": no columns give the policy \"" + std::string(name) + "\"; " +
                        names_of_targets(log));
  }
  return *target;
}

double above_one(std::span<const double> probabilities) {
  numeric::Wide sum = -1;
  for (const double probability : probabilities) sum += probability;
  return static_cast<double>(sum);
}

bool has_propensity(const Log& log, std::size_t record, double probability) {
  constexpr double tolerance = 1e-6;
  return std::fabs(log.propensities[record] - probability) <= tolerance;
}

void refuse_propensity(const std::string& evaluator, const Log& log, std::size_t record,
                       double probability, const std::string& source) {
  throw NotApplicable(evaluator + ": record " + std::to_string(record) + " has the propensity " +
                      std::to_string(log.propensities[record]) + ", but " + source + " " +
                      std::to_string(probability));
}

TargetProbabilities::TargetProbabilities(const std::string& evaluator, const Agent& agent,
                                         const Log& log)
    : agent_(agent), log_(log), contexts_(log), buffer_(log.action_count) {
  if (agent.learns()) {
    throw NotApplicable(evaluator +
                        ": the algorithm learns; this evaluator is for fixed policies, whose "
                        "probabilities do not depend on what came before");
  }
  if (!agent.given_target().empty()) {
    target_ = &given_columns(evaluator, log, agent.given_target());
  } else if (!agent.has_probabilities()) {
    throw NotApplicable(evaluator + ": the policy does not give the probabilities of its choices");
  }
}

void TargetProbabilities::read(std::size_t i) {
  const ActionSet actions = log_.available(i);
  place_ = actions.place_of(log_.actions[i]);
  if (target_) return read_columns(i, actions);
  const auto row = std::span(buffer_).first(actions.size());
  agent_.probabilities(contexts_[i], actions, row);
  // Roundoff of a softmax can pass 1.
  for (double& probability : row) probability = std::min(probability, 1.0);
  all_ = row;
  logged_ = row[place_];
}

void TargetProbabilities::read_columns(std::size_t i, const ActionSet& actions) {
  logged_ = target_->logged[i];
  if (target_->all.empty()) return;
  const auto row = std::span(target_->all).subspan(i * log_.action_count, log_.action_count);
  if (actions.is_all()) {
    all_ = row;
    return;
  }
  for (Action j = 0; j < actions.size(); ++j) buffer_[j] = row[actions[j]];
  all_ = std::span(buffer_).first(actions.size());
}

TargetPolicy columns_of_policy(const std::string& evaluator, const Agent& agent, const Log& log,
                               std::string name) {
  TargetProbabilities policy(evaluator, agent, log);
  TargetPolicy columns{.name = std::move(name), .logged = {}, .all = {}};
  columns.all.assign(log.size() * log.action_count, 0);
  bool has_all = true;
  for (std::size_t i = 0; i < log.size(); ++i) {
    policy.read(i);
    columns.logged.push_back(policy.logged());
    double* const row = columns.all.data() + i * log.action_count;
    const ActionSet actions = log.available(i);
    for (Action j = 0; j < actions.size(); ++j) {
      row[actions[j]] = policy.has_all() ? policy.all()[j] : 1 - policy.logged();
    }
    if (policy.has_all()) continue;
    row[log.actions[i]] = policy.logged();
    has_all = has_all && actions.size() <= 2;
  }
  if (!has_all) columns.all.clear();
  return columns;
}

}  // namespace replaybench::offpolicy
