#include "suite/plan/master_seed.hpp"

#include "suite/plan/experiment.hpp"
#include "suite/stream/stream.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench {

MasterSeed MasterSeed::named(std::string_view name) {
  if (name == "pilot") return pilot();
  if (name == "confirmation") return confirmation();
  if (const auto number = whole_number<std::uint32_t>(name); number && *number >= 1) {
    return further(*number);
  }
  throw SpecErrors("seed " + quoted_text(std::string(name), 40) +
                   ": expected pilot, confirmation or a number from 1");
}

std::string MasterSeed::name() const {
  if (number_ == -2) return "pilot";
  return number_ == -1 ? "confirmation" : std::to_string(number_);
}

std::uint64_t MasterSeed::of(std::uint64_t study_seed) const {
  if (number_ == -2) return study_seed;
  return derive_key(study_seed, "master seed", name()).value;
}

void MasterSeed::apply_to(ExperimentSpec& spec) const {
  spec.seed = of(spec.seed);
  for (SimulationSpec& simulation : spec.simulations) {
    if (simulation.seed) simulation.seed = of(*simulation.seed);
  }
  spec.master_seed = name();
}

}  // namespace replaybench
