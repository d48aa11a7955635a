#pragma once
// The parameters of jitter, the same words in every evaluator that has it.

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/resample/jitter.hpp"

namespace replaybench::estimation {

/// Jitter as the user specified it; the bandwidth as a number depends on the log.
struct JitterRequest {
  double constant = 0;    ///< C: h = C / sqrt(T)
  double bandwidth = -1;  ///< h itself; below 0: from `constant`
  JitterOptions options;

  bool wanted() const { return bandwidth > 0 || (bandwidth < 0 && constant > 0); }
  double bandwidth_for(std::size_t records) const {
    return bandwidth >= 0 ? bandwidth : constant / std::sqrt(static_cast<double>(records));
  }
};

/// Parameters of the kind of jitter, without its bandwidth.
inline Binding<JitterOptions> jitter_kind_parameters() {
  return bind_parameters<JitterOptions>(
      choice(&JitterOptions::kind, "jitter_kind",
             {{"gaussian", JitterKind::gaussian},
              {"switches", JitterKind::switches},
              {"mixed", JitterKind::mixed}},
             "Gaussian noise; or features drawn again from their column with probability h; or "
             "switches for the features of two values and Gaussian noise for the others")
          .source("thesis, sections 5.9.3 (p. 183) and 5.13 (p. 201)"),
      choice(&JitterOptions::scaled, "jitter_scale", {{"one", false}, {"deviation", true}},
             "h for every feature, or h times its standard deviation in the log"),
      integers(&JitterOptions::features, "jitter_features",
               "features to jitter, from 0; empty: all but the constant ones")
          .at_least(0),
      integers(&JitterOptions::switched, "switched_features",
               "with mixed: further features to switch, from 0")
          .at_least(0));
}

inline Binding<JitterRequest> jitter_parameters() {
  return bind_parameters<JitterRequest>(
      real(&JitterRequest::constant, "jitter",
           "C of the jitter's bandwidth h = C / sqrt(records); 0: no jitter")
          .at_least(0)
          .source("thesis, algorithm 12 (section 5.3.2, p. 126) and section 5.10.2 (p. 188)"),
      real(&JitterRequest::bandwidth, "bandwidth",
           "the bandwidth h itself, in the place of C; -1: from `jitter`")
          .at_least(-1),
      group(&JitterRequest::options, jitter_kind_parameters()));
}

/// The jitter for a log, with the bandwidth for `records` records; empty if no jitter is requested.
/// Throws NotApplicable if the log has nothing to jitter.
inline std::optional<Jitter> make_jitter(const Log& log, const JitterRequest& request,
                                         std::size_t records) {
  if (!request.wanted()) return std::nullopt;
  if (log.dimension == 0) {
    throw NotApplicable("the jitter needs features, and this log has none: use jitter=0");
  }
  JitterOptions options = request.options;
  options.bandwidth = request.bandwidth_for(records);
  try {
    return std::optional<Jitter>(std::in_place, log, options, StreamKey{});
  } catch (const std::invalid_argument& error) {
    throw NotApplicable(error.what());
  }
}

}  // namespace replaybench::estimation
