#pragma once
// Search for the categorical features to cross with the item, while the algorithm plays: model M7.
//
// Source: thesis, section 2.4.2 (p. 49), one sentence: "We also tried to identify online which
// features from C_d were actually correlated with the option using an ANOVA and then to dynamically
// combine them with the item. It did not work either." The test, its level and its time are not
// printed. The reading here:
//
//   - the test: two-way analysis of variance of the clicks of the displays learned from, the feature's
//     value and the item as factors; a feature is crossed if the F test rejects that the two do
//     not interact (suite/learning/two_way_anova.hpp). An effect of only the item, or of only the
//     feature, needs no crossing.
//   - its time: after `after` displays, then after 2 after, 4 after and so on, from all displays so
//     far. A feature that was crossed stays so.
//   - its level: level / (2^j m) for each of the m features at the j-th time, j = 1, 2, ...: so the
//     probability of crossing any feature in vain, ever, is at most `level` (Bonferroni), as far as
//     the F distribution holds.
//   - rare values: those with fewer than five clicks (or displays without one) a cell to expect at the
//     mean click rate are one row together, and are left out if even together they have fewer: the
//     usual rule for such approximations (Cochran, Biometrics 10, 1954, p. 420).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "suite/learning/two_way_anova.hpp"
#include "suite/model/action.hpp"

namespace replaybench::algorithms::ad_predictor {

struct CrossingOptions {
  std::uint64_t after = 0;  ///< 0: never
  double level = 0.05;      ///< in (0, 1)
};

class CrossingSearch {
 public:
  CrossingSearch() = default;
  /// `places` values of each feature. Memory for features x places x items cells.
  CrossingSearch(std::size_t features, std::size_t places, Action items,
                 const CrossingOptions& options);

  /// A display of this item had this value of the feature. Every feature once, then crossed_now().
  void see(std::size_t feature, std::size_t place, Action item, bool click) {
    learning::AnovaCell& cell = cells_[(feature * places_ + place) * items_ + item];
    cell.count += 1;
    cell.sum += click ? 1 : 0;
  }
  /// Ends a display: the features to cross from now on, each once; for the most part none.
  /// Allocates at the times of a test only.
  std::vector<std::size_t> crossed_now();
  /// The test of a feature with the records seen so far; nothing if nothing can be tested.
  std::optional<learning::Interaction> test(std::size_t feature) const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    for (const learning::AnovaCell& cell : cells_) visit(cell.count, cell.sum);
    visit(crossed_, seen_, next_, tests_);
  }

 private:
  std::size_t places_ = 0;
  std::size_t items_ = 0;
  CrossingOptions options_;
  std::vector<learning::AnovaCell> cells_;  // of a feature, a row a value, a column an item
  std::vector<std::uint8_t> crossed_;       // of each feature
  std::uint64_t seen_ = 0;
  std::uint64_t next_ = 0;  // displays at which it tests
  std::uint64_t tests_ = 0;
};

}  // namespace replaybench::algorithms::ad_predictor
