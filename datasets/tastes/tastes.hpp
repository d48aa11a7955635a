#pragma once
// Users with tastes of known truth: suite/ratings/taste_world.hpp, without a drift (turning_tastes has
// it).

#include "suite/ratings/taste_world.hpp"

namespace replaybench::datasets::tastes {

using TasteOptions = ratings::TasteOptions;
using Tastes = ratings::TasteWorld;

}  // namespace replaybench::datasets::tastes
