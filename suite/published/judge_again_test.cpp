#include <string>
#include <utility>

#include "suite/published/publish.hpp"
#include "suite/published/published_study.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/stored_study.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

// Table y is the shorter one.
const std::string experiment =
    study_of_two_sizes() + "[[table]]\nname = 'y'\nfrom = 'play'\nonly = 'T == 6'\n";

// A claim on table x.
std::string claim(const std::string& bound) {
  return "[[claim]]\nid = 'c'\nwhere = 'x'\nstatement = 's'\nexpected = 'reproduces'\ntable = 'x'\n"
         "estimate = 'max(estimate)'\nexact = 'made up'\ntest = {less = " +
         bound + "}\n";
}

}  // namespace

TEST_CASE("published: a changed claim is judged again on the published tables") {
  Stored stored(experiment, quarter_rows);
  stored.plan.profile = Profile::standard;  // smoke judges nothing
  const fs::path file = stored.plan.spec->folder / "claims.toml";
  write_file(file, claim("10"));
  const fs::path folder = stored.folder.root() / "published";
  CHECK(publish(stored.plan, stored.store, {}, folder, {.figures = false}).verdicts ==
        std::map<std::string, std::size_t>{{"reproduces", 1}});
  const auto bytes = [&](const char* name) { return read_file(folder / "made_up" / name); };
  const std::string verdicts = bytes("verdicts.csv");
  const std::string json = bytes("study.json");
  const std::string cells = bytes("cells.zst");
  judge_again(stored.plan, folder);
  CHECK(bytes("verdicts.csv") == verdicts);
  CHECK(bytes("study.json") == json);
  CHECK(bytes("cells.zst") == cells);

  write_file(file, claim("0"));
  const PublishedStudy again = judge_again(stored.plan, folder);
  CHECK(again.verdicts == std::map<std::string, std::size_t>{{"does not reproduce", 1}});
  CHECK(again.unexpected_verdicts == 1);
  CHECK(read_published(folder, "made_up").verdicts == again.verdicts);

  fs::remove(file);  // a study without claims
  CHECK(judge_again(stored.plan, folder).verdicts.empty());
  CHECK_FALSE(fs::exists(folder / "made_up" / "verdicts.csv"));
  CHECK_NOTHROW(check_verdicts(read_published(folder, "made_up"), folder));

  write_file(folder / "made_up" / "tables" / "x.csv", "T\n5\n");
  CHECK_THROWS_AS(judge_again(stored.plan, folder), DataError);
  CHECK_THROWS_AS(judge_again(stored.plan, stored.folder.root() / "nothing"), FileError);
}

TEST_CASE(
    "published: claims are judged again where only a table that none of them reads is too long") {
  Stored stored(experiment, quarter_rows);
  stored.plan.profile = Profile::standard;
  write_file(stored.plan.spec->folder / "claims.toml", claim("10"));
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  const auto bytes = [&](const std::string& table) {
    return fs::file_size(folder / "made_up" / "tables" / (table + ".csv"));
  };
  const auto [shorter, longer] = std::pair{bytes("y"), bytes("x")};
  REQUIRE(shorter < longer);
  publish(stored.plan, stored.store, {}, folder, {.figures = false, .longest_table = shorter});
  CHECK(message_of<SpecErrors>([&] { judge_again(stored.plan, folder); }) ==
        "made_up: claim \"c\": table \"x\": its digest alone is published; run the study and "
        "publish it");

  std::string other = claim("10");
  other.replace(other.find("'x'\ne"), 3, "'y'");
  write_file(stored.plan.spec->folder / "claims.toml", other);
  const PublishedStudy again = judge_again(stored.plan, folder);
  CHECK(again.verdicts == std::map<std::string, std::size_t>{{"reproduces", 1}});
  CHECK(again.digest_only.count("x") == 1);
}

TEST_CASE("published: without places a cell's digest alone is kept, from the first or later") {
  Stored stored(experiment, quarter_rows);
  stored.plan.profile = Profile::standard;
  write_file(stored.plan.spec->folder / "claims.toml", claim("10"));
  const fs::path folder = stored.folder.root() / "published";
  const auto cells = [&] { return read_file(folder / "made_up" / "cells.zst"); };
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  const std::string with_places = cells();
  remove_places(folder, "made_up");
  const std::string without = cells();
  CHECK(without.size() < with_places.size());
  for (const CellDigest& cell : read_published(folder, "made_up").digests) {
    CHECK(cell.rows == 4);
    CHECK(cell.row_ranges.empty());
  }
  judge_again(stored.plan, folder);  // what is gone does not come back
  CHECK(cells() == without);
  publish(stored.plan, stored.store, {}, folder, {.figures = false, .places = false});
  CHECK(cells() == without);
}
