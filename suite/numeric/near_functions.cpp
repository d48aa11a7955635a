#include "suite/numeric/near_functions.hpp"

#include "suite/numeric/elementary.hpp"

namespace replaybench::numeric {

NearFunctions::NearFunctions() {
  for (unsigned i = 0; i < places; ++i) {
    const double middle = (i + 0.5) / places;
    const double reciprocal = 1 / (1 + middle);
    logarithms_[i] = {reciprocal, -numeric::log(reciprocal)};
    sincos_pi(2 * middle, turns_[i].sine, turns_[i].cosine);
  }
}

const NearFunctions& NearFunctions::tables() {
  static const NearFunctions made;
  return made;
}

}  // namespace replaybench::numeric
