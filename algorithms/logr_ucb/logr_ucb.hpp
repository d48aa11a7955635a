#pragma once
// LogR-UCB: a logistic regression for each action plus the exploration term of UCB.
//
// Source: thesis, section 4.4.1 (p. 109; text and one formula, no listing), figure 4.11.
//
//   thesis      here
//   theta_i     models().theta(i)     suite/learning/logistic_models.hpp
//   alpha       alpha                 under the root, as in UCB
//   t_i, t      pulls_[i], t_         updates of action i, and of all actions
//   x^T theta_i + sqrt(alpha ln t / t_i)   prediction + exploration_(i)
//
// Deviations from the print:
//   - prediction: the formula adds the bonus to x^T theta_i, a logit, but the text adds it "to the
//     prediction made by the regression", which was chosen "in order to predict the CTR".
//     prediction = probability takes 1 / (1 + exp(-x^T theta_i)), so that alpha means what it means
//     in UCB; prediction = logit the formula. Without exploration both play the same actions.
//   - refresh = all recomputes the regression at each update, as the thesis does; that is
//     O(records) per update and out of reach for logs of millions, so the default is one step an
//     update. Step size, number of steps and regularisation are not in the text.
//   - "exactly as in Perceptron-UCB": an action without a reward has index +infinity, and t is the
//     number of updates.
//   - ties: by the lowest index, or uniformly at random.

#include <cstdint>
#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/exploration_term.hpp"
#include "suite/learning/logistic_models.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::logr_ucb {

/// The term to which the exploration is added.
enum class Prediction { probability, logit };

struct Options {
  double alpha = 0.1;  ///< >= 0
  Prediction prediction = Prediction::probability;
  learning::LogisticOptions logistic;
  Ties ties = Ties::lowest;
};

class LogrUcb {
 public:
  LogrUcb(Action action_count, std::size_t dimension, const Options& options)
      : options_(options),
        models_(action_count, dimension, options.logistic),
        exploration_(action_count, options.alpha) {}

  /// O(K d), less for a sparse context.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, options_.ties, draws, [&](Action a) { return index(context, a); });
  }

  /// `reward` in [0, 1]. O(d); O(n d iterations) for Refresh::all with n records kept of the
  /// action. Throws NumericalFailure when the weights overflow.
  void update(const Context& context, Action action, double reward);

  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    return would_be_best(actions, options_.ties, draws, logged, hint,
                         [&](Action a) { return index(context, a); });
  }

  /// Prediction plus exploration term; +infinity before the first reward.
  double index(const Context& context, Action action) const {
    return exploration_(action) + (options_.prediction == Prediction::logit
                                       ? models_.logit(context, action)
                                       : models_.probability(context, action));
  }
  const learning::LogisticModels& models() const { return models_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(models_, exploration_, t_);
  }

 private:
  Options options_;
  learning::LogisticModels models_;
  learning::ExplorationTerm exploration_;
  std::uint64_t t_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::logr_ucb
