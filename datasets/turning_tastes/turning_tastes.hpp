#pragma once
// Users who rate items at times, while their own tastes turn: suite/ratings/taste_world.hpp with a
// drift; drift = 0: they stay. What is no parameter here is as `tastes` has it by default.

#include "suite/ratings/taste_world.hpp"
