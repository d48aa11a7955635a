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

double halved(std::span<const double> gains, double half_life) {
  numeric::Sum sum;
  for (std::size_t k = 0; k < gains.size(); ++k) {
    sum.add(gains[k] * numeric::exp(-ln_2 * static_cast<double>(k) / (half_life - 1)));
  }
  return sum.value();
}

std::vector<double> decreasing(std::span<const double> values) {
  std::vector<double> out(values.begin(), values.end());
  std::sort(out.begin(), out.end(), std::greater<>());
  return out;
}

// Calls group(begin, end) for each stretch of equal predictions, from the front.
template <class Group>
void for_ties(std::span<const double> predicted, const Group& group) {
  for (std::size_t begin = 0; begin < predicted.size();) {
    std::size_t end = begin + 1;
    while (end < predicted.size() && predicted[end] == predicted[begin]) ++end;
    group(begin, end);
    begin = end;
  }
}

// The expected gain at each place, over the orders of equal predictions.
std::vector<double> expected_gains(std::span<const double> predicted,
                                   std::span<const double> gains) {
  std::vector<double> out(gains.begin(), gains.end());
  for_ties(predicted, [&](std::size_t begin, std::size_t end) {
    if (end - begin == 1) return;
    numeric::Sum sum;
    for (const double gain : gains.subspan(begin, end - begin)) sum.add(gain);
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(begin),
              out.begin() + static_cast<std::ptrdiff_t>(end),
              sum.value() / static_cast<double>(end - begin));
  });
  return out;
}

double count_of(const std::vector<bool>& relevant, std::size_t begin, std::size_t end) {
  return static_cast<double>(std::count(relevant.begin() + static_cast<std::ptrdiff_t>(begin),
                                        relevant.begin() + static_cast<std::ptrdiff_t>(end), true));
}

// Sum of the similarities of all pairs of one list.
double pairs_within(const std::vector<std::uint32_t>& list, std::span<const double> similarity,
                    std::size_t items) {
  numeric::Sum sum;
  for (std::size_t a = 0; a < list.size(); ++a) {
    for (std::size_t b = a + 1; b < list.size(); ++b) {
      sum.add(similarity[list[a] * items + list[b]]);
    }
  }
  return sum.value();
}

double pairs_between(const std::vector<std::uint32_t>& one, const std::vector<std::uint32_t>& other,
                     std::span<const double> similarity, std::size_t items) {
  numeric::Sum sum;
  for (const std::uint32_t a : one) {
    for (const std::uint32_t b : other) sum.add(similarity[a * items + b]);
  }
  return sum.value();
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

// In a group of n of which r are relevant, a relevant item at the i-th place (from 0) has
// i (r - 1) / (n - 1) relevant ones before it in the group.
double average_precision(std::span<const double> predicted, const std::vector<bool>& relevant) {
  numeric::Sum sum;
  double found = 0;
  for_ties(predicted, [&](std::size_t begin, std::size_t end) {
    const auto n = static_cast<double>(end - begin);
    const double r = count_of(relevant, begin, end);
    for (std::size_t k = begin; r > 0 && k < end; ++k) {
      const double before = n > 1 ? static_cast<double>(k - begin) * (r - 1) / (n - 1) : 0;
      sum.add(r / n * ((found + 1 + before) / static_cast<double>(k + 1)));
    }
    found += r;
  });
  return found == 0 ? undefined : sum.value() / found;
}

// Only the first group with relevant items counts; `none`: the probability that none of its places
// so far is relevant.
double reciprocal_rank(std::span<const double> predicted, const std::vector<bool>& relevant) {
  double rank = undefined;
  for_ties(predicted, [&](std::size_t begin, std::size_t end) {
    const double r = count_of(relevant, begin, end);
    if (!std::isnan(rank) || r == 0) return;
    numeric::Sum sum;
    double none = 1;
    for (std::size_t k = begin; k < end; ++k) {
      const auto left = static_cast<double>(end - k);
      sum.add(none * (r / left) / static_cast<double>(k + 1));
      none *= std::max(left - r, 0.0) / left;
    }
    rank = sum.value();
  });
  return rank;
}

double ndcg(std::span<const double> predicted, std::span<const double> gains, std::size_t depth) {
  const double best = discounted(decreasing(gains), depth);
  return best > 0 ? discounted(expected_gains(predicted, gains), depth) / best : undefined;
}

double half_life_utility(std::span<const double> predicted, std::span<const double> ratings,
                         double neutral, double half_life) {
  std::vector<double> gains;
  for (const double rating : ratings) gains.push_back(std::max(rating - neutral, 0.0));
  const double best = halved(decreasing(gains), half_life);
  return best > 0 ? halved(expected_gains(predicted, gains), half_life) / best : undefined;
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
                               const RankingOptions& options, double min_rating) {
  std::vector<Prediction> sorted(predictions.begin(), predictions.end());
  std::sort(sorted.begin(), sorted.end(), [](const Prediction& a, const Prediction& b) {
    if (a.user != b.user) return a.user < b.user;
    return a.predicted != b.predicted ? a.predicted > b.predicted : a.item < b.item;
  });
  RankingMetrics out;
  DefinedMean map, mrr, gain, utility, area;
  for (std::size_t begin = 0; begin < sorted.size();) {
    std::vector<bool> relevant;
    std::vector<double> ratings, gains, predicted;
    std::size_t end = begin;
    for (; end < sorted.size() && sorted[end].user == sorted[begin].user; ++end) {
      relevant.push_back(sorted[end].rating >= options.threshold);
      ratings.push_back(sorted[end].rating);
      gains.push_back(sorted[end].rating - min_rating);
      predicted.push_back(sorted[end].predicted);
    }
    map.add(average_precision(predicted, relevant));
    mrr.add(reciprocal_rank(predicted, relevant));
    gain.add(ratings::ndcg(predicted, gains, options.depth));
    utility.add(
        ratings::half_life_utility(predicted, ratings, options.threshold, options.half_life));
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
  throw DataError(
      std::string(none ? "none" : "each") + " of the " + std::to_string(predictions.size()) +
      " ratings is at least " + numeric::to_decimal(threshold) +
      ": there is nothing to distinguish relevant items from; choose another threshold");
}

std::vector<RecommendationList> recommendation_lists(
    const RatingPredictor& predictor, std::size_t users, std::size_t items, std::size_t length,
    const std::function<bool(std::size_t user, std::size_t item)>& offer) {
  std::vector<RecommendationList> lists(users);
  std::vector<double> predicted(items);
  for (std::size_t u = 0; u < users; ++u) {
    auto& [sure, tied, places] = lists[u];
    for (std::size_t i = 0; i < items; ++i) {
      if (!offer(u, i)) continue;
      predicted[i] = predictor.predict(u, i);
      sure.push_back(static_cast<std::uint32_t>(i));
    }
    std::stable_sort(sure.begin(), sure.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return predicted[a] > predicted[b]; });
    if (sure.size() <= length) continue;
    const double last = predicted[sure[length - 1]];
    if (predicted[sure[length]] == last) {
      for (const std::uint32_t item : sure) {
        if (predicted[item] == last) tied.push_back(item);
      }
      places = static_cast<std::size_t>(
          std::count_if(sure.begin(), sure.begin() + static_cast<std::ptrdiff_t>(length),
                        [&](std::uint32_t item) { return predicted[item] == last; }));
    }
    sure.resize(length - places);
  }
  return lists;
}

double user_coverage(std::span<const RecommendationList> lists) {
  std::size_t served = 0;
  for (const auto& list : lists) served += list.size() > 0;
  return share(served, lists.size());
}

double item_coverage(std::span<const RecommendationList> lists, std::size_t items) {
  std::vector<double> missing(items, 1);  // probability that no list has the item
  for (const auto& list : lists) {
    for (const std::uint32_t item : list.sure) missing[item] = 0;
    for (const std::uint32_t item : list.tied) {
      missing[item] *= 1 - share(list.places, list.tied.size());
    }
  }
  numeric::Sum shown;
  for (const double probability : missing) shown.add(1 - probability);
  return items == 0 ? undefined : shown.value() / static_cast<double>(items);
}

double list_diversity(std::span<const RecommendationList> lists, std::span<const double> similarity,
                      std::size_t items) {
  DefinedMean mean;
  for (const auto& list : lists) {
    if (list.size() < 2) continue;
    double sum = pairs_within(list.sure, similarity, items);
    if (list.places > 0) {
      const auto n = static_cast<double>(list.tied.size());
      const auto k = static_cast<double>(list.places);
      sum += k / n * pairs_between(list.sure, list.tied, similarity, items);
      sum += k / n * ((k - 1) / (n - 1)) * pairs_within(list.tied, similarity, items);
    }
    const auto size = static_cast<double>(list.size());
    mean.add(1 - sum / (size * (size - 1) / 2));
  }
  return mean.value();
}

}  // namespace replaybench::ratings
