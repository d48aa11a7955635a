#include "suite/estimation/context_states.hpp"

#include <fmt/core.h>

#include <map>

namespace replaybench::estimation {

ContextStates::ContextStates(const std::string& evaluator, const Log& log, std::uint64_t most) {
  const std::size_t read_records = read(log, most);
  if (read_records == log.size()) return;
  throw NotApplicable(fmt::format(
      "{}: the first {} records of this log have more than {} distinct contexts "
      "(most_contexts); a queue for each would be empty at once. policy_aware_rejection and "
      "importance_bred need no discrete contexts",
      evaluator, read_records + 1, most));
}

std::size_t ContextStates::read(const Log& log, std::uint64_t most) {
  std::map<std::vector<double>, std::uint32_t> numbers;
  std::vector<double> key;
  ContextReader contexts(log);
  states_.reserve(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto values = contexts[i].values();
    key.assign(values.begin(), values.end());
    key.push_back(log.has_pools() ? log.pools[i] : 0);
    const auto next = static_cast<std::uint32_t>(numbers.size());
    const auto found = numbers.emplace(key, next).first->second;
    if (numbers.size() > most) return i;
    states_.push_back(found);
  }
  count_ = numbers.size();
  return log.size();
}

std::vector<std::vector<std::uint32_t>> ContextStates::records() const {
  std::vector<std::vector<std::uint32_t>> queues(count_);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    queues[states_[i]].push_back(static_cast<std::uint32_t>(i));
  }
  return queues;
}

}  // namespace replaybench::estimation
