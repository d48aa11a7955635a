#pragma once
// Linear support vector machines as a recommendation policy: one for each action against the rest,
// and the action of the highest decision value is played.
//
// Source: thesis table 4.1 (section 4.5, p. 117, "Linear SVM"); the library and whether one is set
// against all or each against each are not stated there. LIBLINEAR 2.30 (Fan et al. 2008), solver
// L2R_L2LOSS_SVC: the squared hinge, whose minimiser 2 P(y = 1 | x) - 1 grows with the probability,
// so that the highest score is the most probable class even if none has probability 1/2. (The
// plain hinge loses that; its solver also draws from the C library's rand().)
//
//   scheme       the machine of action a detects        among
//   clicks       rewards of a                           rewards of the other actions
//   all          rewards of a                           all other records
//   regressors   the reward of a, by squared error (the support vector regression with a tube of 0)
//
// Deviations from the print: as in algorithms/logistic_classifier.

#include "suite/learning/liblinear_training.hpp"

namespace replaybench::algorithms::linear_svm {

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::linear_svm
