// RED_inf with jitter, compressed: each record counts with the probability that the policy takes
// its action on the blurred context. Formulas and columns:
// suite/estimation/static_replay.hpp and suite/estimation/kernel_choice.hpp.
//
// Source: thesis, section 5.11.3 (p. 200; "a specific compressed form could be computed analytically
// for any Kernel"), not run there; section 5.10.1 (p. 185; figures 5.11 and 5.12) runs it by
// repeated replay. Deviation: the probabilities are frequencies of the policy's choices at `draws`
// noisy contexts of each record, because a policy does not give its decision regions.

#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/static_replay.hpp"

namespace replaybench::evaluators::kernel_red_inf {

namespace {

struct Options {
  estimation::StaticReplayOptions replay{.draws = 100};
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<estimation::StaticReplay>("kernel_red_inf", options.replay);
}

const auto parameters = bind_parameters<Options>(group(
    &Options::replay,
    bind_parameters<estimation::StaticReplayOptions>(
        integer(&estimation::StaticReplayOptions::draws, "draws",
                "noisy contexts at which the policy is asked, of each record")
            .repeats_work()
            .at_least(1)
            .at_most(1'000'000),
        group(&estimation::StaticReplayOptions::jitter, estimation::jitter_parameters()),
        group(&estimation::StaticReplayOptions::weighting, estimation::weighting_parameters()),
        boolean(&estimation::StaticReplayOptions::star, "star",
                "RED*_inf, the limit of replay*, in the place of RED_inf")
            .source("thesis, section 5.7.7 (p. 165)"),
        estimation::level_parameter(&estimation::StaticReplayOptions::level))));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "kernel_red_inf",
     .group = Group::bred,
     .summary = "jittered replay of a static policy, repeated forever, in the form of one sum",
     .source = "thesis, sections 5.10.1 (p. 185) and 5.11.3 (p. 200)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "For static policies that read real-valued contexts and give their "
                      "probabilities. Less noise "
                      "than red_inf, at the price of a bias that grows with the bandwidth and is "
                      "in no interval; "
                      "without jitter it is red_inf."}};

}  // namespace replaybench::evaluators::kernel_red_inf
