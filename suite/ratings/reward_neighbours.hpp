#pragma once
// Nearest neighbours that learn from one reward after another: what the algorithms user_neighbours
// and item_neighbours are made of.
//
// A user's rating of an item is here the mean of the rewards of all times that the user was shown
// it. The prediction of suite/ratings/neighbours.hpp is for an item that the user never saw; for one
// that was shown n times it counts like `prior` rewards in addition to the n:
//   (n mean_ui + prior rhat_ui) / (n + prior)
// Without a neighbour rhat_ui is (users' form) the user's mean plus the item's deviation from the
// mean of all rewards, or (items' form) the item's mean.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "suite/ratings/similarity.hpp"

namespace replaybench::ratings {

struct RewardNeighbourOptions {
  SimilarityKind similarity = SimilarityKind::pearson;
  std::size_t neighbours = 20;   ///< >= 1
  std::size_t significance = 5;  ///< similarities times min(common, s) / s; 0 means as they are
  double prior = 2;              ///< > 0
};

class RewardNeighbours {
 public:
  /// `owner` is for messages, and must outlive this. Throws FileError if the similarities
  /// of all pairs need more than 2 GB. O(users x items + lines^2).
  RewardNeighbours(std::string_view owner, Axis axis, std::size_t users, std::size_t items,
                   const RewardNeighbourOptions& options);

  /// Adds a reward and renews the similarities of its user (or item). Those of the adjusted cosine
  /// between two others keep the means of their own last renewal. Throws NumericalFailure where
  /// sums overflow. O(users x items).
  void learn(std::size_t user, std::size_t item, double reward);
  /// The expected reward; +infinity for an item of which nothing was learned. O(lines).
  double predict(std::size_t user, std::size_t item) const;
  double similarity(std::size_t a, std::size_t b) const { return similarities_[a * lines_ + b]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(cells_, users_, items_, all_, similarities_);
  }

 private:
  struct Mean {
    double count = 0;
    double sum = 0;
    double mean = 0;

    void add(double reward) {
      count += 1;
      sum += reward;
      mean = sum / count;
    }
    template <class Visitor>
    void visit_state(Visitor&& visit) const {
      visit(count, sum, mean);
    }
  };
  struct Neighbour {
    double similarity;
    double deviation;
  };

  // The cell of a line (a user in the users' form) and a place on it.
  const Mean& cell(std::size_t line, std::size_t place) const {
    return axis_ == Axis::users ? cells_[line * items_.size() + place]
                                : cells_[place * items_.size() + line];
  }
  double between(std::size_t a, std::size_t b) const;
  void renew(std::size_t line);
  double from_neighbours(std::size_t user, std::size_t item) const;

  std::string_view owner_;
  Axis axis_;
  RewardNeighbourOptions options_;
  std::size_t lines_;
  std::vector<Mean> cells_;  // users x items
  std::vector<Mean> users_;
  std::vector<Mean> items_;
  Mean all_;
  std::vector<double> similarities_;        // lines x lines
  mutable std::vector<Neighbour> nearest_;  // of the prediction at hand; no part of the state
};

}  // namespace replaybench::ratings
