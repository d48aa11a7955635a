#pragma once
// SEMP, Segmented Most Popular: EMP in each segment of the visitors.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.3: 18 clusters of visitors by age and
// gender; the mean reward of each article in each cluster, from the random bucket; each cluster is
// served its best article.
//
// The paper does not give the clusters. Here the features that define them are parameters:
//   segment_by = cells     each feature of the list is cut at the same values; the segment is the
//                          combination of the cells (c cuts and f features: (c + 1)^f segments).
//                          With the default, two segments: the first feature below 0.5, or not.
//   segment_by = largest   the segment is the place of the largest feature of the list, the first
//   of
//                          equals: for segments that the data give as indicators, one a segment.
// An action without an estimate in the segment is not served in it; if no available action has
// one, ties decide. Everything else follows EMP: algorithms/emp.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/learning/estimated_rates.hpp"
#include "suite/learning/exploration_bucket.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::semp {

enum class SegmentBy { cells, largest };

struct Segmentation {
  SegmentBy by = SegmentBy::cells;
  std::vector<std::size_t> features{0};  ///< not empty, below the contexts' dimension
  std::vector<double> cuts{0.5};         ///< increasing; SegmentBy::cells only

  std::size_t size() const;
  /// 0 .. size() - 1. O(features * cuts).
  std::size_t of(const Context& context) const;
};

class Semp {
  auto rates_of(const Context& context) const {
    return [this, segment = segmentation_.of(context)](Action a) { return rates_(segment, a); };
  }

 public:
  Semp(Action action_count, Segmentation segmentation, const learning::BucketOptions& options)
      : segmentation_(std::move(segmentation)),
        bucket_(options),
        rates_(segmentation_.size(), action_count) {}

  /// O(K) and the segment.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return bucket_.choose(actions, draws, rates_of(context));
  }
  void update(const Context& context, Action action, double reward) {
    if (bucket_.teaches()) rates_.add(segmentation_.of(context), action, reward);
    bucket_.next();
  }
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    bucket_.probabilities(actions, rates_of(context), out);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(bucket_, rates_);
  }

 private:
  Segmentation segmentation_;
  learning::ExplorationBucket bucket_;
  learning::EstimatedRates rates_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::semp
