#include "suite/bench/orders.hpp"

namespace replaybench::bench {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// The sizes are large enough that what does not grow is small. Where memory rules they are small
// enough that the models stay in a second-level cache of 1 MB: a model that leaves a cache looks
// like a higher exponent. Inversions are ruled by arithmetic, which the library does the better the
// larger the matrix: from 120 to 300 features the exponent shows as 2.5.
const std::vector<std::size_t> actions{100, 200, 400, 800};    // of models with 16 features
const std::vector<std::size_t> numbers{200, 400, 800, 1600};   // actions with a few numbers each
const std::vector<std::size_t> vectors{400, 800, 1600, 3200};  // features, F numbers a model
const std::vector<std::size_t> long_vectors{1600, 3200, 6400, 12800};
const std::vector<std::size_t> matrices{120, 150, 190, 240, 300};  // features, F^2 numbers a model
const std::vector<std::size_t> inversions{450, 600, 800, 1050};

}  // namespace

// Rows whose `expected` is not `printed`: see README. Eco-LinUCB's update is timed over whole
// periods of T_up. Along K the period must be long enough that all actions learn in it, for only
// those are renewed; along F short enough that the renewal outweighs the records taken in.
const std::vector<Sweep>& sweeps() {
  using enum Operation;
  static const std::string exact = "lin_ucb{inverse=\"exact\"}";
  static const std::string eco = "lin_ucb{refresh_every=50}";
  static const std::vector<Sweep> list{
      {"UCB", "ucb", choose, 'F', 10, vectors, 0, 0},
      {"UCB", "ucb", choose, 'K', 15, numbers, 1, 1},
      {"UCB", "ucb", update, 'F', 10, vectors, 0, 0},
      {"UCB", "ucb", update, 'K', 15, numbers, 0, 0},
      {"Perceptron-UCB", "perceptron_ucb", choose, 'F', 10, vectors, 1, 1},
      {"Perceptron-UCB", "perceptron_ucb", choose, 'K', 15, actions, 1, 1},
      {"Perceptron-UCB", "perceptron_ucb", update, 'F', 10, vectors, 1, 1},
      {"Perceptron-UCB", "perceptron_ucb", update, 'K', 15, numbers, 0, 0},
      {"LAP", "lap", choose, 'F', 10, vectors, 1, 1},
      {"LAP", "lap", choose, 'K', 15, actions, 1, 1},
      {"LAP", "lap", update, 'F', 2, long_vectors, 1, 1},
      {"LAP", "lap", update, 'K', 15, actions, 0, 0},
      {"LinUCB", exact, choose, 'F', 2, matrices, 2, 2},
      {"LinUCB", exact, choose, 'K', 15, actions, 1, 1},
      {"LinUCB", exact, update, 'F', 2, inversions, 3, 3},
      {"LinUCB", exact, update, 'K', 15, actions, 0, 0},
      {"Eco-LinUCB", eco, choose, 'F', 2, matrices, 2, 2},
      {"Eco-LinUCB", eco, choose, 'K', 15, actions, 1, 1},
      {"Eco-LinUCB, T_up = 5", "lin_ucb{refresh_every=5}", update, 'F', 2, inversions, 2, 3, 10},
      {"Eco-LinUCB, T_up = 2,000",
       "lin_ucb{refresh_every=2000}",
       update,
       'K',
       50,
       {50, 100, 200, 400},
       1,
       1,
       2'000},
      {"LinUCB, Sherman-Morrison", "lin_ucb", choose, 'F', 2, matrices, none, 2},
      {"LinUCB, Sherman-Morrison", "lin_ucb", choose, 'K', 15, actions, none, 1},
      {"LinUCB, Sherman-Morrison", "lin_ucb", update, 'F', 2, matrices, none, 2},
      {"LinUCB, Sherman-Morrison", "lin_ucb", update, 'K', 15, actions, none, 0},
      // Their updates touch one action too.
      {"epsilon-greedy", "epsilon_greedy", update, 'K', 15, numbers, none, 0},
      {"optimistic greedy", "optimistic_greedy", update, 'K', 15, numbers, none, 0},
      {"Thompson sampling", "thompson_sampling", update, 'K', 15, numbers, none, 0},
  };
  return list;
}

std::string benchmark_name(const Sweep& sweep, std::size_t size) {
  const std::size_t k = sweep.along == 'K' ? size : sweep.fixed;
  const std::size_t f = sweep.along == 'F' ? size : sweep.fixed;
  return "order/" + to_text(sweep.operation) + "/" + sweep.component + "/along_" + sweep.along +
         "/K:" + std::to_string(k) + "/F:" + std::to_string(f);
}

}  // namespace replaybench::bench
