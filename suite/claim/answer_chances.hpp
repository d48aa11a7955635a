#pragma once
// Probabilities of the answers that another master seed would give.
//
// Given an estimate and its standard error, another run's estimate with its own standard error has a
// predictive distribution. With few repetitions standard errors differ much from seed to seed: an answer
// that is 8 standard errors clear of its boundary changes once in 100 with ten repetitions. Runs under
// further seeds that are at hand say more than one alone: the error of its estimate counts less.

#include <span>

#include "suite/claim/decision.hpp"

namespace replaybench {

/// One number that was judged.
struct TestedNumber {
  Measurement estimate;
  Requirement requirement;
  Decision decision;
};

/// Probabilities of what the answer is under another seed. Of one estimate they are those of its
/// predictive distribution; of several together they are upper bounds, whatever depends on what.
struct AnswerChances {
  double no = 0;
  double not_no = 1;
  double yes = 0;
  double not_yes = 1;

  /// That it is not this one.
  double of_another_than(Answer answer) const;
};

/// Probabilities for an answer that no seed can change.
AnswerChances certain_answer(Answer answer);

/// Probabilities for one estimate and its decision, as `decide` made it, without prior knowledge of mean and deviation:
/// the other run has as many normal repetitions, and an interval whose ends are as many of its standard
/// errors from its estimate as here; of a ratio without bounds as many as Student's quantile. Certain
/// where nothing is estimated and where the repetitions are too few for an answer. `further` has the same
/// number of independent runs with about as many repetitions: then the mean of the estimates counts (and of
/// the requirements' bounds), with the errors' root mean square. Takes some 0.1 ms.
AnswerChances answer_chances(const TestedNumber& number,
                             std::span<const TestedNumber> further = {});

/// Probabilities for one answer from several (`all_of`). It is "no" if one of them is, so at most with the sum of their
/// probabilities, and "yes" if all are, so at most with the smallest probability. {0, 1, 1, 0} for none.
AnswerChances chances_of_all(std::span<const AnswerChances> chances);

}  // namespace replaybench
