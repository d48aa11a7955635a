#pragma once
// Tables of slates, with a line per slot of a slate, in any order. Columns, in upper or lower case:
//
//   slate      required  any text that is not empty: the slate that the line belongs to
//   slot       required  1, 2, ... : the place in the slate
//   reward     required  a finite number, of this slot
//   action     optional  any text that is not empty; no slate shows one twice
//   p_slot, pi_slot, p_prefix, pi_prefix, pi_shown, q, q_pi   optional: see SlateColumn
//
// TableOptions::columns gives these roles to columns of other names. Other columns are ignored, and
// reported. An optional column that exists has a value on every line. Along a slate the prefixes'
// probabilities do not rise, no prefix is likelier than its last action in its slot, and no action is
// likelier in a slot than in any (each within 1e-6).

#include "suite/log/csv_log.hpp"
#include "suite/model/slate_log.hpp"

namespace replaybench {

/// Slots beyond which a slate is refused: the number is no place on a page.
inline constexpr std::uint32_t max_slots = 100'000;

/// Reads a table of slates; they are in the order in which their names first appear. Of the options
/// count columns, cluster and segment, whose values are the same on all lines of a slate.
/// Throws DataError ("file:line: ...") if a required column is missing, for the first value that
/// cannot be used, for a slot or an action that comes twice in a slate, for a slate whose slots are not
/// 1 to L, and for a table without lines; SpecErrors for an unknown role, and for an option that has no
/// meaning for slates. O(lines log(lines)); memory the result and the names.
TableLog read_slate_table(LogRows& rows, const TableOptions& options = {});

}  // namespace replaybench
