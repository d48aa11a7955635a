#include "datasets/tastes/tastes.hpp"

#include "suite/component/simulator.hpp"

namespace replaybench::datasets::tastes {

namespace {

std::shared_ptr<const Dataset> make(const TasteOptions& options) {
  return std::make_shared<Simulator>([options](StreamKey model, StreamKey environment) {
    return std::make_unique<Tastes>(options, model, environment);
  });
}

BoundParameter<TasteOptions> deviation(double TasteOptions::*member, const char* name,
                                       const char* meaning) {
  return real(member, name, meaning).at_least(0).at_most(100);
}

const auto parameters = bind_parameters<TasteOptions>(
    integer(&TasteOptions::users, "users", "number of users").at_least(1).at_most(10'000),
    integer(&TasteOptions::items, "items", "number of items, the actions")
        .at_least(1)
        .at_most(10'000),
    integer(&TasteOptions::rank, "rank", "factors of a taste").at_least(1).at_most(100),
    deviation(&TasteOptions::quality, "quality", "standard deviation of what all like of an item"),
    deviation(&TasteOptions::taste, "taste",
              "standard deviation of a user's own taste, of low rank"),
    deviation(&TasteOptions::noise, "noise", "standard deviation of taste that has no low rank"),
    deviation(&TasteOptions::generosity, "generosity",
              "standard deviation of the users' mean ratings; no effect on clicks"),
    deviation(&TasteOptions::rating_noise, "rating_noise",
              "standard deviation of a rating when the same user rates the same item again"),
    boolean(&TasteOptions::stars, "stars", "ratings are whole numbers, 1 to 5"),
    real(&TasteOptions::observed, "observed",
         "probability that a user has rated an item of taste 0; 1: every item of any taste")
        .above(0)
        .at_most(1),
    real(&TasteOptions::selection, "selection",
         "log-odds of being rated per unit of taste; 0: missing at random")
        .at_least(-100)
        .at_most(100),
    real(&TasteOptions::base, "base", "log-odds of a click at taste 0").at_least(-30).at_most(30),
    real(&TasteOptions::slope, "slope", "log-odds of a click per unit of taste")
        .at_least(-30)
        .at_most(30),
    deviation(&TasteOptions::appeal, "appeal",
              "standard deviation of an item's log-odds of clicks that no rating shows"));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "tastes",
     .summary =
         "users with tastes of low rank plus noise, who rate items and click on them; one-hot "
         "contexts",
     .source = "our design, for thesis appendices C and D",
     .parameters = parameters.described()},
    parameters.factory(make)};

}  // namespace replaybench::datasets::tastes
