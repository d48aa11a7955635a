// Table 2.1 of the thesis: how `choose` and `update` grow with the numbers of features and of
// actions. The sizes are in orders.cpp; bench_report fits the exponents.

#include <cmath>
#include <cstdio>
#include <limits>

#include "suite/bench/main.hpp"
#include "suite/bench/orders.hpp"
#include "suite/bench/subjects.hpp"
#include "suite/model/ties.hpp"
#include "suite/numeric/elementary.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

// UCB with its indices computed in `choose`, O(K), from what `update` changes for one action, O(1),
// as table 2.1 counts. The root is factored, sqrt(alpha ln t) / sqrt(t_i), so that `choose` takes no
// roots; the suite's own, which keeps the indices, differs in the last bits.
class UcbInChoose {
 public:
  explicit UcbInChoose(Action action_count)
      : means_(action_count, std::numeric_limits<double>::infinity()),
        widths_(action_count),
        rewards_(action_count),
        pulls_(action_count) {}

  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, Ties::lowest, draws,
                       [this](Action a) { return means_[a] + root_ * widths_[a]; });
  }
  void update(const Context&, Action action, double reward) {
    rewards_[action] += reward;
    pulls_[action] += 1;
    t_ += 1;
    means_[action] = rewards_[action] / pulls_[action];
    widths_[action] = 1 / std::sqrt(pulls_[action]);
    root_ = std::sqrt(2 * numeric::log(t_));
  }

 private:
  std::vector<double> means_;
  std::vector<double> widths_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double t_ = 1;
  double root_ = 0;
};

Agent agent_of(const Sweep& sweep, const Shape& shape) {
  return sweep.component == ucb_in_choose ? Agent(UcbInChoose(shape.actions))
                                          : fresh_agent(sweep.component, shape);
}

void time_size(benchmark::State& state, const Sweep& sweep, std::size_t size) {
  Shape shape;
  shape.actions = static_cast<Action>(sweep.along == 'K' ? size : sweep.fixed);
  shape.features = sweep.along == 'F' ? size : sweep.fixed;
  try {
    // Few contexts: more would push the models out of the cache.
    const PrecomputedWorld world(shape, 4);
    Agent agent = agent_of(sweep, shape);
    // An inversion of a thousand features takes a twentieth of a second.
    teach(agent, world, sweep.along == 'F' ? 7 : 327);
    time_operation(state, sweep.operation, agent, world, teaching_actions(shape.actions));
  } catch (const std::exception& problem) {
    state.SkipWithError(problem.what());
  }
}

}  // namespace

int main(int count, char** values) {
  for (const Sweep& sweep : sweeps()) {
    if (sweep.component != ucb_in_choose && !find_algorithm(sweep.component)) {
      std::printf("absent: %s\n", sweep.component.c_str());
      continue;
    }
    for (const std::size_t size : sweep.sizes) {
      auto* one = benchmark::RegisterBenchmark(
          benchmark_name(sweep, size).c_str(),
          [&sweep, size](benchmark::State& state) { time_size(state, sweep, size); });
      one->Repetitions(5)->ReportAggregatesOnly();
      if (sweep.iterations > 0) {
        one->Iterations(sweep.iterations);
      } else {
        one->MinTime(0.005);
      }
    }
  }
  return run_registered(count, values);
}
