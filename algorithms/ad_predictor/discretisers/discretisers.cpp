#include "algorithms/ad_predictor/discretisers/discretisers.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace replaybench::algorithms::ad_predictor {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

std::size_t candidate_cuts(std::span<const double> sorted, std::span<double> out) {
  std::array<double, first_values> distinct{};
  const std::size_t n = static_cast<std::size_t>(
      std::unique_copy(sorted.begin(), sorted.end(), distinct.begin()) - distinct.begin());
  const double range = distinct[n - 1] - distinct[0];
  const double beyond = distinct[n - 1] + (range > 0 ? range / 10 : 1);
  std::size_t count = 0;
  const auto add = [&](double cut) {
    if (count == 0 || cut > out[count - 1]) out[count++] = cut;
  };
  constexpr std::size_t inside = 18;
  add(distinct[0]);
  for (std::size_t k = 1; k <= inside; ++k) add(distinct[std::min(n - 1, k * n / (inside + 1))]);
  add(beyond);
  return count;
}

FeatureCuts::FeatureCuts(std::size_t features, Discretiser kind)
    : kind_(kind),
      most_(most_cuts(kind)),
      cuts_(features * most_, infinity),
      columns_(features * most_, infinity),
      uncut_(features, most_ + 1),
      values_(features * first_values),
      seen_(features) {}

void FeatureCuts::keep(std::size_t i, double x) {
  double* values = values_.data() + i * first_values;
  values[seen_[i]++] = x;
  if (seen_[i] < first_values) return;
  std::sort(values, values + first_values);
  const std::span<const double> sorted(values, first_values);
  const std::span<double> out(cuts_.data() + i * most_, most_);
  switch (kind_) {
    case Discretiser::em:
      em_cuts(sorted, out);
      break;
    case Discretiser::groups:
      group_cuts(sorted, out);
      break;
    case Discretiser::cuts:
      candidate_cuts(sorted, out);
      break;
  }
  uncut_[i] = 0;
  for (std::size_t k = 0; k < most_; ++k) columns_[k * seen_.size() + i] = out[k];
}

namespace {

// Four features at a time: the compiler's vector types, for it finds no vector in the plain loop.
constexpr std::size_t lanes = 4;
using Numbers = double __attribute__((vector_size(lanes * sizeof(double))));
using Counts = std::int64_t __attribute__((vector_size(lanes * sizeof(std::int64_t))));

// By reference: a vector by value is another ABI where the compiler may not use AVX (numeric/dot.hpp).
template <class Vector, class Element>
void load(Vector& vector, const Element* at) {
  static_assert(sizeof vector == lanes * sizeof *at);
  std::memcpy(&vector, at, sizeof vector);
}

}  // namespace

template <std::size_t most>
void FeatureCuts::parts_of(const double* x, double missing, const std::size_t* first,
                           std::size_t* out) const {
  const std::size_t features = seen_.size();
  const double* columns = columns_.data();
  const std::size_t* uncut = uncut_.data();
  std::size_t i = 0;
  for (; i + lanes <= features; i += lanes) {
    Numbers values;
    Numbers cuts;
    Counts part;
    Counts first_parts;
    load(values, x + i);
    load(part, uncut + i);  // without cuts below the value
    for (std::size_t k = 0; k < most; ++k) {
      load(cuts, columns + k * features + i);
      part -= values >= cuts;  // true is -1
    }
    const Counts is_missing = values == missing;
    part = (is_missing & static_cast<std::int64_t>(most + 2)) | (~is_missing & part);
    load(first_parts, first + i);
    part += first_parts;
    std::memcpy(out + i, &part, sizeof part);
  }
  for (; i < features; ++i) {
    std::size_t part = uncut[i];
    for (std::size_t k = 0; k < most; ++k) part += x[i] >= columns[k * features + i] ? 1 : 0;
    out[i] = first[i] + (x[i] == missing ? most + 2 : part);
  }
}

void FeatureCuts::parts(std::span<const double> x, double missing,
                        std::span<const std::size_t> first, std::span<std::size_t> out) const {
  if (kind_ == Discretiser::em) {
    parts_of<most_cuts(Discretiser::em)>(x.data(), missing, first.data(), out.data());
  } else {
    parts_of<most_cuts(Discretiser::groups)>(x.data(), missing, first.data(), out.data());
  }
}

}  // namespace replaybench::algorithms::ad_predictor
