// Another simulator whose rewards reach the learner late, in batches, or not at all. The reward
// of a step does not change; only its arrival at the learner does.
//
// Source: thesis, sections 1.4.2 (p. 17: rewards may be delayed, lost, or arrive in batches) and
// 1.4.3 (choose and update apart). Joulani, Gyorgy, Szepesvari, ICML 2013 (any delay, as a black
// box); Chapelle, Li, NIPS 2011, section 5 (batches); Vernade, Cappe, Perchet, UAI 2017 (censored
// conversions). The delay by reward follows Open Bandit Pipeline's sampler, with the reward in
// place of its mean and a geometric distribution for an exponential one.
//   t    step
//   r    reward earned at t
//   d    delay in steps: the reward is seen after the choice of step t + d, so d = 0 is no delay
//   G(m) geometric distribution on 0, 1, 2, ... with mean m
//   kind      d                                             reward seen
//   fixed     delay                                         r
//   geometric G(delay)                                      r
//   by_reward G(delay + (rewarded_delay - delay) r)         r, in [0, 1]
//   censored  a reward that is not 0: G(delay) if that is
//             at most window, else window                   r, else 0
//             a reward of 0: window                         0
// Then, in batches of `batch` > 1 steps, t + d is moved to the last step of its batch; and with
// probability `lost` nothing is seen. Delay 0 (and window 0, batch 1, lost 0) is the simulator
// itself, bit for bit.
//
// Two uniform numbers a step, the same for every action. A log of this data set has every reward
// at its record, so evaluators that read logs estimate the value without delay. Only delayed_replay
// models a delay, with a fixed delay and batches of its own.

#include <cmath>
#include <memory>
#include <utility>

#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"
#include "suite/model/wrapped_environment.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::delayed {

namespace {

enum class DelayKind { fixed, geometric, by_reward, censored };

struct DelayOptions {
  DelayKind kind = DelayKind::fixed;
  double delay = 0;           ///< steps; >= 0
  double rewarded_delay = 0;  ///< steps; >= 0
  std::uint64_t window = 0;   ///< steps
  std::uint64_t batch = 1;    ///< steps; >= 1
  double lost = 0;            ///< probability
};

constexpr const char* delayed_name = "delayed";

// The `uniform`-quantile of the geometric distribution on 0, 1, 2, ... with that mean:
// P(d >= k) = (mean / (1 + mean))^k.
std::uint64_t geometric_delay(double mean, double uniform) {
  if (mean <= 0) return 0;
  return static_cast<std::uint64_t>(
      std::floor(numeric::log1p(-uniform) / -numeric::log1p(1 / mean)));
}

class DelayedRewards final : public WrappedEnvironment {
 public:
  /// Throws SpecErrors when `inner` has delays of its own, a fixed delay is no whole number, or the
  /// kind needs rewards in [0, 1] and `inner` has others.
  DelayedRewards(std::unique_ptr<Environment> inner, DelayOptions options, StreamKey delays)
      : WrappedEnvironment(std::move(inner)), options_(options), delays_(delays) {
    if (this->inner().has_delays()) {
      refuse_parameters(delayed_name, "the rewards of `of` come late already: one delay is enough");
    }
    if (options_.kind == DelayKind::fixed && std::floor(options_.delay) != options_.delay) {
      refuse_parameters(delayed_name, "a fixed delay is a whole number of steps");
    }
    const bool on_unit =
        options_.kind == DelayKind::by_reward || options_.kind == DelayKind::censored;
    if (on_unit && !fits(rewards(), RewardRange::unit)) {
      refuse_parameters(delayed_name, "this kind needs rewards in [0, 1], `of` has others");
    }
  }

  void observe(std::uint64_t step) override {
    WrappedEnvironment::observe(step);
    step_ = step;
    Draws draws(delays_, step);
    uniform_ = draws.uniform();
    lost_ = draws.uniform() < options_.lost;
  }
  bool has_delays() const override { return true; }
  Feedback feedback(Action action) const override {
    Feedback feedback = undisturbed(reward(action));
    feedback.lost = lost_;
    const std::uint64_t due = step_ + feedback.delay;
    feedback.delay += options_.batch - 1 - due % options_.batch;
    return feedback;
  }

 private:
  Feedback undisturbed(double reward) const {
    switch (options_.kind) {
      case DelayKind::fixed:
        return {reward, static_cast<std::uint64_t>(options_.delay)};
      case DelayKind::geometric:
        return {reward, geometric_delay(options_.delay, uniform_)};
      case DelayKind::by_reward: {
        const double mean = options_.delay + (options_.rewarded_delay - options_.delay) * reward;
        return {reward, geometric_delay(mean, uniform_)};
      }
      case DelayKind::censored: {
        const std::uint64_t delay = geometric_delay(options_.delay, uniform_);
        if (reward != 0 && delay <= options_.window) return {reward, delay};
        return {0, options_.window};
      }
    }
    throw std::logic_error("delayed: no such kind");
  }

  DelayOptions options_;
  StreamKey delays_;
  std::uint64_t step_ = 0;
  double uniform_ = 0;
  bool lost_ = false;
};

struct Options : DelayOptions {
  std::string of = "bernoulli_arms";
};

std::shared_ptr<const Dataset> make(const Options& options) {
  // A stream of its own for each `of`, so that wrappers within wrappers draw apart.
  return wrapped_dataset(delayed_name, inner_dataset(delayed_name, options.of),
                         [delays = DelayOptions(options), of = options.of](
                             std::unique_ptr<Environment> inner, StreamKey environment) {
                           return std::make_unique<DelayedRewards>(
                               std::move(inner), delays,
                               derive_key(environment.value, "delay", of));
                         });
}

const auto parameters = bind_parameters<Options>(
    text(&Options::of, "of", "the simulator; a log of it has every reward at its record"),
    choice(&Options::kind, "kind",
           {{"fixed", DelayKind::fixed},
            {"geometric", DelayKind::geometric},
            {"by_reward", DelayKind::by_reward},
            {"censored", DelayKind::censored}},
           "how the delay is drawn; censored: a reward later than the window is seen as 0"),
    real(&Options::delay, "delay", "steps: the delay if fixed, else its mean (by_reward: of 0)")
        .at_least(0)
        .at_most(1e9),
    real(&Options::rewarded_delay, "rewarded_delay", "mean delay of reward 1, kind by_reward")
        .at_least(0)
        .at_most(1e9),
    integer(&Options::window, "window", "steps that a reward is waited for, kind censored")
        .at_least(0)
        .at_most(1'000'000'000),
    integer(&Options::batch, "batch", "steps; rewards are seen at the end of each batch")
        .at_least(1)
        .at_most(1'000'000'000),
    real(&Options::lost, "lost", "probability that a reward is never seen").at_least(0).at_most(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "delayed",
     .summary =
         "another simulator whose rewards are seen late, in batches, or not at all, in direct play",
     .source = "thesis, section 1.4.2 (p. 17); Joulani, Gyorgy, Szepesvari, ICML 2013",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::delayed
