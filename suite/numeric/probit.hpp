#pragma once
// The two functions by which a Gaussian weight learns from a probit likelihood (Ad Predictor:
// Graepel et al. 2010; thesis, section 2.3.3, p. 46, figure 2.2).

namespace replaybench::numeric {

/// Both functions at one place.
struct Probit {
  double v;
  double w;
};

/// v and w of t, for little more than the price of one. The same bits as the two functions below.
/// From a table of series for t in [-8, 10], at the price of some twenty multiplications; outside
/// an exponential and an error function cost five times that.
Probit probit(double t);

/// v(t) = phi(t) / Phi(t), the mean of a standard normal truncated to (-t, inf). Positive,
/// decreasing, about -t for t << 0. Relative error below 1e-13 for every finite t.
double probit_v(double t);

/// w(t) = -v'(t) = v(t) (v(t) + t), by how much that truncation reduces the variance. In (0, 1),
/// decreasing. Relative error below 1e-10. (Thesis section 2.3.3, p. 46, says that w grows to 1
/// with t: it is the factor 1 - w that does.)
double probit_w(double t);

}  // namespace replaybench::numeric
