#pragma once
// Number of an action: the place of its token in natural order.
//
// Many algorithms give ties to the lowest number. If the numbers followed the log (first come, first
// numbered), such an algorithm would try the actions in the very order in which the log offers them:
// it would be coupled to the data that evaluate it. On a uniform log of T = 2,000 records over
// K = 46 actions UCB was then accepted 86 times, not T / K = 43.5 times (experiments/beyond/action_numbering).
// So nothing but the tokens decides, and the order of the records cannot.

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// True if `a` stands before `b` in natural order: byte by byte, but a run of decimal digits
/// compares as the number that it is, however long, and stands where its first digit would:
/// "item2" < "item10". Texts that differ in leading zeros alone are in the order of their bytes:
/// "01" < "1". A strict total order of texts. O(length).
bool natural_less(std::string_view a, std::string_view b);

/// The numbers of actions that were numbered as they came.
struct ActionNumbering {
  std::vector<Action> number_of;   ///< a permutation: by the number so far, the one for good
  std::vector<std::string> names;  ///< by the number for good, in natural order
};

/// Numbers actions by their tokens, given by the numbers so far: the first `logged` of them, then the others. Equal
/// tokens keep their order. O(K log K) comparisons.
ActionNumbering number_by_name(std::vector<std::string> tokens,
                               std::size_t logged = std::numeric_limits<std::size_t>::max());

/// Gives the actions of a log other numbers, in its records, pools, names, targets and predictions: action a becomes
/// `number_of`[a]. Needs a permutation of 0 .. action_count - 1. Pools keep their indices.
/// O(records + pools * K log K).
void renumber_actions(Log& log, std::span<const Action> number_of);

/// A log whose actions were numbered as they came, with `tokens` by these numbers: sets its names
/// and its numbers of actions, and numbers the actions by name. The tokens after the first `logged` are those of
/// Log::unlogged.
void name_and_number_actions(Log& log, const std::vector<std::string>& tokens, std::size_t logged);

}  // namespace replaybench
