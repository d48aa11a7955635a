#pragma once
// Claims: the checkable statements of the thesis about a study, as experiments/<study>/claims.toml
// holds them.
//
//   [[claim]]
//   id = "bias-small-k"
//   where = "figure 3.3"                   # checked where the cited text has an outline
//   statement = "with K = 10 arms, replay's bias is below 0.01"
//   expected = "reproduces"                # the verdict; see Expected
//   expected_at_full = "reproduces"        # only with "undecided": what the profile full decides
//   readings = ["reward on c"]             # optional: how open words of the text were read
//   table = "bias"
//   select = "K == 10"                     # optional: only these rows
//   printed = 0.0083                       # optional: the thesis's number
//   printed_text = "0.83 %"                # optional: as it is printed
//   estimate = "at(method, 'replay', bias)"              # our number
//   standard_error = "at(method, 'replay', bias_error)"
//   repetitions = "at(method, 'replay', replicates)"
//   test = {less = 0.01}                   # or [[claim.test]], several; all must hold
//
// Tests are described in declared_tests.hpp; their expressions (suite/table/expression.hpp) read the
// table's columns and `printed`. For "erratum", instead of `test`: printed_fails (what holds if the
// printed form is wrong) and corrected_holds, each one test or several; corrected (the right
// statement, text), argument (why, text). same_as ("study/id") where another claim is about the same
// statement or error. For "untestable" only: reason (text). For "reproduces on a stand-in": stand_in (text),
// what is generated and why. Optional everywhere: note, argument.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/claim/citation.hpp"
#include "suite/claim/declared_tests.hpp"
#include "suite/table/expression.hpp"
#include "suite/table/table.hpp"
#include "suite/text/enum_names.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/profile.hpp"

namespace replaybench {

enum class Expected {
  reproduces,  ///< holds as the thesis states it, under every interpretation that it leaves open
  stand_in,    ///< holds on generated data, because the thesis's data or its draw are lost
  does_not_reproduce,  ///< tested, and does not hold; no blame
  not_on_stand_in,     ///< fails on generated data, which refutes nothing
  reading,             ///< holds in some of the `readings` that the text leaves open, not in others
  erratum,     ///< wrong under every reading: the printed form fails, the corrected one holds
  undecided,   ///< the interval does not decide at this profile
  untestable,  ///< nothing could be computed
  finding,     ///< the thesis left it open, or it is ours
  calibration  ///< the generator was set to this value; no evidence
};

inline constexpr EnumNames<Expected, 10> expectation_names(
    {{Expected::reproduces, "reproduces"},
     {Expected::stand_in, "reproduces on a stand-in"},
     {Expected::does_not_reproduce, "does not reproduce"},
     {Expected::not_on_stand_in, "not on a stand-in"},
     {Expected::reading, "depends on the reading"},
     {Expected::erratum, "erratum"},
     {Expected::undecided, "undecided"},
     {Expected::untestable, "untestable"},
     {Expected::finding, "finding"},
     {Expected::calibration, "calibration"}});
constexpr std::string_view name_of(Expected expected) { return expectation_names[expected]; }

struct Claim {
  std::string study;
  std::string id;
  std::string where;
  std::string statement;
  Expected expected = Expected::untestable;
  std::optional<Expected> expected_at_full;  ///< verdict at full of an undecided claim
  std::string table;
  std::optional<Expression> select;
  std::optional<double> printed;
  std::string printed_text;
  double confidence = 0.999;
  std::vector<DeclaredTest> tests;  ///< of an erratum: that the printed form fails
  std::vector<DeclaredTest> corrected_tests;
  std::vector<std::string> readings;
  std::string same_as;   ///< "study/id" of the claim about the same statement or error
  std::string stand_in;  ///< generated data that replace lost data
  std::string corrected;
  std::string argument;
  std::string reason;
  std::string note;
  SourcePlace place;
  std::optional<Location> location;  ///< of `where` in the outline
};

/// The claims of a text in the order written. `file` names it in places, `study` goes into the
/// claims, `functions` are those the expressions may call. Throws SpecErrors with everything that
/// is wrong: wrong, missing and unknown keys, repeated ids, syntax errors of expressions,
/// estimates that read no data at all, and places (`where`) that `outline` does not know; without
/// an outline `where` is any text.
std::vector<Claim> parse_claims(std::string_view text, const std::string& file,
                                const std::string& study, const Functions& functions = {},
                                const Outline* outline = nullptr);

/// `parse_claims` of a file, with the outline in the folder above the study's if there is one
/// (Outline::beside); the study is the name of the file's folder. Throws FileError if a file
/// cannot be read.
std::vector<Claim> read_claims(const std::filesystem::path& path, const Functions& functions = {});

/// The claim as a run at `profile` judges it: `expected` is what that profile should give.
Claim at_profile(Claim claim, Profile profile);

/// Throws SpecErrors with every `same_as` that names the claim itself, a study without a folder next to the claim's
/// study (or in a neighbouring chapter), or no claim although claims of its study are among these.
void check_same_as(const std::vector<Claim>& claims);

/// The thesis's number: as printed, or with six significant digits; empty if there is none.
std::string printed_number(const Claim& claim);

/// "study/id" of the statement or error that a claim is about: equal for all claims of one, by
/// `same_as`.
std::string statement_name(const Claim& claim);

}  // namespace replaybench
