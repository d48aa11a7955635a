#include "suite/model/sparse_contexts.hpp"

#include <utility>

namespace replaybench {

bool ListedContexts::add(std::span<const double> context) {
  for (std::uint32_t f = 0; f < context.size(); ++f) {
    if (context[f] == 0) continue;
    if (context[f] != 1) return false;
    ones_.push_back(f);
  }
  if (!are_worth_it(records_, dimension_, ones_.size())) return false;
  first_.push_back(ones_.size());
  return true;
}

void ListedContexts::add_ones(std::span<const std::uint32_t> ones) {
  ones_.insert(ones_.end(), ones.begin(), ones.end());
  first_.push_back(ones_.size());
}

void ListedContexts::move_to(Log& log) && {
  log.contexts = {};
  log.active_first = std::move(first_);
  log.active = std::move(ones_);
}

void list_sparse_contexts(Log& log) {
  if (log.is_sparse() || !ListedContexts::are_worth_it(log.size(), log.dimension, 0)) return;
  ListedContexts listed(log.size(), log.dimension);
  const std::span<const double> contexts = log.contexts;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (!listed.add(contexts.subspan(i * log.dimension, log.dimension))) return;
  }
  std::move(listed).move_to(log);
}

}  // namespace replaybench
