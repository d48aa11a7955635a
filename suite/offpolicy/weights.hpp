#pragma once
// Transformations of an importance weight w = pi(a | x) / p >= 0, where pi is the evaluated
// policy's probability of the logged action and p the logger's. Each function is pure and O(1); its
// limits are exact: no cap, lambda = 0 of the smoothings and so on give w itself, to the last bit.

#include <algorithm>
#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench::offpolicy {

/// min(w, cap), cap >= 0. Source: Ionides 2008; Bottou et al. 2013.
inline double capped(double w, double cap) { return std::min(w, cap); }

/// pi / max(p, floor). Source: Strehl et al. 2010; thesis section 3.6.2 (p. 91). Not the cap: they
/// agree for deterministic policies only, with cap = 1 / floor.
inline double floored(double pi, double p, double floor) { return pi / std::max(p, floor); }

/// Implicit exploration: pi / (p + gamma), gamma >= 0. Source: Neu 2015; Gabbianelli et al. 2024.
inline double implicit_exploration(double pi, double p, double gamma) { return pi / (p + gamma); }

/// The sub-Gaussian correction w / (1 - lambda + lambda w), lambda in [0, 1]; 0 for w = 0. lambda = 1
/// is the plain mean of the records that pi can take. Source: Metelli, Russo, Restelli 2021, s = 1.
inline double sub_gaussian(double w, double lambda) {
  return w == 0 ? 0 : w / (1 - lambda + lambda * w);
}

/// Exponential smoothing: pi / p^alpha, alpha in [0, 1]. Source: Aouali et al. 2023.
inline double exponentially_smoothed(double pi, double p, double alpha) {
  return alpha == 1 ? pi / p : pi / numeric::pow(p, alpha);
}

/// Logarithmic smoothing as a weight of the reward r >= 0: log(1 + lambda w r) / (lambda r), and w for
/// r = 0 or lambda = 0. Source: Sakhi et al. 2024, its costs turned into rewards.
inline double logarithmically_smoothed(double w, double r, double lambda) {
  return lambda == 0 || r == 0 ? w : numeric::log1p(lambda * w * r) / (lambda * r);
}

/// Optimistic shrinkage: lambda w / (w^2 + lambda), lambda in [0, infinity]. Source: Su et al. 2020.
inline double optimistically_shrunk(double w, double lambda) {
  return lambda == 0 ? 0 : w / (w * w / lambda + 1);
}

/// w where it is at most tau, otherwise 0. Source: Wang, Agarwal, Dudik 2017.
inline double switched(double w, double tau) { return w <= tau ? w : 0; }

}  // namespace replaybench::offpolicy
