#include "algorithms/kl_ucb/kl_ucb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/learning/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::kl_ucb {

double upper_bound(double mean, double level) {
  if (mean >= 1) return 1;
  // d(0, q) = -ln(1 - q), and so for a mean so small that delta / mean could overflow.
  if (mean < 1e-300) return std::max(mean, -numeric::expm1(-level));
  if (level <= 0) return mean;
  // Solved for delta = q - mean. In this form the terms of first order cancel to an error that is
  // relative to delta:
  //   d(mean, mean + delta) = -mean ln(1 + delta/mean) - (1 - mean) ln(1 - delta/(1 - mean)).
  const double rest = 1 - mean;
  // Two bounds of delta from above: Pinsker's inequality d >= 2 delta^2, and
  // d >= mean ln(mean) + rest ln(rest / (rest - delta)), which keeps clear of the pole at q = 1.
  const double pinsker = std::sqrt(level / 2);
  const double before_pole = -rest * numeric::expm1((mean * numeric::log(mean) - level) / rest);
  double delta = std::min(pinsker, before_pole);
  for (int step = 0; step < 100; ++step) {
    if (delta >= rest) return 1;
    double logs[] = {delta / mean, -delta / rest};
    numeric::log1p_of_two(logs, logs);
    const double excess = -mean * logs[0] - rest * logs[1] - level;
    const double slope = delta / ((mean + delta) * (rest - delta));
    const double next = delta - excess / slope;
    if (!(next < delta)) break;  // it fell as long as rounding let it
    delta = next;
  }
  return std::min(mean + delta, 1.0);
}

void KlUcb::update(const Context&, Action action, double reward) {
  rewards_[action] += reward;
  pulls_[action] += 1;
  ++t_;
  const double log_t = numeric::log(static_cast<double>(t_));
  const double second = c_ > 0 && t_ >= 3 ? c_ * numeric::log(log_t) : 0;
  level_ = exploration_ * (log_t + second);
  indices_.forget();
}

double KlUcb::computed_index(Action action) const {
  const double pulls = pulls_[action];
  if (pulls == 0) return std::numeric_limits<double>::infinity();
  return upper_bound(rewards_[action] / pulls, level_ / pulls);
}

namespace {

struct Options {
  double exploration = 1;
  double c = 0;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(KlUcb(problem.action_count, options.exploration, options.c, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::exploration, "exploration", "factor of the divergence allowed, ln t + c ln ln t")
        .at_least(0)
        .finite()
        .source("1 in the paper")
        .tuned_over(learning::confidence_widths()),
    real(&Options::c, "c", "factor of ln ln t")
        .at_least(0)
        .finite()
        .source("the paper: 3 in the proof, 0 in practice"),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "kl_ucb",
     .group = Group::without_context,
     .is_core = true,
     .summary = "UCB by Kullback-Leibler divergence, for rewards in [0, 1]",
     .source = "thesis, section 1.4.2 (p. 17); Garivier, Cappe, COLT 2011 (KL-UCB)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::kl_ucb
