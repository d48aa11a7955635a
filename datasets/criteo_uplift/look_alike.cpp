#include "datasets/criteo_uplift/criteo_uplift.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::criteo_uplift {

std::string look_alike(std::size_t rows, double treated) {
  std::string text = "f0,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11,treatment,conversion,visit,exposure\n";
  for (std::size_t i = 0; i < rows; ++i) {
    Draws draws({61}, i);
    for (int f = 0; f < 12; ++f) text += std::to_string(draws.normal()) + ",";
    const bool in = draws.uniform() < treated, visit = draws.below(5) == 0;
    text += std::string(in ? "1," : "0,") + (visit && draws.below(4) == 0 ? "1," : "0,") +
            (visit ? "1," : "0,") + (in && draws.below(3) == 0 ? "1\n" : "0\n");
  }
  return text;
}

}  // namespace replaybench::datasets::criteo_uplift
