#include "suite/learning/logistic_models.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/logistic.hpp"

namespace replaybench::learning {

LogisticModels::LogisticModels(Action action_count, std::size_t dimension,
                               const LogisticOptions& options)
    : options_(options),
      dimension_(dimension),
      row_size_(numeric::padded_size(dimension)),
      rows_(action_count * row_size_),
      learnt_(action_count) {
  if (options.refresh == Refresh::online) return;
  records_.resize(options.memory * row_size_);
  rewards_.resize(options.memory);
  owners_.resize(options.memory);
  next_.resize(options.memory);
  first_.resize(action_count);
  last_.resize(action_count);
  kept_.resize(action_count);
  gradient_.resize(row_size_);
}

double LogisticModels::probability(const Context& context, Action action) const {
  return numeric::logistic(logit(context, action));
}

void LogisticModels::learn(const Context& context, Action action, double reward,
                           const char* owner) {
  learnt_[action] += 1;
  const std::span<double> theta = row(action);
  if (options_.refresh == Refresh::all) {
    keep(context, action, reward);
    descend(action);
  } else {
    const double error = numeric::logistic(dot(context, theta)) - reward;
    add_scaled(-options_.learning_rate * error, context, theta);
    if (options_.l2 > 0) {
      const double shrink = 1 / (1 + options_.learning_rate * options_.l2 / learnt_[action]);
      for (double& weight : theta) weight *= shrink;
    }
  }
  if (!std::isfinite(dot(context, theta))) {
    throw NumericalFailure(std::string(owner) +
                           ": the weights of the logistic regression overflowed; learning_rate or "
                           "the features are too large");
  }
}

void LogisticModels::keep(const Context& context, Action action, double reward) {
  const auto slot = static_cast<std::uint32_t>(written_ % options_.memory);
  if (written_ >= options_.memory) {
    const Action loser = owners_[slot];
    first_[loser] = next_[slot];
    --kept_[loser];
  }
  ++written_;
  std::ranges::copy(context.values(),
                    records_.begin() + static_cast<std::ptrdiff_t>(slot * row_size_));
  rewards_[slot] = reward;
  owners_[slot] = action;
  if (kept_[action] == 0) {
    first_[action] = slot;
  } else {
    next_[last_[action]] = slot;
  }
  last_[action] = slot;
  ++kept_[action];
}

namespace {

// As four sums one after the other.
void add_four_scaled(const std::array<double, 4>& factors, const std::array<const double*, 4>& x,
                     std::span<double> sums) {
  double* __restrict out = sums.data();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    double sum = out[i];
    sum += factors[0] * x[0][i];
    sum += factors[1] * x[1][i];
    sum += factors[2] * x[2][i];
    sum += factors[3] * x[3][i];
    out[i] = sum;
  }
}

}  // namespace

void LogisticModels::descend(Action action) {
  double* theta = row(action).data();
  const double step = options_.learning_rate / kept_[action];
  const double shrink = 1 / (1 + step * options_.l2);
  for (std::uint32_t iteration = 0; iteration < options_.iterations; ++iteration) {
    std::ranges::fill(gradient_, 0.0);
    std::uint32_t slot = first_[action];
    // Four records at a time: their exponentials, and one pass over the gradient.
    for (std::uint32_t left = kept_[action]; left > 0;) {
      const std::uint32_t count = std::min(left, 4u);
      left -= count;
      std::array<const double*, 4> x;
      std::array<double, 4> errors{};
      std::array<double, 4> rewards;
      for (std::uint32_t r = 0; r < count; ++r, slot = next_[slot]) {
        x[r] = records_.data() + slot * row_size_;
        errors[r] = numeric::padded_dot(theta, x[r], row_size_);
        rewards[r] = rewards_[slot];
      }
      numeric::logistic_of_four(errors.data(), errors.data());
      for (std::uint32_t r = 0; r < count; ++r) errors[r] -= rewards[r];
      if (count == 4) {
        add_four_scaled(errors, x, gradient_);
      } else {
        for (std::uint32_t r = 0; r < count; ++r) {
          for (std::size_t i = 0; i < row_size_; ++i) gradient_[i] += errors[r] * x[r][i];
        }
      }
    }
    for (std::size_t i = 0; i < row_size_; ++i) {
      theta[i] = (theta[i] - step * gradient_[i]) * shrink;
    }
  }
}

Binding<LogisticOptions> logistic_parameters() {
  return bind_parameters<LogisticOptions>(
      choice(&LogisticOptions::refresh, "refresh",
             {{"online", Refresh::online}, {"all", Refresh::all}},
             "one gradient step along the newest record, or the regression recomputed from all "
             "the records kept of the action")
          .source("thesis, section 4.4.1 (p. 109): all, which is O(records) per update"),
      real(&LogisticOptions::learning_rate, "learning_rate", "size of a gradient step")
          .above(0)
          .finite()
          .source("not given (thesis, section 4.4.1, p. 109); the best of 0.01 to 0.1 on the "
                  "thesis's model"),
      real(
          &LogisticOptions::l2, "l2",
          "ridge regularisation, counted once for all the records of an action; a step divides the "
          "weights by 1 + learning_rate l2 / n")
          .at_least(0)
          .finite()
          .source("not given (thesis, section 4.4.1, p. 109); 1 as in LinUCB"),
      integer(&LogisticOptions::iterations, "iterations",
              "refresh = all: gradient steps at each update")
          .at_least(1)
          .at_most(1'000'000)
          .source("not given (thesis, section 4.4.1, p. 109)"),
      integer(&LogisticOptions::memory, "memory",
              "refresh = all: newest records that are kept, of all actions")
          .at_least(1)
          .at_most(100'000'000)
          .source("thesis section 4.4.1 (p. 109) keeps all; the bound is ours"));
}

LogisticOptions limited_to(const Problem& problem, LogisticOptions options) {
  if (problem.horizon > 0) {
    options.memory =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(options.memory, problem.horizon));
  }
  return options;
}

}  // namespace replaybench::learning
