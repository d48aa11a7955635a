#pragma once
// A twin of a log: its contexts drawn with replacement, actions redrawn by the logging policy, rewards by a model. The
// value of each policy on the twin is known.

#include <cstdint>
#include <memory>
#include <vector>

#include "suite/rehearsal/twin_model.hpp"

namespace replaybench::rehearsal {

struct Twin {
  std::shared_ptr<const Log> log;
  std::vector<std::uint32_t> clusters;  ///< drawn as a whole; each draw is a separate cluster
  /// n x K: mean reward of each action at each record of the original log.
  std::vector<double> means;
  /// Mean reward of each policy over the contexts of the original log.
  std::vector<double> values;
};

/// Draws twins from one model. Log and model must outlive it.
class TwinMaker {
 public:
  TwinMaker(const RehearsedLog& log, const TwinModel& model);

  /// The twin of a key, with its own draw of the tilt coefficients. Rewards 0 and 1 are drawn with the tilted probability.
  /// Other rewards in [0, 1] come from a record of the same action, pulled towards 0 or 1 so that their mean is the
  /// tilted mean; real rewards are the tilted mean plus the error of such a record. O(n (K + d)).
  Twin make(StreamKey key) const;

  /// A reward of an action whose tilted mean is `mean`, drawn as above. O(1).
  double draw_reward(double mean, Action action, Draws& draws) const;

 private:
  std::vector<double> means(std::span<const double> coefficients) const;
  std::vector<std::uint32_t> draw_records(StreamKey key,
                                          std::vector<std::uint32_t>& clusters) const;

  const RehearsedLog& of_;
  const TwinModel& model_;
  RewardRange range_;
  std::vector<double> fitted_;                        // tilted means of the logged actions
  std::vector<std::vector<std::uint32_t>> donors_;    // an action: records whose errors it draws
  std::vector<double> centres_;                       // an action: the mean error of its donors
  std::vector<std::vector<std::uint32_t>> clusters_;  // a cluster: its records
};

}  // namespace replaybench::rehearsal
