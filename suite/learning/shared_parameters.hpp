#pragma once
// Parameters that many algorithms have in common.

#include <string>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::learning {

/// Addition to the meaning of "ties" for algorithms whose unplayed actions have an infinite score.
inline constexpr const char* never_learnt_first = "actions never learned tie above all others";

/// The parameter "ties"; `more` is what the algorithm adds to its meaning.
template <class Options>
BoundParameter<Options> ties_parameter(Ties Options::*member, const std::string& more = "") {
  return choice(member, "ties", {{"lowest", Ties::lowest}, {"random", Ties::random}},
                "which of several best actions is played" + (more.empty() ? more : "; " + more));
}

/// The widths of a confidence bound that the tuning tries, the same for every algorithm with one.
inline std::vector<double> confidence_widths() {
  return {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3};
}

/// The shares of uniform choices that the tuning tries.
inline std::vector<double> exploration_shares() {
  return {0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5};
}

/// The parameters "v" and "lambda" of Thompson sampling with a ridge regression (Agrawal and Goyal 2013).
template <class Options>
BoundParameter<Options> drawn_width_parameter(double Options::*member) {
  return real(member, "v",
              "width of the distribution that is drawn from; multiplies the standard deviation")
      .at_least(0)
      .finite()
      .source("Agrawal and Goyal: R sqrt(24 / epsilon d ln(1 / delta)) in the theorem")
      .tuned_over(confidence_widths());
}
template <class Options>
BoundParameter<Options> ridge_parameter(double Options::*member) {
  return real(member, "lambda", "ridge regularisation")
      .above(0)
      .finite()
      .source("1 in Agrawal and Goyal");
}

}  // namespace replaybench::learning
