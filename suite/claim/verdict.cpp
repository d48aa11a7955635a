#include "suite/claim/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace replaybench {

namespace {

// The readings are those of the tests: all come out, none does, or some.
VerdictKind kind_of_readings(std::span<const Answer> answers) {
  const auto count = [&](Answer answer) {
    return std::count(answers.begin(), answers.end(), answer);
  };
  if (count(Answer::undecided) > 0) return VerdictKind::undecided;
  if (count(Answer::no) == 0) return VerdictKind::reproduces;
  return count(Answer::yes) == 0 ? VerdictKind::does_not_reproduce : VerdictKind::reading;
}

VerdictKind kind_of(Expected expected, std::span<const Answer> answers) {
  if (expected == Expected::reading) return kind_of_readings(answers);
  const Answer answer = all_of(answers);
  if (answer == Answer::undecided) return VerdictKind::undecided;
  const bool yes = answer == Answer::yes;
  switch (expected) {
    case Expected::stand_in:
    case Expected::not_on_stand_in:
      return yes ? VerdictKind::stand_in : VerdictKind::not_on_stand_in;
    case Expected::erratum:
      return yes ? VerdictKind::erratum : VerdictKind::not_confirmed;
    case Expected::finding:
      return yes ? VerdictKind::finding : VerdictKind::not_confirmed;
    case Expected::calibration:
      return yes ? VerdictKind::calibration : VerdictKind::not_confirmed;
    default:
      return yes ? VerdictKind::reproduces : VerdictKind::does_not_reproduce;
  }
}

VerdictKind kind_as_expected(Expected expected) {
  switch (expected) {
    case Expected::reproduces:
      return VerdictKind::reproduces;
    case Expected::stand_in:
      return VerdictKind::stand_in;
    case Expected::does_not_reproduce:
      return VerdictKind::does_not_reproduce;
    case Expected::not_on_stand_in:
      return VerdictKind::not_on_stand_in;
    case Expected::reading:
      return VerdictKind::reading;
    case Expected::erratum:
      return VerdictKind::erratum;
    case Expected::undecided:
      return VerdictKind::undecided;
    case Expected::untestable:
      return VerdictKind::untestable;
    case Expected::finding:
      return VerdictKind::finding;
    case Expected::calibration:
      return VerdictKind::calibration;
  }
  throw std::logic_error("no such expectation");
}

// Evaluates a part of a claim, its key in front of what is thrown.
template <class F>
auto part(const char* key, F evaluate) {
  try {
    return evaluate();
  } catch (const ExpressionError& error) {
    throw DataError(std::string("in \"") + key + "\": " + error.what());
  }
}

// A test on the rows that its selection keeps; the whole table is not copied.
TestResult run_on_selected(const DeclaredTest& test, const Table& table, const Variables& variables,
                           EstimateChange change) {
  if (table.rows() == 0) throw DataError("table \"" + test.table + "\" has no rows");
  if (!test.select) return run_test(test, table, variables, change);
  const auto rows = part("select", [&] { return test.select->matching_rows(table, variables); });
  if (rows.empty()) {
    throw DataError("select keeps none of the " + std::to_string(table.rows()) +
                    " rows of table \"" + test.table + '"');
  }
  return run_test(test, table.select(rows), variables, change);
}

void judge_tests(Verdict& verdict, const TableSource& tables, const Variables& variables,
                 EstimateChange change) {
  const Claim& claim = verdict.claim;
  std::vector<Answer> answers;
  const auto run = [&](const DeclaredTest& test, bool is_of_correction) {
    verdict.tests.push_back(
        {test, run_on_selected(test, tables(test.table), variables, change), is_of_correction});
    answers.push_back(verdict.tests.back().result.answer);
  };
  for (const DeclaredTest& test : claim.tests) run(test, false);
  for (const DeclaredTest& test : claim.corrected_tests) run(test, true);
  verdict.kind = kind_of(claim.expected, answers);
  const JudgedTest& first = verdict.tests.front();
  const Measurement& estimate = first.result.deciding().estimate;
  verdict.value = estimate.value;
  if (!first.test.is_exact()) {
    if (!estimate.is_proportion) verdict.standard_error = estimate.standard_error;
    verdict.repetitions = estimate.repetitions;
  }
  if (verdict.kind == kind_as_expected(claim.expected)) return;
  // "no" is the answer of the tests that say it; without one, of those that do not decide.
  const Answer worst = all_of(answers);
  verdict.explanation = number_comparison(verdict);
  for (const JudgedTest& test : verdict.tests) {
    if (test.result.answer != worst) continue;
    const std::string sentence = test_sentence(test);
    verdict.message += (verdict.message.empty() ? "" : "; ") + sentence;
    verdict.explanation += sentence + ". ";
  }
  verdict.explanation.pop_back();
}

}  // namespace

std::string_view name_of(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::not_confirmed:
      return "not confirmed";
    case VerdictKind::skipped:
      return "skipped";
    case VerdictKind::not_computed:
      return "not computed";
    case VerdictKind::unjudged:
      return "not judged";
    case VerdictKind::error:
      return "error";
    default:
      break;
  }
  // The others are what a claim can expect, and have those names.
  for (const Expected expected : expectation_names.values()) {
    if (kind_as_expected(expected) == kind) return name_of(expected);
  }
  throw std::logic_error("no such verdict");
}

std::string_view name_of(Evidence evidence) {
  switch (evidence) {
    case Evidence::sampled:
      return "samples";
    case Evidence::computed:
      return "computation";
    case Evidence::none:
      return "none";
  }
  throw std::logic_error("no such evidence");
}

Evidence Verdict::evidence() const {
  if (!is_judged() || kind == VerdictKind::untestable || kind == VerdictKind::error) {
    return Evidence::none;
  }
  if (tests.empty()) return standard_error ? Evidence::sampled : Evidence::computed;
  const bool computed = std::all_of(tests.begin(), tests.end(),
                                    [](const JudgedTest& test) { return test.test.is_exact(); });
  return computed ? Evidence::computed : Evidence::sampled;
}

double Verdict::chance_of_error() const {
  if (evidence() != Evidence::sampled || kind == VerdictKind::undecided) return 0;
  double worst = tests.empty() ? 1 - claim.confidence : 0;
  for (const JudgedTest& test : tests) {
    if (!test.test.is_exact()) worst = std::max(worst, 1 - test.test.confidence);
  }
  return worst;
}

Verdict judge(const Claim& claim, const TableSource& tables, EstimateChange change) {
  Verdict verdict;
  verdict.claim = claim;
  if (claim.expected == Expected::untestable) {
    verdict.kind = VerdictKind::untestable;
    verdict.message = claim.reason;
    verdict.as_expected = true;
    return verdict;
  }
  try {
    Variables variables;
    if (claim.printed) variables["printed"] = *claim.printed;
    judge_tests(verdict, tables, variables, change);
    verdict.as_expected = verdict.kind == kind_as_expected(claim.expected);
  } catch (const std::exception& error) {
    verdict.kind = VerdictKind::error;
    verdict.message = error.what();
    verdict.explanation = "It could not be judged: " + verdict.message + ".";
  }
  return verdict;
}

namespace {

Verdict without_judgement(const Claim& claim, VerdictKind kind, const std::string& reason) {
  Verdict verdict;
  verdict.claim = claim;
  const bool untestable = claim.expected == Expected::untestable;
  verdict.kind = untestable ? VerdictKind::untestable : kind;
  verdict.message = untestable ? claim.reason : reason;
  verdict.as_expected = true;
  return verdict;
}

}  // namespace

Verdict skipped_verdict(const Claim& claim, const std::string& reason) {
  Verdict verdict = without_judgement(claim, VerdictKind::skipped, reason);
  if (verdict.kind == VerdictKind::skipped) {
    verdict.explanation = "Its data are not on this machine: " + reason + ".";
  }
  return verdict;
}

Verdict not_computed_verdict(const Claim& claim, const std::string& reason) {
  Verdict verdict = without_judgement(claim, VerdictKind::not_computed, reason);
  if (verdict.kind == VerdictKind::not_computed) {
    verdict.explanation = "It is not computed yet: " + reason + ".";
  }
  return verdict;
}

Verdict unjudged_verdict(const Claim& claim, const std::string& reason) {
  return without_judgement(claim, VerdictKind::unjudged, reason);
}

Sensitivity sensitivity_of(const Verdict& verdict, const TableSource& tables) {
  for (int power = 0; power <= 20; ++power) {
    for (const double sign : {-1.0, 1.0}) {
      const Verdict moved = judge(verdict.claim, tables, {sign * std::ldexp(1.0, power)});
      if (moved.kind != verdict.kind) {
        return power == 0 ? Sensitivity::to_margin : Sensitivity::to_more;
      }
    }
  }
  return Sensitivity::none;
}

void VerdictSummary::add(const Verdict& verdict) {
  ++claims;
  ++kinds[std::string(name_of(verdict.kind))];
  unexpected += !verdict.as_expected;
  if (verdict.kind == VerdictKind::reproduces || verdict.kind == VerdictKind::stand_in) {
    ++(verdict.claim.printed ? numbers : directions);
  }
  if (verdict.kind == VerdictKind::erratum) errata.insert(statement_name(verdict.claim));
  sampled += verdict.evidence() == Evidence::sampled;
  computed += verdict.evidence() == Evidence::computed;
  expected_errors += verdict.chance_of_error();
}

std::string VerdictSummary::errata_sentence() const {
  const auto found = kinds.find(std::string(name_of(VerdictKind::erratum)));
  if (found == kinds.end()) return "";
  const std::size_t judged = found->second;
  std::string text = std::to_string(judged) + (judged == 1 ? " claim has" : " claims have") +
                     " the verdict erratum";
  if (errata.size() != judged) {
    text += ", and show " + std::to_string(errata.size()) +
            (errata.size() == 1 ? " error" : " different errors") + ": several claims may test one";
  }
  return text + ".";
}

std::string VerdictSummary::reproduced_sentence() const {
  if (numbers + directions == 0) return "";
  return "Of " + std::to_string(numbers + directions) + " that reproduce " +
         std::to_string(numbers) + (numbers == 1 ? " has" : " have") + " a printed number and " +
         std::to_string(directions) +
         " a direction, a rate or a bound within a margin that we chose.";
}

VerdictSummary summary_of(const std::vector<Verdict>& verdicts) {
  VerdictSummary summary;
  for (const Verdict& verdict : verdicts) summary.add(verdict);
  return summary;
}

}  // namespace replaybench
