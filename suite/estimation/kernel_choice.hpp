#pragma once
// A static policy's choices on contexts that are blurred by a kernel.
//
// Source: thesis, section 5.11.3 (p. 200; after table 5.2: "a specific compressed form could be
// computed analytically for any Kernel") and section 5.10.1 (p. 185; figure 5.11). Jittered replay
// of a static policy, repeated forever, accepts record t with probability
//
//   p_t(h) = E P(pi(x_t + h Z) = a_t)
//
// over the noise Z. Inside a policy's regions it is what the policy says, and near a frontier in
// between: Phi(d / h) at distance d inside a half-space, for Gaussian noise. A policy whose regions
// are not known is evaluated at `draws` noisy contexts of each record, which leaves a variance of
// p_t (1 - p_t) / draws at most; the records' noise is independent.

#include <cstdint>
#include <functional>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/resample/jitter.hpp"

namespace replaybench::estimation {

/// P(pi(x_t) = a_t) of each record of a log, or what an evaluator takes in its place.
using RecordProbabilities = std::function<std::vector<double>(const Agent& agent, const Log& log)>;

/// p_t(h) of each record, from `draws` >= 1 noisy contexts of each; for an agent that has
/// probabilities. Record t has the noise of the slots t draws, ..., t draws + draws - 1 of
/// `jitter`. O(T draws (K + features)).
std::vector<double> kernel_probabilities(const Agent& agent, const Log& log, Jitter& jitter,
                                         std::uint64_t draws);

}  // namespace replaybench::estimation
