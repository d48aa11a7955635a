#include "datasets/noisy_rewards/noisy_rewards.hpp"

#include <utility>

#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"

namespace replaybench::datasets::noisy_rewards {

namespace {

constexpr const char* name = "noisy_rewards";

// Apart from the replicates' keys, which are counted from 0.
constexpr std::uint64_t noise_address = std::uint64_t{1} << 60;

}  // namespace

NoisyRewards::NoisyRewards(std::unique_ptr<Environment> inner, NoisyRewardOptions options,
                           StreamKey environment)
    : WrappedEnvironment(std::move(inner)),
      options_(std::move(options)),
      noise_(replicate_key(environment, noise_address)) {
  if (this->inner().rewards() != RewardRange::binary) {
    refuse_parameters(name, "the rewards of `of` are not only 0 and 1");
  }
  if (has_delays()) refuse_delays(name);
  if (options_.offsets.size() > this->inner().action_count()) {
    refuse_parameters(name, "offsets has " + std::to_string(options_.offsets.size()) +
                                " numbers for " + std::to_string(this->inner().action_count()) +
                                " actions");
  }
  for (Action a = 0; a < this->inner().action_count(); ++a) {
    for (const double r : {0.0, 1.0}) {
      const double p = probability(r, a);
      if (p < 0 || p > 1) {
        refuse_parameters(name, "action " + std::to_string(a) + " would pay with probability " +
                                    std::to_string(p));
      }
    }
  }
}

void NoisyRewards::observe(std::uint64_t step) {
  WrappedEnvironment::observe(step);
  uniform_ = Draws(noise_, step).uniform();
}

EnumerableNoisyRewards::EnumerableNoisyRewards(std::unique_ptr<Environment> inner,
                                               NoisyRewardOptions options, StreamKey environment)
    : NoisyRewards(std::move(inner), std::move(options), environment),
      distribution_(dynamic_cast<const EnumerableEnvironment&>(this->inner())) {}

namespace {

struct Options {
  std::string of = "gaussian_classes";
  double p1 = 0.1;
  double p0 = 0.02;
  std::vector<double> offsets;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  const NoisyRewardOptions noise{options.p1, options.p0, options.offsets};
  return wrapped_dataset(
      name, inner_dataset(name, options.of),
      [noise](std::unique_ptr<Environment> inner,
              StreamKey environment) -> std::unique_ptr<Environment> {
        if (dynamic_cast<const EnumerableEnvironment*>(inner.get())) {
          return std::make_unique<EnumerableNoisyRewards>(std::move(inner), noise, environment);
        }
        return std::make_unique<NoisyRewards>(std::move(inner), noise, environment);
      });
}

const auto parameters = bind_parameters<Options>(
    text(&Options::of, "of", "the simulator, rewards 0 and 1"),
    real(&Options::p1, "p1", "probability of a reward where the simulator's is 1")
        .at_least(0)
        .at_most(1),
    real(&Options::p0, "p0", "and where it is 0").at_least(0).at_most(1),
    reals(&Options::offsets, "offsets", "added to both, one per action; 0 beyond the list")
        .at_least(-1)
        .at_most(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "noisy_rewards",
     .summary = "another simulator whose rewards are made rare and uncertain, as clicks are",
     .source = "Dudik, Langford, Li, ICML 2011, section 4; thesis appendix B",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::noisy_rewards
