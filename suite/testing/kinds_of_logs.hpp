#pragma once
// For tests: logs of slates and of doses, by hand and drawn.

#include <algorithm>
#include <memory>
#include <string>

#include "suite/model/dose_log.hpp"
#include "suite/model/slate_log.hpp"
#include "suite/testing/golden_policies.hpp"

namespace replaybench::testing {

/// Adds a slate of one or more slots to a log whose columns are all given.
struct SlateSlot {
  double reward, p_slot, pi_slot, p_prefix, pi_prefix, pi_shown, q, q_pi;
};
inline void add_slate(SlateLog& log, std::initializer_list<SlateSlot> slots) {
  for (const SlateSlot& slot : slots) {
    log.rewards.push_back(slot.reward);
    const double values[] = {slot.p_slot,   slot.pi_slot, slot.p_prefix, slot.pi_prefix,
                             slot.pi_shown, slot.q,       slot.q_pi};
    for (std::size_t c = 0; c < slate_column_count; ++c) log.columns[c].push_back(values[c]);
  }
  log.first.push_back(log.rewards.size());
}

/// Two slates of two slots, with every column.
inline Log slates_by_hand() {
  SlateLog log;
  add_slate(log, {{1, .5, .25, .5, .25, .5, .5, .5}, {0, .5, 1, .25, .25, 1, .25, .25}});
  add_slate(log, {{0, .5, .75, .5, .75, .75, .5, .25}, {1, .5, .5, .25, .5, .5, .5, .5}});
  log.distinct_actions = 4;
  return log_of_slates(std::move(log));
}

/// Two records, whose target "pi" is .5; with every column.
inline Log doses_by_hand() {
  DoseLog log;
  log.actions = {.25, .75};
  log.rewards = {1, 0};
  log.densities = {.5, 2};
  log.q = {.25, .75};
  log.targets = {{"pi", {.5, .5}, {.5, .5}}};
  return log_of_doses(std::move(log));
}

/// So many slates of one to three slots, with every column; rewards are 0 or 1.
inline Log drawn_slates(std::size_t count) {
  SlateLog log;
  for (std::size_t i = 0; i < count; ++i) {
    Draws draws({0x51a7e}, i);
    const std::uint32_t slots = 1 + draws.below(3);
    double p_prefix = 1, pi_prefix = 1;
    for (std::uint32_t l = 0; l < slots; ++l) {
      const double pi = 0.2 + 0.6 * draws.uniform();
      p_prefix *= 0.5;
      pi_prefix *= pi;
      const SlateSlot slot{draws.uniform() < 0.4 ? 1.0 : 0.0,
                           0.5,
                           pi,
                           p_prefix,
                           pi_prefix,
                           pi,
                           draws.uniform(),
                           draws.uniform()};
      add_slate(log, {slot});
      if (l + 1 < slots) log.first.pop_back();
    }
  }
  log.distinct_actions = 5;
  return log_of_slates(std::move(log));
}

/// So many doses on [0, 1] with every column and a target "pi"; rewards are 0 or 1.
inline Log drawn_doses(std::size_t count) {
  DoseLog log;
  log.targets = {{"pi", {}, {}}};
  for (std::size_t i = 0; i < count; ++i) {
    Draws draws({0xd05e}, i);
    log.actions.push_back(draws.uniform());
    log.rewards.push_back(draws.uniform() < 0.4 ? 1 : 0);
    log.densities.push_back(1);
    log.q.push_back(draws.uniform());
    log.targets[0].actions.push_back(0.3 + 0.4 * draws.uniform());
    log.targets[0].q.push_back(draws.uniform());
  }
  return log_of_doses(std::move(log));
}

}  // namespace replaybench::testing
