#pragma once
// Shared by the classifiers that are trained offline: the three ways in which a log of a uniform
// policy is made into examples (thesis appendix B, figure B.1), and the scaling of the features.
//
//   thesis                      here                estimated by a perfect classifier
//   (iii) P_1                   Scheme::clicks      P(a | x, r = 1) = rbar_a(x) / sum_b rbar_b(x)
//   (ii) P_{1+0}                Scheme::all         P(a, r = 1 | x) = rbar_a(x) / K
//   (i) K separate regressors   Scheme::regressors  rbar_a(x) = E[r | x, a]
// All three have the same argmax: that is theorem 22, for the expected problems; of a finite log's
// empirical ones they have not.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/model/linear.hpp"
#include "suite/model/log.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::learning {

enum class Scheme { clicks, all, regressors };

/// The parameter "scheme", a choice of some of the three.
template <class Options>
BoundParameter<Options> scheme_parameter(Scheme Options::*member,
                                         const std::vector<Scheme>& some = {
                                             Scheme::clicks, Scheme::all, Scheme::regressors}) {
  std::vector<Named<Scheme>> choices;
  for (const Scheme scheme : some) {
    choices.push_back({scheme == Scheme::clicks ? "clicks"
                       : scheme == Scheme::all  ? "all"
                                                : "regressors",
                       scheme});
  }
  return choice(member, "scheme", std::move(choices),
                "what is learned from: the rewarded records (P_1); all, those without a reward "
                "against every action (P_{1+0}); a regressor for each action on its own records")
      .source("thesis figure B.1");
}

/// The parameter "standardise".
template <class Options>
BoundParameter<Options> standardise_parameter(bool Options::*member) {
  return boolean(member, "standardise",
                 "features are centred and scaled to variance 1 over the examples")
      .source("the thesis did no preprocessing (table 4.1, section 4.5, p. 117)");
}

/// z_f = (x_f - shift_f) scale_f. Constant features are left as they are.
struct Scaling {
  std::vector<double> shift;
  std::vector<double> scale;
};

/// The examples of a scheme, with scaled features.
struct TrainingRows {
  Scheme scheme = Scheme::clicks;
  Action action_count = 0;
  std::size_t dimension = 0;
  std::vector<double> values;  ///< size() x dimension, scaled
  std::vector<Action> actions;
  std::vector<double> rewards;
  Scaling scaling;

  std::size_t size() const { return actions.size(); }
  std::span<const double> row(std::size_t i) const {
    return std::span(values).subspan(i * dimension, dimension);
  }
};

/// The examples that the scheme makes of a log, its first `most` ones: records with a reward that
/// is not 0 for Scheme::clicks, otherwise all. O(records x dimension).
inline TrainingRows training_rows(const Log& log, Scheme scheme, bool standardise,
                                  std::size_t most = std::numeric_limits<std::size_t>::max()) {
  TrainingRows rows;
  rows.scheme = scheme;
  rows.action_count = log.action_count;
  rows.dimension = log.dimension;
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size() && rows.size() < most; ++i) {
    if (scheme == Scheme::clicks && log.rewards[i] == 0) continue;
    const auto values = contexts[i].values();
    rows.values.insert(rows.values.end(), values.begin(), values.end());
    rows.actions.push_back(log.actions[i]);
    rows.rewards.push_back(log.rewards[i]);
  }
  rows.scaling.shift.assign(rows.dimension, 0);
  rows.scaling.scale.assign(rows.dimension, 1);
  if (!standardise || rows.size() == 0) return rows;
  const double n = static_cast<double>(rows.size());
  for (std::size_t f = 0; f < rows.dimension; ++f) {
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) sum += rows.values[i * rows.dimension + f];
    const double mean = sum / n;
    double squares = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double deviation = rows.values[i * rows.dimension + f] - mean;
      squares += deviation * deviation;
    }
    // Rounding may leave a small variance for a constant feature.
    if (squares / n <= 1e-20 * mean * mean || squares == 0) continue;
    rows.scaling.shift[f] = mean;
    rows.scaling.scale[f] = 1 / std::sqrt(squares / n);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double& value = rows.values[i * rows.dimension + f];
      value = (value - mean) * rows.scaling.scale[f];
    }
  }
  return rows;
}

/// The problem of one action that a scheme poses: which examples, and what their targets are. For
/// clicks and all every example, 1 for a reward of this action, else 0; for regressors the action's
/// examples and their rewards.
struct ActionTask {
  std::vector<std::uint32_t> examples;
  std::vector<double> targets;
};

inline ActionTask task_of(const TrainingRows& rows, Action action) {
  ActionTask task;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool own = rows.actions[i] == action;
    if (rows.scheme == Scheme::regressors && !own) continue;
    task.examples.push_back(static_cast<std::uint32_t>(i));
    task.targets.push_back(own ? rows.rewards[i] : 0);
  }
  return task;
}

/// True if the task can be learned: it has examples, and a reward where one is needed. Actions
/// without are scored -infinity: played only if the pool has nothing else.
inline bool can_be_learnt(const TrainingRows& rows, const ActionTask& task) {
  if (rows.scheme == Scheme::regressors) return !task.examples.empty();
  return std::any_of(task.targets.begin(), task.targets.end(), [](double y) { return y != 0; });
}

/// One linear score of the raw features for each action.
class LinearScores {
 public:
  LinearScores(Action action_count, std::size_t dimension)
      : dimension_(dimension),
        weights_(action_count * dimension),
        constants_(action_count, -std::numeric_limits<double>::infinity()) {}

  /// O(d), less for a sparse context.
  double operator()(const Context& context, Action action) const {
    return constants_[action] + dot(context, weights(action));
  }
  std::span<const double> weights(Action action) const {
    return std::span(weights_).subspan(action * dimension_, dimension_);
  }
  double constant(Action action) const { return constants_[action]; }

  /// Forgets all actions.
  void clear() {
    std::fill(weights_.begin(), weights_.end(), 0.0);
    std::fill(constants_.begin(), constants_.end(), -std::numeric_limits<double>::infinity());
  }
  /// The score z -> weights.z + constant of scaled features, turned into one of raw features.
  void set(Action action, std::span<const double> weights, double constant,
           const Scaling& scaling) {
    for (std::size_t f = 0; f < dimension_; ++f) {
      const double weight = weights[f] * scaling.scale[f];
      weights_[action * dimension_ + f] = weight;
      constant -= weight * scaling.shift[f];
    }
    constants_[action] = constant;
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(weights_, constants_);
  }

 private:
  std::size_t dimension_;
  std::vector<double> weights_;  // a row an action
  std::vector<double> constants_;
};

/// A static policy that plays the action of the highest score; ties go to the lowest index. The
/// algorithm `Derived` has `scores(context, actions)`, which gives a function of an action of the
/// set, and says `became_trained()` once it can.
template <class Derived>
class ScoredPolicy {
 public:
  static constexpr bool learns = false;

  /// Throws std::logic_error before the training.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, Ties::lowest, draws, scores_of(context, actions));
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    Draws unused({}, 0);
    const Action played = choose(context, actions, unused);
    for (Action i = 0; i < actions.size(); ++i) out[i] = actions[i] == played ? 1 : 0;
  }
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws&) const {
    return is_best_action(actions, logged, hint, scores_of(context, actions));
  }
  bool is_trained() const { return trained_; }

 protected:
  void became_trained() { trained_ = true; }

 private:
  decltype(auto) scores_of(const Context& context, const ActionSet& actions) const {
    if (!trained_) {
      throw std::logic_error(
          "this classifier has not been trained: use an evaluator that trains it on the first part "
          "of the log");
    }
    return static_cast<const Derived&>(*this).scores(context, actions);
  }

  bool trained_ = false;
};

}  // namespace replaybench::learning
