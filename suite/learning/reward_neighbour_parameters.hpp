#pragma once
// The parameters of suite/ratings/reward_neighbours.hpp, as algorithms have them.

#include <string>

#include "suite/component/bind.hpp"
#include "suite/ratings/reward_neighbours.hpp"

namespace replaybench::learning {

/// Parameters of options that inherit RewardNeighbourOptions; `lines` ("users") are compared over `places`
/// ("items").
inline Binding<ratings::RewardNeighbourOptions> reward_neighbour_parameters(
    const std::string& lines, const std::string& places) {
  using Options = ratings::RewardNeighbourOptions;
  return bind_parameters<Options>(
      choice(&Options::similarity, "similarity",
             {{"pearson", ratings::SimilarityKind::pearson},
              {"cosine", ratings::SimilarityKind::cosine},
              {"adjusted_cosine", ratings::SimilarityKind::adjusted_cosine}},
             "of two " + lines + ", over the " + places +
                 " for which both have rewards; adjusted: less the mean rewards of the " + places),
      integer(&Options::neighbours, "neighbours",
              "nearest " + lines + " that a prediction is made of")
          .at_least(1)
          .at_most(10'000)
          .source("thesis, appendix C.1.2 (p. 248): 20 to 50"),
      integer(&Options::significance, "significance",
              "similarities over fewer than this many " + places + " shrink in proportion; 0: none")
          .at_least(0)
          .at_most(1'000'000)
          .source("Herlocker et al. 1999, with 50"),
      real(&Options::prior, "prior",
           "rewards that the prediction counts like, beside the user's own")
          .above(0)
          .finite());
}

}  // namespace replaybench::learning
