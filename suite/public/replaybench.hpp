#pragma once
// The whole public interface: #include <replaybench/replaybench.hpp> and link replaybench::replaybench. The headers below
// can be included one by one, too; each names the target that it needs. The headers that they include ("suite/...") are
// details, except for sources of components, which may include what our own components include.

#include "components.hpp"
#include "evaluate.hpp"
#include "program.hpp"
#include "studies.hpp"
