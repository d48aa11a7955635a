#include "algorithms/ad_predictor/discretisers/discretisers.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace replaybench::algorithms::ad_predictor {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t lanes = 4;  // features at a time
}  // namespace

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
      most_(max_cuts(kind)),
      cuts_(features * most_, infinity),
      columns_(features * most_, infinity),
      used_(features / lanes),
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
  for (std::size_t k = 0; k < most_; ++k) {
    columns_[k * seen_.size() + i] = out[k];
    if (i / lanes < used_.size() && out[k] < infinity)
      used_[i / lanes] = std::max(used_[i / lanes], k + 1);
  }
}

namespace {

// Vector types of the compiler, because it does not vectorise the plain loops.
using Numbers = double __attribute__((vector_size(lanes * sizeof(double))));
using SmallCounts = std::int32_t __attribute__((vector_size(lanes * sizeof(std::int32_t))));
using Counts = std::int64_t __attribute__((vector_size(lanes * sizeof(std::int64_t))));

// By reference: a vector by value is another ABI where the compiler may not use AVX (numeric/dot.hpp).
template <class Vector, class Element>
void load(Vector& vector, const Element* at) {
  static_assert(sizeof vector == lanes * sizeof *at);
  std::memcpy(&vector, at, sizeof vector);
}

}  // namespace

void FeatureCuts::parts(std::span<const double> x, double missing,
                        std::span<const std::size_t> first, std::span<std::size_t> out) const {
  const std::size_t features = seen_.size();
  std::size_t i = 0;
  for (; i + lanes <= features; i += lanes) {
    Numbers values;
    Numbers cuts;
    Counts part;
    Counts first_parts;
    load(values, x.data() + i);
    load(part, uncut_.data() + i);              // without cuts below the value
    const std::size_t used = used_[i / lanes];  // no value is in a part beyond
    for (std::size_t k = 0; k < used; ++k) {
      load(cuts, columns_.data() + k * features + i);
      part -= values >= cuts;  // true is -1
    }
    part = values == missing ? Counts{} + static_cast<std::int64_t>(most_ + 2) : part;
    load(first_parts, first.data() + i);
    part += first_parts;
    std::memcpy(out.data() + i, &part, sizeof part);
  }
  for (; i < features; ++i) {
    const std::size_t part = is_cut(i) ? bucket(i, x[i]) : most_ + 1;
    out[i] = first[i] + (x[i] == missing ? most_ + 2 : part);
  }
}

void FeatureCuts::code_parts(const double* x, std::size_t values, double missing,
                             const std::size_t* first, std::span<std::size_t> out) {
  const auto other = static_cast<double>(values);
  std::size_t i = 0;
  for (; i + lanes <= out.size(); i += lanes) {
    Numbers code;
    Counts first_parts;
    load(code, x + i);
    load(first_parts, first + i);
    const Numbers known = ((code >= 0) & (code < other)) ? code : Numbers{} + other;
    const Numbers part = code == missing ? Numbers{} + (other + 1) : known;
    // By way of 32 bits, for which there is an instruction.
    first_parts += __builtin_convertvector(__builtin_convertvector(part, SmallCounts), Counts);
    std::memcpy(out.data() + i, &first_parts, sizeof first_parts);
  }
  for (; i < out.size(); ++i) {
    const double known = x[i] >= 0 && x[i] < other ? x[i] : other;
    const double part = x[i] == missing ? other + 1 : known;
    out[i] = first[i] + static_cast<std::size_t>(static_cast<std::int64_t>(part));
  }
}

}  // namespace replaybench::algorithms::ad_predictor
