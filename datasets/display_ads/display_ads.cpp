#include "datasets/display_ads/display_ads.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"
#include "suite/numeric/constants.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/philox_blocks.hpp"

namespace replaybench::datasets::display_ads {

namespace {

constexpr std::size_t entries = 1024;
constexpr std::size_t entries_of_word = 6;  // of 64 random bits
constexpr std::uint64_t entry_in(std::uint64_t word, std::size_t i) {
  return word >> (10 * i) & (entries - 1);
}
using Ads = DisplayAdsEnvironment;

/// The marginal distribution of a feature: equally likely entries, each a value and the level whose
/// effect it has. Level 0 is "missing".
struct Distribution {
  std::array<double, entries> value;
  std::array<std::uint8_t, entries> level;
  std::size_t levels = 1;
  std::size_t filled = 0;

  /// Adds `count` entries; value_at(u) for u spread evenly over (0, 1), level_at(value).
  template <class Value, class Level>
  void add(std::size_t count, Value&& value_at, Level&& level_at) {
    for (std::size_t i = 0; i < count; ++i) {
      const double u = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
      value[filled] = value_at(u);
      level[filled] = static_cast<std::uint8_t>(level_at(value[filled]));
      levels = std::max<std::size_t>(levels, level[filled] + 1u);
      ++filled;
    }
  }
  void add_missing(std::size_t count) {
    add(
        count, [](double) { return Ads::missing_value; }, [](double) { return 0; });
  }
  std::size_t left() const { return entries - filled; }
};

/// A peak around `center`, in two halves, each a level.
void add_peak(Distribution& distribution, std::size_t count, double center, double deviation,
              bool logarithmic, std::size_t first_level) {
  const auto at = [&](double y) { return logarithmic ? numeric::exp(numeric::ln_10 * y) : y; };
  const double middle = at(center);
  distribution.add(
      count, [&](double u) { return at(center + deviation * numeric::normal_quantile(u)); },
      [&](double x) { return first_level + (x >= middle ? 1 : 0); });
}

Distribution bimodal_distribution() {
  Distribution distribution;
  distribution.add_missing(40);
  add_peak(distribution, 560, 1.0, 0.3, true, 1);
  add_peak(distribution, distribution.left(), 3.2, 0.35, true, 3);
  return distribution;
}

Distribution zeros_distribution() {
  Distribution distribution;
  distribution.add_missing(20);
  distribution.add(
      820, [](double) { return 0.0; }, [](double) { return 1; });
  // 1 to 50, k with a probability that falls like k^-1.3: by its distribution function.
  std::array<double, 51> below{};
  for (int k = 1; k <= 50; ++k) below[k] = below[k - 1] + numeric::pow(k, -1.3);
  distribution.add(
      distribution.left(),
      [&](double u) {
        int k = 1;
        while (k < 50 && below[k] < u * below[50]) ++k;
        return static_cast<double>(k);
      },
      [](double x) {
        return x < 2 ? 2 : x < 4 ? 3 : x < 10 ? 4 : 5;
      });
  return distribution;
}

Distribution unknown_distribution() {
  Distribution distribution;
  distribution.add_missing(entries);
  return distribution;
}

Distribution outlier_distribution(std::size_t j) {
  Distribution distribution;
  distribution.add_missing(100);
  const std::size_t peaks = 2 + j % 4;
  const bool logarithmic = j % 3 == 2;
  const double unit = logarithmic ? 1 : numeric::pow(10, static_cast<double>(j % 5) - 1);
  for (std::size_t k = 0; k < peaks; ++k) {
    const std::size_t count = k + 1 == peaks ? distribution.left() : distribution.left() * 2 / 5;
    const double center = unit * (static_cast<double>(k) * (logarithmic ? 1.2 : 3) +
                                  0.3 * static_cast<double>((j + k) % 3));
    add_peak(distribution, count, center, (logarithmic ? 0.15 : 0.4) * unit, logarithmic,
             1 + 2 * k);
  }
  return distribution;
}

Distribution categorical_distribution(std::size_t j) {
  Distribution distribution;
  distribution.add_missing(51 * (j % 4));
  const std::size_t codes = Ads::cardinality[j];
  std::array<double, 33> below{};
  for (std::size_t k = 1; k <= codes; ++k) {
    below[k] = below[k - 1] + numeric::pow(static_cast<double>(k), -1.4);
  }
  distribution.add(
      distribution.left(),
      [&](double u) {
        std::size_t k = 1;
        while (k < codes && below[k] < u * below[codes]) ++k;
        return static_cast<double>(k - 1);
      },
      [](double x) { return x + 1; });
  return distribution;
}

std::vector<Distribution> make_distributions() {
  std::vector<Distribution> distributions{bimodal_distribution(), zeros_distribution(),
                                          unknown_distribution()};
  for (std::size_t j = 0; j < Ads::outliers; ++j) distributions.push_back(outlier_distribution(j));
  for (std::size_t j = 0; j < Ads::categorical; ++j)
    distributions.push_back(categorical_distribution(j));
  return distributions;
}

std::size_t distribution_of(std::size_t feature) {
  if (feature < Ads::bimodal) return 0;
  if (feature < Ads::bimodal + Ads::zeros) return 1;
  if (feature < Ads::bimodal + Ads::zeros + Ads::unknown) return 2;
  return feature - (Ads::bimodal + Ads::zeros + Ads::unknown) + 3;
}

/// The distribution of each feature; several features share one.
const std::array<const Distribution*, Ads::features>& distributions() {
  static const std::vector<Distribution> all = make_distributions();
  static const auto table = [] {
    std::array<const Distribution*, Ads::features> of{};
    for (std::size_t f = 0; f < Ads::features; ++f) of[f] = &all[distribution_of(f)];
    return of;
  }();
  return table;
}

/// Strength of a feature's effect within its kind: geometric, so that some matter much and most a
/// little. The sum of squares over a kind is 1.
double strength(std::size_t feature) {
  const auto share = [](std::size_t i, std::size_t count, double ratio) {
    // i-th of `count` numbers ratio^0, ratio^1, ... whose squares are made to sum to 1.
    const double r2 = ratio * ratio;
    const double sum = (1 - numeric::pow(r2, static_cast<double>(count))) / (1 - r2);
    return numeric::pow(ratio, static_cast<double>(i)) / std::sqrt(sum);
  };
  const std::size_t group_4 = Ads::bimodal + Ads::zeros + Ads::unknown;
  if (feature >= Ads::continuous) return share(feature - Ads::continuous, Ads::categorical, 0.94);
  if (feature >= group_4) return std::sqrt(0.2) * share(feature - group_4, Ads::outliers, 0.9);
  if (feature >= Ads::bimodal) {
    return std::sqrt(0.4) * share(feature - Ads::bimodal, Ads::zeros, 0.95);
  }
  return std::sqrt(0.4) * share(feature, Ads::bimodal, 0.93);
}

/// One raw effect a level, before it is centred and scaled.
void draw_levels(const Distribution& distribution, std::size_t feature, Draws& draws, double* out) {
  out[0] = draws.normal();
  if (feature < Ads::bimodal ||
      (feature >= Ads::continuous - Ads::outliers && feature < Ads::continuous)) {
    // The two halves of a peak are alike.
    for (std::size_t level = 1; level < distribution.levels; level += 2) {
      const double peak = draws.normal();
      const double half = 0.3 * draws.normal();
      out[level] = peak - half;
      out[level + 1] = peak + half;
    }
  } else if (feature < Ads::bimodal + Ads::zeros) {
    // The more there is, the more (or the less) it does.
    const double slope = draws.normal();
    for (std::size_t level = 1; level < distribution.levels; ++level) {
      out[level] = slope * static_cast<double>(level) + 0.3 * draws.normal();
    }
  } else {
    for (std::size_t level = 1; level < distribution.levels; ++level) out[level] = draws.normal();
  }
}

/// Centres and scales the effects of a feature to the deviation, then shifts them so that the mean
/// of their exponentials is 1.
void calibrate(const Distribution& distribution, double deviation, double* effects) {
  std::array<double, 32> share{};
  for (const std::uint8_t level : distribution.level) share[level] += 1.0 / entries;
  double mean = 0;
  double square = 0;
  for (std::size_t k = 0; k < distribution.levels; ++k) mean += share[k] * effects[k];
  for (std::size_t k = 0; k < distribution.levels; ++k) {
    effects[k] -= mean;
    square += share[k] * effects[k] * effects[k];
  }
  const double scale = square > 0 ? deviation / std::sqrt(square) : 0;
  double exponential = 0;
  for (std::size_t k = 0; k < distribution.levels; ++k) {
    effects[k] *= scale;
    exponential += share[k] * numeric::exp(effects[k]);
  }
  const double shift = numeric::log(exponential);
  for (std::size_t k = 0; k < distribution.levels; ++k) effects[k] -= shift;
}

}  // namespace

DisplayAdsEnvironment::DisplayAdsEnvironment(const DisplayAdsOptions& options, StreamKey model,
                                             StreamKey environment)
    : options_(options),
      log_ctr_(numeric::log(options.ctr)),
      model_(model),
      environment_(environment),
      effects_(features * max_levels),
      tastes_(tasting * max_levels * options.items),
      dimension_(features + (options.intercept ? 1 : 0)),
      values_(together * dimension_, 1),
      hidden_(together * (1 + options.items)) {
  draw_effects(0);
}

void DisplayAdsEnvironment::draw_effects(std::uint64_t regime) {
  regime_ = regime;
  constexpr std::uint64_t addresses = 1 << 20;  // of a regime
  for (std::size_t f = 0; f < features; ++f) {
    Draws draws(model_, regime * addresses + f);
    draw_levels(*distributions()[f], f, draws, effects_of(f));
    const double signal = f < continuous ? options_.continuous_signal : options_.discrete_signal;
    calibrate(*distributions()[f], signal * strength(f), effects_of(f));
  }
  for (std::size_t k = 0; k < tasting; ++k) {
    const Distribution& distribution = *distributions()[continuous + 2 * k];
    for (Action a = 0; a < options_.items; ++a) {
      Draws draws(model_, regime * addresses + features + a * tasting + k);
      std::array<double, max_levels> row;
      for (std::size_t level = 0; level < distribution.levels; ++level) row[level] = draws.normal();
      calibrate(distribution, options_.taste / std::sqrt(double{tasting}), row.data());
      for (std::size_t level = 0; level < distribution.levels; ++level) {
        tastes_[(k * max_levels + level) * options_.items + a] = row[level];
      }
    }
  }
}

void DisplayAdsEnvironment::observe(std::uint64_t step) {
  if (step - first_ >= drawn_) draw_steps(step);
  place_ = static_cast<std::size_t>(step - first_);
}

// A sum over the features waits for each addition; those of several steps go on beside each other.
void DisplayAdsEnvironment::draw_steps(std::uint64_t first) {
  const std::uint64_t regime = options_.drift == 0 ? 0 : first / options_.drift;
  if (regime != regime_) draw_effects(regime);
  first_ = first;
  drawn_ = options_.drift == 0
               ? together
               : std::min<std::uint64_t>(together, options_.drift - first % options_.drift);

  // Bits for each step: first of the uniform, then of the entries of the features.
  constexpr std::size_t words = 1 + (features + 1) / entries_of_word;
  static_assert((features + 1) % entries_of_word == 0);
  std::array<std::uint64_t, (words + 1) / 2 * 2 * together> bits;
  for (std::size_t block = 0; 2 * block < words; ++block) {
    philox_four_steps(environment_.value, first, static_cast<std::uint32_t>(block),
                      bits.data() + 2 * together * block);
  }
  const auto& table = distributions();
  const double* effects = effects_.data();
  double* __restrict values = values_.data();
  const std::size_t dimension = dimension_;
  std::array<double, together> sum;
  sum.fill(log_ctr_);
  const auto look_up = [&](std::size_t f, const std::uint64_t* entry) {
    const Distribution& distribution = *table[f];
    const double* effect = effects + f * max_levels;
    for (std::size_t s = 0; s < together; ++s) {
      values[s * dimension + f] = distribution.value[entry[s]];
      sum[s] += effect[distribution.level[entry[s]]];
    }
  };
  for (std::size_t w = 1; w < words; ++w) {
    std::array<std::uint64_t, entries_of_word * together> entry;
    for (std::size_t i = 0; i < entries_of_word; ++i) {
      for (std::size_t s = 0; s < together; ++s) {
        entry[i * together + s] = entry_in(bits[w * together + s], i);
      }
    }
    const std::size_t first_feature = (w - 1) * entries_of_word;
    const std::size_t count = std::min(entries_of_word, features - first_feature);
    for (std::size_t i = 0; i < count; ++i) look_up(first_feature + i, entry.data() + i * together);
  }
  for (std::size_t s = 0; s < together; ++s) {
    uniform_[s] = static_cast<double>(bits[s] >> 11) * 0x1p-53;  // as Draws::uniform
    std::array<const double*, tasting> rows;
    for (std::size_t k = 0; k < tasting; ++k) {
      const std::size_t f = continuous + 2 * k;
      const std::uint64_t word = bits[(1 + f / entries_of_word) * together + s];
      const std::size_t level = table[f]->level[entry_in(word, f % entries_of_word)];
      rows[k] = tastes_.data() + (k * max_levels + level) * options_.items;
    }
    double* __restrict hidden = hidden_.data() + s * hidden_dimension();
    hidden[0] = sum[s];
    for (Action a = 0; a < options_.items; ++a) {
      double taste = 0;
      for (const double* row : rows) taste += row[a];
      hidden[1 + a] = taste;
    }
  }
}

double DisplayAdsEnvironment::reward(Action action) const {
  return numeric::is_below_exp(uniform_[place_], hidden()[0] + hidden()[1 + action]) ? 1 : 0;
}

double DisplayAdsEnvironment::expected_reward(const Context& context, Action action,
                                              Knowledge knowledge) const {
  if (context.hidden().size() != hidden_dimension()) {
    throw std::logic_error("display_ads: this context has no hidden part");
  }
  const double taste = knowledge == Knowledge::full ? context.hidden()[1 + action] : 0;
  return std::min(1.0, numeric::exp(context.hidden()[0] + taste));
}

namespace {

struct UserOptions : DisplayAdsOptions {
  std::int64_t model_seed = -1;  // below 0: the replicate's
  std::int64_t log_seed = -1;
};

std::shared_ptr<const Dataset> make(const UserOptions& written) {
  const auto key = [](std::int64_t seed, const char* purpose, StreamKey usual) {
    return seed < 0 ? usual : derive_key(static_cast<std::uint64_t>(seed), purpose, "display_ads");
  };
  return std::make_shared<Simulator>([=](StreamKey model, StreamKey environment) {
    return std::make_unique<DisplayAdsEnvironment>(written, key(written.model_seed, "model", model),
                                                   key(written.log_seed, "log", environment));
  });
}

const auto parameters = bind_parameters<UserOptions>(
    integer(&UserOptions::items, "items", "K")
        .at_least(1)
        .at_most(1000)
        .source("thesis, section 2.2.1 (p. 40)"),
    real(&UserOptions::ctr, "ctr", "mean click rate, of every item")
        .above(0)
        .at_most(1)
        .source("thesis, section 2.4.1 (p. 48): a little under 1200 clicks in 500,000"),
    real(&UserOptions::discrete_signal, "discrete_signal",
         "standard deviation of the log click rate, categorical features")
        .at_least(0)
        .at_most(5),
    real(&UserOptions::continuous_signal, "continuous_signal", "the same, continuous features")
        .at_least(0)
        .at_most(5),
    real(&UserOptions::taste, "taste", "the same, of an item against the visitor's mean")
        .at_least(0)
        .at_most(5),
    integer(&UserOptions::drift, "drift", "records between two draws of all effects; 0: never")
        .at_least(0)
        .source("thesis, appendix E.2.2 (p. 268): the data seemed plain static"),
    integer(&UserOptions::model_seed, "model_seed",
            "-1: new effects each replicate; else those of this number")
        .at_least(-1),
    integer(&UserOptions::log_seed, "log_seed",
            "-1: new visitors each replicate; else those of this number")
        .at_least(-1),
    intercept_parameter(&UserOptions::intercept, " (categorical)"));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "display_ads",
     .summary = "impressions of 6 items for visitors with 119 mixed features: a stand-in for the "
                "private data of challenge 2",
     .source = "thesis section 2.2.1 (p. 40), 2.4.2 (p. 49), 2.5; generated",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::display_ads
