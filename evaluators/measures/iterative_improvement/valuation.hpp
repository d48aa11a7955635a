#pragma once
// Value of a candidate, and its difference from the current policy, estimated from another policy's
// log.

#include "evaluators/measures/iterative_improvement/static_policy.hpp"
#include "suite/estimation/static_replay.hpp"

namespace replaybench::evaluators::iterative_improvement {

struct Value {
  double estimate = 0;
  double standard_error = 0;
  statistics::Interval interval;
  double time_acceleration = 0;  ///< Gamma+ (star) or Gamma*
};

/// RED_inf (or RED*_inf, as the options say) of `policy` on `log`, weighted by its propensities,
/// with the interval and the resamples of `red_inf`.
Value value_of(const StaticPolicy& policy, std::shared_ptr<const Log> log,
               const estimation::StaticReplayOptions& options, StreamKey resampling);

/// An interval for g_candidate - g_current from the same records: the mean of
///   d_t = (p_candidate - p_current)(a_t | x_t) (r_t - b) / propensity_t,
/// b = 0 for RED*_inf and the current policy's estimate `baseline` for RED_inf (the deviations of
/// the delta method; the weights of b have mean 0). The records on which the two agree drop out,
/// and with them what the two estimates have in common.
statistics::Interval difference_interval(const StaticPolicy& candidate, const StaticPolicy& current,
                                         const Log& log, double baseline,
                                         const estimation::StaticReplayOptions& options,
                                         StreamKey resampling);

}  // namespace replaybench::evaluators::iterative_improvement
