// Bernoulli arms whose means change with time: at step t arm a pays 1 with probability mu_a(t),
// else 0. No context.
//
// Source: thesis, section 1.4.2 (p. 17; dynamic bandit problems, "the reward distribution can
// evolve"); the abrupt kind is the switching bandit of Garivier, Moulines, ALT 2011, the smooth
// kind the slowly varying one of Combes, Proutiere, ICML 2014. The shapes of the curves are ours.
//
//   abrupt   mu_a(t) = lowest + (highest - lowest) U_{a, floor(t / period)}
//   smooth   mu_a(t) = lowest + (highest - lowest) (1 + sin(2 pi (t / period + U_a))) / 2
// The U are uniform numbers of the model's stream: two environments with one model, live and
// logged, have the same curves. Steps can be observed in any order, O(1) each.
//
// `expected_reward` refers to the observed step, as `Environment` allows. An oracle with an
// environment that observes nothing (best_policy) knows only the means of step 0, so it is not the
// best policy here. One uniform number a step serves all arms (see bernoulli_arms); the context is
// only the constant feature 1.

#include <cstdint>
#include <vector>

#include "suite/component/simulator.hpp"
#include "suite/model/environment.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::drifting_arms {

namespace {

enum class Drift { abrupt, smooth };

class DriftingArms final : public Environment {
 public:
  /// `arms` >= 1; 0 <= `lowest` <= `highest` <= 1; `period` >= 1 steps.
  DriftingArms(Action arms, Drift kind, double lowest, double highest, std::uint64_t period,
               StreamKey model, StreamKey environment)
      : kind_(kind),
        lowest_(lowest),
        highest_(highest),
        period_(period),
        model_(model),
        environment_(environment),
        means_(arms) {
    if (kind == Drift::smooth) {
      Draws draws(model, 0);
      for (Action a = 0; a < arms; ++a) phases_.push_back(draws.uniform());
    }
    set_means(0);
  }

  Action action_count() const override { return static_cast<Action>(means_.size()); }
  std::size_t dimension() const override { return 1; }
  /// O(arms) where means change, O(1) elsewhere.
  void observe(std::uint64_t step) override {
    uniform_ = Draws(environment_, step).uniform();
    if (kind_ == Drift::smooth || step / period_ != segment_) set_means(step);
  }
  Context context() const override { return Context(constant_); }
  double reward(Action action) const override { return uniform_ < means_[action] ? 1 : 0; }
  /// The mean at the observed step.
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return means_[action];
  }

 private:
  void set_means(std::uint64_t step) {
    const double width = highest_ - lowest_;
    if (kind_ == Drift::abrupt) {
      segment_ = step / period_;
      Draws draws(model_, segment_);
      for (double& mean : means_) mean = lowest_ + width * draws.uniform();
      return;
    }
    const double turn = static_cast<double>(step % period_) / static_cast<double>(period_);
    for (std::size_t a = 0; a < means_.size(); ++a) {
      double sine;
      double cosine;
      numeric::sincos_pi(2 * (turn + phases_[a]), sine, cosine);
      means_[a] = lowest_ + width * (0.5 + 0.5 * sine);
    }
  }

  static constexpr double constant_[1] = {1};
  Drift kind_;
  double lowest_;
  double highest_;
  std::uint64_t period_;
  StreamKey model_;
  StreamKey environment_;
  std::vector<double> phases_;  // smooth: one an arm
  std::vector<double> means_;   // at the observed step; before any, at step 0
  std::uint64_t segment_ = 0;   // abrupt: of which the means are
  double uniform_ = 0;
};

struct Options {
  Action arms = 10;
  Drift kind = Drift::abrupt;
  double lowest = 0.1;
  double highest = 0.9;
  std::uint64_t period = 1000;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  if (options.lowest > options.highest) {
    refuse_parameters("drifting_arms", "lowest is above highest");
  }
  return std::make_shared<Simulator>([options](StreamKey model, StreamKey environment) {
    return std::make_unique<DriftingArms>(options.arms, options.kind, options.lowest,
                                          options.highest, options.period, model, environment);
  });
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::arms, "arms", "number of arms").at_least(1).at_most(1'000'000),
    choice(&Options::kind, "kind", {{"abrupt", Drift::abrupt}, {"smooth", Drift::smooth}},
           "new means at the end of each period, or a sine curve per arm with its own phase"),
    real(&Options::lowest, "lowest", "lowest mean that an arm may have").at_least(0).at_most(1),
    real(&Options::highest, "highest", "highest mean that an arm may have").at_least(0).at_most(1),
    integer(&Options::period, "period", "steps between two changes, or of a full turn of the curve")
        .at_least(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "drifting_arms",
     .summary = "Bernoulli arms whose means change with time, abruptly or smoothly; no context",
     .source = "thesis, section 1.4.2 (p. 17); Garivier, Moulines, ALT 2011 (abrupt)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::drifting_arms
