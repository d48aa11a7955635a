#include "algorithms/matrix_factorisation/matrix_factorisation.hpp"

namespace replaybench::algorithms::matrix_factorisation {

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(MatrixFactorisation(options, problem));
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::rank, "rank", "factors of a user, and of an action")
        .at_least(1)
        .at_most(1'000)
        .source("thesis, appendix C.3.2 (p. 250): between 20 and 100, for millions of ratings"),
    real(&Options::rate, "rate", "gamma, step of the descent").above(0).finite(),
    real(&Options::lambda, "lambda", "regularisation of biases and factors").at_least(0).finite(),
    real(&Options::initial, "initial", "standard deviation of the first factors; 0: they stay 0")
        .at_least(0)
        .finite(),
    integer(&Options::repeats, "repeats",
            "steps of the descent on earlier pairs of user and action, after each reward")
        .at_least(0)
        .at_most(100'000),
    learning::context_user_parameters(), learning::epsilon_choice_parameters());

}  // namespace

const AlgorithmDescription description{
    {.name = "matrix_factorisation",
     .group = Group::collaborative_filtering,
     .summary =
         "collaborative filtering: rewards predicted by factors of users and actions, learned "
         "by gradient descent; epsilon-greedy",
     .source =
         "thesis, appendix C.3.2 (p. 250); Koren, Bell and Volinsky, IEEE Computer 42(8), 2009",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::matrix_factorisation
