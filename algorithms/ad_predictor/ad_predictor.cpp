#include "algorithms/ad_predictor/ad_predictor.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "algorithms/ad_predictor/probit_table.hpp"
#include "suite/learning/shared_parameters.hpp"
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
    feature.first = weights;
    feature.stride = crossed ? feature.size : 0;
    feature.first_chosen = chosen;
    weights += feature.size * (crossed ? action_count : 1);
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
    const std::size_t count = feature.size * (feature.stride > 0 ? action_count : 1);
    std::fill_n(first.weights.begin() + static_cast<std::ptrdiff_t>(feature.first), count,
                prior(feature));
  }
  models_ = ShiftingModels<Model>(first, options.models, options.tau);
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
    // Missing: one weight in all, which is the other feature's where there is one.
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
  const double missing = options_.missing;
  const auto other = static_cast<double>(options_.values);
  const double* x = context.values().data() + features_[numbers_end_].index;
  const std::size_t* first = firsts_.data() + numbers_end_;
  std::size_t* out = active.data() + numbers_end_;
  for (std::size_t i = 0; i < codes_; ++i) {
    const double known = x[i] >= 0 && x[i] < other ? x[i] : other;
    const double place = x[i] == missing ? other + 1 : known;
    out[i] = first[i] + static_cast<std::size_t>(static_cast<std::int64_t>(place));
  }
}

namespace {

// The sums of the weights at N lists of places at once, each in the order of the features: an
// addition waits for the one before it, and meanwhile the other lists' go on.
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
  const learning::Lesson taught =
      options_.interpolated
          ? table_lesson(y, distribution.mean, distribution.variance, options_.beta)
          : learning::lesson(y, distribution.mean, distribution.variance, options_.beta);
  const auto teach = [&](Gaussian& weight, double factor) {
    weight.mean += learning::mean_step(taught, weight.variance, options_.gain) * factor;
    weight.variance = learning::shrunk(taught, weight.variance);
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
    const std::size_t count = feature.size * (feature.stride > 0 ? action_count_ : 1);
    for (std::size_t i = feature.first; i < feature.first + count; ++i) {
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
    const std::size_t count = feature.size * (feature.stride > 0 ? action_count_ : 1);
    for (std::size_t i = feature.first; i < feature.first + count; ++i) {
      model.weights[i].variance = p.variance;
      if (options_.reset == Reset::all) model.weights[i].mean = p.mean;
    }
  }
}

void AdPredictor::update(const Context& context, Action action, double reward) {
  read(context);
  const double y = reward > 0.5 ? 1 : -1;
  models_.update([&](Model& model) { learn(model, action, y); },
                 [&](Model& model) { renew(model); });
  ++updates_;
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

namespace {

// What a user writes in another form than the algorithm wants it.
struct Written : Options {
  double sigma_discrete = 20;
  double sigma_continuous = 20;
  double mean_discrete = 0;
  double mean_continuous = 0;
  std::int64_t first_code = -1;  // below 0: there is none
};

Agent make(const Written& written, const Problem& problem) {
  Options options = written;
  options.discrete = {written.mean_discrete, written.sigma_discrete * written.sigma_discrete};
  options.continuous = {written.mean_continuous,
                        written.sigma_continuous * written.sigma_continuous};
  options.first_categorical =
      written.first_code < 0 ? problem.dimension : static_cast<std::size_t>(written.first_code);
  if (options.form == Continuous::hybrid && options.discretiser == Discretiser::cuts) {
    throw NotApplicable(
        "ad_predictor: continuous = \"hybrid\" needs parts that stay; discretiser = \"cuts\" "
        "chooses them anew");
  }
  for (const std::int64_t feature : options.crossed) {
    if (feature < 0 || static_cast<std::size_t>(feature) >= problem.dimension) {
      throw NotApplicable("ad_predictor: crossed names feature " + std::to_string(feature) +
                          "; contexts have " + std::to_string(problem.dimension) +
                          ", numbered from 0");
    }
    const bool categorical = static_cast<std::size_t>(feature) >= options.first_categorical;
    if (options.used == (categorical ? Used::continuous : Used::discrete)) {
      throw NotApplicable("ad_predictor: crossed names feature " + std::to_string(feature) +
                          ", which features = " + (categorical ? "continuous" : "discrete") +
                          " leaves out");
    }
  }
  return Agent(AdPredictor(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Written>(
    integer(&Written::explore, "explore",
            "updates before which it chooses the score of largest variance (T)")
        .at_least(0)
        .source("thesis, section 2.4.4 (p. 52): 5000 batches, 1 % of phase 1"),
    real(&Written::alpha, "alpha", "factor of the variance of the sampled score; 0: no exploration")
        .at_least(0)
        .finite()
        .source("thesis, section 2.4.4 (p. 52): 1 until the last days, then 0"),
    real(&Written::beta, "beta", "the larger, the slower it learns")
        .above(0)
        .finite()
        .source("thesis, appendix E.3.2 (p. 269): 300 to 600")
        .tuned_over({1, 3, 10, 30, 100, 300, 1000, 3000}),
    real(&Written::sigma_discrete, "sigma_discrete",
         "standard deviation of the weights of categorical features before any reward")
        .above(0)
        .finite()
        .source("thesis, appendix E.3.2 (p. 269)"),
    real(&Written::sigma_continuous, "sigma_continuous", "the same for continuous features")
        .above(0)
        .finite()
        .source("thesis, appendix E.3.2 (p. 269)"),
    real(&Written::mean_discrete, "mean_discrete",
         "mean of the weights of categorical features at first")
        .finite()
        .source("thesis, section 2.4.1 (p. 48)"),
    real(&Written::mean_continuous, "mean_continuous", "the same for continuous features")
        .finite()
        .source("thesis, section 2.4.1 (p. 48)"),
    choice(&Written::gain, "gain",
           {{"corrected", learning::Gain::corrected}, {"printed", learning::Gain::printed}},
           "a mean steps by sigma^2 / Sigma (the exact posterior mean), or by sigma / Sigma")
        .source("Graepel et al. 2010; thesis, algorithm 7 (section 2.4.5, p. 53)"),
    choice(&Written::interpolated, "table", {{"exact", false}, {"interpolated", true}},
           "v and w themselves, or from a table")
        .source("thesis, section 2.3.3 (p. 46)"),
    choice(&Written::items, "items",
           {{"all", Items::all},
            {"discrete", Items::discrete},
            {"none", Items::none},
            {"feature", Items::feature}},
           "which features are crossed with the item; feature: the item is one itself")
        .source("thesis, sections 2.4.1 (p. 48), 2.4.2 (p. 49) and 2.4.5 (p. 53)"),
    choice(&Written::used, "features",
           {{"all", Used::all}, {"discrete", Used::discrete}, {"continuous", Used::continuous}},
           "which features are used")
        .source("thesis, section 2.4.1 (p. 48): the discrete ones alone at first"),
    integer(&Written::first_code, "first_categorical",
            "features from this one on are codes, those before are numbers; -1: all numbers")
        .at_least(-1),
    integer(&Written::values, "values", "codes of a categorical feature: 0 to values - 1")
        .at_least(1)
        .at_most(1'000'000),
    real(&Written::missing, "missing", "the number that stands for a missing value")
        .finite()
        .source("NA: thesis, sections 2.3.1 (p. 45) and 2.4.1 (p. 48)"),
    choice(&Written::discretiser, "discretiser",
           {{"groups", Discretiser::groups}, {"em", Discretiser::em}, {"cuts", Discretiser::cuts}},
           "buckets for groups of similar features; five by EM; the best cut into two")
        .source("thesis, section 2.4.2 (p. 49)"),
    group(&Written::threshold,
          bind_parameters<Threshold>(
              real(&Threshold::start, "threshold_start", "cuts: T(t) at the start")
                  .finite()
                  .source("thesis, section 2.4.2 (p. 49)"),
              real(&Threshold::slope, "threshold_slope",
                   "cuts: by how much T(t) decreases per update")
                  .at_least(0)
                  .finite()
                  .source("gamma, thesis section 2.4.2 (p. 49); no value"),
              real(&Threshold::least, "threshold_min", "cuts: the least of T(t)")
                  .finite()
                  .source("thesis, section 2.4.2 (p. 49); no value"))),
    real(&Written::forgetting, "forgetting",
         "epsilon: by how much weights go back to their prior per update")
        .at_least(0)
        .below(1)
        .source("thesis, appendix E.2.1 (p. 268); 0 was best"),
    integer(&Written::models, "models", "shifting models: how many learn at the same time (M_max)")
        .at_least(1)
        .at_most(1000)
        .source("thesis algorithm 19"),
    integer(&Written::tau, "tau", "updates between two changes of models; 0: never")
        .at_least(0)
        .source("thesis algorithm 19"),
    choice(&Written::reset, "reset", {{"sigmas", Reset::sigmas}, {"all", Reset::all}},
           "what a new model does not copy from the newest")
        .source("thesis, algorithm 19 (appendix E.2, p. 267) and appendix E.2.2 (p. 268)"),
    choice(&Written::form, "continuous",
           {{"parts", Continuous::parts},
            {"linear", Continuous::linear},
            {"both", Continuous::both},
            {"hybrid", Continuous::hybrid}},
           "a continuous feature has a weight for each part; one slope; both; or a weight and a "
           "slope for each part")
        .source("thesis, appendix E.1 (p. 263): linear ones lose, hybrid ones do not hurt"),
    integers(&Written::crossed, "crossed", "features crossed with the item besides those of items")
        .source("thesis, section 2.4.2 (p. 49): a few continuous ones"),
    real(&Written::slope_unit, "slope_unit",
         "what a slope is multiplied by: sign(x) ln(1 + |x|) over this; the larger, the slower it "
         "learns")
        .above(0)
        .finite()
        .source("thesis, appendix E.1 (p. 263): no value"),
    real(&Written::decreasing, "decreasing",
         "c: the n-th choice is uniform with probability min(1, c / n); 0: never")
        .at_least(0)
        .finite()
        .source("thesis, section 2.4.4 (p. 52): epsilon_n-greedy, no improvement; no value"),
    learning::ties_parameter(&Written::ties)
        .source("thesis, algorithm 7 (section 2.4.5, p. 53): not said"));

}  // namespace

const AlgorithmDescription description{
    {.name = "ad_predictor",
     .summary = "a Gaussian weight for each value of each feature, learned by probit regression; "
                "won challenge 2",
     .source = "thesis algorithm 7 (section 2.4.5, p. 53); Graepel et al. 2010",
     .revision = 3,  // the slope of a missing value has no variance
     .parameters = parameters.described()},
    parameters.factory(make),
    RewardRange::binary};

}  // namespace replaybench::algorithms::ad_predictor
