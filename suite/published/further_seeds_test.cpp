#include "suite/published/further_seeds.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

const std::string columns = "study,profile,seed,judged,as_expected,otherwise,build\n";

Verdict verdict(const std::string& id, VerdictKind kind, bool as_expected) {
  Verdict verdict;
  verdict.claim.id = id;
  verdict.kind = kind;
  verdict.as_expected = as_expected;
  return verdict;
}

}  // namespace

TEST_CASE("further seeds: verdicts that were judged count, the others have their names") {
  SeedVerdicts row;
  row.add(verdict("a", VerdictKind::reproduces, true));
  row.add(verdict("b", VerdictKind::undecided, false));
  row.add(verdict("c", VerdictKind::not_computed, true));
  row.add(verdict("d", VerdictKind::untestable, true));
  row.add(verdict("e", VerdictKind::does_not_reproduce, false));
  CHECK(row.judged == 3);
  CHECK(row.as_expected == 1);
  CHECK(row.otherwise == "b: undecided; e: does not reproduce");
}

TEST_CASE("further seeds: rows are added and replaced, in one order") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "confirmations.csv";
  CHECK(read_seed_verdicts(file).empty());
  record_seed_verdicts(file, {{"regret", "standard", 2, 5, 5, "", "one"},
                              {"hillstrom", "standard", 1, 4, 3, "x: undecided", "one"}});
  record_seed_verdicts(file, {{"regret", "standard", 1, 5, 5, "", "two"},
                              {"regret", "standard", 2, 5, 4, "y, z: erratum", "two"},
                              {"regret", "full", 2, 5, 5, "", "two"}});
  const auto rows = read_seed_verdicts(file);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].study == "hillstrom");
  CHECK(rows[0].otherwise == "x: undecided");
  CHECK(rows[1].profile == "full");
  CHECK(rows[2].seed == 1);
  CHECK(rows[3].seed == 2);
  CHECK(rows[3].as_expected == 4);
  CHECK(rows[3].otherwise == "y, z: erratum");
  CHECK(rows[3].build == "two");
  const auto sums = seed_summaries(rows);
  REQUIRE(sums.size() == 3);
  CHECK(sums[0].profile == "full");
  CHECK(sums[1].seed == 1);
  CHECK(sums[1].studies == 2);
  CHECK(sums[1].judged == 9);
  CHECK(sums[1].as_expected == 8);
  CHECK(sums[2].judged == 5);
  // Recording the same rows again changes nothing.
  const std::string before = read_file(file);
  record_seed_verdicts(file, rows);
  CHECK(read_file(file) == before);
}

TEST_CASE("further seeds: other columns of a file are passed over") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "confirmations.csv";
  write_file(file, columns.substr(0, columns.size() - 1) +
                       ",runs\nregret,standard,3,5,4,x: undecided,one,2\n");
  const auto rows = read_seed_verdicts(file);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].seed == 3);
  CHECK(rows[0].otherwise == "x: undecided");
  CHECK(rows[0].build == "one");
}

TEST_CASE("further seeds: another file is refused, and left as it is") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "other.csv";
  for (const std::string& text : std::vector<std::string>{
           "a,b\n1,2\n", columns + "x,standard,1.5,1,1,a,b\n", columns + "x,standard,one,1,1,a,b\n",
           columns + "7,standard,1,1,1,a,b\n", columns + "x,standard,1,-1,1,a,b\n"}) {
    INFO(text);
    write_file(file, text);
    CHECK_THROWS_AS(record_seed_verdicts(file, {{"regret", "standard", 1, 1, 1, "", "b"}}),
                    DataError);
    CHECK(read_file(file) == text);
  }
}
