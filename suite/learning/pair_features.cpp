#include "suite/learning/pair_features.hpp"

#include <algorithm>

#include "suite/text/option.hpp"

namespace replaybench::learning {

std::size_t PairShape::size(Pairs pairs) const {
  const std::size_t shared = std::max<std::size_t>(dimension, 1);
  const std::size_t of_action = action_dimension > 0 ? action_dimension : action_count;
  return pairs == Pairs::products ? shared * (1 + of_action) : shared + of_action;
}

PairShape pair_shape(const Problem& problem) {
  return {problem.action_count, problem.dimension, problem.action_dimension};
}

PairFeatures::PairFeatures(Pairs pairs, const PairShape& shape)
    : pairs_(pairs),
      by_number_(shape.action_dimension == 0),
      dimension_(shape.dimension),
      values_(shape.size(pairs)),
      shared_(std::max<std::size_t>(shape.dimension, 1)),
      active_(values_.size()),
      own_active_(shared_),
      own_values_(shared_) {}

void PairFeatures::read(const Context& context) const {
  own_count_ = 0;
  const auto add = [&](std::uint32_t i, double value) {
    if (value == 0) return;
    own_active_[own_count_] = i;
    own_values_[own_count_++] = value;
  };
  if (dimension_ == 0) return add(0, 1);
  if (context.is_sparse()) {
    for (const std::uint32_t i : context.active()) add(i, context[i]);
  } else {
    for (std::size_t i = 0; i < dimension_; ++i) add(static_cast<std::uint32_t>(i), context[i]);
  }
}

void PairFeatures::add_block(std::size_t first, double factor) const {
  for (std::size_t i = 0; i < own_count_; ++i) {
    const double value = factor * own_values_[i];
    if (value == 0) continue;  // of two tiny numbers
    const std::size_t place = first + own_active_[i];
    active_[active_count_++] = static_cast<std::uint32_t>(place);
    values_[place] = value;
  }
}

Context PairFeatures::of(const Context& context, Action action) const {
  for (std::size_t i = 0; i < active_count_; ++i) values_[active_[i]] = 0;
  active_count_ = 0;
  read(context);
  add_block(0, 1);
  const std::uint32_t number = action;
  constexpr double one = 1;
  const SparseRow row =
      by_number_ ? SparseRow{{&number, 1}, {&one, 1}} : context.action_features(action);
  for (std::size_t j = 0; j < row.places.size(); ++j) {
    if (pairs_ == Pairs::products) {
      add_block(shared_ * (1 + row.places[j]), row.values[j]);
    } else {
      const std::size_t place = shared_ + row.places[j];
      active_[active_count_++] = static_cast<std::uint32_t>(place);
      values_[place] = row.values[j];
    }
  }
  return Context::sparse(values_, std::span(active_).first(active_count_));
}

PairFeatures pair_features(const std::string& owner, Pairs pairs, const Problem& problem) {
  const PairShape shape = pair_shape(problem);
  const std::size_t size = shape.size(pairs);
  if (size <= max_pair_features) return PairFeatures(pairs, shape);
  std::string why = owner + ": " + std::to_string(size) + " features of pairs (" +
                    std::to_string(problem.dimension) + " of the context, " +
                    (shape.action_dimension > 0
                         ? std::to_string(shape.action_dimension) + " of an action"
                         : std::to_string(shape.action_count) + " actions without features") +
                    "); allowed: " + std::to_string(max_pair_features);
  if (pairs == Pairs::products && shape.size(Pairs::joined) <= max_pair_features) {
    why += "; pairs=\"joined\" has " + std::to_string(shape.size(Pairs::joined));
  }
  throw NotApplicable(why);
}

}  // namespace replaybench::learning
