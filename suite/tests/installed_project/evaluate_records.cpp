// Evaluates the project's algorithm on records that the program has in memory, and prints the
// estimate: replay of a log of three actions, chosen in turn, of which the second always pays.

#include <cstdio>
#include <replaybench/replaybench.hpp>

int main() {
  using namespace replaybench;
  Log log;
  log.action_count = 3;
  for (Action i = 0; i < 3000; ++i) {
    log.actions.push_back(i % 3);
    log.rewards.push_back(i % 3 == 1 ? 1 : 0);
  }
  const auto [algorithm, evaluator] = find_evaluation_components("greedy_with_prior", "replay");
  const Evaluation evaluation = evaluate(std::move(log), algorithm, evaluator);
  std::printf("%s of %s: %.4f over %.0f records\n", evaluator.description->name.c_str(),
              evaluation.algorithm.c_str(), evaluation.estimate, evaluation.accepted);
  return 0;
}
