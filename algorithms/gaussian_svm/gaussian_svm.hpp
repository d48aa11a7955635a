#pragma once
// Support vector machines with a Gaussian kernel as a recommendation policy.
//
// Source: thesis table 4.1 (section 4.5, p. 117, "Gaussian SVM"; Cortes and Vapnik 1995); library,
// parameters, and whether one is set against all or each against each are not stated there. LIBSVM
// 3.24 (Chang, Lin, 2011), C-SVC, k(x, z) = exp(-gamma |x - z|^2).
//
//   scheme = clicks   one machine a pair of actions on the rewarded records of the two (LIBSVM's own
//                     multi-class form); the action that wins most of the pairs within the pool is
//                     played. For the hinge loss this is the right form: a machine's sign shows
//                     which of two classes is more probable, while one against all shows only
//                     whether a class has probability 1/2, which among clicks none may have.
//            all      one machine an action: its rewarded records against all other records. As in
//                     the thesis (appendix B.2.1, p. 238). No class of clicks is ever above 1/2
//                     there, so the machines answer no nearly everywhere, and the action with the
//                     weakest no is played.
//   There is no scheme = regressors: a support vector regression estimates medians, which are 0.
//
// `most` examples are kept, the first ones: training is quadratic in their number at least.
// Deviations from the print: preprocessing (see training_rows.hpp).

#include "suite/component/registry.hpp"
#include "suite/learning/training_rows.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::gaussian_svm {

struct Options {
  learning::Scheme scheme = learning::Scheme::clicks;  ///< clicks or all
  bool standardise = true;
  double cost = 1;             ///< C > 0
  double gamma = 0;            ///< 0: 1 / dimension
  std::uint32_t most = 4'000;  ///< examples
};

class GaussianSvm : public learning::ScoredPolicy<GaussianSvm> {
 public:
  GaussianSvm(Action action_count, std::size_t dimension, const Options& options)
      : options_(options), dimension_(dimension), learnt_(action_count), scores_(action_count) {}

  /// Rewards 0 and 1. Between quadratic and cubic in the examples.
  void train(const Log& log);
  /// O(support vectors (d + K)).
  auto scores(const Context& context, const ActionSet& actions) const {
    score_all(context, actions);
    return [this](Action action) { return scores_[action]; };
  }
  std::size_t support_vectors() const { return kernels_.size(); }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(learnt_, scale_, vectors_, places_, coefficients_, machines_);
  }

 private:
  // A machine's decision: sum coefficient k(x, vector) - rho. It speaks for `action`, against
  // `other` (or against all others, if `other` is the action itself).
  struct Machine {
    Action action;
    Action other;
    double rho;
    std::uint64_t first;  // its places and coefficients
    std::uint64_t last;

    template <class Visitor>
    void visit_state(Visitor&& visit) const {
      visit(action, other, rho, first, last);
    }
  };

  struct Examples;

  void clear();
  // Trains on the examples with targets (action numbers, or 1 and 0 for one against all).
  void add_machines(const learning::TrainingRows& rows, Examples& examples,
                    std::span<const double> targets, Action action,
                    std::vector<std::int64_t>& place_of_row);
  void score_all(const Context& context, const ActionSet& actions) const;

  Options options_;
  std::size_t dimension_;
  double gamma_ = 1;
  std::vector<std::uint8_t> learnt_;  // an action each: it has a rewarded record
  std::vector<double> scale_;
  // Support vectors, scaled, with the shift added. A block of sixteen has their values of feature 0,
  // then those of feature 1, and so on.
  static constexpr std::size_t block = 16;
  std::vector<double> vectors_;
  std::vector<std::uint32_t> places_;  // which vector
  std::vector<double> coefficients_;
  std::vector<Machine> machines_;
  mutable std::vector<double> kernels_;  // of the context at hand
  mutable std::vector<double> scores_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::gaussian_svm
