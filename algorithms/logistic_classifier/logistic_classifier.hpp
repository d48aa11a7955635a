#pragma once
// "1 versus All" logistic regression as a recommendation policy: one regression for each action,
// and the action of the highest log odds is played.
//
// Source: thesis table 4.1 (section 4.5, p. 117, "LogR"), appendix B (B.2.1, p. 238, and B.4,
// p. 242, and figure B.1); the library is not named there. LIBLINEAR 2.30 (Fan et al. 2008), solver
// L2R_LR.
//
//   scheme       positives of action a     negatives
//   clicks       rewards of a              rewards of the other actions
//   all          rewards of a              all other records, those without a reward too
//   regressors   rewards of a              records of a without a reward
//
// Deviations from the print: neither regularisation nor preprocessing is reported; defaults are the
// library's and standardised features. The library calls BLAS: with another BLAS the weights may
// differ in their last bits.

#include "suite/learning/liblinear_training.hpp"

namespace replaybench::algorithms::logistic_classifier {

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::logistic_classifier
