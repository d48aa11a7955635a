#pragma once
// Student's t distribution, with bits that do not depend on the machine.
//
// Boost.Math has it too, and is the second opinion of the test. It is not used here because the
// results are stored: the leaderboards' intervals and p-values, and the formulas of
// suite/theory/edgeworth.hpp that studies tabulate, are written with all their digits. Boost's
// incomplete beta calls the C library's exp, log and pow, whose last bits depend on the processor
// (paths with and without FMA) and on the library's version; the functions here use suite/numeric
// alone.

namespace replaybench::statistics {

/// The regularised incomplete beta function I_x(a, b), a and b > 0, x in [0, 1]: relative error
/// about 1e-13. Continued fraction (Numerical Recipes, section 6.4, by Lentz's method).
double incomplete_beta(double a, double b, double x);

/// P(|T| >= |t|) for T with `freedom` > 0 degrees of freedom. An infinite t gives 0.
double student_t_two_sided(double t, double freedom);

/// The t with P(T <= t) = p, p in (0, 1), by bisection of `student_t_two_sided` until no double
/// lies between the ends.
double student_t_quantile(double p, double freedom);

}  // namespace replaybench::statistics
