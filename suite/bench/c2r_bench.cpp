// Saving of classify-to-recommend (thesis, appendices B, p. 237, and B.2.2, p. 240, and section
// 4.4.3, p. 114): the number of replay*, from the rewarded records only. One linear
// policy over 10 actions and 136 features, logs of 50,000 records whose uniform logging policy is
// rewarded at 1, 3, 5 and 10 % of the records.
//
// replay_star and c2r read the whole log, c2r choosing at the rewarded records only: what is left
// is the filter, a comparison a record. c2r_filtered reads a log that was filtered once, as
// somebody does who evaluates many policies on it.

#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "suite/bench/quick.hpp"
#include "suite/component/log_dataset.hpp"
#include "suite/component/registry.hpp"

namespace {

using namespace replaybench;

constexpr Action actions = 10;
constexpr std::size_t features = 136;
const std::size_t records = bench::unless_quick<std::size_t>(50'000, 2'000);

Log make_log(double rate) {
  Log log;
  log.action_count = actions;
  log.dimension = features;
  log.contexts.reserve(records * features);
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({2717}, t);
    for (std::size_t f = 0; f + 1 < features; ++f) {
      log.contexts.push_back(draws.below(8) == 0 ? 1 : 0);
    }
    log.contexts.push_back(1);
    log.actions.push_back(draws.below(actions));
    log.rewards.push_back(draws.uniform() < rate ? 1 : 0);
  }
  return log;
}

template <class Description>
Component<Description> component(const std::string& text,
                                 const std::vector<const Description*>& table) {
  std::vector<SpecProblem> problems;
  auto found = find_component(text, {}, table, "component", problems);
  if (!found) throw SpecErrors(problems);
  return *found;
}

Log only_rewarded(const Log& log) {
  std::vector<std::uint32_t> rewarded;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.rewards[i] != 0) rewarded.push_back(static_cast<std::uint32_t>(i));
  }
  return log.select(rewarded);
}

struct Case {
  std::shared_ptr<const Log> whole;
  std::shared_ptr<const Log> rewarded;
  Agent policy;
};

// Kept, because a benchmark is called several times until its number of iterations is found.
const Case& case_of(std::int64_t percent) {
  static std::map<std::int64_t, Case> cases;
  const auto found = cases.find(percent);
  if (found != cases.end()) return found->second;
  const auto whole = std::make_shared<const Log>(make_log(static_cast<double>(percent) / 100));
  Problem problem;
  problem.action_count = actions;
  problem.dimension = features;
  problem.rewards = RewardRange::binary;
  Agent policy = make_agent(component("ridge_classifier", algorithms_table()), problem);
  policy.train(*whole);
  const auto rewarded = std::make_shared<const Log>(only_rewarded(*whole));
  return cases.emplace(percent, Case{whole, rewarded, policy}).first->second;
}

void evaluation(benchmark::State& state, const std::string& text, bool filtered) {
  const auto& [whole, rewarded, policy] = case_of(state.range(0));
  const LogDataset data(filtered ? rewarded : whole);
  const auto evaluator_component = component(text, evaluators_table());
  const auto evaluator = evaluator_component.description->make(evaluator_component.parameters);
  const auto none = [&agent = policy](const Problem&) { return agent; };
  const Trial trial = Trial(data, none, none, 0, {}).with_agent(policy, 0);
  double estimate = 0;
  for (auto _ : state) {
    Trial own = trial;
    std::vector<ResultRow> rows;
    evaluator->evaluate(own, rows);
    estimate = rows.at(0).values.at(0);
  }
  // Filtered, T is the number of rewarded records: the same sum over another T.
  state.counters["estimate"] =
      estimate * static_cast<double>(data.log()->size()) / static_cast<double>(records);
  state.counters["records"] = static_cast<double>(data.log()->size());
}

void replay_star(benchmark::State& state) { evaluation(state, "replay_star", false); }
void c2r(benchmark::State& state) { evaluation(state, "c2r", false); }
void c2r_all(benchmark::State& state) { evaluation(state, "c2r{problem=\"all\"}", false); }
void c2r_filtered(benchmark::State& state) { evaluation(state, "c2r", true); }

}  // namespace

BENCHMARK(replay_star)->Arg(1)->Arg(3)->Arg(5)->Arg(10)->Unit(benchmark::kMicrosecond);
BENCHMARK(c2r)->Arg(1)->Arg(3)->Arg(5)->Arg(10)->Unit(benchmark::kMicrosecond);
BENCHMARK(c2r_all)->Arg(1)->Arg(3)->Arg(5)->Arg(10)->Unit(benchmark::kMicrosecond);
BENCHMARK(c2r_filtered)->Arg(1)->Arg(3)->Arg(5)->Arg(10)->Unit(benchmark::kMicrosecond);
