#pragma once
// Kernels: symmetric densities on the line with mean 0, by which a logged action counts for one near
// it.

#include "suite/text/enum_names.hpp"

namespace replaybench::offpolicy {

enum class Kernel {
  uniform,       ///< 1/2 on [-1, 1]
  triangular,    ///< 1 - |u| on [-1, 1]
  epanechnikov,  ///< 3/4 (1 - u^2) on [-1, 1]
  biweight,      ///< 15/16 (1 - u^2)^2 on [-1, 1]
  cosine,        ///< pi/4 cos(pi u / 2) on [-1, 1]
  gaussian       ///< the standard normal density
};

inline constexpr EnumNames<Kernel, 6> kernel_names({{Kernel::uniform, "uniform"},
                                                    {Kernel::triangular, "triangular"},
                                                    {Kernel::epanechnikov, "epanechnikov"},
                                                    {Kernel::biweight, "biweight"},
                                                    {Kernel::cosine, "cosine"},
                                                    {Kernel::gaussian, "gaussian"}});

/// K(u), at least 0. O(1). Source of the formulas: Silverman 1986, table 3.1 (p. 43); the cosine kernel
/// is the one of the Open Bandit Pipeline.
double kernel_density(Kernel kernel, double u);

/// The integral of K from minus infinity to u, in [0, 1]. O(1).
double kernel_mass_below(Kernel kernel, double u);

}  // namespace replaybench::offpolicy
