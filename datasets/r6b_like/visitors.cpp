#include "datasets/r6b_like/visitors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "datasets/r6b_like/model_steps.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::datasets::r6b_like {

namespace {

constexpr std::size_t types = 5;
constexpr double usually_active = 15;  // interests that are 1, except for the rare ones

/// Thresholds for a uniform number: cumulative sums of the weights, divided by their total.
std::vector<double> sums_below(std::vector<double> weights) {
  double sum = 0;
  for (double& weight : weights) weight = sum += weight;
  for (double& below : weights) below /= sum;
  return weights;
}

std::uint32_t draw_one(const std::vector<double>& below, double uniform) {
  const auto at = std::upper_bound(below.begin(), below.end() - 1, uniform);
  return static_cast<std::uint32_t>(at - below.begin());
}

struct Type {
  std::vector<double> groups;   // sums_below
  std::vector<double> telling;  // P(1)
};

std::vector<Type> draw_types(StreamKey model, std::span<const double> frequencies, double tilt) {
  std::vector<Type> drawn(types);
  for (std::size_t z = 0; z < types; ++z) {
    Draws draws(model, types_step + z);
    for (std::size_t g = 0; g < Visitors::groups; ++g) {
      drawn[z].groups.push_back(numeric::exp(0.5 * tilt * draws.normal()));
    }
    drawn[z].groups = sums_below(std::move(drawn[z].groups));
    for (const double p : frequencies) {
      const double odds = p / (1 - p) * numeric::exp(tilt * draws.normal());
      drawn[z].telling.push_back(odds / (1 + odds));
    }
  }
  return drawn;
}

/// The feature of the k-th interest: somewhere in their row.
std::uint32_t feature_of_interest(std::size_t k) {
  return static_cast<std::uint32_t>(Visitors::groups + Visitors::places +
                                    k * 41 % Visitors::interests);
}

}  // namespace

Visitors::Visitors(StreamKey model, std::size_t dimension, double tilt) {
  std::vector<double> frequencies(dimension, 0.5);
  double active = 0;
  for (std::size_t k = 0; k < dimension; ++k) {
    if (k > 0) frequencies[k] -= 0.35 * static_cast<double>(k) / static_cast<double>(dimension - 1);
    active += frequencies[k];
  }
  const auto always = static_cast<std::size_t>(usually_active - active + 0.5);
  const std::vector<Type> drawn = draw_types(model, frequencies, tilt);
  std::vector<double> type_weights, place_weights;
  for (std::size_t z = 0; z < types; ++z) {
    type_weights.push_back(numeric::exp(-0.15 * static_cast<double>(z)));
  }
  for (std::size_t k = 1; k <= places; ++k) {
    place_weights.push_back(numeric::pow(static_cast<double>(k), -4));
  }
  const std::vector<double> below_type = sums_below(std::move(type_weights));
  const std::vector<double> below_place = sums_below(std::move(place_weights));

  for (std::uint32_t g = 0; g < groups; ++g) telling_.push_back(g);
  for (std::size_t k = 0; k < dimension; ++k) telling_.push_back(feature_of_interest(k));
  begin_.push_back(0);
  for (std::size_t v = 0; v < count; ++v) {
    WordStream stream(model, visitors_step + v);
    const Type& type = drawn[draw_one(below_type, stream.uniform())];
    const std::uint32_t group = draw_one(type.groups, stream.uniform());
    active_.push_back(group);
    active_.push_back(static_cast<std::uint32_t>(groups) + draw_one(below_place, stream.uniform()));
    Telling here{static_cast<std::uint16_t>(group), 0};
    for (std::size_t k = 0; k < dimension; ++k) {
      if (stream.uniform() >= type.telling[k]) continue;
      here.bits = static_cast<std::uint16_t>(here.bits | 1u << k);
      active_.push_back(feature_of_interest(k));
    }
    for (std::size_t k = dimension; k < interests; ++k) {
      const auto rank = static_cast<double>(k - dimension - always + 1);
      if (k < dimension + always || stream.uniform() < 0.05 / (rank * rank * rank)) {
        active_.push_back(feature_of_interest(k));
      }
    }
    std::sort(active_.begin() + begin_.back(), active_.end());
    active_.push_back(features - 1);
    begin_.push_back(static_cast<std::uint32_t>(active_.size()));
    of_visitor_.push_back(here);
  }
  add_moments();
}

void Visitors::add_moments() {
  const std::size_t n = telling_.size();
  std::vector<std::uint64_t> both(n * n);  // visitors that have two features
  for (const Telling& visitor : of_visitor_) {
    std::array<std::size_t, 1 + max_dimension> has;
    std::size_t found = 0;
    has[found++] = visitor.group;
    for (std::size_t k = 0; k < n - groups; ++k) {
      if (visitor.bits >> k & 1u) has[found++] = groups + k;
    }
    for (std::size_t i = 0; i < found; ++i) {
      for (std::size_t j = 0; j < found; ++j) ++both[has[i] * n + has[j]];
    }
  }
  const auto share = [&](std::size_t i, std::size_t j) {
    return static_cast<double>(both[i * n + j]) / double{count};
  };
  covariance_.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      covariance_[i * n + j] = share(i, j) - share(i, i) * share(j, j);
    }
  }
}

double Visitors::deviation(std::span<const double> weights) const {
  double variance = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (std::size_t j = 0; j < weights.size(); ++j) {
      variance += weights[i] * weights[j] * covariance_[i * weights.size() + j];
    }
  }
  return std::sqrt(std::max(0.0, variance));
}

double Visitors::log_mean_exp(std::span<const double> weights) const {
  // exp of the weights of each set of eight interests, so that a visitor takes three products.
  std::array<std::array<double, 256>, max_dimension / 8> of_bits;
  for (std::size_t byte = 0; byte < of_bits.size(); ++byte) {
    of_bits[byte][0] = 1;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::size_t i = groups + 8 * byte + k;
      const double factor = i < weights.size() ? numeric::exp(weights[i]) : 1;
      for (std::size_t set = 0; set < (1u << k); ++set) {
        of_bits[byte][set | 1u << k] = of_bits[byte][set] * factor;
      }
    }
  }
  std::array<double, groups> of_group;
  for (std::size_t g = 0; g < groups; ++g) of_group[g] = numeric::exp(weights[g]);
  double sum = 0;
  for (const Telling& visitor : of_visitor_) {
    sum +=
        of_group[visitor.group] * of_bits[0][visitor.bits & 0xff] * of_bits[1][visitor.bits >> 8];
  }
  return numeric::log(sum / double{count});
}

}  // namespace replaybench::datasets::r6b_like
