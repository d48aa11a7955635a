#include "suite/offpolicy/unseen_actions.hpp"

#include <algorithm>

#include "suite/numeric/elementary.hpp"

namespace replaybench::offpolicy {

namespace {

constexpr std::uint64_t records_per_context = 14;
constexpr double chance = 1e-6;

// The features and the pool of record i of a block.
void read_key(const LogBlock& block, std::size_t i, std::vector<double>& key) {
  const std::size_t dimension = block.contexts.size() / block.size;
  const auto context = block.contexts.subspan(i * dimension, dimension);
  key.assign(context.begin(), context.end());
  key.push_back(block.pools.empty() ? 0 : block.pools[i]);
}

}  // namespace

UnseenActions::UnseenActions(const LogBlocks& log) {
  if (!number_contexts(log)) {
    unseen_.clear();
    return;
  }
  const std::size_t actions = log.header().action_count;
  const std::vector<double> share = shares(log);
  somewhere_.assign(actions, false);
  for (std::size_t context = 0; context < records_.size(); ++context) {
    for (std::size_t a = 0; a < actions; ++a) {
      const std::size_t pair = context * actions + a;
      if (!unseen_[pair]) continue;
      unseen_[pair] = records_[context] * numeric::log1p(-share[a]) < numeric::log(chance);
      if (unseen_[pair]) somewhere_[a] = true;
    }
  }
  if (std::find(somewhere_.begin(), somewhere_.end(), true) == somewhere_.end()) unseen_.clear();
}

// Counts the records of each context, and notes the actions that it shows. False if there are too many contexts.
bool UnseenActions::number_contexts(const LogBlocks& log) {
  const std::uint64_t actions = log.header().action_count;
  const std::uint64_t most = std::min({log.size() / records_per_context + 1, max_contexts,
                                       max_pairs / std::max<std::uint64_t>(actions, 1)});
  std::vector<double> key;
  const auto count = [&](const LogBlock& block) {
    for (std::size_t i = 0; i < block.size && numbers_.size() <= most; ++i) {
      read_key(block, i, key);
      const auto [place, is_new] = numbers_.try_emplace(key, numbers_.size());
      if (is_new) {
        records_.push_back(0);
        unseen_.insert(unseen_.end(), actions, true);
      }
      ++records_[place->second];
      unseen_[place->second * actions + block.actions[i]] = false;
    }
  };
  // Stretch by stretch: most logs with too many contexts show it soon.
  constexpr std::uint64_t stretch = std::uint64_t{1} << 15;
  for (std::uint64_t first = 0; first < log.size(); first += stretch) {
    log.each(first, std::min(first + stretch, log.size()),
             {.actions = true, .pools = true, .contexts = true}, count);
    if (numbers_.size() > most) return false;
  }
  return true;
}

// For each action, the number of its records divided by the number of records in which it was available.
std::vector<double> UnseenActions::shares(const LogBlocks& log) const {
  const Log& header = log.header();
  std::vector<double> shown(header.action_count);
  std::vector<double> available(header.action_count, static_cast<double>(log.size()));
  if (log.has_pools()) available.assign(header.action_count, 0);
  log.each({.actions = true, .pools = true}, [&](const LogBlock& block) {
    for (const Action action : block.actions) ++shown[action];
    for (const std::uint32_t pool : block.pools) {
      const ActionSet actions = header.pool_table[pool];
      for (Action j = 0; j < actions.size(); ++j) ++available[actions[j]];
    }
  });
  for (Action a = 0; a < header.action_count; ++a) {
    if (available[a] > 0) shown[a] /= available[a];
  }
  return shown;
}

void UnseenActions::read_contexts(const LogBlock& block, std::vector<std::size_t>& contexts) const {
  contexts.resize(block.size);
  std::vector<double> key;
  for (std::size_t i = 0; i < block.size; ++i) {
    read_key(block, i, key);
    contexts[i] = numbers_.at(key);
  }
}

}  // namespace replaybench::offpolicy
