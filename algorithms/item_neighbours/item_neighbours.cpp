#include "algorithms/item_neighbours/item_neighbours.hpp"

namespace replaybench::algorithms::item_neighbours {

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(ItemNeighbours(options, problem));
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::similarity, "similarity",
           {{"pearson", ratings::SimilarityKind::pearson},
            {"cosine", ratings::SimilarityKind::cosine},
            {"adjusted_cosine", ratings::SimilarityKind::adjusted_cosine}},
           "of two items, over the users that both have rewards of; adjusted: less the mean "
           "rewards of "
           "the users"),
    integer(&Options::neighbours, "neighbours", "nearest items that a prediction is made of")
        .at_least(1)
        .at_most(10'000)
        .source("thesis, appendix C.1.2 (p. 248): 20 to 50"),
    integer(&Options::significance, "significance",
            "similarities over fewer than this many users shrink in proportion; 0: none")
        .at_least(0)
        .at_most(1'000'000)
        .source("Herlocker et al. 1999, with 50"),
    real(&Options::prior, "prior", "rewards that the prediction counts like, beside the user's own")
        .above(0)
        .finite(),
    learning::context_user_parameters(), learning::epsilon_choice_parameters());

}  // namespace

const AlgorithmDescription description{
    {.name = "item_neighbours",
     .summary = "collaborative filtering: rewards predicted from the nearest items; "
                "epsilon-greedy",
     .source = "thesis, appendix C.2 (p. 248)",
     .parameters = parameters.described()},
    parameters.factory(make)};

}  // namespace replaybench::algorithms::item_neighbours
