#pragma once
// Errors of evaluators on real data, whose environment cannot be played: the errors of two
// evaluators, or three, on the zones of one log.
//
// Source: thesis, sections 5.10.3 (p. 194) and 5.11 (p. 195), figures 5.17 and 5.18; Nicol, Mary,
// Preux, ICML 2014, figure 3.
//
//   thesis                          here
//   zone, batch                     a stretch of the log with a constant pool, as long as can be
//   T, K                            records and actions of the zone
//   ground truth g_A(T / K)         truth: mean of replay on `permutations` random orders of the
//   zone
//   ten subsamples of T / K events  `subsamples` of floor(T / K) records each, without replacement,
//                                   in the order of the log
//   replay, S-BRED (B = 10)         compare, of: any two evaluators, on the same subsamples; `also` is
//                                   a third one, for the truth takes most of the time
//
// Replay of T records makes about T / K interactions, so its mean over orders estimates g_A(T / K),
// which is what BRED estimates from T / K records. Both read a zone as a log of its own: its
// actions are numbered 0 .. K - 1, and the algorithm starts anew.
//
// The printed truth is made of the records that the subsample is drawn from. `live` plays the
// distribution of the zone instead, if there is an environment: K games of floor(T / K) steps
// each, the j-th over steps j, j + K, j + 2K, ... of the zone, and counts E[r | context, action],
// not r.
//
// Ties are to be "broken arbitrarily" (thesis, algorithm 1, section 1.4.3, p. 21). In zones so
// small that the algorithm does not get round to try each action once, they decide all; and where
// the numbers follow the age of the articles (the ids of a real log rise with it, and so do the
// numbers of the simulator r6b_like), the lowest action is the oldest, whose reward has decayed. So
// the actions are renumbered at random for each order, game and subsample: for an algorithm whose
// ties go to the lowest action, and which is fast, it amounts to ties at random.
// `numbering` = "dictionary" leaves the log's numbers.
//
// Also left open by the print: floor(T / K), 0 for a zone of less than K records, which
// gives no row; an estimate from nothing is 0, as everywhere (thesis figure 5.18 speaks of zero
// estimates), in the truth too; the order of a subsample.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::zone_errors {

struct ZoneErrorsOptions {
  std::shared_ptr<const Evaluator> of;
  std::shared_ptr<const Evaluator> compare;
  std::shared_ptr<const Evaluator> also;  ///< may be null
  std::uint64_t permutations = 1000;      ///< at least 1
  std::uint64_t subsamples = 10;          ///< at least 1
  std::uint64_t shares = 1;               ///< only the zones whose number is `share` modulo this
  std::uint64_t share = 0;                ///< below `shares`
  bool numbered_at_random = true;
  bool live = false;
};

class ZoneErrors final : public Evaluator {
 public:
  explicit ZoneErrors(ZoneErrorsOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  /// estimate, compared, also      estimate less truth: of `of`, of `compare`, of `also`; NaN without it
  /// accepted, compared_accepted, also_accepted   what these report as accepted; NaN if they do not
  /// truth, truth_sd       mean and standard deviation of replay over the orders
  /// live                  value of the algorithm in the distribution of the zone; NaN if not asked
  /// for
  /// zone, subsample       numbers from 0; the zone's in the whole log
  /// records, actions      T, K
  /// drawn                 floor(T / K)
  /// zones                 of the whole log, those without a row too
  const RowSchema& schema() const override;
  /// One row for each zone and subsample; their steps are zone * subsamples + subsample. Throws
  /// NotApplicable if an evaluator does, and for `live` without an environment. O(permutations *
  /// T) for the truth; memory of
  /// a zone, and of the log where the algorithm uses contexts.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  ZoneErrorsOptions options_;
};

}  // namespace replaybench::evaluators::zone_errors
