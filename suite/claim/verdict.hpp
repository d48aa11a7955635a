#pragma once
// Verdicts on claims, from the results.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/claim/claim.hpp"

namespace replaybench {

enum class VerdictKind {
  reproduces,
  stand_in,            ///< reproduces, on generated data
  does_not_reproduce,  ///< tested, does not hold
  not_on_stand_in,     ///< does not hold on generated data
  reading,             ///< holds in one reading of the text and not in another
  erratum,             ///< the printed form fails and the corrected one holds
  undecided,           ///< an interval does not decide
  untestable,
  finding,
  calibration,
  not_confirmed,  ///< an erratum, a finding or a calibration that did not come out
  skipped,        ///< its data is not on this machine: not judged, and nothing wrong
  not_computed,   ///< a table that it reads lacks cells, not run yet or failed: not judged
  unjudged,       ///< the samples of this profile are too small: not judged, and nothing wrong
  error           ///< could not be judged although its tables exist; the message gives the reason
};

/// "reproduces", "reproduces on a stand-in", "does not reproduce", "not on a stand-in", "depends on the
/// reading", "erratum", "undecided", "untestable", "finding", "calibration", "not confirmed",
/// "skipped", "not computed", "not judged", "error".
std::string_view name_of(VerdictKind kind);

/// Evidence for a verdict.
enum class Evidence {
  sampled,   ///< estimates with intervals
  computed,  ///< identities, enumerations and formulas: nothing was sampled
  none       ///< nothing was judged
};

/// "samples", "computation", "none".
std::string_view name_of(Evidence evidence);

/// A test of a claim, and its result.
struct JudgedTest {
  DeclaredTest test;
  TestResult result;
  bool is_of_correction = false;  ///< of an erratum: that the corrected form holds
};

struct Verdict {
  Claim claim;
  VerdictKind kind = VerdictKind::error;
  std::vector<JudgedTest> tests;
  std::optional<double> value;           ///< ours: of the first test
  std::optional<double> standard_error;  ///< of ours
  std::optional<double> repetitions;
  std::string message;       ///< why it is not as expected, or the reason of an untestable claim
  std::string explanation;   ///< the same in a sentence for readers; empty if it is as expected
  bool as_expected = false;  ///< decides the exit code; true if nothing is judged

  /// True if there was anything to judge: its tables are there, and the profile is one that judges.
  bool is_judged() const {
    return kind != VerdictKind::skipped && kind != VerdictKind::not_computed &&
           kind != VerdictKind::unjudged;
  }
  /// True if tests decided it: judged, and not untestable, which is so under any seed.
  bool is_tested() const { return is_judged() && kind != VerdictKind::untestable; }
  Evidence evidence() const;
  /// The probability that a sampled verdict is wrong although its intervals are right: at most
  /// 1 - confidence. 0 if nothing was sampled or nothing is claimed.
  double chance_of_error() const;
};

/// Gives a study's result table by name; the reference must stay valid during the call of `judge`.
using TableSource = std::function<const Table&(const std::string&)>;

/// Judges one claim; asks for no table if the claim is untestable. Whatever is thrown on the way (a
/// missing table or column, a selection without rows, an aggregation of no rows, ...) becomes the
/// verdict `error`: a claim never holds because there was nothing to check.
Verdict judge(const Claim& claim, const TableSource& tables, EstimateChange change = {});

/// The verdict `skipped` for a claim whose table's data is not on this machine. An untestable claim
/// stays untestable.
Verdict skipped_verdict(const Claim& claim, const std::string& reason);

/// The verdict `not_computed` for a claim one of whose tables lacks cells; `reason` names the table and
/// says why. An untestable claim stays untestable.
Verdict not_computed_verdict(const Claim& claim, const std::string& reason);

/// The verdict `unjudged` for a claim of a profile whose samples are too small. An untestable claim
/// stays untestable.
Verdict unjudged_verdict(const Claim& claim, const std::string& reason);

/// Reaction of a claim to estimates that are moved (EstimateChange).
enum class Sensitivity {
  to_margin,  ///< one margin, or five standard errors, changes the verdict
  to_more,    ///< only a larger shift does
  none        ///< no shift does
};

/// Judges the claim again under shifts of 1, 2, 4, ... 2^20 steps to both sides. O(40 judgements).
Sensitivity sensitivity_of(const Verdict& verdict, const TableSource& tables);

/// Our number with as many decimals as two significant digits of its standard error have, and that
/// error: "0.1230 ± 0.0045"; without an error six significant digits; empty if there is none.
std::string reproduced_number(const Verdict& verdict);
/// Writes any estimate with its error, as above.
std::string number_with_error(double value, std::optional<double> standard_error);

/// "0.93 ± 0.01 here, 0.90 in the thesis: 3.0 standard errors apart. ", as much of it as the
/// verdict has numbers for; empty without a number of ours.
std::string number_comparison(const Verdict& verdict);

/// One test in words with its answer: "K = 20: 0.2531 ± 0.0012, [0.2490, 0.2572] at 99.9 % of 40
/// repetitions; asked: equal to 0.25 within 0.005, because ...: yes".
std::string test_sentence(const JudgedTest& test);

/// "[0.2490, 0.2572], 40 repetitions": the interval of the number that is shown; empty if it is not
/// sampled.
std::string interval_sentence(const Verdict& verdict);

/// Counts of verdicts, of their evidence, and of their expected errors.
struct VerdictSummary {
  std::map<std::string, std::size_t> kinds;  ///< by name_of(kind)
  std::size_t claims = 0;
  std::size_t unexpected = 0;
  std::size_t numbers = 0;       ///< claims that reproduce, with a printed number
  std::size_t directions = 0;    ///< the others that do: an order, a rate or a bound
  std::set<std::string> errata;  ///< the different errors, each by its name (statement_name)
  std::size_t sampled = 0, computed = 0;
  double expected_errors = 0;  ///< sum of chance_of_error

  void add(const Verdict& verdict);

  /// "45 claims have the verdict erratum, and show 32 different errors: several claims may test
  /// one."; the last part only if the numbers differ; empty without an erratum.
  std::string errata_sentence() const;
  /// "Of 12 that reproduce 3 have a printed number and 9 a direction, a rate or a bound within a margin
  /// that we chose."; empty if none does.
  std::string reproduced_sentence() const;
};
VerdictSummary summary_of(const std::vector<Verdict>& verdicts);

/// A lined-up text: study, id, where, the thesis's number, ours with its standard error, verdict,
/// and whether that is as expected; below it the messages of the verdicts that are not, and of those
/// that were not judged (whose mark is "-").
std::string verdict_table(const std::vector<Verdict>& verdicts);

/// Writes the verdicts as CSV, one row per verdict: study, id, where, statement, expected, printed,
/// printed_text, value, standard_error, repetitions, verdict, as_expected ("yes", "no",
/// or "-" if it was not judged), evidence, message; numbers that are not there are NaN.
Table verdicts_as_table(const std::vector<Verdict>& verdicts);

}  // namespace replaybench
