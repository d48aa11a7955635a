#pragma once
// Value of a deterministic policy with real-valued actions, estimated from another policy's log.
//
//   n          records: logged action a_i, reward r_i, the logging policy's density f_i at a_i
//   t_i        the policy's action
//   w_i        K((t_i - a_i) / h) / (h f_i c_i), a weight for being near: h > 0 is the bandwidth, in
//              the units of the actions
//   c_i        the share of the kernel around t_i that lies in the range of actions; 1 without a range
//   q(x, a)    a model of the mean reward
//
// No logged action is exactly the policy's, so what is estimated is a neighbour: the policy that
// plays t + h U, U drawn from K, in the range if one is given. Of *that* policy the estimates are
// without bias (the ratio up to 1/n), for any h. Its distance from the policy itself is the bias of
// smoothing: of order h^2 away from the ends of the range for a smooth mean reward, of order h at them,
// where the kernel has one side only. Without the range (c = 1) the kernel's mass beyond an end is
// lost: the weights have a mean below 1, and IPS and DR miss up to half of what they weigh, however
// small h is. No interval shows the bias of smoothing; a larger h trades it for variance of order
// 1 / (n h).

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "suite/model/dose_log.hpp"
#include "suite/offpolicy/kernel.hpp"
#include "suite/offpolicy/policy_terms.hpp"

namespace replaybench::offpolicy {

enum class KernelEstimator {
  ips,       ///< mean of w r
  snips,     ///< sum w r / sum w
  dr,        ///< mean of q(x, t) + w (r - q(x, t)): smooths, for any model
  dr_logged  ///< mean of q(x, t) + w (r - q(x, a)): smooths only what the model leaves
};

struct KernelOptions {
  Kernel kernel = Kernel::epanechnikov;
  /// The actions that exist; every action and target of the log is in it.
  std::optional<ActionRange> range = {};
};

struct KernelEstimate {
  double bandwidth = 0;
  Estimate estimate;
  WeightSummary weights;  ///< of w; their mean is 1 in expectation
  double within = 0;      ///< share of the records with |t - a| <= h
  double near_end = 0;    ///< share with t within h of the least or largest action: range or logged
};

/// The terms of an estimate of target `target`. Requires a finite bandwidth above 0. Throws
/// NotApplicable if the log does not have what the estimator needs, and names the columns; DataError
/// for an action or a target outside the range, and for a weight beyond largest_weight. O(n). Sources:
/// Kallus, Zhou 2018; the ratio and `dr` as the Open Bandit Pipeline has them.
PolicyTerms terms_of_doses(const DoseLog& log, std::size_t target, KernelEstimator estimator,
                           double bandwidth, const KernelOptions& options = {});

/// The estimate of these terms and what belongs to it. Sums are exact: the order of the records changes
/// nothing. Throws as terms_of_doses. O(n).
KernelEstimate estimate_kernel(const DoseLog& log, std::size_t target, KernelEstimator estimator,
                               double bandwidth, const KernelOptions& options = {});

/// Ten bandwidths, from twice the standard deviation of the logged actions down, each smaller by the
/// root of two. Throws NotApplicable if all logged actions are equal, or there is only one. O(n).
std::vector<double> bandwidth_grid(const DoseLog& log);

/// The estimates of all bandwidths, and which of them SLOPE++ takes (choose_by_slope, with half-widths
/// at 0.9): the largest whose estimate agrees with those of all smaller ones. Two kinds of bandwidths are
/// no candidates: those with fewer than `fewest` effective records, because an estimate from no record
/// has no error either; and those whose interval is no shorter than that of a smaller bandwidth. With
/// little noise the largest bandwidth has the widest interval, and SLOPE++ would take it for the least
/// biased. Without a candidate the bandwidth with the most effective records is taken. Needs a
/// bandwidth at least; throws as estimate_kernel. O(n bandwidths). Source: Su, Srinath, Krishnamurthy
/// 2020, section 4; SLOPE++: Tucker, Lee 2021.
struct BandwidthChoice {
  std::vector<KernelEstimate> candidates;
  std::size_t taken = 0;

  const KernelEstimate& chosen() const { return candidates[taken]; }
};
BandwidthChoice choose_bandwidth(const DoseLog& log, std::size_t target, KernelEstimator estimator,
                                 std::span<const double> bandwidths,
                                 const KernelOptions& options = {}, double fewest = 30);

}  // namespace replaybench::offpolicy
