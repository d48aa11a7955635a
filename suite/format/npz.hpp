#pragma once
// Logs as npz files (NumPy's zip of npy arrays), with the names of obp's bandit_feedback:
// numpy.savez(file, **bandit_feedback).
//
// Arrays over the rounds (the length of `action`) become columns by their names:
//
//   action     required  the column action
//   reward     required  the column reward
//   pscore               the column propensity
//   context    rounds x d: the features x_0 .. x_(d-1)
//   NAME       rounds: the column NAME; rounds x k: the columns NAME_0 .. NAME_(k-1); rounds x k x 1
//              the same (pi_b, expected_reward, position, ...)
//   n_rounds   if there, the number of rounds
//   n_actions  if there, all actions 0 .. n_actions - 1 are available in each round (column pool)
//
// Read are numbers of type <i1 to <i8, <u1 to <u8, <f4, <f8 and |b1, versions 1 to 3 of npy, both
// orders of arrays. A pickled member is never unpickled: one of the names above is an error; others,
// like arrays of texts or of another length, are ignored and reported.

#include <cstdint>
#include <memory>
#include <string>

#include "suite/log/log_rows.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

/// The most that `n_actions` may say, here and of arrays in memory.
inline constexpr std::uint64_t max_given_actions = std::uint64_t{1} << 16;

/// Opens the table. Memory: the members that are deflated. Throws DataError when the file is no zip
/// file, cut, or damaged (zip_archive.hpp), when an array's header and length contradict each other,
/// or a required array is missing or has another shape.
std::unique_ptr<LogRows> npz_rows(FileBytes file, const std::string& name);

}  // namespace replaybench
