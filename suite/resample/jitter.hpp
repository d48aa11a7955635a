#pragma once
// Jitter: noise on the contexts of a bootstrapped replay, so that the copies of a record are not
// the same context seen again ("partially smoothed bootstrap": thesis, sections 5.3.2, p. 126, and
// 5.9.3, p. 183; JITTER in algorithms 12 and 16).
//
//   thesis   here
//   h        bandwidth      of which the thesis says O(1/sqrt(T)): h = C / sqrt(T)
//   JITTER   Jitter::apply  x + h N(0, I)
//
// Each point that the thesis leaves open is an option: the scale of each feature, the features, and
// the treatment of features that are not numbers. The constant feature is never touched: it is no
// part of the context (section 5.2, p. 123) but the intercept of a model.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/model/context_noise.hpp"
#include "suite/model/log.hpp"
#include "suite/resample/geometric_gaps.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

enum class JitterKind {
  gaussian,  ///< every feature gets x + h z, z standard normal: the thesis's
  switches,  ///< every feature is, with probability min(h, 1), drawn again from its own column
  mixed      ///< switches for features with two values or named in `switched`, otherwise gaussian
};

struct JitterOptions {
  double bandwidth = 0;  ///< h >= 0, finite
  JitterKind kind = JitterKind::gaussian;
  bool scaled = false;                     ///< h times the feature's standard deviation in the log
  std::vector<std::size_t> features = {};  ///< which; empty means all
  std::vector<std::size_t> switched = {};  ///< `mixed`: categories written as numbers
};

/// Noise for the contexts of one log, which must outlive it.
class Jitter final : public ContextNoise {
 public:
  /// Features that are constant in the log are left out, even if `options.features` names them. Throws
  /// std::invalid_argument when no feature is left, or one is named that is not there. O(n d).
  Jitter(const Log& log, const JitterOptions& options, StreamKey key);

  /// The noise of slot s is that of the words at (key, s). O(features); a context of switches
  /// alone stays sparse if it was.
  Context apply(std::uint64_t slot, const Context& context) override;

  /// Another pass over the same log: other noise. Keeps what was learned of the log.
  void set_key(StreamKey key) {
    key_ = key;
    switch_key_ = replicate_key(key, 1);
  }

  /// Another bandwidth h, from 0 on and finite: that of a window, for example. What was learned of the log,
  /// deviations included, stays. O(features).
  void set_bandwidth(double bandwidth);

  /// The features that get Gaussian noise, and those that are switched.
  const std::vector<std::uint32_t>& gaussian() const { return gaussian_; }
  const std::vector<std::uint32_t>& switched() const { return switched_; }

 private:
  void apply_switches(std::uint64_t slot);

  const Log& log_;
  StreamKey key_;
  StreamKey switch_key_;
  double switch_probability_ = 0;
  GeometricGaps switch_gaps_{1};         // features that stay before one that is switched
  std::vector<std::uint32_t> gaussian_;  // increasing
  std::vector<double> units_;            // one for each of them: deviations, or 1
  std::vector<double> scales_;           // h times these
  // A column with two values, and how often the first stands there; 0 means it has more.
  struct TwoValues {
    std::array<double, 2> values;
    std::uint32_t firsts;
  };

  std::vector<std::uint32_t> switched_;  // increasing
  std::vector<TwoValues> pairs_;         // one for each of them
  std::vector<double> normals_;
  std::vector<double> values_;
  std::vector<std::uint32_t> active_;
};

}  // namespace replaybench
