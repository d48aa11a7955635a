#pragma once
// One logistic regression for each action, learned by gradient descent: the estimator of LogR-UCB
// and of CEMP.
//
// Source: thesis, section 4.4.1 (p. 109; "at each update, the regression associated to the item
// that was played is recomputed using all the corresponding past data. We used a simple gradient
// descent").
//
// For an action with n records (x_j, r_j), r_j in [0, 1], and p_j = 1 / (1 + exp(-theta.x_j)), the
// regression minimises the regularised mean log loss
//
//   -(1/n) sum_j [r_j ln p_j + (1 - r_j) ln(1 - p_j)] + l2 / (2 n) |theta|^2
//
// whose gradient is (1/n) [sum_j (p_j - r_j) x_j + l2 theta]. The constant feature is regularised
// like the others, as LinUCB's lambda does. A step goes along the gradient of the loss, then
// divides theta by 1 + learning_rate l2 / n (the regularisation taken at the end of the step and
// not at its beginning): the same minimum, and no l2 is too large. The thesis names neither a step
// size, nor a number of steps, nor a regularisation:
//
//   Refresh::all      the thesis's: `iterations` steps of size learning_rate along the gradient
//   over
//                     all the records kept of the action, from where the last update ended. O(n d
//                     iterations) an update.
//   Refresh::online   one step along the gradient of the newest record alone. O(d) an update,
//                     nothing is kept.
//
// The records kept are the `memory` newest, of all actions together (so that a pool of thousands of
// actions needs no more memory than one of ten); the oldest goes when there is no room.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/model/action.hpp"
#include "suite/model/linear.hpp"

namespace replaybench::learning {

enum class Refresh { online, all };

struct LogisticOptions {
  double learning_rate = 0.01;  ///< > 0
  double l2 = 1;                ///< >= 0
  Refresh refresh = Refresh::online;
  std::uint32_t iterations = 10;  ///< Refresh::all only
  std::uint32_t memory = 10'000;  ///< Refresh::all only: records, >= 1
};

/// Copies are independent. All memory is allocated by the constructor: 8 K d bytes, and for
/// Refresh::all 8 memory d more.
class LogisticModels {
 public:
  LogisticModels(Action action_count, std::size_t dimension, const LogisticOptions& options);

  /// theta.x; 0 before the first record. O(d), less for a sparse context.
  double logit(const Context& context, Action action) const {
    return dot(context, std::span(rows_).subspan(action * row_size_, row_size_));
  }
  /// P(reward = 1); 1/2 before the first record.
  double probability(const Context& context, Action action) const;

  /// Learns a record, `reward` in [0, 1]. Throws NumericalFailure, with `owner` in its message,
  /// when the weights overflow.
  void learn(const Context& context, Action action, double reward, const char* owner);

  /// Records learned of an action, forgotten ones included.
  double learnt(Action action) const { return learnt_[action]; }
  std::span<const double> theta(Action action) const {
    return std::span(rows_).subspan(action * row_size_, dimension_);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rows_, learnt_, kept_, records_, rewards_, owners_, next_, first_, last_, written_);
  }

 private:
  void keep(const Context& context, Action action, double reward);
  void descend(Action action);
  std::span<double> row(Action action) {
    return std::span(rows_).subspan(action * row_size_, row_size_);
  }

  LogisticOptions options_;
  std::size_t dimension_;
  std::size_t row_size_;        // padded, the padding 0
  std::vector<double> rows_;    // theta, a row an action
  std::vector<double> learnt_;  // an action each
  // Refresh::all: a ring of records; those of one action are a list in order of time. The oldest of
  // all is the first of its action's.
  std::vector<double> records_;  // contexts, a padded row each
  std::vector<double> rewards_;
  std::vector<Action> owners_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> first_;  // an action each; undefined while kept_ is 0
  std::vector<std::uint32_t> last_;
  std::vector<std::uint32_t> kept_;
  std::uint64_t written_ = 0;
  std::vector<double> gradient_;  // no part of the state
};

/// The parameters that an algorithm on these models has.
Binding<LogisticOptions> logistic_parameters();
/// The options with no more memory than the problem has interactions: more room would stay empty.
LogisticOptions limited_to(const Problem& problem, LogisticOptions options);

}  // namespace replaybench::learning
