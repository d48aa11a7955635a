#include "algorithms/neural_network/neural_network.hpp"

#include <algorithm>

namespace replaybench::algorithms::neural_network {

NeuralNetwork::NeuralNetwork(Action action_count, std::size_t dimension, const Options& options)
    : options_(options),
      dimension_(dimension),
      network_(dimension, options.hidden, action_count),
      learned_(action_count) {
  if (options.repeats == 0) return;
  contexts_.resize(options.memory * dimension);
  actions_.resize(options.memory);
  rewards_.resize(options.memory);
}

void NeuralNetwork::descend(std::span<const double> x, Action action, double reward) {
  network_.descend(x, action, reward, options_.rate, "neural_network");
}

void NeuralNetwork::keep(std::span<const double> x, Action action, double reward) {
  const std::size_t slot = written_ % options_.memory;
  std::ranges::copy(x, contexts_.begin() + static_cast<std::ptrdiff_t>(slot * dimension_));
  actions_[slot] = action;
  rewards_[slot] = reward;
  ++written_;
}

void NeuralNetwork::update(const Context& context, Action action, double reward) {
  descend(context.values(), action, reward);
  learned_[action] = 1;
  if (options_.repeats == 0) return;
  keep(context.values(), action, reward);
  const std::uint64_t kept = std::min<std::uint64_t>(written_, options_.memory);
  for (std::uint32_t n = 0; n < options_.repeats; ++n) {
    const std::size_t slot = next_ < kept ? next_ : 0;
    next_ = slot + 1;
    descend(std::span(contexts_).subspan(slot * dimension_, dimension_), actions_[slot],
            rewards_[slot]);
  }
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(NeuralNetwork(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::hidden, "hidden", "hidden units").at_least(1).at_most(10'000),
    real(&Options::rate, "rate", "step of the descent").above(0).finite(),
    integer(&Options::repeats, "repeats",
            "earlier interactions that are learned again after each reward")
        .at_least(0)
        .at_most(10'000),
    integer(&Options::memory, "memory", "newest interactions that are kept to be learned again")
        .at_least(1)
        .at_most(100'000),
    learning::epsilon_choice_parameters());

}  // namespace

const AlgorithmDescription description{
    {.name = "neural_network",
     .group = Group::other_models,
     .is_core = true,
     .summary = "one hidden layer predicts the rewards; epsilon-greedy",
     .source = "thesis, section 5.13 (p. 201), which asks for one; Rumelhart, Hinton, Williams, "
               "Nature 323, 1986",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::neural_network
