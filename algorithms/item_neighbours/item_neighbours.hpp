#pragma once
// Collaborative filtering by nearest items: the action with the highest reward predicted from
// the items whose rewards were most like this item's; with probability epsilon a uniform choice.
//
// Source: thesis, appendix C.2 (p. 248); Herlocker, Konstan, Borchers and Riedl, SIGIR 1999
// (significance weights); Sarwar, Karypis, Konstan and Riedl, WWW 2001.
//
//   thesis            here
//   user, item        the context's user (suite/learning/context_user.hpp), the action
//   r_ui              mean reward of the action for this user so far
//   K                 neighbours
//   sim               similarity
//
// Deviations from the print (suite/ratings/reward_neighbours.hpp): the thesis predicts ratings that
// are given once, and does not act. Here a rating is a mean of rewards; the prediction counts like
// `prior` rewards in addition to the user's own for that action; only neighbours of positive similarity
// count; an action that was never learned comes first, and one without neighbours has its mean,
// corrected for the user in the users' form: the cold start. Exploration is epsilon-greedy.

#include "suite/component/registry.hpp"
#include "suite/learning/collaborative_filter.hpp"
#include "suite/ratings/reward_neighbours.hpp"

namespace replaybench::algorithms::item_neighbours {

struct Options : learning::EpsilonChoice,
                 learning::ContextUserOptions,
                 ratings::RewardNeighbourOptions {
  Options() { similarity = ratings::SimilarityKind::adjusted_cosine; }
};

/// Choosing costs O(pool x items x neighbours), an update O(users x actions).
class ItemNeighbours final : public learning::CollaborativeFilter<ratings::RewardNeighbours> {
 public:
  /// Throws NotApplicable and FileError as ContextUser and RewardNeighbours do.
  ItemNeighbours(const Options& options, const Problem& problem)
      : ItemNeighbours(options, problem,
                       learning::ContextUser(options, problem, "item_neighbours")) {}

 private:
  ItemNeighbours(const Options& options, const Problem& problem, const learning::ContextUser& user)
      : CollaborativeFilter(options, user,
                            {"item_neighbours", ratings::Axis::items, user.count(),
                             problem.action_count, options}) {}
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::item_neighbours
