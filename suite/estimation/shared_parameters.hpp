#pragma once
// Parameters that many evaluators have in common.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/bind.hpp"

namespace replaybench::estimation {

/// Names of parameters that are read without knowing the evaluator: how often it passes over the log,
/// and the level of its interval.
inline constexpr const char* resamples_name = "resamples";
inline constexpr const char* level_name = "level";

/// The parameter "resamples" of an evaluator that draws one at least.
template <class Options>
BoundParameter<Options> resamples_parameter(
    std::uint64_t Options::*member, const std::string& meaning = "B, resamples of the log") {
  return integer(member, resamples_name, meaning).at_least(1).repeats_work();
}

/// The parameter "of", the text of the inner evaluator of a wrapper (inner_evaluator.hpp).
template <class Options>
BoundParameter<Options> of_parameter(std::string Options::*member) {
  return text(member, "of", "the evaluator, with its parameters");
}

/// The parameter "expansion" of an evaluator that offers E logs in a resample. `mean`: of the sizes of
/// the pools, where they change.
template <class Options>
BoundParameter<Options> expansion_parameter(double Options::*member,
                                            const std::string& mean = "harmonic") {
  return real(member, "expansion",
              "E: records offered in a resample, as a multiple of the log's; 0: as many as "
              "actions, K, where pools change the " +
                  mean + " mean of their sizes, so that T interactions are replayed")
      .at_least(0)
      .source("thesis, section 5.6.3 (p. 145)");
}

/// The parameter "level" of an evaluator that gives an interval.
template <class Options>
BoundParameter<Options> level_parameter(double Options::*member) {
  return real(member, level_name, "of the interval [low, high]").above(0).below(1);
}

}  // namespace replaybench::estimation
