#pragma once
// A display: an item shown to a visitor.

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"

namespace replaybench {

/// A visitor to whom an item is shown: a context and an action (Graepel et al. 2010; thesis,
/// section 2.2.1, p. 40). A view, as the context is.
struct Display {
  Context context;
  Action action;
};

}  // namespace replaybench
