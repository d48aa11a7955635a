#include "suite/evaluate/evaluation_verdict.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

Evaluation evaluation(double low, double high) {
  Evaluation of;
  of.estimate = 0.5;
  of.standard_error = 0.02;
  of.interval = {EvaluationIntervalKind::normal, 0.46, 0.54, 0.95, "normal", {}};
  of.log_value = {0.4, 0.38, 0.42};
  of.difference = statistics::IntervalEstimate{0.1, low, high};
  return of;
}

}  // namespace

TEST_CASE("verdict: the interval of the difference decides") {
  const EvaluationVerdict better = verdict_of(evaluation(0.05, 0.15), "P", false);
  CHECK(better.comparison == Comparison::better);
  CHECK(better.belief == Belief::believe);
  CHECK(better.belief_words == "Believe it");
  CHECK(better.answer ==
        "P earns 0.500 per interaction (0.460 to 0.540), 0.100 more (0.050 to 0.150) than the "
        "mean logged reward of 0.400");
  Evaluation lower = evaluation(-0.15, -0.05);
  lower.difference->value = -0.1;
  const EvaluationVerdict worse = verdict_of(lower, "P", false);
  CHECK(worse.comparison == Comparison::worse);
  CHECK_THAT(worse.answer,
             Contains("0.100 less (0.050 to 0.150) than the mean logged reward of 0.400"));
  const EvaluationVerdict undecided = verdict_of(evaluation(-0.05, 0.25), "P", false);
  CHECK(undecided.comparison == Comparison::undecided);
  CHECK_THAT(undecided.answer, Contains("the log cannot tell it from"));
  CHECK_THAT(undecided.answer, Contains("between 0.050 less and 0.250 more"));
}

TEST_CASE("verdict: of a learning algorithm under replay, the beginning alone is estimated") {
  Evaluation of = evaluation(0.05, 0.15);
  of.accepted = 1333;
  of.warnings.push_back({WarningKind::time_acceleration, "the first 1333 of 4000"});
  CHECK_THAT(verdict_of(of, "P", false).answer,
             Contains("P earns 0.500 per interaction in its first 1333 (0.460 to 0.540), 0.100"));
}

TEST_CASE("verdict: the worst warning decides the belief") {
  Evaluation of = evaluation(0.05, 0.15);
  of.warnings.push_back({WarningKind::lines_left_out, "a note"});
  CHECK(verdict_of(of, "P", false).belief == Belief::believe);
  of.warnings.push_back({WarningKind::few_effective, "few"});
  CHECK(verdict_of(of, "P", false).belief_words == "Believe the sign, not the size");
  of.assumption_violations.push_back({WarningKind::propensities_do_not_fit, "wrong"});
  const EvaluationVerdict verdict = verdict_of(of, "P", false);
  CHECK(verdict.belief == Belief::do_not_rely);
  CHECK(verdict.reasons == std::vector<std::string>{"wrong", "few"});
  Evaluation undecided = evaluation(-0.05, 0.25);
  undecided.warnings.push_back({WarningKind::few_effective, "few"});
  CHECK(verdict_of(undecided, "P", false).belief_words == "Take it with care");
}

TEST_CASE("verdict: a bias that the interval does not show leaves the comparison open") {
  Evaluation of = evaluation(-0.15, -0.05);
  of.warnings.push_back({WarningKind::bias_not_in_interval, "clipped"});
  const EvaluationVerdict verdict = verdict_of(of, "P", false);
  CHECK(verdict.comparison == Comparison::none);
  CHECK(verdict.belief_words == "Take it with care");
  CHECK_THAT(verdict.answer, Contains("; the mean logged reward is 0.400"));
}

TEST_CASE("verdict: no number of an estimate that is withheld") {
  Evaluation of = evaluation(0.05, 0.15);
  of.withheld = "withheld: it rests on 12 accepted records, fewer than 30";
  const EvaluationVerdict hidden = verdict_of(of, "P", false);
  CHECK(hidden.answer == "No estimate of P: it rests on 12 accepted records, fewer than 30");
  CHECK(hidden.belief == Belief::no_answer);
  CHECK(hidden.comparison == Comparison::none);
  const EvaluationVerdict shown = verdict_of(of, "P", true);
  CHECK_THAT(shown.answer, Contains("0.500"));
  CHECK(shown.belief == Belief::no_answer);
  of.withheld.clear();
  of.interval = {EvaluationIntervalKind::none, nan, nan, 0.95, "none: a model alone", {}};
  of.difference.reset();
  const EvaluationVerdict without = verdict_of(of, "P", false);
  CHECK(without.belief == Belief::do_not_rely);
  CHECK(without.reasons == std::vector<std::string>{"there is no interval: a model alone"});
  CHECK(without.answer == "P earns 0.500 per interaction; the mean logged reward is 0.400");
}
