#include "suite/estimation/entangled_passes.hpp"

#include <numeric>

#include "suite/estimation/pass_progress.hpp"

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
  const auto& [log, fresh, design, options, policy] = run;
  EntangledStatistics total(log, record_weights(log, options.weighting), design.drawn_by_weight);
  auto jitter = make_jitter(log, options.jitter, design.records);
  std::vector<std::uint32_t> acceptances(log.size());
  ReplayOptions replay;
  replay.acceptances = acceptances;
  replay.learn_once = options.tweaked;
  if (jitter) replay.noise = &*jitter;
  for (std::uint64_t b = 0; b < options.resamples; ++b) {
    ++passes_begun();
    const PassKeys keys = keys_of_pass(policy, b);
    const EntangledSplit split = design.split(total.splits(), replicate_key(keys.records, 0));
    EntangledSource source(split.tests,
                           design.training_source(split, replicate_key(keys.records, 1)),
                           design.slots, replicate_key(keys.records, 2));
    replay.weights = total.weights_for(split);
    if (jitter) jitter->set_key(keys.noise);
    std::fill(acceptances.begin(), acceptances.end(), 0);
    Agent agent = fresh;
    Tally tally;
    replay_pass(agent, {log, source, design.slots, keys.policy, replay}, tally);
    total.add(tally, acceptances, split.tests);
    if (after) after(b + 1, total);
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
