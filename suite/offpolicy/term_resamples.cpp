#include "suite/offpolicy/term_resamples.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "suite/numeric/nan.hpp"
#include "suite/stream/binomial.hpp"
#include "suite/stream/word_stream.hpp"
#include "suite/terms/log_mean.hpp"

namespace replaybench::offpolicy {

namespace {

// A binomial variate takes the time of so many records that are drawn one by one.
constexpr std::size_t records_per_level = 64;

auto key_of(const Term& term) { return std::tuple(term.base, term.weight, term.outcome); }

}  // namespace

TermResamples::TermResamples(std::span<const Term> terms, Combination combination, double lambda)
    : combination_(combination), lambda_(lambda) {
  if (combination == Combination::log_mean && lambda == 0) combination_ = Combination::mean;
  std::vector<std::uint32_t> order(terms.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key_of(terms[a]) < key_of(terms[b]); });
  level_of_.resize(terms.size());
  for (const std::uint32_t i : order) {
    if (levels_.empty() || key_of(levels_.back().term) != key_of(terms[i])) {
      levels_.push_back({terms[i], 0, 0});
      counts_.push_back(0);
    }
    ++counts_.back();
    level_of_[i] = static_cast<std::uint32_t>(levels_.size() - 1);
  }
  if (levels_.size() * records_per_level < terms.size()) level_of_ = {};

  const double all = combine(terms, combination_, lambda).value;
  base_ = all;
  if (combination_ == Combination::ratio) {
    std::vector<double> bases;
    for (const Term& term : terms) bases.push_back(term.base);
    base_ = sum_of(bases) / static_cast<double>(terms.size());
    ratio_ = all - base_;
  }
  for (Level& level : levels_) {
    const Term& term = level.term;
    if (combination_ == Combination::ratio) {
      level.base = term.base - base_;
      level.product = term.weight * (term.outcome - ratio_);
    } else {
      level.base = term.base + term.weight * term.outcome - base_;
    }
  }
}

std::vector<std::uint64_t> TermResamples::draw(StreamKey key, std::uint64_t b) const {
  std::vector<std::uint64_t> times(levels_.size());
  if (!level_of_.empty()) {
    WordStream words(key, b);
    const auto n = static_cast<std::uint32_t>(level_of_.size());
    for (std::uint32_t i = 0; i < n; ++i) ++times[level_of_[words.below(n)]];
    return times;
  }
  Draws draws(key, b);
  const std::uint64_t n = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  draw_multinomial(draws, n, counts_,
                   [&](std::size_t i, std::uint64_t count) { times[i] = count; });
  return times;
}

double TermResamples::estimate(StreamKey key, std::uint64_t b) const {
  const std::vector<std::uint64_t> times = draw(key, b);
  if (combination_ == Combination::log_mean) return log_mean(times);
  double n = 0;
  double base = 0;
  double weight = 0;
  double product = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto count = static_cast<double>(times[i]);
    n += count;
    base += count * levels_[i].base;
    weight += count * levels_[i].term.weight;
    product += count * levels_[i].product;
  }
  const double estimate = base_ + base / n;
  if (combination_ != Combination::ratio || weight == 0) return estimate;
  return estimate + ratio_ + product / weight;
}

double TermResamples::log_mean(std::span<const std::uint64_t> times) const {
  const auto exponent = [&](std::size_t i) { return lambda_ * levels_[i].base; };
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] == 0) continue;
    least = std::min(least, exponent(i));
    most = std::max(most, exponent(i));
  }
  const terms::LogMean log_mean(lambda_, least, most);
  double n = 0;
  double sum = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] == 0) continue;
    const auto count = static_cast<double>(times[i]);
    n += count;
    sum += count * log_mean.number(exponent(i));
  }
  return base_ + log_mean.of({sum / n, nan}).value;
}

}  // namespace replaybench::offpolicy
