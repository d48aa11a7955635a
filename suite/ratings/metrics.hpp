#pragma once
// Metrics of predicted ratings.
//
// Source: thesis, section 1.5.4 (p. 33) and appendix D (p. 259), which names them and prints no
// formula. Those here are of Herlocker, Konstan, Terveen and Riedl, ACM TOIS 22(1), 2004; nDCG of
// Jarvelin and Kekalainen, ACM TOIS 20(4), 2002; half-life utility of Breese, Heckerman and Kadie,
// UAI 1998; list diversity of Ziegler, McNee, Konstan and Lausen, WWW 2005. These errors are of
// ratings; the thesis's chapter 5 uses the names MAE and RMSE for errors of an estimated click
// rate.
//
// Items with equal predictions have no order. Metrics of ranked lists and of recommendation lists
// are expected values over all orders of equal ones, each as likely, as computed by McSherry and
// Najork, ECIR 2008: they do not depend on how items are numbered.
//
// NaN if a metric is not defined (no predictions, nothing relevant, nothing recommended).

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "suite/ratings/predictor.hpp"

namespace replaybench::ratings {

/// A held-out rating and what was predicted for it.
struct Prediction {
  std::uint32_t user = 0;
  std::uint32_t item = 0;
  double rating = 0;
  double predicted = 0;
};

/// The predictions for the ratings at these places of the table. O(places x predict).
std::vector<Prediction> predict_all(const RatingPredictor& predictor, const RatingTable& table,
                                    std::span<const std::size_t> places);

/// sqrt(mean (predicted - rating)^2).
double rmse(std::span<const Prediction> predictions);
/// mean |predicted - rating|.
double mae(std::span<const Prediction> predictions);
/// MAE over the extreme ratings alone: at most `low`, or at least `high`.
double tweaked_mae(std::span<const Prediction> predictions, double low, double high);

/// Good against bad items: relevant where the rating is at least the threshold, recommended where
/// the prediction is.
struct Classification {
  std::size_t hits = 0;          ///< relevant and recommended
  std::size_t false_alarms = 0;  ///< recommended alone
  std::size_t misses = 0;        ///< relevant alone
  std::size_t rejections = 0;    ///< neither

  double precision() const;
  double recall() const;
  /// 2 P R / (P + R) = 2 hits / (2 hits + false alarms + misses).
  double f1() const;
};
Classification classify(std::span<const Prediction> predictions, double threshold);

/// Metrics of one ranked list. `predicted` decreases; the other list has one entry for each of its
/// items. O(n), and O(n log n) for the best orders.
double average_precision(std::span<const double> predicted, const std::vector<bool>& relevant);
double reciprocal_rank(std::span<const double> predicted, const std::vector<bool>& relevant);
/// DCG over the first `depth` places, sum gain_k / log2(k + 1) with k from 1, over that of the best
/// order of the same gains. Gains are >= 0; NaN if all are 0.
double ndcg(std::span<const double> predicted, std::span<const double> gains, std::size_t depth);
/// sum max(rating_k - neutral, 0) / 2^((k - 1) / (half_life - 1)), k from 1, over its maximum.
/// half_life > 1.
double half_life_utility(std::span<const double> predicted, std::span<const double> ratings,
                         double neutral, double half_life);
/// Probability that a relevant item is predicted above one that is not; ties count a half. O(n log
/// n).
double auc(std::span<const double> predicted, const std::vector<bool>& relevant);

struct RankingOptions {
  double threshold = 4;  ///< relevant from here on; half-life utility's neutral rating
  std::size_t depth = 10;
  double half_life = 5;
};
/// Means over users of the metrics of each user's list of tested items. A user counts where a metric
/// is defined.
struct RankingMetrics {
  double map = 0;
  double mrr = 0;
  double ndcg = 0;
  double half_life_utility = 0;
  double auc = 0;
  std::size_t users = 0;  ///< with both a relevant and another item tested
  std::size_t users_tested = 0;
};
/// `min_rating`: the bottom of the scale of the ratings, at most each rating, whatever part of them
/// is tested; nDCG's gain of an item is its rating less that. O(n log n).
RankingMetrics ranking_metrics(std::span<const Prediction> predictions,
                               const RankingOptions& options, double min_rating);

/// True if some of the ratings are relevant at this threshold and some are not. O(predictions).
bool has_both_classes(std::span<const Prediction> predictions, double threshold);
/// Throws DataError if one of the classes is empty: classification and ranking metrics then say
/// nothing.
void require_both_classes(std::span<const Prediction> predictions, double threshold);

/// The items that one user is recommended. Where more items have the last prediction of the list
/// than it has room for, the list has some of them, any as likely.
struct RecommendationList {
  std::vector<std::uint32_t> sure;  ///< best prediction first
  std::vector<std::uint32_t> tied;  ///< of equal prediction; more than `places`, or none
  std::size_t places = 0;           ///< for those of `tied`, after those of `sure`

  std::size_t size() const { return sure.size() + places; }
};

/// For each user the `length` items with the highest predictions among those that `offer` gives.
/// O(users x items log items).
std::vector<RecommendationList> recommendation_lists(
    const RatingPredictor& predictor, std::size_t users, std::size_t items, std::size_t length,
    const std::function<bool(std::size_t user, std::size_t item)>& offer);
/// Share of the users with a list that is not empty.
double user_coverage(std::span<const RecommendationList> lists);
/// Share of the items that are in some list; expected, where users' lists differ independently.
double item_coverage(std::span<const RecommendationList> lists, std::size_t items);
/// 1 - mean similarity of the pairs within a list, over the lists of two items or more;
/// `similarity` has items x items numbers, row by row, and is symmetric. O(pairs of sure and tied
/// items).
double list_diversity(std::span<const RecommendationList> lists, std::span<const double> similarity,
                      std::size_t items);

}  // namespace replaybench::ratings
