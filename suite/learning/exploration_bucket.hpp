#pragma once
// The random bucket of the "most popular" algorithms: part of the visits get a uniformly random
// action, the others the action of highest estimate. Shared by EMP, SEMP and CEMP.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.3: buckets of visitors, one with random
// articles whose data teach the models, one for each model where its best article is served.
//
// In the paper a visitor's cookie gives the bucket. Here nothing in the context does, and `choose`
// leaves no trace that `update` could read. So the bucket is a rotation that both can compute from
// the number of updates so far: the visit after n updates is in the random bucket when
// ceil((n + 1) epsilon) > ceil(n epsilon). That is a share of epsilon exactly (ceil(n epsilon) of
// the first n), spread evenly, the first visit included when epsilon > 0. Under replay n counts the
// accepted records, so a visit of the random bucket lasts until a random choice agrees with the
// log: the rejected records change nothing, as it should be.

#include <cmath>
#include <cstdint>
#include <span>

#include "suite/component/registry.hpp"
#include "suite/model/action.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::learning {

/// The rewards that are learned: of the random bucket, or all.
enum class LearnFrom { bucket, all };

struct BucketOptions {
  double epsilon = 0.1;  ///< share of the random bucket, in [0, 1]
  LearnFrom learn_from = LearnFrom::bucket;
  Ties ties = Ties::random;
};

class ExplorationBucket {
 public:
  explicit ExplorationBucket(const BucketOptions& options) : options_(options) {}

  /// True if the visit at hand is in the random bucket.
  bool explores() const {
    const auto n = static_cast<double>(updates_);
    return std::ceil((n + 1) * options_.epsilon) > std::ceil(n * options_.epsilon);
  }
  /// True if the reward of the visit at hand teaches.
  bool teaches() const { return options_.learn_from == LearnFrom::all || explores(); }
  /// To be called at the end of each update.
  void next() { ++updates_; }

  /// A uniform choice, or the highest score(action).
  template <class Score>
  Action choose(const ActionSet& actions, Draws& draws, const Score& score) const {
    if (explores()) return actions[draws.below(actions.size())];
    return best_action(actions, options_.ties, draws, score);
  }

  /// The distribution of `choose`: out[i] = P(actions[i]).
  template <class Score>
  void probabilities(const ActionSet& actions, const Score& score, std::span<double> out) const {
    if (explores()) {
      for (double& p : out) p = 1.0 / actions.size();
      return;
    }
    Draws unused({}, 0);
    const Action best = best_action(actions, Ties::lowest, unused, score);
    const double highest = score(best);
    Action winners = 0;
    for (Action i = 0; i < actions.size(); ++i) {
      const bool wins =
          options_.ties == Ties::random ? score(actions[i]) == highest : actions[i] == best;
      out[i] = wins ? 1 : 0;
      winners += wins ? 1 : 0;
    }
    for (double& p : out) p /= winners;
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(updates_);
  }

 private:
  BucketOptions options_;
  std::uint64_t updates_ = 0;
};

/// The parameters that an algorithm with a random bucket has.
Binding<BucketOptions> bucket_parameters();

}  // namespace replaybench::learning
