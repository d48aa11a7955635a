#include "suite/offpolicy/unseen_actions.hpp"

#include "suite/numeric/elementary.hpp"

namespace replaybench::offpolicy {

namespace {

constexpr std::size_t records_per_context = 14;
constexpr double chance = 1e-6;

// For each action, the number of its records divided by the number of records in which it was available.
std::vector<double> shares(const Log& log) {
  std::vector<double> shown(log.action_count);
  std::vector<double> available(log.action_count, static_cast<double>(log.size()));
  for (const Action action : log.actions) ++shown[action];
  if (log.has_pools()) {
    available.assign(log.action_count, 0);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const ActionSet actions = log.available(i);
      for (Action j = 0; j < actions.size(); ++j) ++available[actions[j]];
    }
  }
  for (Action a = 0; a < log.action_count; ++a) {
    if (available[a] > 0) shown[a] /= available[a];
  }
  return shown;
}

}  // namespace

UnseenActions::UnseenActions(const Log& log)
    : log_(log), states_(estimation::ContextStates::of(log, log.size() / records_per_context + 1)) {
  if (!states_) return;
  const std::size_t actions = log.action_count;
  std::vector<double> records(states_->size());
  unseen_.assign(states_->size() * actions, true);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const std::size_t state = (*states_)[i];
    ++records[state];
    unseen_[state * actions + log.actions[i]] = false;
  }
  const std::vector<double> share = shares(log);
  for (std::size_t state = 0; state < states_->size(); ++state) {
    for (std::size_t a = 0; a < actions; ++a) {
      if (!unseen_[state * actions + a]) continue;
      const double missing = records[state] * numeric::log1p(-share[a]);
      unseen_[state * actions + a] = missing < numeric::log(chance);
    }
  }
}

void UnseenActions::add(std::size_t i, std::span<const double> target) {
  if (!states_) return;
  const ActionSet actions = log_.available(i);
  const std::size_t first = (*states_)[i] * static_cast<std::size_t>(log_.action_count);
  for (Action j = 0; j < actions.size(); ++j) {
    if (unseen_[first + actions[j]]) sum_.add(target[j]);
  }
}

}  // namespace replaybench::offpolicy
