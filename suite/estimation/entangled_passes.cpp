#include "suite/estimation/entangled_passes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "suite/estimation/pass_progress.hpp"
#include "suite/model/pool.hpp"

namespace replaybench::estimation {

std::function<EntangledSplit(const OriginalSplits&, StreamKey)> random_split(const Log& log,
                                                                             std::size_t tests) {
  std::vector<std::uint32_t> records(log.size());
  std::iota(records.begin(), records.end(), 0);
  return [records = std::move(records), tests](const OriginalSplits& splits, StreamKey key) {
    return splits.split(records, tests, key);
  };
}

EntangledStatistics run_entangled(const EntangledRun& run, const AfterPass& after) {
  const Log& log = run.log;
  const EntangledDesign& design = run.design;
  const EntangledOptions& options = run.options;
  EntangledStatistics total(log, record_weights(log, options.weighting), design.drawn_by_weight);
  const auto jitter = make_jitter(log, options.jitter, design.records);
  struct Pass {
    Tally tally;
    std::vector<std::uint32_t> acceptances;
    std::vector<std::uint32_t> tests;
  };
  const auto run_pass = [&](std::uint64_t b) {
    ++passes_begun();
    const PassKeys keys = keys_of_pass(run.policy, b);
    EntangledSplit split = design.split(total.splits(), replicate_key(keys.records, 0));
    EntangledSource source(split.tests,
                           design.training_source(split, replicate_key(keys.records, 1)),
                           design.slots, replicate_key(keys.records, 2));
    const std::vector<double> weights = total.weights_for(split);
    Pass pass{{}, std::vector<std::uint32_t>(log.size()), {}};
    auto noise = jitter;
    ReplayOptions replay;
    replay.weights = weights;
    replay.acceptances = pass.acceptances;
    replay.learn_once = options.tweaked;
    if (noise) {
      noise->set_key(keys.noise);
      replay.noise = &*noise;
    }
    Agent agent = run.fresh;
    replay_pass(agent, {log, source, design.slots, keys.policy, replay}, pass.tally);
    pass.tests = std::move(split.tests);
    return pass;
  };
  // A few passes at a time: each holds a number for each record until it is added.
  constexpr std::uint64_t at_once = 8;
  SharedPool pool(1);
  for (std::uint64_t first = 0; first < options.resamples; first += at_once) {
    std::vector<Pass> passes(std::min(at_once, options.resamples - first));
    pool->for_each(passes.size(), [&](std::uint64_t i) { passes[i] = run_pass(first + i); });
    for (std::size_t i = 0; i < passes.size(); ++i) {
      total.add(passes[i].tally, passes[i].acceptances, passes[i].tests);
      if (after) after(first + i + 1, total);
    }
  }
  return total;
}

void entangled_rows(Trial& trial, const EntangledDesign& design, const EntangledOptions& options,
                    std::vector<ResultRow>& rows) {
  const auto log = trial.log();
  const Agent agent = trial.agent();
  auto next_row = options.resample_checkpoints.begin();
  const auto total =
      run_entangled({*log, agent, design, options, trial.policy_stream()},
                    [&](std::uint64_t passes, const EntangledStatistics& so_far) {
                      if (next_row != options.resample_checkpoints.end() && *next_row == passes) {
                        rows.push_back(so_far.row(passes));
                        ++next_row;
                      }
                    });
  if (options.resample_checkpoints.empty()) rows.push_back(total.row(log->size()));
}

}  // namespace replaybench::estimation
