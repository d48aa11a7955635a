#pragma once
// Claims: the checkable statements of the thesis about a study, as experiments/<study>/claims.toml
// holds them, and their judgement against the study's result tables.
//
//   [[claim]]
//   id = "bias-small-k"
//   where = "figure 3.3"                   # checked where the cited text has an outline
//   statement = "with K = 10 arms, replay's bias is below 0.01"
//   expected = "reproduces"                # or "erratum", "untestable"
//   table = "bias"
//   select = "K == 10"                     # optional: only these rows
//   printed = 0.0083                       # optional: the thesis's number
//   printed_text = "0.83 %"                # optional: as it is printed
//   value = "abs(at(method, 'replay', bias))"            # optional: our number
//   standard_error = "at(method, 'replay', bias_error)"  # optional: a number
//   repetitions = "at(method, 'replay', replicates)"     # optional: a number
//   confidence = 0.999                     # optional, of z
//   holds = "value + z * standard_error < 0.01"          # for "reproduces"
//
// for "erratum", in place of holds: printed_fails (true when the printed form is excluded),
// corrected_holds, corrected (the right statement, text), argument (why, text); for "untestable"
// only: reason (text). Optional everywhere: note, tolerance_reason, argument. Expressions
// (suite/table/expression.hpp) read the table's columns and the variables `z` (normal quantile of
// a two-sided interval at `confidence`) and `printed`; the conditions moreover `value`,
// `standard_error` and `repetitions`, each if the claim has it.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/claim/citation.hpp"
#include "suite/table/expression.hpp"
#include "suite/table/table.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

enum class Expected { reproduces, erratum, untestable };

std::string_view name_of(Expected expected);

struct Claim {
  std::string study;
  std::string id;
  std::string where;
  std::string statement;
  Expected expected = Expected::untestable;
  std::string table;
  std::optional<Expression> select;
  std::optional<double> printed;
  std::string printed_text;
  std::optional<Expression> value;
  std::optional<Expression> standard_error;
  std::optional<Expression> repetitions;
  double confidence = 0.999;
  std::optional<Expression> holds;
  std::optional<Expression> printed_fails;
  std::optional<Expression> corrected_holds;
  std::string corrected;
  std::string argument;
  std::string reason;
  std::string note;
  std::string tolerance_reason;
  SourcePlace place;
  std::optional<Location> location;  ///< of `where` in the outline
};

/// The claims of a text in the order written. `file` names it in places, `study` goes into the
/// claims, `functions` are those the expressions may call. Throws SpecErrors with everything that
/// is wrong: wrong, missing and unknown keys, repeated ids, syntax errors of expressions,
/// conditions that read no data at all, and places (`where`) that `outline` does not know; without
/// an outline `where` is any text.
std::vector<Claim> parse_claims(std::string_view text, const std::string& file,
                                const std::string& study, const Functions& functions = {},
                                const Outline* outline = nullptr);

/// `parse_claims` of a file, with the outline in the folder above the study's if there is one
/// (Outline::beside); the study is the name of the file's folder. Throws EnvironmentError if a file
/// cannot be read.
std::vector<Claim> read_claims(const std::filesystem::path& path, const Functions& functions = {});

enum class VerdictKind {
  reproduces,
  differs,                ///< the thesis's statement does not hold here
  erratum,                ///< the printed form is excluded and the corrected one holds
  erratum_not_confirmed,  ///< one of the two is not so
  untestable,
  skipped,   ///< its data is not on this machine: not judged, and nothing wrong
  unjudged,  ///< the samples of this profile are too small: not judged, and nothing wrong
  error      ///< it could not be judged; the message says why
};

/// "reproduces", "differs", "erratum", "erratum not confirmed", "untestable", "skipped", "not judged", "error".
std::string_view name_of(VerdictKind kind);

struct Verdict {
  Claim claim;
  VerdictKind kind = VerdictKind::error;
  std::optional<double> value;           ///< ours
  std::optional<double> standard_error;  ///< of ours
  std::optional<double> repetitions;
  std::string message;       ///< why it is not as expected, or the reason of an untestable claim
  std::string explanation;   ///< the same in a sentence for readers; empty where it is as expected
  bool as_expected = false;  ///< decides the exit code; true where nothing is judged

  /// Whether there was anything to judge: neither skipped nor unjudged.
  bool is_judged() const { return kind != VerdictKind::skipped && kind != VerdictKind::unjudged; }
};

/// Gives a study's result table by name; the reference must stay valid during the call of `judge`.
using TableSource = std::function<const Table&(const std::string&)>;

/// Judges one claim; asks for its table once, and for none if the claim is untestable. Whatever is
/// thrown on the way (a missing table or column, a selection without rows, an aggregation of no
/// rows, ...) becomes the verdict `error`: a claim never holds because there was nothing to check.
Verdict judge(const Claim& claim, const TableSource& tables);

/// The verdict `skipped` for a claim whose table's data is not on this machine. An untestable claim
/// stays untestable.
Verdict skipped_verdict(const Claim& claim, const std::string& reason);

/// The verdict `unjudged` for a claim of a profile whose samples are too small. An untestable claim
/// stays untestable.
Verdict unjudged_verdict(const Claim& claim, const std::string& reason);

/// The thesis's number: as it is printed, else with six significant digits; empty if there is none.
std::string printed_number(const Claim& claim);
/// Our number with as many decimals as two significant digits of its standard error have, and that
/// error: "0.1230 ± 0.0045"; without an error six significant digits; empty if there is none.
std::string reproduced_number(const Verdict& verdict);

/// "0.93 ± 0.01 here, 0.90 in the thesis: 3.0 standard errors apart. ", as much of it as the
/// verdict has numbers for; empty without a number of ours.
std::string number_comparison(const Verdict& verdict);

/// A lined-up text: study, id, where, the thesis's number, ours with its standard error, verdict,
/// and whether that is as expected; below it the messages of the verdicts that are not, and of the
/// skipped ones (whose mark is "-").
std::string verdict_table(const std::vector<Verdict>& verdicts);

/// The same for CSV, one row a verdict: study, id, where, statement, expected, printed,
/// printed_text, value, standard_error, repetitions, verdict, as_expected ("yes", "no",
/// or "-" if skipped), message; numbers that are not there are NaN.
Table verdicts_as_table(const std::vector<Verdict>& verdicts);

}  // namespace replaybench
