// Another simulator whose tastes change with time: the expected rewards of one action pass to
// another action. Contexts do not change.
//
// Source: thesis, sections 1.4.2 (p. 17; dynamic bandit problems) and 2.7 (p. 67; PerceptronUCB and
// changes of the reward distributions). Abrupt: the switching bandit of Garivier, Moulines, ALT
// 2011. Linear and seasonal: the transitions and the swaps of Open Bandit Pipeline's
// CoefficientDrifter, here for any simulator. The exchange of actions is ours.
//   t          step; s = floor(t / period), f = t / period - s
//   R_i(a)     the inner reward of action (a + i) mod K
//   kind       taste of step t
//   abrupt     R_s
//   linear     R_{s+1} with probability f, otherwise R_s: every mean is piecewise linear
//   seasonal   R_1 with probability (1 - cos(2 pi f)) / 2, otherwise R_0
// and R_0, the simulator as it is, with probability 1 - `share`. So share = 0 is the simulator
// itself, bit for bit, and every kind begins as it. One uniform number a step decides for all
// actions. Steps can be observed in any order, O(1) each.
//
// `expected_reward` refers to the observed step, over the draw of the taste, as `Environment`
// allows. An oracle with an environment that observes nothing (best_policy) knows only the tastes of
// step 0.

#include <memory>
#include <utility>

#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"
#include "suite/model/wrapped_environment.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::drifting {

namespace {

enum class TasteDrift { abrupt, linear, seasonal };

struct DriftOptions {
  TasteDrift kind = TasteDrift::abrupt;
  std::uint64_t period = 1000;  ///< steps; >= 1
  double share = 1;             ///< of the steps that drift, in [0, 1]
};

constexpr const char* drifting_name = "drifting";

class DriftingTastes final : public WrappedEnvironment {
 public:
  /// Throws SpecErrors when `inner` has pools, or delays (they go outside).
  DriftingTastes(std::unique_ptr<Environment> inner, DriftOptions options, StreamKey tastes)
      : WrappedEnvironment(std::move(inner)), options_(options), tastes_(tastes) {
    if (has_delays()) refuse_delays(drifting_name);
    if (has_pools()) {
      refuse_parameters(drifting_name,
                        "the actions of `of` come and go: they cannot change places");
    }
    set_tastes(0);
  }

  void observe(std::uint64_t step) override {
    WrappedEnvironment::observe(step);
    set_tastes(step);
    Draws draws(tastes_, step);
    const bool drifts = draws.uniform() < options_.share;
    const bool comes = draws.uniform() < new_part_;
    drawn_ = !drifts ? 0 : comes ? new_ : old_;
  }
  double reward(Action action) const override { return inner().reward(moved(action, drawn_)); }
  double expected_reward(const Context& context, Action action,
                         Knowledge knowledge) const override {
    const auto part = [&](double weight, Action shift) {
      return weight == 0
                 ? 0
                 : weight * inner().expected_reward(context, moved(action, shift), knowledge);
    };
    return part(1 - options_.share, 0) + part(options_.share * (1 - new_part_), old_) +
           part(options_.share * new_part_, new_);
  }

 private:
  // (action + shift) mod K; shift < K.
  Action moved(Action action, Action shift) const {
    const Action left = action_count() - action;
    return shift < left ? action + shift : shift - left;
  }
  void set_tastes(std::uint64_t step) {
    const Action actions = action_count();
    const std::uint64_t segment = step / options_.period;
    const double turn =
        static_cast<double>(step % options_.period) / static_cast<double>(options_.period);
    old_ = static_cast<Action>(segment % actions);
    new_ = static_cast<Action>((segment + 1) % actions);
    switch (options_.kind) {
      case TasteDrift::abrupt:
        new_part_ = 0;
        return;
      case TasteDrift::linear:
        new_part_ = turn;
        return;
      case TasteDrift::seasonal: {
        double sine;
        double cosine;
        numeric::sincos_pi(2 * turn, sine, cosine);
        old_ = 0;
        new_ = 1 % actions;
        new_part_ = (1 - cosine) / 2;
        return;
      }
    }
  }

  DriftOptions options_;
  StreamKey tastes_;
  Action old_ = 0;       // shift of the tastes that fade
  Action new_ = 0;       // and of those that come
  double new_part_ = 0;  // their probability, given that the step drifts
  Action drawn_ = 0;     // shift of the observed step
};

struct Options : DriftOptions {
  std::string of = "bernoulli_arms";
};

std::shared_ptr<const Dataset> make(const Options& options) {
  // A stream of its own for each `of`, so that wrappers within wrappers draw apart.
  return wrapped_dataset(drifting_name, inner_dataset(drifting_name, options.of),
                         [drift = DriftOptions(options), of = options.of](
                             std::unique_ptr<Environment> inner, StreamKey environment) {
                           return std::make_unique<DriftingTastes>(
                               std::move(inner), drift, derive_key(environment.value, "drift", of));
                         });
}

const auto parameters = bind_parameters<Options>(
    text(&Options::of, "of", "the simulator, without pools"),
    choice(&Options::kind, "kind",
           {{"abrupt", TasteDrift::abrupt},
            {"linear", TasteDrift::linear},
            {"seasonal", TasteDrift::seasonal}},
           "new tastes at the end of each period; or from the old to the new in each; or there and "
           "back"),
    integer(&Options::period, "period", "steps between two tastes, or of a season").at_least(1),
    real(&Options::share, "share", "share of the steps that drift").at_least(0).at_most(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "drifting",
     .summary = "another simulator whose tastes change: abruptly, linearly, or with the season",
     .source = "thesis, sections 1.4.2 (p. 17) and 2.7 (p. 67); Garivier, Moulines, ALT 2011",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::drifting
