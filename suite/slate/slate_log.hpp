#pragma once
// Logs of slates: rankings or pages of several actions, shown together, each with a reward of its own.
//
// A table with a line per slot of a slate, in any order. Columns, whatever their case:
//
//   slate      required  any text that is not empty: which slate the line belongs to
//   slot       required  1, 2, ... : the place in the slate
//   reward     required  a finite number, of this slot
//   action     optional  any text that is not empty; no slate shows one twice
//   p_slot     optional  in (0, 1]: the logger's probability of this action in this slot
//   pi_slot    optional  in [0, 1]: the evaluated policy's
//   p_prefix   optional  in (0, 1]: the logger's probability of all actions of slots 1 to this one
//   pi_prefix  optional  in [0, 1]: the evaluated policy's
//   pi_shown   optional  in [0, 1]: the policy's probability of this action in any slot of the slate
//   q          optional  a finite number: a model's mean of the rewards of this slot and those after
//                        it, given the slate up to here
//   q_pi       optional  the same, the action of this slot being drawn by the policy
//
// Other columns are ignored, and reported. An optional column that exists has a value on every line.
// Along a slate the prefixes' probabilities do not rise, no prefix is likelier than its last action in
// its slot, and no action is likelier in a slot than in any (each within 1e-6).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/log_rows.hpp"
#include "suite/text/enum_names.hpp"

namespace replaybench {

/// The optional columns of numbers.
enum class SlateColumn { p_slot, pi_slot, p_prefix, pi_prefix, pi_shown, q, q_pi };
inline constexpr std::size_t slate_column_count = 7;
inline constexpr EnumNames<SlateColumn, slate_column_count> slate_column_names(
    {{SlateColumn::p_slot, "p_slot"},
     {SlateColumn::pi_slot, "pi_slot"},
     {SlateColumn::p_prefix, "p_prefix"},
     {SlateColumn::pi_prefix, "pi_prefix"},
     {SlateColumn::pi_shown, "pi_shown"},
     {SlateColumn::q, "q"},
     {SlateColumn::q_pi, "q_pi"}});

struct SlateLog {
  std::vector<std::size_t> first;  ///< slates + 1: where each begins in the columns below
  std::vector<double> rewards;     ///< of each slot, slate by slate, slots 1 to L in order
  std::array<std::vector<double>, slate_column_count> columns;  ///< the same, or empty
  std::size_t distinct_actions = 0;                             ///< seen; 0: the log does not say
  std::vector<std::string> ignored_columns;

  std::size_t size() const { return first.size() - 1; }
  bool has(SlateColumn column) const { return !columns[static_cast<std::size_t>(column)].empty(); }
  std::span<const double> rewards_of(std::size_t slate) const { return part(rewards, slate); }
  /// Of the slots of a slate; needs has(column).
  std::span<const double> of(SlateColumn column, std::size_t slate) const {
    return part(columns[static_cast<std::size_t>(column)], slate);
  }

 private:
  std::span<const double> part(const std::vector<double>& all, std::size_t slate) const {
    return std::span(all).subspan(first[slate], first[slate + 1] - first[slate]);
  }
};

/// Slots beyond which a slate is refused: the number is no place on a page.
inline constexpr std::uint32_t most_slots = 100'000;

/// Reads a log of slates; they are in the order in which their names first appear.
/// Throws DataError ("file:line: ...") when a required column is missing, for the first value that
/// cannot be used, for a slot or an action that comes twice in a slate, for a slate whose slots are not
/// 1 to L, and for a table without lines. O(lines log(lines)); memory the result and the names.
SlateLog read_slate_log(LogRows& rows);

}  // namespace replaybench
