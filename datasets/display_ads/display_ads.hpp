#pragma once
// Displays of six items to visitors with 119 features: a stand-in, generated, for the private Adobe
// data of the Exploration vs Exploitation challenge 2.
//
// Source: the thesis's description of the data, section 2.2.1 (p. 40), 2.2.4 (p. 43),
// 2.4.2 (p. 49), 2.4.5 (p. 53), 2.5 (p. 55), 2.6.6 (p. 65). Nothing of the real
// data is in it. Scores on it are no scores of the challenge; its strengths are set so that they
// come out of the same order (README of the study challenge_2 has both).
//
//   features 0-32     group 1, "similarly distributed": two peaks on a logarithmic scale
//            33-80    group 2, "zeros": 0 in 80 % of the records, else integers 1 to 50
//            81-86    group 3, always missing
//            87-98    group 4, "outliers": 2 to 5 peaks each, elsewhere in each
//            99-118   categorical, codes 0 to cardinality - 1, cardinality 3 to 25
//            119      the constant 1, where `intercept`
// A missing value (NA) is the number missing_value, for contexts are finite.
//
//   P(click | x, a) = ctr exp(s(x) + t_a(x)), at most 1
//   s       sum over the features of an effect of the value's level: of the peak (and its half) in
//           groups 1 and 4, of 0, 1, 2-3, 4-9 or 10-50 in group 2, of the code, of being missing
//   t_a     taste: the same for each item, from six of the categorical features
//
// The features are independent and each effect e has E[exp e] = 1: so `ctr` is the mean click rate
// of every item, exactly (except for the cut at 1). The standard deviations of the two parts of s and
// of t_a are `discrete_signal`, `continuous_signal` and `taste`. Effects are drawn again for each
// replicate from the model's stream, or once for all (`model_seed`).
//
// With `drift` = n > 0 all effects are drawn again every n records; the challenge's data had none
// that anybody found (appendix E.2.2, p. 268), and the default is none.
// With `log_seed` the visitors are those of that number in every replicate: one data set, of which
// replicates see different runs of an algorithm (thesis, section 2.4.4, p. 52). Then the visitors
// of live play are those of the log.
//
// Values come from tables of 1024 equally likely entries: fast, and no value is rarer than 1/1024.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::display_ads {

struct DisplayAdsOptions {
  Action items = 6;
  double ctr = 0.0024;
  double discrete_signal = 0.6;
  double continuous_signal = 0.6;
  double taste = 0.2;
  std::uint64_t drift = 0;  ///< records between two draws of the effects; 0 means never
  bool intercept = false;
};

class DisplayAdsEnvironment final : public Environment {
 public:
  static constexpr double missing_value = -1e9;
  static constexpr std::size_t bimodal = 33, zeros = 48, unknown = 6, outliers = 12;
  static constexpr std::size_t continuous = bimodal + zeros + unknown + outliers;
  static constexpr std::size_t categorical = 20;
  static constexpr std::size_t features = continuous + categorical;
  static constexpr std::array<std::uint8_t, categorical> cardinality = {
      25, 3, 12, 4, 18, 3, 8, 5, 20, 3, 10, 4, 15, 6, 7, 3, 22, 5, 9, 4};

  DisplayAdsEnvironment(const DisplayAdsOptions& options, StreamKey model, StreamKey environment);

  Action action_count() const override { return options_.items; }
  std::size_t dimension() const override { return dimension_; }
  std::size_t hidden_dimension() const override { return 1 + options_.items; }
  /// O(features), a fifth of a microsecond where steps are observed one after the other: they are
  /// drawn four at a time, so a single one costs as much as four. More where the effects change.
  void observe(std::uint64_t step) override;
  /// hidden(): s(x) + ln ctr, then t_a(x) of each item.
  Context context() const override {
    return Context(std::span(values_).subspan(place_ * dimension_, dimension_), hidden());
  }
  double reward(Action action) const override;
  /// full: P(click | x, a). posterior and plug_in: without the taste, which no visitor selection can
  /// know: ctr exp(s(x)), at most 1. Reads only context.hidden(); throws std::logic_error if it
  /// is not there.
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

 private:
  static constexpr std::size_t max_levels = 32;
  static constexpr std::size_t tasting = 6;
  static constexpr std::size_t together = 4;  // steps that are drawn at once

  void draw_effects(std::uint64_t regime);
  void draw_steps(std::uint64_t first);
  double* effects_of(std::size_t feature) { return effects_.data() + feature * max_levels; }
  std::span<const double> hidden() const {
    return std::span(hidden_).subspan(place_ * hidden_dimension(), hidden_dimension());
  }

  DisplayAdsOptions options_;
  double log_ctr_;
  StreamKey model_;
  StreamKey environment_;
  std::uint64_t regime_ = 0;
  std::vector<double> effects_;  // max_levels a feature
  std::vector<double> tastes_;   // of each tasting feature, a row a level, one of each item
  std::size_t dimension_;
  // Drawn steps, one row each; place_ is the row of the observed step.
  std::vector<double> values_;
  std::vector<double> hidden_;
  std::array<double, together> uniform_{};
  std::uint64_t first_ = 0;
  std::uint64_t drawn_ = 0;  // drawn steps in the first step's regime
  std::size_t place_ = 0;
};

}  // namespace replaybench::datasets::display_ads
