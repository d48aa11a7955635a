#pragma once
// The ratings of a trial's environment, for evaluators of predicted ratings.

#include <memory>
#include <string>
#include <utility>

#include "suite/component/registry.hpp"
#include "suite/ratings/rating_environment.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::estimation {

/// An environment whose users rate.
class RatedWorld {
 public:
  /// The environment of `trial`. Throws NotApplicable, with `owner` in the message, if it
  /// has no ratings.
  RatedWorld(const std::string& owner, const Trial& trial)
      : environment_(trial.environment()),
        world_(dynamic_cast<const ratings::RatingEnvironment*>(environment_.get())) {
    if (!world_) throw NotApplicable(owner + ": this environment has no ratings");
  }
  const ratings::RatingEnvironment& operator*() const { return *world_; }
  const ratings::RatingEnvironment* operator->() const { return world_; }

 private:
  std::unique_ptr<Environment> environment_;
  const ratings::RatingEnvironment* world_;
};

/// Calls `evaluate`. Throws NotApplicable, with `owner` in the message, if it throws DataError:
/// the environment has too few ratings.
template <class Evaluate>
void with_ratings(const std::string& owner, const Evaluate& evaluate) {
  try {
    evaluate();
  } catch (const DataError& error) {
    throw NotApplicable(owner + ": " + error.what());
  }
}

}  // namespace replaybench::estimation
