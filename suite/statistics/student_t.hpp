#pragma once
// Student's t distribution, with bits that do not depend on the machine.

namespace replaybench::statistics {

/// The regularised incomplete beta function I_x(a, b), a and b > 0, x in [0, 1]: relative error
/// about 1e-13. Continued fraction (Numerical Recipes, section 6.4, by Lentz's method).
double incomplete_beta(double a, double b, double x);

/// P(|T| >= |t|) for T with `freedom` > 0 degrees of freedom. An infinite t gives 0.
double student_t_two_sided(double t, double freedom);

/// The t with P(T <= t) = p, p in ]0, 1[: the midpoint of the last bisection interval, so to the
/// last bits of what `student_t_two_sided` gives.
double student_t_quantile(double p, double freedom);

}  // namespace replaybench::statistics
