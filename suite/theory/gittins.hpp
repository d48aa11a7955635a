#pragma once
// The Gittins index of a Bernoulli arm (named in thesis section 1.4.2, p. 17).

namespace replaybench::theory {

/// Index of an arm whose mean has a Beta(a, b) distribution, if a reward after t steps counts
/// discount^t: the sure payment per step that is worth as much as the arm with the right to stop.
/// By calibration: bisection over the payment, each value judged by a recursion over the
/// steps (steps + 1) / 2 states that up to `steps` plays of the arm lead to. After these the arm's
/// mean counts as known, so the number is a lower bound that rises to the index with `steps`.
/// Right to 1e-9 of that bound. a, b > 0, discount in (0, 1), steps an integer in [1, 10000];
/// otherwise NaN. O(steps^2) for each of 30 payments; memory O(steps).
double gittins_index(double a, double b, double discount, double steps);

}  // namespace replaybench::theory
