#include "datasets/drifting_arms/drifting_arms.hpp"

#include "suite/component/simulator.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::drifting_arms {

DriftingArms::DriftingArms(Action arms, Drift kind, double lowest, double highest,
                           std::uint64_t period, StreamKey model, StreamKey environment)
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

void DriftingArms::observe(std::uint64_t step) {
  uniform_ = Draws(environment_, step).uniform();
  if (kind_ == Drift::smooth || step / period_ != segment_) set_means(step);
}

void DriftingArms::set_means(std::uint64_t step) {
  const double width = highest_ - lowest_;
  if (kind_ == Drift::abrupt) {
    segment_ = step / period_;
    Draws draws(model_, segment_);
    for (double& mean : means_) mean = lowest_ + width * draws.uniform();
    return;
  }
  // The integer remainder first: the phase is as exact after 10^15 steps as at the beginning.
  const double turn = static_cast<double>(step % period_) / static_cast<double>(period_);
  for (std::size_t a = 0; a < means_.size(); ++a) {
    double sine;
    double cosine;
    numeric::sincos_pi(2 * (turn + phases_[a]), sine, cosine);
    means_[a] = lowest_ + width * (0.5 + 0.5 * sine);
  }
}

namespace {

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
