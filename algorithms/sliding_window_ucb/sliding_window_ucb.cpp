#include "algorithms/sliding_window_ucb/sliding_window_ucb.hpp"

#include "suite/learning/exploration_term.hpp"
#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::sliding_window_ucb {

void SlidingWindowUcb::refresh(Action action) {
  const double count = window_.count(action);
  indices_[action] = count > 0
                         ? window_.sum(action) / count + width_ * learning::inverse_root(count)
                         : std::numeric_limits<double>::infinity();
}

void SlidingWindowUcb::update(const Context&, Action action, double reward) {
  const Action left = window_.push(action, reward);
  const bool t_grows = t_ < window_.length();
  if (t_grows) width_ = learning::exploration_width(alpha_, static_cast<double>(++t_));
  if (t_grows || window_.was_added_up()) {
    for (Action a = 0; a < indices_.size(); ++a) refresh(a);
  } else {
    refresh(left);
    refresh(action);
  }
}

namespace {

struct Options {
  std::size_t window = 1000;
  double alpha = 2;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(SlidingWindowUcb(problem.action_count, options.window, options.alpha, options.ties));
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::window, "window", "number of events that count, whatever their actions")
        .at_least(1)
        .at_most(1'000'000)
        .source("Garivier, Moulines: 2 B sqrt(T ln T / number of changes)"),
    // Tuned over ucb's own values, so that what differs between the two is the window.
    real(&Options::alpha, "alpha", "width of the confidence bound; stands under the root")
        .at_least(0)
        .finite()
        .source("B^2 xi with xi > 1/2 in the paper; 2 as in ucb")
        .tuned_over(learning::confidence_widths()),
    learning::ties_parameter(&Options::ties,
                             "actions without an event in the window tie above all others"));

}  // namespace

const AlgorithmDescription description{
    {.name = "sliding_window_ucb",
     .group = Group::changing_rewards,
     .summary = "UCB over the last events only, for rewards whose distribution changes",
     .source = "Garivier, Moulines, ALT 2011 (SW-UCB); thesis, section 1.4.2 (p. 17)",
     .parameters = parameters.described(),
     .aliases = "sw_ucb"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::sliding_window_ucb
