#pragma once
// The estimators of fixed policies, each as what a record adds to it.
//
//   n         records (x, a, r), logged with probability p of a
//   pi        the evaluated policy; w = pi(a | x) / p
//   q         a model of the mean reward; q(x, pi) = sum_a pi(a | x) q(x, a)
//   M, ...    the parameter of an estimator: Settings::value
//
// Sources are with the functions of suite/offpolicy/weights.hpp and below.

#include <cstddef>
#include <span>
#include <string_view>

#include "suite/offpolicy/terms.hpp"

namespace replaybench::offpolicy {

/// One record as the estimators see it. What an estimator did not ask for is NaN, or empty. Spans
/// have a place for each available action.
struct RecordView {
  double pi = 0;          ///< of the logged action
  double propensity = 0;  ///< the logger's probability of the logged action; see Loggers
  double weight = 0;      ///< pi / propensity
  double reward = 0;
  double predicted = 0;                ///< q(x, a)
  double value = 0;                    ///< q(x, pi)
  std::size_t place = 0;               ///< of the logged action
  std::span<const double> target;      ///< pi(. | x)
  std::span<const double> model;       ///< q(x, .)
  std::span<const double> logger;      ///< the logger's probabilities of all actions
  std::span<const std::size_t> group;  ///< the category of each action
};

/// An estimator's parameters.
struct Settings {
  double value = 0;  ///< M, tau, gamma, lambda or alpha
  double floor = 0;  ///< clipped IPS alone: of the propensities
};

/// Treatment of a log of several logging policies (loggers.hpp) by an estimator.
enum class Loggers {
  own,        ///< nothing special: a record's propensity is that of the logger that wrote it
  mixture,    ///< written by the mixture of them, whose propensity every record has
  divergence  ///< an estimate from each, weighted by how little it varies
};

struct EstimatorDefinition {
  Combination combination = Combination::mean;
  Term (*term)(const RecordView&, const Settings&) = nullptr;
  bool needs_propensity = true;
  bool needs_model = false;   ///< then the policy's probabilities of all actions too
  bool needs_logger = false;  ///< the logger's probabilities of all actions, and the policy's
  bool needs_groups = false;
  /// A constant added to the rewards and to the model's predictions is added to the estimate. The
  /// terms can then be those of rewards without their offset (RewardModel::offset).
  bool moves_with_rewards = false;
  /// The weights are other than w: their mean need not be 1.
  bool changes_weights = false;
  /// False if the terms do not show the error of the estimate: a model alone, whose error is what
  /// it gets wrong. There is then no standard error and no interval.
  bool has_error = true;
  /// Rewards are to be 0 at least.
  bool needs_positive_rewards = false;
  Loggers loggers = Loggers::own;
};

namespace estimators {

/// w r. Horvitz, Thompson 1952; Strehl et al. 2010.
extern const EstimatorDefinition importance_sampling;
/// sum w r / sum w. Swaminathan, Joachims 2015.
extern const EstimatorDefinition self_normalised;
/// w r of several loggers, w = pi / (sum_k (n_k / n) pi_k(a | x)). Agarwal et al. 2017: balanced.
extern const EstimatorDefinition balanced;
/// w r of several loggers, each logger's mean weighted by its inverse variance. Agarwal et al. 2017.
extern const EstimatorDefinition weighted_by_divergence;
/// min(pi / max(p, floor), M) r.
extern const EstimatorDefinition clipped;
/// sum min(w, M) r / sum min(w, M). Gilotte et al. 2018.
extern const EstimatorDefinition normalised_capped;
/// pi r / (p + gamma).
extern const EstimatorDefinition implicit_exploration;
/// r w / (1 - lambda + lambda w).
extern const EstimatorDefinition sub_gaussian;
/// r pi / p^alpha.
extern const EstimatorDefinition exponential_smoothing;
/// log(1 + lambda w r) / lambda, r >= 0.
extern const EstimatorDefinition logarithmic_smoothing;
/// (1/lambda) log mean exp(lambda w r), lambda <= 0. Behnamnia et al. 2025.
extern const EstimatorDefinition log_sum_exponential;

/// q(x, pi).
extern const EstimatorDefinition direct;
/// q(x, pi) + w (r - q(x, a)). Dudik, Langford, Li 2011.
extern const EstimatorDefinition doubly_robust;
/// Doubly robust for several loggers, w = pi / (sum_k (n_k / n) pi_k(a | x)). Kallus, Saito, Uehara 2021.
extern const EstimatorDefinition balanced_doubly_robust;
/// Doubly robust for several loggers, each logger's mean weighted by its inverse variance. Agarwal et al.
/// 2017; Kallus, Saito, Uehara 2021.
extern const EstimatorDefinition weighted_doubly_robust;
/// mean q(x, pi) + sum w (r - q) / sum w. Thomas, Brunskill 2016; Kallus, Uehara 2019.
extern const EstimatorDefinition self_normalised_doubly_robust;
/// w r [w <= tau] + sum_b pi(b | x) q(x, b) [w(x, b) > tau]. Wang, Agarwal, Dudik 2017.
extern const EstimatorDefinition switching;
/// q(x, pi) + w (r - q) [w <= tau]. The same paper.
extern const EstimatorDefinition switching_doubly_robust;
/// q(x, pi) + lambda w / (w^2 + lambda) (r - q). Su et al. 2020: optimistic shrinkage.
extern const EstimatorDefinition optimistic_doubly_robust;
/// q(x, pi) + min(w, M) (r - q). Su et al. 2020: pessimistic shrinkage.
extern const EstimatorDefinition capped_doubly_robust;
/// q(x, pi) + w / (1 - lambda + lambda w) (r - q). Metelli, Russo, Restelli 2021.
extern const EstimatorDefinition sub_gaussian_doubly_robust;
/// min(w, M) r + sum_b pi(b | x) max(0, 1 - M / w(x, b)) q(x, b). Su et al. 2019.
extern const EstimatorDefinition continuous_blending;

/// w(x, e) r, w(x, e) = pi(e | x) / p(e | x) of the category e of the logged action. Saito, Joachims
/// 2022.
extern const EstimatorDefinition marginalised;
/// Marginalised weights, self-normalised.
extern const EstimatorDefinition self_normalised_marginalised;
/// w(x, e) (r - q(x, a)) + q(x, pi). Saito, Ren, Joachims 2023.
extern const EstimatorDefinition conjunct_effect;

}  // namespace estimators

/// Weight of a record's loss in the model that minimises the variance of the doubly robust
/// estimate: pi(a | x) (1 - p) / p^2. Source: Farajtabar, Chow, Ghavamzadeh 2018.
double robust_fit_weight(double pi, double propensity);

}  // namespace replaybench::offpolicy
