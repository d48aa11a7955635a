#pragma once
// Naive Bayes as a recommendation policy: features independent given the class.
//
// Source: thesis table 4.1 (section 4.5, p. 117, "Naive Bayes"; McCallum and Nigam 1998 for the
// Bernoulli model). Nothing is stated about smoothing or of features that are not binary.
//
//   n_g, s_{g,f}, v_{g,f}   examples of a group, sum and sum of squares of a feature over them
//   binary feature          p = (s + smoothing) / (n + 2 smoothing): x ln p + (1 - x) ln(1 - p)
//   other feature           Gaussian, of the group's mean and variance, the latter never below
//                           `least_variance` times the feature's variance over all examples
//   constant feature        left out
//   l_g(x)                  ln n_g plus the sum over the features
//
//   scheme       score of action a                                        groups
//   clicks       l_a                                                      a's rewarded records
//   all          l_a - l_{the rest}                                       and all other records
//   regressors   l_{a, r = 1} - l_{a, r = 0}, the log odds of a reward    a's records, by reward
//
// An action without a rewarded record is scored -infinity; with regressors one whose records are
// all rewarded has a group r = 0 with n = 1/2 and no features' terms, and likewise none rewarded.
//
// A score is a constant plus w.z + q.z^2, z_f = x_f less its mean over all examples for features
// that are not binary.

#include "suite/component/registry.hpp"
#include "suite/learning/training_rows.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::naive_bayes {

struct Options {
  learning::Scheme scheme = learning::Scheme::clicks;
  double smoothing = 1;          ///< > 0
  double least_variance = 1e-3;  ///< > 0
};

class NaiveBayes : public learning::ScoredPolicy<NaiveBayes> {
 public:
  NaiveBayes(Action action_count, std::size_t dimension, const Options& options)
      : options_(options),
        dimension_(dimension),
        shift_(dimension),
        linear_(action_count * dimension),
        square_(action_count * dimension),
        constants_(action_count) {}

  /// Rewards 0 and 1. O(examples d + K d).
  void train(const Log& log);
  /// O(d) a score.
  auto scores(const Context& context, const ActionSet&) const {
    return [this, &context](Action action) { return score(context, action); };
  }
  double score(const Context& context, Action action) const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(shift_, linear_, square_, constants_);
  }

 private:
  struct Features;
  struct Group;
  void add_log_likelihood(const Features& features, const Group& group, double sign, Action action);

  Options options_;
  std::size_t dimension_;
  std::vector<double> shift_;
  std::vector<double> linear_;  // a row an action
  std::vector<double> square_;
  std::vector<double> constants_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::naive_bayes
