#include "algorithms/ad_predictor/ad_predictor.hpp"

#include <algorithm>
#include <array>

#include "algorithms/ad_predictor/probit_table.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::ad_predictor {

namespace {

std::size_t cut_features(std::size_t dimension, const Options& options) {
  return options.used == Used::discrete ? 0 : std::min(dimension, options.first_categorical);
}

bool is_crossed(std::size_t feature, bool categorical, const Options& options) {
  const auto& list = options.crossed;
  return options.items == Items::all || (options.items == Items::discrete && categorical) ||
         std::find(list.begin(), list.end(), static_cast<std::int64_t>(feature)) != list.end();
}

// On a scale that features of many sizes share.
double signed_log(double x) { return x == 0 ? x : x < 0 ? -numeric::log1p(-x) : numeric::log1p(x); }

}  // namespace

// Places within a feature: categorical 0 .. values - 1, other codes, missing; continuous the
// buckets (or two a cut), not yet cut, missing; a single slope the slope, missing.
AdPredictor::AdPredictor(Action action_count, std::size_t dimension, const Options& options)
    : options_(options),
      action_count_(action_count),
      only_parts_(options.form == Continuous::parts && options.discretiser != Discretiser::cuts),
      cuts_(cut_features(dimension, options), options.discretiser),
      models_(Model(), 1, 0) {
  const bool by_cuts = options.discretiser == Discretiser::cuts;
  std::size_t weights = 0;
  std::size_t chosen = 0;
  const auto add = [&](Feature feature, bool crossed) {
    const bool searched = options.search.after > 0 && feature.categorical && !crossed;
    if (searched) candidates_.push_back(features_.size());
    feature.first = weights;
    feature.stride = crossed ? feature.size : 0;
    feature.first_chosen = chosen;
    weights += feature.size * (crossed || searched ? action_count : 1);
    if (!feature.categorical && by_cuts) chosen += crossed ? action_count : 1;
    features_.push_back(feature);
  };
  for (std::size_t i = 0; i < dimension; ++i) {
    Feature feature{};
    feature.index = i;
    feature.categorical = i >= options.first_categorical;
    if (options.used == (feature.categorical ? Used::continuous : Used::discrete)) continue;
    feature.cut = i;
    const std::size_t buckets = by_cuts ? 2 * cuts_.most() : cuts_.most() + 1;
    feature.size = feature.categorical ? options.values + 2 : buckets + 2;
    const bool crossed = is_crossed(i, feature.categorical, options);
    if (feature.categorical || options.form != Continuous::linear) add(feature, crossed);
    if (feature.categorical || options.form == Continuous::parts) continue;
    feature.slope = options.form == Continuous::hybrid ? Slope::by_part : Slope::whole;
    if (feature.slope == Slope::whole) feature.size = 2;
    add(feature, crossed);
  }
  if (options.items == Items::feature) {
    Feature item{};
    item.index = dimension;
    item.size = 1;
    item.categorical = true;
    add(item, true);
  }
  for (const Feature& feature : features_) {
    if (feature.stride > 0) crossed_.push_back(firsts_.size());
    firsts_.push_back(feature.first);
    strides_.push_back(feature.stride);
    active_.push_back(feature.first);
    if (feature.categorical) {
      codes_ += feature.index < dimension ? 1 : 0;
      continue;
    }
    if (feature.slope == Slope::none) uncut_.push_back(numbers_end_);
    ++numbers_end_;
  }
  numbers_.resize(features_.size());
  factors_.assign(features_.size(), 1);
  Model first{std::vector<Gaussian>(weights), std::vector<std::uint32_t>(chosen)};
  for (const Feature& feature : features_) {
    std::fill_n(first.weights.begin() + static_cast<std::ptrdiff_t>(feature.first),
                weights_of(feature), prior(feature));
  }
  models_ = ShiftingModels<Model>(first, options.models, options.tau);
  search_ = CrossingSearch(candidates_.size(), options.values + 2, action_count, options.search);
}

std::size_t AdPredictor::number_place(const Feature& feature, double x) const {
  const std::size_t last = feature.first + feature.size - 1;
  if (x == options_.missing) return last;
  if (feature.slope == Slope::whole) return feature.first;
  if (!cuts_.is_cut(feature.cut)) return last - 1;
  if (options_.discretiser == Discretiser::cuts) return by_cut;
  return feature.first + cuts_.bucket(feature.cut, x);
}

void AdPredictor::read_numbers(const Context& context, std::span<std::size_t> active) const {
  for (std::size_t f = 0; f < numbers_end_; ++f) {
    const Feature& feature = features_[f];
    const double x = context[feature.index];
    numbers_[f] = x;
    active[f] = number_place(feature, x);
    if (feature.slope == Slope::none) continue;
    factors_[f] = x == options_.missing ? 1 : signed_log(x) / options_.slope_unit;
    // Missing: one weight in all, which is the other feature's if there is one.
    if (x == options_.missing && options_.form != Continuous::linear) active[f] = absent;
  }
}

void AdPredictor::read(const Context& context, std::span<std::size_t> active) const {
  if (only_parts_ && numbers_end_ > 0) {
    cuts_.parts(context.values(), options_.missing, firsts_, active);  // features 0, 1, ...
  } else {
    read_numbers(context, active);
  }
  if (codes_ == 0) return;
  FeatureCuts::code_parts(context.values().data() + features_[numbers_end_].index, options_.values,
                          options_.missing, firsts_.data() + numbers_end_,
                          active.subspan(numbers_end_, codes_));
}

namespace {

// The sums of the weights at N lists of places at once, each in the order of the features: an
// addition waits for the previous one of its list, and the additions of other lists fill the time.
template <std::size_t N>
void add_up(const std::vector<Gaussian>& weights, const std::size_t* places, std::size_t features,
            Gaussian* sums) {
  std::array<Gaussian, N> sum{};
  for (std::size_t f = 0; f < features; ++f) {
    for (std::size_t n = 0; n < N; ++n) {
      const Gaussian& weight = weights[places[n * features + f]];
      sum[n].mean += weight.mean;
      sum[n].variance += weight.variance;
    }
  }
  std::copy(sum.begin(), sum.end(), sums);
}

}  // namespace

void AdPredictor::score_all(std::span<const Display> batch) const {
  scores_.resize(batch.size());
  if (!only_parts_) {
    for (std::size_t i = 0; i < batch.size(); ++i)
      scores_[i] = score(batch[i].context, batch[i].action);
    return;
  }
  const std::size_t features = features_.size();
  batch_active_.resize(batch.size() * features);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const auto places = std::span(batch_active_).subspan(i * features, features);
    read(batch[i].context, places);
    if (features > numbers_end_ + codes_) places.back() = firsts_.back();  // the item
    for (const std::size_t f : crossed_) places[f] += strides_[f] * batch[i].action;
  }
  constexpr std::size_t together = 3;
  const std::vector<Gaussian>& weights = models_.oldest().weights;
  std::size_t i = 0;
  for (; i + together <= batch.size(); i += together) {
    add_up<together>(weights, batch_active_.data() + i * features, features, &scores_[i]);
  }
  for (; i < batch.size(); ++i) {
    add_up<1>(weights, batch_active_.data() + i * features, features, &scores_[i]);
  }
}

// The side of every cut learns (thesis, section 2.4.2, p. 49), each from the score's own lesson.
void AdPredictor::learn(Model& model, Action action, double y) const {
  const Gaussian distribution = score_of(model, action);
  const learning::ProbitStep step =
      options_.interpolated
          ? probit_step_from_table(y, distribution.mean, distribution.variance, options_.beta)
          : learning::probit_step(y, distribution.mean, distribution.variance, options_.beta);
  const auto teach = [&](Gaussian& weight, double factor) {
    weight.mean += learning::mean_step(step, weight.variance, options_.gain) * factor;
    weight.variance = learning::shrunk(step, weight.variance);
  };
  for (std::size_t f = 0; f < features_.size(); ++f) {
    if (active_[f] == absent) continue;
    if (active_[f] != by_cut) {
      teach(model.weights[place(model, f, action)], factors_[f]);
      continue;
    }
    const Feature& feature = features_[f];
    Gaussian* sides = model.weights.data() + feature.first + feature.stride * action;
    const auto cuts = cuts_.cuts(feature.cut);
    for (std::size_t k = 0; k < cuts.size(); ++k) teach(sides[2 * k + (numbers_[f] >= cuts[k])], 1);
    choose_cut(model, feature, action);
  }
  if (options_.forgetting > 0) forget(model);
}

// The cut whose two weights are farthest apart: d = Phi(|m1 - m2| / sqrt(s1^2 + s2^2)) grows with
// what is compared here, the square of its argument.
void AdPredictor::choose_cut(Model& model, const Feature& feature, Action action) const {
  const Threshold& at = options_.threshold;
  const double sigma = std::max(at.least, at.start - at.slope * static_cast<double>(updates_));
  const Gaussian* sides = model.weights.data() + feature.first + feature.stride * action;
  const auto cuts = cuts_.cuts(feature.cut);
  std::size_t count = 0;
  while (count < cuts.size() && std::isfinite(cuts[count])) ++count;
  std::size_t best = count / 2;
  double most = -1;
  for (std::size_t k = 0; k < count; ++k) {
    const Gaussian& below = sides[2 * k];
    const Gaussian& above = sides[2 * k + 1];
    if (below.variance > sigma * sigma || above.variance > sigma * sigma) continue;
    const double distance = below.mean - above.mean;
    const double apart = distance * distance / (below.variance + above.variance);
    if (apart > most) {
      most = apart;
      best = k;
    }
  }
  model.chosen[feature.first_chosen + item_part(feature, action)] =
      static_cast<std::uint32_t>(best);
}

void AdPredictor::forget(Model& model) const {
  const double e = options_.forgetting;
  for (const Feature& feature : features_) {
    const Gaussian& p = prior(feature);
    for (std::size_t i = feature.first; i < feature.first + weights_of(feature); ++i) {
      Gaussian& weight = model.weights[i];
      // As printed, multiplied out: no division by a variance that has shrunk to 0.
      const double sum = (1 - e) * p.variance + e * weight.variance;
      weight.mean = ((1 - e) * p.variance * weight.mean + e * weight.variance * p.mean) / sum;
      weight.variance = p.variance * weight.variance / sum;
    }
  }
}

void AdPredictor::renew(Model& model) const {
  for (const Feature& feature : features_) {
    const Gaussian& p = prior(feature);
    for (std::size_t i = feature.first; i < feature.first + weights_of(feature); ++i) {
      model.weights[i].variance = p.variance;
      if (options_.reset == Reset::all) model.weights[i].mean = p.mean;
    }
  }
}

// Reads active_, which has the place of item 0's weight, crossed or not.
void AdPredictor::search(Action action, bool click) {
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    search_.see(c, active_[candidates_[c]] - firsts_[candidates_[c]], action, click);
  }
  for (const std::size_t c : search_.crossed_now()) cross(candidates_[c]);
}

void AdPredictor::cross(std::size_t f) {
  Feature& feature = features_[f];
  feature.stride = strides_[f] = feature.size;
  crossed_.push_back(f);
  models_.for_each([&](Model& model) {
    Gaussian* of_item = model.weights.data() + feature.first;
    for (std::size_t i = 0; i < feature.size; ++i) of_item[i].variance = prior(feature).variance;
    for (Action a = 1; a < action_count_; ++a) {
      std::copy_n(of_item, feature.size, of_item + a * feature.stride);
    }
  });
}

std::vector<std::size_t> AdPredictor::crossed_features() const {
  std::vector<std::size_t> list;
  for (const std::size_t f : crossed_) list.push_back(features_[f].index);
  std::sort(list.begin(), list.end());
  return list;
}

void AdPredictor::update(const Context& context, Action action, double reward) {
  read(context);
  const double y = reward > 0.5 ? 1 : -1;
  models_.update([&](Model& model) { learn(model, action, y); },
                 [&](Model& model) { renew(model); });
  ++updates_;
  if (!candidates_.empty()) search(action, reward > 0.5);
  if (!std::isfinite(active_score(action).mean)) {
    throw NumericalFailure("ad_predictor: the weights overflowed");
  }
  std::erase_if(uncut_, [&](std::size_t f) {
    const Feature& feature = features_[f];
    const double x = context[feature.index];
    if (x == options_.missing) return false;
    cuts_.see(feature.cut, x);
    if (!cuts_.is_cut(feature.cut)) return false;
    if (options_.discretiser == Discretiser::cuts) {
      models_.for_each([&](Model& model) {
        const std::size_t items = feature.stride > 0 ? action_count_ : 1;
        for (Action a = 0; a < items; ++a) choose_cut(model, feature, a);
      });
    }
    return true;
  });
}

double AdPredictor::predicted_reward(const Context& context, Action action) const {
  const Gaussian distribution = score(context, action);
  return numeric::normal_cdf(distribution.mean /
                             std::sqrt(options_.beta * options_.beta + distribution.variance));
}

std::vector<Gaussian> AdPredictor::active_weights(const Context& context, Action action) const {
  read(context);
  const Model& model = models_.oldest();
  std::vector<Gaussian> list;
  for (std::size_t f = 0; f < features_.size(); ++f) {
    if (active_[f] == absent) continue;
    list.push_back(model.weights[place(model, f, action)]);
  }
  return list;
}

}  // namespace replaybench::algorithms::ad_predictor
