#pragma once
// Basis of an estimate by replay: the accepted records or, for a static policy, the probabilities
// of acceptance.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::estimation {

/// A mean or ratio of the accepted `records`, each with its weight (`weights` has one for each record of
/// the log; empty: 1). A record that was accepted twice counts twice. A mean without weights has the
/// scale K. O(n).
EstimateBasis basis_of_accepted(EstimateForm form, const Log& log, const Weighting& weighting,
                                std::span<const double> weights,
                                std::span<const std::uint32_t> records);

/// Basis of a static policy, which takes the logged action of each record with its probability. O(n).
EstimateBasis basis_of_probabilities(EstimateForm form, const Log& log, const Weighting& weighting,
                                     std::vector<double> probabilities);

/// An estimate from resamples, of no known form. Of a static policy that gives its probabilities the
/// weights are known if records are weighed, or `evaluator` assumes such a policy. O(n K).
EstimateBasis basis_of_resamples(const Evaluator& evaluator, Trial& trial,
                                 const Weighting& weighting);

}  // namespace replaybench::estimation
