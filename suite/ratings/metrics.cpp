#include "suite/ratings/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "suite/numeric/decimal.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::ratings {

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr double ln_2 = 0.6931471805599453;

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? undefined : static_cast<double>(part) / static_cast<double>(whole);
}

// Mean of the values that are numbers.
class DefinedMean {
 public:
  void add(double value) {
    if (!std::isnan(value)) moments_.add(value);
  }
  double value() const { return moments_.count == 0 ? undefined : moments_.mean; }

 private:
  numeric::Moments moments_;
};

double discounted(std::span<const double> gains, std::size_t depth) {
  numeric::Sum sum;
  for (std::size_t k = 0; k < std::min(depth, gains.size()); ++k) {
    sum.add(gains[k] * ln_2 / numeric::log(static_cast<double>(k) + 2));
  }
  return sum.value();
}

double halved(std::span<const double> ratings, double neutral, double half_life) {
  numeric::Sum sum;
  for (std::size_t k = 0; k < ratings.size(); ++k) {
    const double weight = numeric::exp(-ln_2 * static_cast<double>(k) / (half_life - 1));
    sum.add(std::max(ratings[k] - neutral, 0.0) * weight);
  }
  return sum.value();
}

std::vector<double> decreasing(std::span<const double> values) {
  std::vector<double> out(values.begin(), values.end());
  std::sort(out.begin(), out.end(), std::greater<>());
  return out;
}

}  // namespace

std::vector<Prediction> predict_all(const RatingPredictor& predictor, const RatingTable& table,
                                    std::span<const std::size_t> places) {
  std::vector<Prediction> out;
  out.reserve(places.size());
  for (const std::size_t place : places) {
    const Rating& rating = table.ratings()[place];
    out.push_back(
        {rating.user, rating.item, rating.value, predictor.predict(rating.user, rating.item)});
  }
  return out;
}

double rmse(std::span<const Prediction> predictions) {
  numeric::Sum sum;
  for (const Prediction& p : predictions) {
    sum.add((p.predicted - p.rating) * (p.predicted - p.rating));
  }
  return predictions.empty() ? undefined
                             : std::sqrt(sum.value() / static_cast<double>(predictions.size()));
}

double mae(std::span<const Prediction> predictions) {
  return tweaked_mae(predictions, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::infinity());
}

double tweaked_mae(std::span<const Prediction> predictions, double low, double high) {
  numeric::Sum sum;
  std::size_t count = 0;
  for (const Prediction& p : predictions) {
    if (p.rating > low && p.rating < high) continue;
    sum.add(std::fabs(p.predicted - p.rating));
    ++count;
  }
  return count == 0 ? undefined : sum.value() / static_cast<double>(count);
}

double Classification::precision() const { return share(hits, hits + false_alarms); }
double Classification::recall() const { return share(hits, hits + misses); }
double Classification::f1() const { return share(2 * hits, 2 * hits + false_alarms + misses); }

Classification classify(std::span<const Prediction> predictions, double threshold) {
  Classification out;
  for (const Prediction& p : predictions) {
    const bool relevant = p.rating >= threshold;
    const bool recommended = p.predicted >= threshold;
    ++(relevant ? (recommended ? out.hits : out.misses)
                : (recommended ? out.false_alarms : out.rejections));
  }
  return out;
}

double average_precision(const std::vector<bool>& relevant) {
  numeric::Sum sum;
  std::size_t found = 0;
  for (std::size_t k = 0; k < relevant.size(); ++k) {
    if (relevant[k]) sum.add(share(++found, k + 1));
  }
  return found == 0 ? undefined : sum.value() / static_cast<double>(found);
}

double reciprocal_rank(const std::vector<bool>& relevant) {
  const auto first = std::find(relevant.begin(), relevant.end(), true);
  return first == relevant.end() ? undefined
                                 : 1 / static_cast<double>(first - relevant.begin() + 1);
}

double ndcg(std::span<const double> gains, std::size_t depth) {
  const double best = discounted(decreasing(gains), depth);
  return best > 0 ? discounted(gains, depth) / best : undefined;
}

double half_life_utility(std::span<const double> ratings, double neutral, double half_life) {
  const double best = halved(decreasing(ratings), neutral, half_life);
  return best > 0 ? halved(ratings, neutral, half_life) / best : undefined;
}

double auc(std::span<const double> predicted, const std::vector<bool>& relevant) {
  std::vector<std::size_t> order(predicted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return predicted[a] < predicted[b]; });
  double below = 0;  // irrelevant items predicted below the group at hand
  double wins = 0;
  double positives = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    double relevant_here = 0;
    while (end < order.size() && predicted[order[end]] == predicted[order[begin]]) {
      relevant_here += relevant[order[end++]] ? 1 : 0;
    }
    const double others = static_cast<double>(end - begin) - relevant_here;
    wins += relevant_here * (below + others / 2);
    below += others;
    positives += relevant_here;
    begin = end;
  }
  return positives > 0 && below > 0 ? wins / (positives * below) : undefined;
}

RankingMetrics ranking_metrics(std::span<const Prediction> predictions,
                               const RankingOptions& options) {
  std::vector<Prediction> sorted(predictions.begin(), predictions.end());
  std::sort(sorted.begin(), sorted.end(), [](const Prediction& a, const Prediction& b) {
    if (a.user != b.user) return a.user < b.user;
    return a.predicted != b.predicted ? a.predicted > b.predicted : a.item < b.item;
  });
  double least = std::numeric_limits<double>::infinity();
  for (const Prediction& p : sorted) least = std::min(least, p.rating);
  RankingMetrics out;
  DefinedMean map, mrr, gain, utility, area;
  for (std::size_t begin = 0; begin < sorted.size();) {
    std::vector<bool> relevant;
    std::vector<double> ratings, gains, predicted;
    std::size_t end = begin;
    for (; end < sorted.size() && sorted[end].user == sorted[begin].user; ++end) {
      relevant.push_back(sorted[end].rating >= options.threshold);
      ratings.push_back(sorted[end].rating);
      gains.push_back(sorted[end].rating - least);
      predicted.push_back(sorted[end].predicted);
    }
    map.add(average_precision(relevant));
    mrr.add(reciprocal_rank(relevant));
    gain.add(ratings::ndcg(gains, options.depth));
    utility.add(ratings::half_life_utility(ratings, options.threshold, options.half_life));
    const double of_user = ratings::auc(predicted, relevant);
    area.add(of_user);
    ++out.users_tested;
    if (!std::isnan(of_user)) ++out.users;
    begin = end;
  }
  out.map = map.value();
  out.mrr = mrr.value();
  out.ndcg = gain.value();
  out.half_life_utility = utility.value();
  out.auc = area.value();
  return out;
}

bool has_both_classes(std::span<const Prediction> predictions, double threshold) {
  std::size_t relevant = 0;
  for (const Prediction& p : predictions) relevant += p.rating >= threshold;
  return relevant > 0 && relevant < predictions.size();
}

void require_both_classes(std::span<const Prediction> predictions, double threshold) {
  if (has_both_classes(predictions, threshold)) return;
  const bool none = predictions.empty() || predictions[0].rating < threshold;
  throw DataError(std::string(none ? "none" : "each") + " of the " +
                  std::to_string(predictions.size()) + " ratings is at least " +
                  numeric::to_decimal(threshold) +
                  ": there is nothing to tell relevant items from; choose another threshold");
}

std::vector<std::vector<std::uint32_t>> recommendation_lists(
    const RatingPredictor& predictor, std::size_t users, std::size_t items, std::size_t length,
    const std::function<bool(std::size_t user, std::size_t item)>& offer) {
  std::vector<std::vector<std::uint32_t>> lists(users);
  std::vector<double> predicted(items);
  for (std::size_t u = 0; u < users; ++u) {
    for (std::size_t i = 0; i < items; ++i) {
      if (!offer(u, i)) continue;
      predicted[i] = predictor.predict(u, i);
      lists[u].push_back(static_cast<std::uint32_t>(i));
    }
    std::stable_sort(lists[u].begin(), lists[u].end(),
                     [&](std::uint32_t a, std::uint32_t b) { return predicted[a] > predicted[b]; });
    if (lists[u].size() > length) lists[u].resize(length);
  }
  return lists;
}

double user_coverage(std::span<const std::vector<std::uint32_t>> lists) {
  std::size_t served = 0;
  for (const auto& list : lists) served += !list.empty();
  return share(served, lists.size());
}

double item_coverage(std::span<const std::vector<std::uint32_t>> lists, std::size_t items) {
  std::vector<bool> shown(items, false);
  for (const auto& list : lists) {
    for (const std::uint32_t item : list) shown[item] = true;
  }
  return share(static_cast<std::size_t>(std::count(shown.begin(), shown.end(), true)), items);
}

double list_diversity(std::span<const std::vector<std::uint32_t>> lists,
                      std::span<const double> similarity, std::size_t items) {
  DefinedMean mean;
  for (const auto& list : lists) {
    numeric::Sum sum;
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < list.size(); ++a) {
      for (std::size_t b = a + 1; b < list.size(); ++b, ++pairs) {
        sum.add(similarity[list[a] * items + list[b]]);
      }
    }
    if (pairs > 0) mean.add(1 - sum.value() / static_cast<double>(pairs));
  }
  return mean.value();
}

}  // namespace replaybench::ratings
