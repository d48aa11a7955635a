#pragma once
// One rating predicted from nearest neighbours, and one similarity. The algorithm plays no part.
//
// Source: thesis, appendices C.1.1 (p. 246) and C.2 (p. 248): the worked numbers of table C.1.
// Deviations: as in suite/ratings/neighbours.hpp, as options; all neighbours count, whatever the
// sign of their similarity.

#include "suite/component/registry.hpp"
#include "suite/ratings/neighbours.hpp"

namespace replaybench::evaluators::neighbour_prediction {

struct NeighbourPredictionOptions : ratings::SimilarityOptions {
  ratings::Axis of = ratings::Axis::users;
  std::size_t user = 0;
  std::size_t item = 4;
  std::size_t other = 1;  ///< the user, or item, whose similarity is reported
  std::size_t neighbours = 2;
  bool signed_denominator = true;
};

class NeighbourPrediction final : public Evaluator {
 public:
  explicit NeighbourPrediction(const NeighbourPredictionOptions& options) : options_(options) {}
  const RowSchema& schema() const override;
  /// Throws NotApplicable if the environment has no ratings, if none is observed, and
  /// if there is no such user or item.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  NeighbourPredictionOptions options_;
};

}  // namespace replaybench::evaluators::neighbour_prediction
