#include "suite/bench/precomputed_environment.hpp"

#include <algorithm>
#include <cmath>

#include "suite/stream/stream.hpp"

namespace replaybench::bench {

namespace {
constexpr std::size_t relevant = 3;
constexpr double mean_active = 20;
}  // namespace

PrecomputedEnvironment::PrecomputedEnvironment(const Shape& shape, std::size_t contexts)
    : shape_(shape), count_(contexts) {
  const auto features = static_cast<std::uint32_t>(shape.features);
  const std::size_t dimension = shape.features + 1;
  Draws model({0x5eed}, 0);
  for (Action a = 0; a < shape.actions; ++a) {
    quality_.push_back(0.1 + 0.4 * model.uniform());
    for (std::size_t i = 0; i < relevant; ++i) {
      relevant_.push_back(features > 0 ? model.below(features) : 0);
      weights_.push_back(features > 0 ? 0.2 * model.normal() : 0);
    }
  }
  const double scale = std::min(1.0, 10 / std::sqrt(static_cast<double>(dimension)));
  std::vector<std::size_t> ends;
  features_.resize(count_ * dimension);
  for (std::size_t i = 0; i < count_; ++i) {
    Draws draws({0xda7a}, i);
    double* x = features_.data() + i * dimension;
    for (std::uint32_t f = 0; f < features; ++f) {
      if (!shape.sparse) {
        const double signal = draws.normal();
        x[f] = scale * (signal + 0.5 * draws.normal());
      } else if (draws.uniform() * static_cast<double>(features) < mean_active) {
        x[f] = 1;
        active_.push_back(f);
      }
    }
    x[features] = 1;
    active_.push_back(features);
    ends.push_back(active_.size());
  }
  rewards_.resize(count_ * shape.actions);
  for (std::size_t i = 0; i < count_; ++i) {
    const auto values = std::span<const double>(features_).subspan(i * dimension, dimension);
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    contexts_.push_back(
        shape.sparse ? Context::sparse(values, std::span<const std::uint32_t>(active_).subspan(
                                                   begin, ends[i] - begin))
                     : Context(values));
    Draws draws({0x107}, i);
    for (Action a = 0; a < shape.actions; ++a) {
      const double p = expected_reward(contexts_[i], a, Knowledge::full);
      rewards_[i * shape.actions + a] = draws.uniform() < p ? 1 : 0;
    }
  }
}

double PrecomputedEnvironment::expected_reward(const Context& context, Action action,
                                               Knowledge) const {
  double p = quality_[action];
  for (std::size_t i = 0; i < relevant; ++i) {
    p += weights_[relevant * action + i] * context[relevant_[relevant * action + i]];
  }
  return std::clamp(p, 0.0, 1.0);
}

}  // namespace replaybench::bench
