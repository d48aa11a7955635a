#pragma once
// Test oracle: every log of T records, one by one. A record is ignored (probability 1 - 1/K),
// retained with reward 0
// ((1-g)/K) or retained with reward 1 (g/K); all 3^T sequences are walked, so nothing here knows a
// binomial.

#include <cmath>
#include <cstdint>

namespace replaybench::theory::testing {

struct Enumeration {
  double mean_replay = 0, mean_star = 0;
  double ese_replay = 0, ese_star = 0;
  double failure_replay = 0, failure_star = 0;
  double empty = 0;     ///< P(N = 0)
  double harmonic = 0;  ///< E[1/N; N > 0]
  double variance_replay() const { return square_replay_ - mean_replay * mean_replay; }
  double variance_star() const { return square_star_ - mean_star * mean_star; }
  double square_replay_ = 0, square_star_ = 0;
};

/// 3^T sequences; T <= 12. Failures are |estimate - g| > radius.
inline Enumeration enumerate(double K, int T, double g, double radius) {
  Enumeration out;
  std::int64_t sequences = 1;
  for (int t = 0; t < T; ++t) sequences *= 3;
  for (std::int64_t code = 0; code < sequences; ++code) {
    double probability = 1;
    int retained = 0;
    int rewards = 0;
    std::int64_t rest = code;
    for (int t = 0; t < T; ++t, rest /= 3) {
      const int outcome = static_cast<int>(rest % 3);
      probability *= outcome == 0 ? 1 - 1 / K : (outcome == 1 ? 1 - g : g) / K;
      retained += outcome != 0;
      rewards += outcome == 2;
    }
    const double replay = retained == 0 ? 0 : static_cast<double>(rewards) / retained;
    const double star = K * rewards / T;
    out.mean_replay += probability * replay;
    out.mean_star += probability * star;
    out.square_replay_ += probability * replay * replay;
    out.square_star_ += probability * star * star;
    out.ese_replay += probability * (replay - g) * (replay - g);
    out.ese_star += probability * (star - g) * (star - g);
    if (std::fabs(replay - g) > radius) out.failure_replay += probability;
    if (std::fabs(star - g) > radius) out.failure_star += probability;
    if (retained == 0) {
      out.empty += probability;
    } else {
      out.harmonic += probability / retained;
    }
  }
  return out;
}

}  // namespace replaybench::theory::testing
