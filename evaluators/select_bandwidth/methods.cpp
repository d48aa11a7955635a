#include "evaluators/select_bandwidth/methods.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numeric>
#include <utility>

#include "evaluators/select_bandwidth/twin_environment.hpp"
#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/original_splits.hpp"
#include "suite/estimation/tally_estimates.hpp"

namespace replaybench::evaluators::select_bandwidth {

StreamKey key_of_repeat(StreamKey policy, std::uint64_t repeat) {
  // Replay takes its keys from 1 on, keys_of_pass from 2^40 on.
  constexpr std::uint64_t first = std::uint64_t{1} << 48;
  return replicate_key(policy, first + repeat);
}

std::vector<std::optional<Jitter>> jitters_of(const Log& log, const Request& request,
                                              std::size_t size) {
  std::vector<std::optional<Jitter>> jitters;
  jitters.reserve(request.candidates.size());
  for (const double constant : request.candidates) {
    jitters.push_back(
        estimation::make_jitter(log, {.constant = constant, .options = request.jitter}, size));
  }
  return jitters;
}

double s_bred_pass(Agent agent, const Log& log, std::span<const std::uint32_t> records,
                   std::optional<Jitter>& jitter, const PassKeys& keys) {
  const auto slots = static_cast<std::uint64_t>(
      std::floor(estimation::mean_pool_size(log) * static_cast<double>(records.size()) + 0.5));
  const auto source = make_source(Drawing::shuffled_copies, records, slots, keys.records);
  ReplayOptions options;
  if (jitter) {
    jitter->set_key(keys.noise);
    options.noise = &*jitter;
  }
  Tally tally;
  replay_pass(agent, {log, *source, slots, keys.policy, options}, tally);
  return estimation::ratio_estimate(tally.sums);
}

std::vector<std::uint32_t> random_order(std::size_t size, StreamKey key) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  WordStream words(key, 0);
  for (std::size_t i = size; i > 1; --i) {
    std::swap(order[i - 1], order[words.below(static_cast<std::uint32_t>(i))]);
  }
  return order;
}

// The records of `order` from place `first` on, without those of which a copy is in the training.
std::vector<std::uint32_t> tests_of_order(const Originals& originals,
                                          std::span<const std::uint32_t> order,
                                          std::size_t training, std::size_t first) {
  std::vector<bool> learned(originals.count());
  for (const std::uint32_t record : order.first(training)) {
    learned[originals.group_of(record)] = true;
  }
  std::vector<std::uint32_t> tests;
  for (const std::uint32_t record : order.subspan(first)) {
    if (!learned[originals.group_of(record)]) tests.push_back(record);
  }
  return tests;
}

std::size_t validated_size(const Log& log) {
  return static_cast<std::size_t>(static_cast<double>(log.size()) /
                                  (estimation::mean_pool_size(log) + 1));
}

CriterionTable cross_validation(Trial& trial, const Request& request, std::size_t training,
                                std::uint64_t max_accepted) {
  const auto log = trial.log();
  if (training == 0) {
    throw NotApplicable(fmt::format(
        "{} records of {} actions are too few to be split into 1 part in {} and the rest",
        log->size(), log->action_count, estimation::mean_pool_size(*log) + 1));
  }
  // Both sides have this number of interactions, and are made for it.
  const Agent fresh = trial
                          .with_log(std::make_shared<const Log>(log->first_records(training)),
                                    trial.policy_stream())
                          .agent();
  const Originals originals(*log);
  auto jitters = jitters_of(*log, request, training);
  CriterionTable table(request.candidates.size(), request.repeats);
  for (std::uint64_t r = 0; r < request.repeats; ++r) {
    const StreamKey key = key_of_repeat(trial.policy_stream(), r);
    const auto order = random_order(log->size(), replicate_key(key, 1));
    const auto test = tests_of_order(originals, order, training, validated_size(*log));
    ReplayOptions options;
    options.max_accepted = max_accepted;
    Agent tested = fresh;
    const double reference = estimation::ratio_estimate(
        tested.replay(*log, Schedule::of(test), replicate_key(key, 2), options).sums);
    const PassKeys keys = keys_of_pass(key, 0);
    for (std::size_t c = 0; c < jitters.size(); ++c) {
      const auto train = std::span(order).first(training);
      table.at(c, r) = s_bred_pass(fresh, *log, train, jitters[c], keys) - reference;
    }
  }
  return table;
}

CriterionTable twins(Trial& trial, const Request& request) {
  const auto log = trial.log();
  estimation::LinearRewardModel model(*log);
  const Agent fresh = trial.agent();
  std::vector<std::uint32_t> records(log->size());
  std::iota(records.begin(), records.end(), 0);
  Log twin = *log;
  auto jitters = jitters_of(twin, request, log->size());
  CriterionTable table(request.candidates.size(), request.repeats);
  for (std::uint64_t r = 0; r < request.repeats; ++r) {
    const StreamKey key = key_of_repeat(trial.policy_stream(), r);
    model.redraw(replicate_key(key, 5));
    ContextReader contexts(*log);
    for (std::size_t i = 0; i < log->size(); ++i) {
      Draws draws(replicate_key(key, 1), i);
      twin.rewards[i] = model.draw(contexts[i], log->actions[i], draws);
    }
    TwinEnvironment environment(*log, model, replicate_key(key, 2), replicate_key(key, 3));
    Agent played = fresh;
    const Sums sums = played.play(environment, log->size(), replicate_key(key, 4)).sums;
    // The expectations have the same mean and less noise; they are exact for binary rewards only.
    const double truth = (model.rewards() == RewardRange::binary ? sums.expected : sums.reward()) /
                         static_cast<double>(log->size());
    const PassKeys keys = keys_of_pass(key, 0);
    for (std::size_t c = 0; c < jitters.size(); ++c) {
      table.at(c, r) = s_bred_pass(fresh, twin, records, jitters[c], keys) - truth;
    }
  }
  return table;
}

CriterionTable entangled(Trial& trial, const Request& request) {
  const auto log = trial.log();
  const std::size_t tests = estimation::test_count(request.test_share, log->size());
  const std::uint64_t slots = estimation::expanded_size(*log, 0);
  estimation::require_slots(slots, tests);
  const Agent fresh = trial.agent();
  std::vector<std::uint32_t> records(log->size());
  std::iota(records.begin(), records.end(), 0);
  const estimation::OriginalSplits splits(*log);
  std::vector<double> weights(log->has_copies() ? log->size() : 0);
  auto jitters = jitters_of(*log, request, log->size());
  CriterionTable table(request.candidates.size(), request.repeats);
  for (std::uint64_t r = 0; r < request.repeats; ++r) {
    const StreamKey key = key_of_repeat(trial.policy_stream(), r);
    const EntangledSplit split = splits.split(records, tests, replicate_key(key, 1));
    if (log->has_copies()) {
      for (const std::uint32_t record : split.tests) weights[record] = splits.copies(record);
    }
    const PassKeys keys = keys_of_pass(key, 0);
    for (std::size_t c = 0; c < jitters.size(); ++c) {
      EntangledSource source(
          split.tests,
          std::make_unique<PlainTraining>(make_source(Drawing::shuffled_copies, split.training,
                                                      slots - split.tests.size(), keys.records)),
          slots, replicate_key(key, 2));
      ReplayOptions options;
      options.weights = weights;
      if (jitters[c]) {
        jitters[c]->set_key(keys.noise);
        options.noise = &*jitters[c];
      }
      Agent agent = fresh;
      Tally tally;
      replay_pass(agent, {*log, source, slots, keys.policy, options}, tally);
      table.at(c, r) = estimation::ratio_estimate(tally.sums);
    }
  }
  return table;
}

}  // namespace replaybench::evaluators::select_bandwidth
