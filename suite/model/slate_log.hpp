#pragma once
// Logs of slates: rankings or pages of several actions, shown together, each with its own reward.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/text/enum_names.hpp"

namespace replaybench {

/// The numeric columns of a log of slates, a value per slot. The policy is the evaluated policy, the
/// logger is the logging policy.
enum class SlateColumn {
  p_slot,     ///< in (0, 1]: the logger's probability of this action in this slot
  pi_slot,    ///< in [0, 1]: the policy's
  p_prefix,   ///< in (0, 1]: the logger's probability of all actions of slots 1 to this one
  pi_prefix,  ///< in [0, 1]: the policy's
  pi_shown,   ///< in [0, 1]: the policy's probability of this action in any slot of the slate
  q,  ///< finite: a model's mean of the rewards of this slot and those after it, given the slate so far
  q_pi  ///< finite: the same mean, with the action of this slot drawn by the policy
};
inline constexpr std::size_t slate_column_count = 7;
inline constexpr EnumNames<SlateColumn, slate_column_count> slate_column_names(
    {{SlateColumn::p_slot, "p_slot"},
     {SlateColumn::pi_slot, "pi_slot"},
     {SlateColumn::p_prefix, "p_prefix"},
     {SlateColumn::pi_prefix, "pi_prefix"},
     {SlateColumn::pi_shown, "pi_shown"},
     {SlateColumn::q, "q"},
     {SlateColumn::q_pi, "q_pi"}});

/// The name of the policy that the columns pi_... give.
inline constexpr std::string_view slate_policy = "pi";

struct SlateLog {
  std::vector<std::size_t> first{
      0};  ///< slates + 1: index of each slate's first slot in the columns below
  std::vector<double> rewards;  ///< of each slot: slate by slate, slots 1 to L in order
  std::array<std::vector<double>, slate_column_count> columns;  ///< likewise, or empty
  std::size_t distinct_actions = 0;  ///< that were seen; 0 means that the log does not name them

  std::size_t size() const { return first.size() - 1; }
  bool has(SlateColumn column) const { return !columns[static_cast<std::size_t>(column)].empty(); }
  std::span<const double> rewards_of(std::size_t slate) const { return part(rewards, slate); }
  /// The values of a slate's slots. Requires has(column).
  std::span<const double> of(SlateColumn column, std::size_t slate) const {
    return part(columns[static_cast<std::size_t>(column)], slate);
  }

  /// The slates of these indices in this order. Requires each index to be below size(). O(result).
  SlateLog select(std::span<const std::uint32_t> slates) const;

 private:
  std::span<const double> part(const std::vector<double>& all, std::size_t slate) const {
    return std::span(all).subspan(first[slate], first[slate + 1] - first[slate]);
  }
};

/// A log with a record per slate, whose reward is the sum of the rewards of its slots, and with the
/// target policy `slate_policy`. O(slots).
Log log_of_slates(SlateLog slates);

}  // namespace replaybench
