#pragma once
// Number of records of an expanded resample, for all pools of actions.
//
// Source: thesis, sections 5.3 (p. 125; K T records for T interactions) and 3.7.2 (p. 97; pools
// that change). Under uniform logging a draw of record t is accepted with probability 1 / K_t, K_t
// the size of its pool. A resample of E T records drawn with equal probabilities therefore gives
// E sum_t 1 / K_t interactions: T of them for E = T / sum_t 1 / K_t, the harmonic mean of the
// pools' sizes. With one pool this is K. The thesis has one K only.

#include <cstdint>

#include "suite/component/registry.hpp"

namespace replaybench::estimation {

/// The harmonic mean of the pools' sizes over `count` >= 1 records from `first` on: the number of
/// records offered per interaction under uniform logging. Exactly K if all have K actions.
/// O(count); O(1) for a log without pools.
double mean_pool_size(const Log& log, std::size_t first, std::size_t count);
/// mean_pool_size of a whole log; the number of actions for an empty log.
double mean_pool_size(const Log& log);

/// Records of a resample that is expanded E times: E T; for `expansion` = 0, E = `multiple` times
/// mean_pool_size(log), and if pools change E T is rounded to the nearest whole number, which
/// moves the expected number of interactions by less than one. Throws NotApplicable if E T is
/// not a whole number from 1 on otherwise.
std::uint64_t expanded_size(const Log& log, double expansion, double multiple = 1);
/// Expanded size if `draws` records are drawn for one interaction, instead of the harmonic mean.
std::uint64_t expanded_size_for(const Log& log, double expansion, double draws);

}  // namespace replaybench::estimation
