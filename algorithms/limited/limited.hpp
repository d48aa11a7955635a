#pragma once
// Another algorithm under the limits of challenge 2: an interaction that takes longer than allowed
// is a random choice from which nothing is learned, and a model larger than the memory is refused.
//
// Source: thesis, section 2.2.3 (p. 42): 1 GB of memory; choosing and updating in less than 100 ms,
// "any iteration taking more than 100ms is interrupted and considered as a random choice. In this
// case the model is not allowed to be updated"; and any answer of more than 10 ms in average had a
// non-negligible chance to be interrupted, because the clock included other work of the server.
//
//   thesis                         here
//   an iteration                   the interaction between two updates; the n-th has a time of its own
//   100 ms                         limit
//   what an iteration takes        response exp(spread N(0, 1)), a declared model, in ms
//   random choice                  uniform over the available actions (or displays)
//   model not updated              late_rewards = dropped; learned shows the cost of late choices only
//   1 GB                           memory, in MB; against the size of the state (visit_state)
//
// Decided here: no clock is read. A wall clock gives other numbers on each machine and at each run,
// so the time of an interaction is drawn, from the median that was measured (`response`) and from
// how much it varies (`spread`), in a stream of its own that depends on the actions and rewards so
// far: other games have other times; the same history has the same times. With spread = 0 every
// interaction is late or none. The n-th interaction is the one after n updates, late or not
// regardless of other calls before the next update: the algorithm remains a function of its history, and
// replay and direct play meet the same times. If rewards are delayed or lost, that time serves
// several choices.
//
// Any algorithm that learns from updates, in every evaluator; but not algorithms that are
// trained on a log first or change in `choose`. Memory is compared once, when the algorithm is made, because the
// algorithms of this suite allocate all of it then.

#include <cstdint>
#include <span>
#include <utility>

#include "suite/component/inner_algorithm.hpp"
#include "suite/model/agent.hpp"

namespace replaybench::algorithms::limited {

struct Options {
  double limit = 100;        ///< ms, > 0
  double response = 10;      ///< ms, > 0: median of an interaction
  double spread = 1;         ///< >= 0: standard deviation of the logarithm of its time
  bool learns_late = false;  ///< the reward of a late interaction is learned
};

/// The interactions and which of them are late; what all forms of `limited` share.
class LimitedAgent {
 public:
  LimitedAgent(Agent inner, const Options& options, StreamKey times);

  /// The inner algorithm's, or O(1) when late.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    if (late_) return actions[draws.below(actions.size())];
    return inner_.choose(context, actions, draws);
  }
  /// The inner algorithm's, and O(1).
  void update(const Context& context, const ActionSet& actions, Action action, double reward) {
    if (!late_ || learns_late_) inner_.update(context, actions, action, reward);
    StateDigest digest;
    digest(history_, action, reward);
    history_ = digest.value();
    ++interactions_;
    late_ = is_late();
  }
  /// True if the interaction at hand is late.
  bool late() const { return late_; }

  /// The inner state by its digest and its size.
  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit_agent(visit, inner_);
    visit(history_, interactions_, late_);
  }

 protected:
  const Agent& inner() const { return inner_; }

 private:
  bool is_late() const;

  Agent inner_;
  double threshold_;  // N(0, 1) above which an interaction is late
  bool learns_late_;
  StreamKey times_;
  std::uint64_t history_ = 0;  // of the actions and rewards so far
  std::uint64_t interactions_ = 0;
  bool late_;
};

/// `limited` with what its inner algorithm offers: its probabilities, its choice among displays,
/// and whether it reads contexts.
template <bool gives_probabilities, bool takes_displays, bool reads_contexts>
class Limited : public LimitedAgent {
 public:
  static constexpr bool uses_contexts = reads_contexts;

  explicit Limited(LimitedAgent agent) : LimitedAgent(std::move(agent)) {}

  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const requires gives_probabilities {
    if (!late()) return inner().probabilities(context, actions, out);
    for (double& p : out) p = 1.0 / actions.size();
  }
  std::size_t choose_display(std::span<const Display> batch,
                             Draws& draws) const requires takes_displays {
    if (late()) return draws.below(static_cast<std::uint32_t>(batch.size()));
    return inner().choose_display(batch, draws);
  }
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::limited
