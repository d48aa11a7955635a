#include "algorithms/discounted_ucb/discounted_ucb.hpp"

#include <algorithm>
#include <limits>

#include "suite/learning/exploration_term.hpp"
#include "suite/learning/shared_parameters.hpp"
#include "suite/learning/state_average.hpp"

namespace replaybench::algorithms::discounted_ucb {

namespace {

constexpr double min_weight = 1e-200;

}  // namespace

void DiscountedUcb::update(const Context&, Action action, double reward) {
  for (std::size_t i = 0; i < pulls_.size(); ++i) {
    const double faded = discount_ * pulls_[i];
    if (faded < min_weight) continue;  // never learned, or as good as forgotten
    pulls_[i] = faded;
    rewards_[i] *= discount_;
  }
  rewards_[action] += reward;
  pulls_[action] += 1;
  events_ = discount_ * events_ + 1;
  refresh();
}

void DiscountedUcb::become_average_of(std::span<const DiscountedUcb* const> states) {
  learning::average_into(rewards_, states, &DiscountedUcb::rewards_);
  learning::average_into(pulls_, states, &DiscountedUcb::pulls_);
  events_ = learning::average_of(states, [](const DiscountedUcb& state) { return state.events_; });
  std::fill(indices_.begin(), indices_.end(), std::numeric_limits<double>::infinity());
  refresh();
}

void DiscountedUcb::refresh() {
  const double width = learning::exploration_width(alpha_, events_ + 1);
  for (std::size_t i = 0; i < indices_.size(); ++i) {
    if (pulls_[i] > 0)
      indices_[i] = rewards_[i] / pulls_[i] + width * learning::inverse_root(pulls_[i]);
  }
}

namespace {

struct Options {
  double discount = 0.999;
  double alpha = 2;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(DiscountedUcb(problem.action_count, options.discount, options.alpha, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::discount, "discount",
         "what is left of an event's weight after each further event; at 1 this is ucb: the "
         "index has ln(n + 1) as there, the papers have ln n")
        .above(0)
        .at_most(1)
        .source("Garivier, Moulines: 1 - sqrt(number of changes / T) / (4 B)"),
    // Tuned over ucb's own values, so that what differs between the two is the discount.
    real(&Options::alpha, "alpha", "width of the confidence bound; stands under the root")
        .at_least(0)
        .finite()
        .source("4 B^2 xi with xi > 1/2 in the paper; 2 as in ucb")
        .tuned_over(learning::confidence_widths()),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "discounted_ucb",
     .group = Group::changing_rewards,
     .is_core = true,
     .summary = "UCB in which older events count less: rewards may change",
     .source = "Kocsis, Szepesvari, PASCAL Challenges Workshop 2006; Garivier, Moulines, ALT 2011 "
               "(D-UCB)",
     .parameters = parameters.described(),
     .aliases = "d_ucb"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::discounted_ucb
