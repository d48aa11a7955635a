#include "datasets/drifting/drifting.hpp"

#include <utility>

#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::drifting {

namespace {

constexpr const char* drifting_name = "drifting";

}  // namespace

DriftingTastes::DriftingTastes(std::unique_ptr<Environment> inner, DriftOptions options,
                               StreamKey tastes)
    : WrappedEnvironment(std::move(inner)), options_(options), tastes_(tastes) {
  if (has_delays()) refuse_delays(drifting_name);
  if (has_pools()) {
    refuse_parameters(drifting_name, "the actions of `of` come and go: they cannot change places");
  }
  set_tastes(0);
}

Action DriftingTastes::moved(Action action, Action shift) const {
  const Action left = action_count() - action;
  return shift < left ? action + shift : shift - left;
}

void DriftingTastes::set_tastes(std::uint64_t step) {
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

void DriftingTastes::observe(std::uint64_t step) {
  WrappedEnvironment::observe(step);
  set_tastes(step);
  Draws draws(tastes_, step);
  const bool drifts = draws.uniform() < options_.share;
  const bool comes = draws.uniform() < new_part_;
  drawn_ = !drifts ? 0 : comes ? new_ : old_;
}

double DriftingTastes::expected_reward(const Context& context, Action action,
                                       Knowledge knowledge) const {
  const auto part = [&](double weight, Action shift) {
    return weight == 0 ? 0
                       : weight * inner().expected_reward(context, moved(action, shift), knowledge);
  };
  return part(1 - options_.share, 0) + part(options_.share * (1 - new_part_), old_) +
         part(options_.share * new_part_, new_);
}

namespace {

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
