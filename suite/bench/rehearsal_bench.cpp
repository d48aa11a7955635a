// A rehearsal as `evaluate --rehearse` makes it: a fixed policy on a log of 10,000 records, ten actions and ten features, 20
// estimators, 500 twins, two threads. The evaluation of the log itself is part of the time.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "suite/bench/quick.hpp"
#include "suite/component/registry.hpp"
#include "suite/evaluate/evaluate_all.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/rehearsal/rehearsal.hpp"
#include "suite/stream/stream_inline.hpp"

namespace {

using namespace replaybench;

constexpr Action actions = 10;
constexpr std::size_t features = 10;
constexpr std::size_t wanted_twins = 500;  // 125 of each of four kinds
constexpr std::size_t kinds = 4;

// Scores are linear in the context. The logger is a softmax of them, the policy one that is four times as sharp; the
// chance of a reward grows with the score.
std::shared_ptr<const Log> drawn_log(std::size_t records) {
  Log log;
  log.action_count = actions;
  log.dimension = features;
  log.targets = {{"pi", {}, {}}};
  Draws weights({17}, 0);
  std::vector<double> weight(actions * features);
  for (double& w : weight) w = weights.uniform() - 0.5;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({18}, t);
    std::vector<double> score(actions), logger(actions), policy(actions);
    std::vector<double> x(features);
    for (double& value : x) value = draws.uniform();
    double logged_sum = 0, policy_sum = 0;
    for (Action a = 0; a < actions; ++a) {
      for (std::size_t i = 0; i < features; ++i) score[a] += weight[a * features + i] * x[i];
      logged_sum += logger[a] = numeric::exp(score[a]);
      policy_sum += policy[a] = numeric::exp(4 * score[a]);
    }
    for (Action a = 0; a < actions; ++a) {
      logger[a] /= logged_sum;
      policy[a] /= policy_sum;
    }
    Action logged = 0;
    double u = draws.uniform();
    while (u >= logger[logged] && logged + 1 < actions) u -= logger[logged++];
    log.contexts.insert(log.contexts.end(), x.begin(), x.end());
    log.actions.push_back(logged);
    log.propensities.push_back(logger[logged]);
    log.rewards.push_back(draws.uniform() < 0.3 + 0.1 * score[logged] ? 1 : 0);
    log.targets[0].logged.push_back(policy[logged]);
    log.targets[0].all.insert(log.targets[0].all.end(), policy.begin(), policy.end());
  }
  log.check();
  return std::make_shared<const Log>(std::move(log));
}

// Those that are rehearsed by default, and further parameters of them, 20 in all.
std::vector<std::string> estimators() {
  std::vector<std::string> texts = rehearsal::default_candidates();
  for (const char* const text :
       {"clipped_ips{cap=5}", "sndr{model=\"mean\"}", "switch_dr{model=\"mean\"}",
        "dros{model=\"mean\"}", "mrdr{model=\"mean\"}", "dm{model=\"logistic\"}",
        "dr{model=\"logistic\"}"}) {
    if (texts.size() < 20) texts.emplace_back(text);
  }
  return texts;
}

void rehearse_policy(benchmark::State& state) {
  InputLog input;
  input.log = drawn_log(bench::unless_quick<std::size_t>(10'000, 600));
  const std::vector<std::string> texts = estimators();
  const std::vector<Component<AlgorithmDescription>> policies{algorithm_of_target("pi")};
  std::vector<Component<EvaluatorDescription>> evaluators;
  std::vector<SpecProblem> problems;
  for (const std::string& text : texts) {
    auto found = find_component(text, {}, evaluators_table(), "evaluator", problems);
    if (!found) return state.SkipWithError(("no evaluator " + text).c_str());
    evaluators.push_back(std::move(*found));
  }
  ComparisonOptions comparison;
  comparison.evaluation.keep_parts = true;
  comparison.evaluation.jobs = 2;
  double rated = 0, twins = 0, seconds = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    const EvaluationTable table = evaluate_all(input, policies, evaluators, comparison);
    const auto found = rehearsal::rehearse(
        input, policies, evaluators, {{"pi"}, texts}, table.segments.back(),
        {.twins = bench::unless_quick<std::uint64_t>(wanted_twins / kinds, 20), .jobs = 2});
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    twins = static_cast<double>(found.twins * found.kinds.size());
    rated = 0;
    if (found.policies.empty()) return state.SkipWithError(found.impossible.c_str());
    for (const auto& one : found.policies.front().estimators) rated += one.unrated.empty();
  }
  if (rated < static_cast<double>(texts.size())) {
    return state.SkipWithError("an estimator has no errors on twins");
  }
  if (!bench::quick() && twins < static_cast<double>(wanted_twins)) {
    return state.SkipWithError("fewer twins than are to be timed");
  }
  state.counters["wall_seconds"] = seconds / static_cast<double>(state.iterations());
  state.counters["estimators"] = rated;
  state.counters["twins"] = twins;
}

BENCHMARK(rehearse_policy)
    ->Name("rehearsal/10000_records")
    ->Iterations(1)
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kSecond);

}  // namespace
