#include <algorithm>
#include <cmath>
#include <utility>

#include "suite/learning/ridge.hpp"
#include "suite/learning/root_regression.hpp"

namespace replaybench::learning {

void Ridge::become_average_of(std::span<const Ridge* const> ridges) {
  const bool by_rows = ridges.front()->by_rows_;
  const bool keeps = ridges.front()->keeps_moments();
  const bool is_root = ridges.front()->is_root_;
  if (!std::ranges::all_of(ridges, [&](const Ridge* r) {
        return r->by_rows_ == by_rows && r->is_root_ == is_root;
      })) {
    std::vector<Ridge> copies;
    std::vector<const Ridge*> of_one_packing;
    copies.reserve(ridges.size());
    for (const Ridge* ridge : ridges) {
      copies.push_back(*ridge);
      copies.back().pack(false);
      if (std::ranges::any_of(ridges, &Ridge::is_root_) && !copies.back().is_root_) {
        copies.back().keep_roots();
      }
      of_one_packing.push_back(&copies.back());
    }
    become_average_of(of_one_packing);
    return;
  }
  const std::size_t d = dimension_;
  const std::size_t size = d + numeric::packed_size(d);
  const std::size_t models = rows_.size() / row_size_;
  const Ridge& first = *ridges.front();
  const auto same = [](const auto& a, const auto& b, std::size_t model, std::size_t width) {
    const auto begin = static_cast<std::ptrdiff_t>(model * width);
    return std::equal(a.begin() + begin, a.begin() + begin + static_cast<std::ptrdiff_t>(width),
                      b.begin() + begin);
  };
  std::vector<std::vector<double>> moments(ridges.size(), std::vector<double>(size));
  std::vector<double> mean(size);
  Ridge average = first;
  average.work_.resize(2 * d * d);
  const auto add_roots = [&](Action a) {
    const double scale = 1 / std::sqrt(static_cast<double>(ridges.size()));
    std::fill(mean.begin(), mean.end(), 0.0);
    for (const Ridge* ridge : ridges) {
      add_to_root(mean.data(), ridge->moments_.data() + a * size, scale, average.gain_);
    }
  };
  const auto average_moments = [&](Action a) {
    for (std::size_t r = 0; r < ridges.size(); ++r) {
      if (keeps) {
        std::copy_n(ridges[r]->moments_.data() + a * size, size, moments[r].data());
      } else {
        ridges[r]->recover_moments(a, moments[r].data());
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      double differences = 0;
      for (const auto& of_one : moments) differences += of_one[i] - moments.front()[i];
      mean[i] = moments.front()[i] + differences / static_cast<double>(ridges.size());
    }
  };
  for (Action a = 0; a < models; ++a) {
    const bool alike = std::all_of(ridges.begin(), ridges.end(), [&](const Ridge* ridge) {
      return same(ridge->rows_, first.rows_, a, row_size_) &&
             (!keeps || same(ridge->moments_, first.moments_, a, size));
    });
    if (alike) continue;
    is_root ? add_roots(a) : average_moments(a);
    if (keeps) {
      std::copy(mean.begin(), mean.end(),
                average.moments_.begin() + static_cast<std::ptrdiff_t>(a * size));
      average.stale_[a] = 0;
    }
    average.invert(a, mean.data());
  }
  std::uint64_t updates = 0;
  for (const Ridge* ridge : ridges) updates += ridge->updates_;
  average.updates_ = updates / ridges.size();
  if (!keeps) average.work_.clear();
  *this = std::move(average);
}

}  // namespace replaybench::learning
