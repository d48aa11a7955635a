#include "datasets/turning_tastes/turning_tastes.hpp"

#include "suite/component/simulator.hpp"

namespace replaybench::datasets::turning_tastes {

namespace {

using ratings::TasteOptions;
using ratings::TasteWorld;

std::shared_ptr<const Dataset> make(const TasteOptions& options) {
  return std::make_shared<Simulator>([options](StreamKey model, StreamKey environment) {
    return std::make_unique<TasteWorld>(options, model, environment);
  });
}

const auto parameters = bind_parameters<TasteOptions>(
    integer(&TasteOptions::users, "users", "number of users").at_least(1).at_most(10'000),
    integer(&TasteOptions::items, "items", "number of items, the actions")
        .at_least(1)
        .at_most(10'000),
    real(&TasteOptions::observed, "observed",
         "probability that a user has rated an item; missing at random")
        .above(0)
        .at_most(1),
    real(
        &TasteOptions::drift, "drift",
        "how far a user's own taste turns while ratings are given: 0 stays, 1 to another's; clicks "
        "come after")
        .at_least(0)
        .at_most(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "turning_tastes",
     .summary = "users who rate items at times, while their own tastes turn, and click on them "
                "afterwards; one-hot contexts",
     .source = "our design, for thesis section 1.5.3 (p. 31)",
     .parameters = parameters.described()},
    parameters.factory(make)};

}  // namespace replaybench::datasets::turning_tastes
