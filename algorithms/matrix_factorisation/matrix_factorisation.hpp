#pragma once
// Collaborative filtering by matrix factorisation: the action with the highest product of the
// user's and the action's factors, learned by stochastic gradient descent; with probability epsilon
// a uniform choice.
//
// Source: thesis, appendix C.3.2 (p. 250); Koren, Bell and Volinsky, IEEE Computer 42(8), 2009.
//
//   thesis            here
//   user, item        the context's user (suite/learning/context_user.hpp), the action
//   r_ui              the reward of one play
//   f, gamma          rank, rate
//   q_u, q'_i         factors, of a user and an action
//
// Deviations from the print (suite/ratings/online_factors.hpp): rewards are learned as they come,
// each followed by steps on the means of earlier ones; all factors at once, with biases and
// regularisation, which the text leaves out on purpose; factors begin at small random numbers, for
// the printed zero is a fixed point. A user or action of which nothing is known has the means and
// small factors; an action that was never learned comes first: the cold start. Exploration is
// epsilon-greedy. The initial factors are the same for every agent (a fixed stream), and the earlier
// pairs are taken in the order of the numbers of users and actions: results depend on the
// numbering.

#include "suite/component/registry.hpp"
#include "suite/learning/collaborative_filter.hpp"
#include "suite/ratings/online_factors.hpp"

namespace replaybench::algorithms::matrix_factorisation {

struct Options : learning::EpsilonChoice,
                 learning::ContextUserOptions,
                 ratings::OnlineFactorOptions {};

/// Choosing costs O(pool x rank), an update O(repeats x rank), and O(users x actions) while few
/// pairs of them are known.
class MatrixFactorisation final : public learning::CollaborativeFilter<ratings::OnlineFactors> {
 public:
  /// Throws NotApplicable and FileError as ContextUser and OnlineFactors do.
  MatrixFactorisation(const Options& options, const Problem& problem)
      : MatrixFactorisation(options, problem,
                            learning::ContextUser(options, problem, "matrix_factorisation")) {}

 private:
  MatrixFactorisation(const Options& options, const Problem& problem,
                      const learning::ContextUser& user)
      : CollaborativeFilter(options, user, {user.count(), problem.action_count, options}) {}
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::matrix_factorisation
