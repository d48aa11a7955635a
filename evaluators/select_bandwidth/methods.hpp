#pragma once
// The methods: each compares, for every candidate C, the estimate of S-BRED with jitter C / sqrt(size)
// to a reference value that the log provides.

#include <cstdint>
#include <limits>
#include <span>

#include "evaluators/select_bandwidth/criterion.hpp"
#include "suite/estimation/jitter_parameters.hpp"
#include "suite/resample/pass.hpp"

namespace replaybench::evaluators::select_bandwidth {

/// The compared quantities.
struct Request {
  std::span<const double> candidates;  ///< increasing constants C, from 0 on
  std::uint64_t repeats = 2;           ///< splits, resamples or twins; at least 2
  JitterOptions jitter;                ///< the bandwidth comes from the candidate
  double test_share = 0.1;             ///< entangled: share of the records in the test set
};

/// Cross validation (thesis, appendix A.2, p. 223). In each repeat T/(K+1) random records are put
/// aside, of which S-BRED gets `training`; the others are the test records. The value of a
/// candidate is S-BRED on its records less replay on the test records, which ends after
/// `max_accepted` acceptances. Needs training <= T/(K+1); throws NotApplicable when it is 0. A
/// repeat: T choices, and K `training` for each candidate.
CriterionTable cross_validation(
    Trial& trial, const Request& request, std::size_t training,
    std::uint64_t max_accepted = std::numeric_limits<std::uint64_t>::max());

/// T/(K+1), the largest size for which the rest of the log can give the truth by replay.
std::size_t validated_size(const Log& log);

/// Twins: the log with rewards drawn from a model of it (linear_reward_model.hpp), where the truth
/// is known by playing. The value is S-BRED on the twin less that truth. A repeat: T choices to play,
/// and K T for each candidate.
CriterionTable twins(Trial& trial, const Request& request);

/// Entangled validation (thesis, section 5.11.2, p. 197). The value is T-BRED: the mean reward on
/// test records that the algorithm had not met, 0 if it accepted none. The teaching records are
/// shuffled copies, as S-BRED's. Throws NotApplicable when tau T is below 1. A repeat: K T choices
/// for each candidate.
CriterionTable entangled(Trial& trial, const Request& request);

/// Draws of repeat `repeat`, apart from those of any other evaluator and of the final S-BRED.
StreamKey key_of_repeat(StreamKey policy, std::uint64_t repeat);

/// The jitter of each candidate for `size` records; empty if C is 0.
std::vector<std::optional<Jitter>> jitters_of(const Log& log, const Request& request,
                                              std::size_t size);

/// One pass of S-BRED over K copies of `records`: its estimate. The same keys give the same order
/// and, up to its size, the same noise.
double s_bred_pass(Agent agent, const Log& log, std::span<const std::uint32_t> records,
                   std::optional<Jitter>& jitter, const PassKeys& keys);

/// A uniformly random order of 0 .. size - 1.
std::vector<std::uint32_t> random_order(std::size_t size, StreamKey key);

}  // namespace replaybench::evaluators::select_bandwidth
