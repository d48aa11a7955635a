#include "datasets/doses/doses.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/simulator.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::doses {

void Doses::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  current_ = draws.below(static_cast<std::uint32_t>(options_.contexts));
  uniform_ = draws.uniform();
}

double Doses::mean_reward(std::size_t context, double action) const {
  const double off = (action - best_dose(context)) / options_.width;
  return 0.2 + 0.6 * numeric::exp(-off * off / 2);
}

DoseRecord Doses::log_record(StreamKey key, std::uint64_t step) const {
  Draws draws(key, step);
  DoseRecord record;
  record.context = draws.below(static_cast<std::uint32_t>(options_.contexts));
  // The distribution function of the density 1 + tilt (2 a - 1) is tilt a^2 + (1 - tilt) a; this is
  // its inverse, in the form that divides by no small number.
  const double tilt = options_.skew * (2 * place_of(record.context) - 1);
  const double u = draws.uniform();
  const double rest = 1 - tilt;
  record.action = std::min(1.0, 2 * u / (rest + std::sqrt(rest * rest + 4 * tilt * u)));
  record.density = 1 + tilt * (2 * record.action - 1);
  record.reward = draws.uniform() < mean_reward(record.context, record.action) ? 1 : 0;
  return record;
}

namespace {

std::shared_ptr<const Dataset> make(const DoseOptions& options) {
  return std::make_shared<Simulator>([options](StreamKey, StreamKey environment) {
    return std::make_unique<Doses>(options, environment);
  });
}

const auto parameters = bind_parameters<DoseOptions>(
    integer(&DoseOptions::contexts, "contexts", "number of contexts").at_least(1).at_most(10'000),
    real(&DoseOptions::width, "width",
         "how far from the best dose the reward has fallen to 61% of its height")
        .at_least(0.001)
        .at_most(1'000),
    real(&DoseOptions::skew, "skew",
         "how much the logger prefers high doses where the best one is high; 0: uniform")
        .at_least(0)
        .at_most(0.99),
    integer(&DoseOptions::actions, "actions", "doses that an algorithm of finitely many has")
        .at_least(1)
        .at_most(10'000));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "doses",
     .summary = "real-valued actions: a dose in [0, 1], with a best one for each context",
     .source = "our design, after Kallus, Zhou 2018, section 5",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::doses
