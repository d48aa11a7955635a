#pragma once
// Two-way analysis of variance with unequal numbers of observations: do two factors interact?
//
// Source: Scheffe 1959, sections 4.3 and 4.4: the F test of the hypothesis
// that the means of the cells are the sum of an effect of the row and one of the column. In R,
// anova(lm(y ~ a + b), lm(y ~ a * b)).
//
// The F distribution is exact for normal outcomes of one variance. Clicks have neither: then it holds
// for many observations a cell, and too many tests reject where rows of few observations have the
// larger variance.

#include <cstddef>
#include <optional>
#include <span>

namespace replaybench::learning {

struct AnovaCell {
  double count = 0;  ///< observations
  double sum = 0;    ///< of their outcomes
};

struct Interaction {
  double sum_of_squares = 0;  ///< of the interaction: how much worse the additive model fits
  double error = 0;           ///< sum of squares within the cells
  std::size_t freedom = 0, error_freedom = 0;
  double f = 0;  ///< infinite if outcomes do not differ within any cell
  double p = 1;  ///< P(F >= f) without an interaction
};

/// `cells` row by row, `columns` each; `squares` is the sum of the squared outcomes of all cells. Cells
/// may be empty. Nothing if there is nothing to test: no freedom left for the interaction (one row,
/// say) or for the error, or no variation at all. O(rows columns^2 + columns^3).
std::optional<Interaction> interaction(std::span<const AnovaCell> cells, std::size_t columns,
                                       double squares);

/// P(F >= f), f >= 0, both degrees of freedom > 0.
double f_upper_tail(double f, double freedom, double error_freedom);

}  // namespace replaybench::learning
