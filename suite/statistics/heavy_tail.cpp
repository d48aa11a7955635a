#include "suite/statistics/heavy_tail.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/number_bytes.hpp"
#include "suite/statistics/largest_terms.hpp"

namespace replaybench::statistics {

namespace {

constexpr std::size_t min_terms = 200;
constexpr std::size_t min_largest = 20;
constexpr double one_sided_quantile = 1.6448536269514722;  // of 95 %

std::size_t order_of(std::uint64_t terms) {
  return std::clamp(static_cast<std::size_t>(std::sqrt(static_cast<double>(terms))), min_largest,
                    max_tail_order);
}

}  // namespace

bool Tail::has_no_variance() const {
  return index * (1 + one_sided_quantile / std::sqrt(static_cast<double>(order))) < 2;
}

LargestTerms::LargestTerms(std::uint64_t terms) : kept_(order_of(terms) + 1) {}

LargestTerms::LargestTerms() : kept_(max_tail_order + 1) {}

void LargestTerms::keep(double size) {
  if (sizes_.size() == kept_) {
    if (size <= sizes_.front()) return;
    std::pop_heap(sizes_.begin(), sizes_.end(), std::greater<>());
    sizes_.back() = size;
  } else {
    sizes_.push_back(size);
  }
  std::push_heap(sizes_.begin(), sizes_.end(), std::greater<>());
}

void LargestTerms::add(double term) {
  if (term == 0) return;
  const double size = std::fabs(term);
  total_.add(size);
  ++count_;
  keep(size);
}

void LargestTerms::merge(const LargestTerms& other) {
  total_.merge(other.total_);
  count_ += other.count_;
  for (const double size : other.sizes_) keep(size);
}

Tail LargestTerms::tail() const {
  Tail tail;
  if (count_ == 0) return tail;
  std::vector<double> sizes = sizes_;
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  numeric::ExactSum largest;
  for (std::size_t i = 0; i < std::min(largest_terms, sizes.size()); ++i) largest.add(sizes[i]);
  tail.largest_share = largest.value() / total_.value();
  if (count_ < min_terms) return tail;
  const std::size_t k = order_of(count_);
  std::size_t different = 0;
  numeric::ExactSum logarithms;
  for (std::size_t i = 0; i < k; ++i) {
    different += sizes[i] != sizes[i + 1];
    logarithms.add(numeric::log(sizes[i] / sizes[k]));
  }
  if (2 * different < k) return tail;
  tail.index = static_cast<double>(k) / logarithms.value();
  tail.order = k;
  return tail;
}

void LargestTerms::write(std::string& out) const {
  std::map<double, std::uint64_t> sizes;
  for (const double size : sizes_) ++sizes[size];
  numeric::write_number(count_, out);
  total_.write(out);
  numeric::write_number(sizes.size(), out);
  for (const auto& [size, times] : sizes) {
    numeric::write_double(size, out);
    numeric::write_number(times, out);
  }
}

LargestTerms LargestTerms::read(std::string_view& bytes) {
  LargestTerms terms;
  terms.count_ = numeric::read_number(bytes);
  terms.total_ = numeric::ExactSum::read(bytes);
  for (std::uint64_t left = numeric::read_number(bytes); left > 0; --left) {
    const double size = numeric::read_double(bytes);
    std::uint64_t times = numeric::read_number(bytes);
    if (times > terms.kept_ - terms.sizes_.size()) {
      throw std::invalid_argument("not the bytes of largest terms");
    }
    for (; times > 0; --times) terms.keep(size);
  }
  return terms;
}

Tail tail_of(std::span<const double> terms) {
  LargestTerms largest(terms.size());
  for (const double term : terms) largest.add(term);
  return largest.tail();
}

}  // namespace replaybench::statistics
