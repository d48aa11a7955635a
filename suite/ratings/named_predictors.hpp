#pragma once
// The predictors of ratings by name, with the parameters that studies use.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "suite/ratings/predictor.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::ratings {

struct NamedPredictor {
  std::string name;
  std::string meaning;
  /// Learns from a table, which must outlive the predictor; `key` is for what it draws.
  std::function<std::unique_ptr<RatingPredictor>(const RatingTable&, StreamKey)> make;
};

/// All of them, the same order always.
const std::vector<NamedPredictor>& named_predictors();

}  // namespace replaybench::ratings
