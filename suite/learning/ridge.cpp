#include "suite/learning/ridge.hpp"

// Eigen lives in a namespace of its own here. Its inline functions differ with the vector width
// (even the way memory is freed), and the linker keeps one copy of each name: a program that uses
// Eigen too, compiled for another width, would exchange its copies for ours or ours for its.
#define Eigen replaybench_eigen
#include <unistd.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "suite/learning/root_regression.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::learning {

namespace {

// Eigen's blocking decides bits: it is not to follow the caches of the machine.
[[maybe_unused]] const bool caches_are_fixed = [] {
  Eigen::setCpuCacheSizes(32 * 1024, 256 * 1024, 2 * 1024 * 1024);
  return true;
}();

// Independent partial sums of a sparse quadratic form; their order is fixed, as in padded_dot.
constexpr std::size_t pair_lanes = 4;

// Beyond this many active features the dense form, which reads memory in order, is the faster one.
std::size_t max_active(std::size_t dimension) { return dimension / 2; }

// Bytes of the machine's memory; 0 means unknown.
double memory_of_machine() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<double>(pages) * static_cast<double>(size) : 0;
}

// Returns `dimension` if its matrices fit into the machine's memory, and throws otherwise. Called before anything is
// allocated, because an operating system that overcommits would end the program later.
std::size_t checked_dimension(std::size_t dimension, std::string_view owner, Action action_count) {
  const double d = static_cast<double>(dimension);
  const double bytes = 8.0 * action_count * (d + d * (d + 1) / 2);
  const double memory = memory_of_machine();
  if (memory == 0 || bytes <= memory) return dimension;
  const auto gigabytes = [](double size) {
    const auto tenths = static_cast<long>(size / 1e8);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
  };
  throw FileError(std::string(owner) + ": a matrix per action for " + std::to_string(dimension) +
                  " features and " + std::to_string(action_count) + " actions needs " +
                  gigabytes(bytes) + ", this machine has " + gigabytes(memory) +
                  "; use fewer features, or an algorithm without matrices");
}

std::size_t padded_pairs(std::size_t active) {
  return (numeric::packed_size(active) + pair_lanes - 1) / pair_lanes * pair_lanes;
}

// sum of products[p] inverse[places[p]], p < count, of `actions` matrices; count is a multiple of
// pair_lanes. Several matrices at once share the loads of places and products, and more of their
// elements are on the way from memory, which most of the time goes into.
template <std::size_t actions>
std::array<double, actions> quadratic_forms(const std::array<const double*, actions>& inverse,
                                            const std::vector<std::uint32_t>& pair_places,
                                            const std::vector<double>& pair_products,
                                            std::size_t count) {
  const std::uint32_t* places = pair_places.data();
  const double* products = pair_products.data();
  std::array<double, actions> forms;
#ifdef __AVX2__
  // From single loads, which a gather instruction would not speed up.
  __m256d sums[actions];
  for (__m256d& four : sums) four = _mm256_setzero_pd();
  for (std::size_t p = 0; p < count; p += pair_lanes) {
    const __m256d of_pairs = _mm256_loadu_pd(products + p);
    for (std::size_t a = 0; a < actions; ++a) {
      const double* m = inverse[a];
      const __m128d low = _mm_loadh_pd(_mm_load_sd(m + places[p]), m + places[p + 1]);
      const __m128d high = _mm_loadh_pd(_mm_load_sd(m + places[p + 2]), m + places[p + 3]);
      sums[a] = _mm256_add_pd(sums[a], _mm256_mul_pd(of_pairs, _mm256_set_m128d(high, low)));
    }
  }
  for (std::size_t a = 0; a < actions; ++a) {
    double lanes[pair_lanes];
    _mm256_storeu_pd(lanes, sums[a]);
    forms[a] = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  }
#else
  for (std::size_t a = 0; a < actions; ++a) {
    double lanes[pair_lanes] = {};
    for (std::size_t p = 0; p < count; p += pair_lanes) {
      for (std::size_t l = 0; l < pair_lanes; ++l) {
        lanes[l] += products[p + l] * inverse[a][places[p + l]];
      }
    }
    forms[a] = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  }
#endif
  return forms;
}

}  // namespace

Ridge::Ridge(std::string_view owner, Action action_count, std::size_t dimension,
             const RidgeOptions& options)
    : owner_(owner),
      options_(options),
      dimension_(checked_dimension(dimension, owner, action_count)),
      theta_size_(numeric::padded_size(dimension)),
      row_size_(theta_size_ + numeric::padded_size(numeric::packed_size(dimension))),
      rows_(action_count * row_size_),
      features_(row_size_),
      active_(max_active(dimension)),
      pair_places_(padded_pairs(max_active(dimension))),
      pair_products_(pair_places_.size()),
      gain_(dimension),
      scaled_gain_(dimension),
      solution_(dimension) {
  for (Action a = 0; a < action_count; ++a) {
    double* diagonal = rows_.data() + a * row_size_ + theta_size_;
    for (std::size_t i = 0; i < dimension; ++i) diagonal[i] = 1 / options.lambda;
  }
  if (keeps_moments()) {
    const std::size_t size = dimension + numeric::packed_size(dimension);
    moments_.resize(action_count * size);
    stale_.resize(action_count);
    work_.resize(2 * dimension * dimension);
    for (Action a = 0; a < action_count; ++a) {
      double* diagonal = moments_.data() + a * size + dimension;
      for (std::size_t i = 0; i < dimension; ++i) diagonal[i] = options.lambda;
    }
  }
}

void Ridge::read(const Context& context) const {
  for (std::size_t i = 0; i < dimension_; ++i) features_[i] = context[i];
  has_products_ = false;
  sparse_ = context.is_sparse() && context.active().size() <= max_active(dimension_);
  if (!sparse_) return;
  active_count_ = context.active().size();
  std::copy(context.active().begin(), context.active().end(), active_.begin());
}

// Computes the products for the variances in the current context.
void Ridge::multiply() const {
  has_products_ = true;
  if (!sparse_) {
    numeric::quadratic_products(std::span(features_).first(dimension_),
                                features_.data() + theta_size_);
    return;
  }
  // The room for the products of a dense context has the active features, one after the other.
  double* __restrict values = features_.data() + theta_size_;
  double* __restrict products = pair_products_.data();
  std::uint32_t* __restrict places = pair_places_.data();
  for (std::size_t i = 0; i < active_count_; ++i) values[i] = features_[active_[i]];
  std::size_t pair = 0;
  for (std::size_t i = 0; i < active_count_; ++i) {
    const std::size_t count = active_count_ - i;
    if (i == 0 || !by_rows_) {
      for (std::size_t j = 0; j < count; ++j) {
        places[pair + j] = static_cast<std::uint32_t>(place(active_[i], active_[i + j]));
      }
    } else {
      // Beside the pair of the first active feature, in the same row.
      const std::uint32_t right = active_[i] - active_[0];
      for (std::size_t j = 0; j < count; ++j) places[pair + j] = places[i + j] + right;
    }
    const double x = values[i];
    for (std::size_t j = 0; j < count; ++j) products[pair + j] = 2 * x * values[i + j];
    products[pair] = x * x;
    pair += count;
  }
  for (; pair % pair_lanes != 0; ++pair) {
    pair_places_[pair] = 0;
    pair_products_[pair] = 0;
  }
  pair_count_ = pair;
}

// Not in the header: inlined into a loop over actions, its sum would go through memory.
double Ridge::sparse_mean(const double* theta) const {
  double sum = 0;
  for (std::size_t i = 0; i < active_count_; ++i) sum += theta[active_[i]] * features_[active_[i]];
  return sum;
}

double Ridge::sparse_variance(const double* inverse) const {
  return quadratic_forms<1>({inverse}, pair_places_, pair_products_, pair_count_)[0];
}

Ridge::FourPredictions Ridge::predict(const std::array<Action, 4>& actions) const {
  if (!is_root_ && !has_products_) multiply();
  FourPredictions four{};
  if (is_root_ || !sparse_) {
    for (std::size_t a = 0; a < 4; ++a) {
      four.means[a] = mean(actions[a]);
      four.variances[a] = variance(actions[a]);
    }
    return four;
  }
  std::array<const double*, 4> theta;
  std::array<const double*, 4> inverse;
  for (std::size_t a = 0; a < 4; ++a) {
    theta[a] = rows_.data() + actions[a] * row_size_;
    inverse[a] = theta[a] + theta_size_;
  }
  for (std::size_t i = 0; i < active_count_; ++i) {
    const std::uint32_t place = active_[i];
    const double x = features_[place];
    for (std::size_t a = 0; a < 4; ++a) four.means[a] += theta[a][place] * x;
  }
  four.variances = quadratic_forms<4>(inverse, pair_places_, pair_products_, pair_count_);
  for (double& v : four.variances) v = v > 0 ? v : 0;
  return four;
}

// As padded_dot of the packing by diagonals. Slow, but no record of this kind was learned yet.
double Ridge::variance_by_rows(const double* inverse) const {
  double lanes[numeric::dot_lanes] = {};
  const double* products = features_.data() + theta_size_;
  std::size_t p = 0;
  for (std::size_t k = 0; k < dimension_; ++k) {
    for (std::size_t i = 0; i + k < dimension_; ++i, ++p) {
      lanes[p % numeric::dot_lanes] += inverse[numeric::row_packed_index(i, i + k)] * products[p];
    }
  }
  for (std::size_t half = numeric::dot_lanes / 2; half > 0; half /= 2) {
    for (std::size_t l = 0; l < half; ++l) lanes[l] += lanes[l + half];
  }
  return lanes[0];
}

/// Changes the packing of all M^-1. O(K d^2).
void Ridge::pack(bool by_rows) {
  if (is_root_ || by_rows_ == by_rows) return;
  std::vector<double> old(numeric::packed_size(dimension_));
  for (std::size_t first = theta_size_; first < rows_.size(); first += row_size_) {
    double* inverse = rows_.data() + first;
    std::copy_n(inverse, old.size(), old.data());
    for (std::size_t j = 0; j < dimension_; ++j) {
      for (std::size_t i = 0; i <= j; ++i) {
        const std::size_t row_place = numeric::row_packed_index(i, j);
        const std::size_t diagonal_place = numeric::packed_index(dimension_, i, j);
        inverse[by_rows ? row_place : diagonal_place] = old[by_rows ? diagonal_place : row_place];
      }
    }
  }
  by_rows_ = by_rows;
}

void Ridge::gain(Action action, std::span<double> out) const {
  const double* inverse = rows_.data() + action * row_size_ + theta_size_;
  if (is_root_) {
    std::copy_n(features_.data(), dimension_, out.data());
    solve_transposed(inverse, out);
    solve_upper(inverse, out);
    return;
  }
  if (by_rows_) {
    if (sparse_) {
      numeric::row_packed_times(inverse, std::span(features_).first(dimension_),
                                std::span(active_).first(active_count_), out);
    } else {
      numeric::row_packed_times(inverse, std::span(features_).first(dimension_), out);
    }
    return;
  }
  if (!sparse_) {
    numeric::symmetric_times(inverse, std::span(features_).first(dimension_), out.data());
    return;
  }
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < active_count_; ++i) {
    numeric::add_column(inverse, dimension_, active_[i], features_[active_[i]], out.data());
  }
}

void Ridge::update(const Context& context, Action action, double reward) {
  read(context);
  if (updates_ == 0 || !sparse_) pack(sparse_);
  ++updates_;
  if (!is_root_ && loses_digits()) keep_roots();
  if (!keeps_moments()) {
    update_inverse(action, reward);
    return;
  }
  accumulate(action, reward);
  if (options_.refresh_every == 1) {
    invert(action);
  } else if (updates_ % options_.refresh_every == 0) {
    for (Action a = 0; a < stale_.size(); ++a) {
      if (stale_[a]) invert(a);
    }
  }
}

// True if a rank-one step with the context at hand may cost more than half of the digits of a
// variance: eps |x|^2 / lambda > sqrt(eps), with eps = 2^-52.
bool Ridge::loses_digits() const {
  double square = 0;
  for (std::size_t i = 0; i < dimension_; ++i) square += features_[i] * features_[i];
  return !(square <= options_.lambda * 0x1p26);
}

// Up to here rank-one steps, and sums, were accurate: M comes from M^-1 if it is not kept. All
// actions are renewed. O(K d^3).
void Ridge::keep_roots() {
  const std::size_t size = dimension_ + numeric::packed_size(dimension_);
  const std::size_t models = rows_.size() / row_size_;
  std::vector<double> roots(models * size), recovered(size);
  for (Action a = 0; a < models; ++a) {
    if (!keeps_moments()) recover_moments(a, recovered.data());
    const double* moments = keeps_moments() ? moments_.data() + a * size : recovered.data();
    check(root_of(moments, dimension_, roots.data() + a * size), theta(a));
  }
  moments_ = std::move(roots);
  stale_.resize(models);
  is_root_ = true;
  by_rows_ = false;
  for (Action a = 0; a < models; ++a) invert(a);
}

double Ridge::root_variance(const double* r) const {
  const auto x = std::span(solution_).first(dimension_);
  std::copy_n(features_.data(), dimension_, x.data());
  solve_transposed(r, x);
  double sum = 0;
  for (const double number : x) sum += number * number;
  return sum;
}

void Ridge::update_inverse(Action action, double reward) {
  double* row = rows_.data() + action * row_size_;
  gain(action, gain_);
  double spread = 0;
  double square = 0;
  for (std::size_t i = 0; i < dimension_; ++i) {
    spread += features_[i] * gain_[i];
    square += gain_[i] * gain_[i];
  }
  const double residual = reward - mean(action);
  if (by_rows_) {
    numeric::add_row_packed_outer_product(row + theta_size_, -1 / (1 + spread), gain_,
                                          scaled_gain_);
  } else {
    numeric::add_outer_product(row + theta_size_, -1 / (1 + spread), gain_);
  }
  const double step = residual / (1 + spread);
  for (std::size_t i = 0; i < dimension_; ++i) row[i] += step * gain_[i];
  // |u|^2 finite: so is every product in u u^T.
  check(1 + spread > 0 && std::isfinite(spread) && std::isfinite(square), theta(action));
}

void Ridge::accumulate(Action action, double reward) {
  const std::size_t d = dimension_;
  double* v = moments_.data() + action * (d + numeric::packed_size(d));
  double* m = v + d;
  if (is_root_) {
    std::copy_n(features_.data(), d, gain_.data());
    add_to_root(v, gain_, reward);
  } else if (sparse_) {
    for (std::size_t i = 0; i < active_count_; ++i) {
      const double x = features_[active_[i]];
      v[active_[i]] += reward * x;
      for (std::size_t j = i; j < active_count_; ++j) {
        m[numeric::packed_index(d, active_[i], active_[j])] += x * features_[active_[j]];
      }
    }
  } else {
    for (std::size_t i = 0; i < d; ++i) v[i] += reward * features_[i];
    numeric::add_outer_product(m, 1, std::span(features_).first(d));
  }
  stale_[action] = 1;
}

void Ridge::invert(Action action) {
  invert(action, moments_.data() + action * (dimension_ + numeric::packed_size(dimension_)));
  stale_[action] = 0;
}

// Inverts [v | M], for which `work_` has two d x d matrices, or its root.
void Ridge::invert(Action action, const double* moments) {
  const std::size_t d = dimension_;
  if (is_root_) {
    double* row = rows_.data() + action * row_size_;
    std::copy_n(moments, d, row);
    std::copy_n(moments + d, numeric::packed_size(d), row + theta_size_);
    solve_upper(moments + d, std::span(row, d));
    double diagonal = 0;  // not finite as soon as one of them is not
    for (std::size_t i = 0, at = d; i < d; at += d - i, ++i) diagonal += moments[at];
    check(std::isfinite(diagonal), theta(action));
    return;
  }
  const double* v = moments;
  const double* m = v + d;
  double trace = 0;  // bounds every element of M: without this an infinite M would give variance 0
  for (std::size_t i = 0; i < d; ++i) trace += m[i];

  const auto order = static_cast<Eigen::Index>(d);
  Eigen::Map<Eigen::MatrixXd> full(work_.data(), order, order);
  Eigen::Map<Eigen::MatrixXd> inverse(work_.data() + d * d, order, order);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = j; i < d; ++i) work_[i + j * d] = m[numeric::packed_index(d, i, j)];
  }
  Eigen::Ref<Eigen::MatrixXd> in_place(full);
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(in_place);
  inverse.setIdentity();
  factor.solveInPlace(inverse);

  double* row = rows_.data() + action * row_size_;
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      row[theta_size_ + place(i, j)] = work_[d * d + i + j * d];
    }
  }
  Eigen::Map<Eigen::VectorXd> theta_of_row(row, order);
  theta_of_row = Eigen::Map<const Eigen::VectorXd>(v, order);
  factor.solveInPlace(theta_of_row);
  check(factor.info() == Eigen::Success && std::isfinite(trace), theta(action));
}

// [v | M packed] of a model of which only theta and M^-1 are kept.
void Ridge::recover_moments(Action action, double* out) const {
  const std::size_t d = dimension_;
  const double* row = rows_.data() + action * row_size_;
  const auto order = static_cast<Eigen::Index>(d);
  Eigen::MatrixXd inverse(order, order);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i < d; ++i) {
      inverse(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          row[theta_size_ + place(i, j)];
    }
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(inverse);
  const Eigen::MatrixXd m = factor.solve(Eigen::MatrixXd::Identity(order, order));
  const Eigen::VectorXd v = factor.solve(Eigen::Map<const Eigen::VectorXd>(row, order));
  check(factor.info() == Eigen::Success, std::span(v.data(), d));
  std::copy(v.data(), v.data() + d, out);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      out[d + numeric::packed_index(d, i, j)] =
          m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
}

void Ridge::check(bool sound, std::span<const double> theta) const {
  double sum = 0;  // not finite as soon as one of them is not
  for (const double weight : theta) sum += weight;
  if (sound && std::isfinite(sum)) return;
  throw NumericalFailure(std::string(owner_) +
                         ": the regression became singular or overflowed; scale the features and "
                         "rewards, or raise lambda");
}

}  // namespace replaybench::learning
