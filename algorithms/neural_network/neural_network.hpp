#pragma once
// A small neural network of the reward, learned step by step: one hidden layer, one output per
// action; plays the action with the highest output, with probability epsilon a uniform one.
//
// Source: thesis, section 5.13 (p. 201), which asks how expansion suits networks and describes
// none. The network: suite/learning/network.hpp. A linear output per action, of which only the
// played one is taught, is the usual form: Riquelme, Tucker, Snoek, "Deep Bayesian bandits
// showdown", ICLR 2018, section 4.
//
// Deviations and readings:
//   - `repeats` earlier interactions are learned again after each reward, taken in turn from the
//     `memory` newest: a network that sees each record once learns little, and one that sees it
//     often can memorise it. 0 is plain on-line descent.
//   - an action without a reward comes first.
//   - the exploration is epsilon-greedy; the rate is constant and normalised (network.hpp), without
//     momentum or regularisation.
//   - products by Eigen. Debian's libraries of networks (FANN, dlib, mlpack) draw first weights from
//     generators of their own and call the C library's exponential, whose last bits differ between
//     machines; Eigen is there already.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/epsilon_choice.hpp"
#include "suite/learning/network.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::neural_network {

struct Options : learning::EpsilonChoice {
  std::size_t hidden = 16;      ///< units, >= 1
  double rate = 0.02;           ///< > 0
  std::uint32_t repeats = 0;    ///< interactions learned again after each reward
  std::uint32_t memory = 1000;  ///< newest interactions that are kept for repetitions, >= 1
};

/// Not thread-safe, as Network; copies are independent. All memory is allocated by the constructor:
/// 8 hidden (d + K) bytes, and 8 memory d more if interactions are repeated.
class NeuralNetwork {
 public:
  NeuralNetwork(Action action_count, std::size_t dimension, const Options& options);

  /// O(hidden (d + K)).
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return options_.choose(actions, draws, Scores{learned_, network_.outputs(context.values())});
  }
  /// O(hidden (d + K)).
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    options_.probabilities(actions, Scores{learned_, network_.outputs(context.values())}, out);
  }
  /// O((1 + repeats) hidden (d + K)). Throws NumericalFailure when the weights overflow.
  void update(const Context& context, Action action, double reward);

  /// The output of the action; 0 before the first reward. O(hidden (d + K)).
  double predicted_reward(const Context& context, Action action) const {
    return network_.outputs(context.values())[action];
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(network_, learned_, contexts_, actions_, rewards_, written_, next_);
  }

 private:
  struct Scores {
    std::span<const std::uint8_t> learned;
    std::span<const double> outputs;

    double operator()(Action action) const {
      return learned[action] ? outputs[action] : std::numeric_limits<double>::infinity();
    }
  };
  void descend(std::span<const double> x, Action action, double reward);
  void keep(std::span<const double> x, Action action, double reward);

  Options options_;
  std::size_t dimension_;
  learning::Network network_;
  std::vector<std::uint8_t> learned_;  // an action each
  std::vector<double> contexts_;       // a ring of interactions: memory x d, row by row
  std::vector<Action> actions_;
  std::vector<double> rewards_;
  std::uint64_t written_ = 0;
  std::uint64_t next_ = 0;  // the kept interaction that is repeated next
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::neural_network
