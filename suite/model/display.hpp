#pragma once

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"

namespace replaybench {

/// A visitor to whom an item is shown: a context and an action (Graepel et al. 2010; thesis l.
/// 1141). A view, as the context is.
struct Display {
  Context context;
  Action action;
};

}  // namespace replaybench
