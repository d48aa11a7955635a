#include "suite/published/published_study.hpp"

#include <string>

#include "suite/published/comparison.hpp"
#include "suite/published/publish.hpp"
#include "suite/published/published_index.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/stored_study.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

const std::string experiment = study_of_two_sizes("block = 2\n");

bool has(const std::vector<std::string>& findings, const std::string& part) {
  for (const std::string& finding : findings) {
    if (finding.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("published: what was written is read, and equal cells are equal") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  const PublishedStudy written = publish(stored.plan, stored.store, {}, folder, {.figures = false});
  CHECK(written.is_complete());
  CHECK(written.digests.size() == 4);
  const PublishedStudy read = read_published(folder, "made_up");
  CHECK(read.digests.size() == 4);
  CHECK(read.digest == written.digest);
  CHECK(read.revision.components ==
        std::vector<std::string>{"bernoulli_arms#1", "replay#2", "uniform_random#1"});
  CHECK(published_studies(folder) == std::vector<std::string>{"made_up"});
  const auto result = compare_with_published(stored.plan, stored.store, folder);
  CHECK(result.is_confirmed());
  CHECK(result.equal == 4);
  CHECK(result.tables_equal == 1);
  CHECK(result.findings.empty());
  write_published_index(folder, {"made_up"});
  CHECK(read_file(folder / "README.md").find("Nothing is missing.") != std::string::npos);
}

TEST_CASE("published: what each task cost, and the index lists tasks of a minute or more") {
  const Stored stored(
      experiment +
          "[[simulation]]\nname = 'again'\nsweep = ['T = 6 7']\ndatasets = ['bernoulli_arms']\n"
          "algorithms = ['uniform_random']\nevaluators = ['replay']\nhorizon = 'T'\n"
          "replicates = 4\nblock = 2\nkeep = 'rows'\n[[table]]\nname = 'y'\nfrom = 'again'\n",
      quarter_rows);
  JobCells record{{"host", "cpu", "build", "2026-01-31T12:00:00Z", ""}, {}};
  for (const Cell& cell : stored.plan.cells) {
    record.seconds.emplace_back(Store::key_of(cell.canonical),
                                axis(cell, "T") == "7" ? 10.0 : 20.5);
  }
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {record}, folder, {.figures = false});
  const PublishedStudy read = read_published(folder, "made_up", false);
  REQUIRE(read.tasks.size() == 2);
  CHECK(read.tasks[0].task == "play");
  CHECK(read.tasks[0].cells == 4);
  CHECK(read.tasks[0].seconds == 82);
  CHECK(read.tasks[1].task == "again");  // the cells of T = 6 are those of play
  CHECK(read.tasks[1].cells == 2);
  CHECK(read.tasks[1].seconds == 20);
  write_published_index(folder, {"made_up"});
  const std::string index = read_file(folder / "README.md");
  CHECK(index.find("| made_up | play | 4 | 1.37 |") != std::string::npos);
  CHECK(index.find("| made_up | again |") == std::string::npos);
}

TEST_CASE("published: a value that differs is named, with both values where they can be had") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  const Stored other(experiment, [&](const Cell& cell) {
    return rows(cell, [](const Cell& c, std::uint64_t r) {
      return axis(c, "horizon") == "6" && r == 3 ? 0.5 : quarter_of_replicate(c, r);
    });
  });
  const auto result = compare_with_published(other.plan, other.store, folder);
  CHECK(result.differs());
  CHECK(result.equal == 3);
  CHECK(result.different == 1);
  CHECK(has(result.findings, "T=6, "));
  CHECK(has(result.findings, "replicates 2..3"));
  CHECK(has(result.findings, "row 2 of 2 (replicate 3, step 6), column estimate"));
  CHECK(has(result.findings, "table x: row 2 (T=6, "));
  CHECK(has(result.findings, "column estimate: published 0.375, here 0.3125"));
  const auto exact = compare_with_published(other.plan, other.store, folder, &stored.store);
  CHECK(has(exact.findings, "column estimate: published 0.75, here 0.5"));
}

TEST_CASE("published: what is missing is said on either side") {
  const Stored part(experiment, [&](const Cell& cell) {
    return cell.simulation->first_replicate > 0 ? std::string() : quarter_rows(cell);
  });
  const Stored whole(experiment, quarter_rows);
  const fs::path folder = part.folder.root() / "published";
  const PublishedStudy written = publish(part.plan, part.store, {}, folder, {.figures = false});
  CHECK_FALSE(written.is_complete());
  REQUIRE(written.missing.size() == 1);
  CHECK(written.missing[0].cells == 2);
  CHECK(written.missing[0].reason == "not computed");
  write_published_index(folder, {"made_up", "never_run"});
  const std::string index = read_file(folder / "README.md");
  CHECK(index.find("- made_up: 2 cells of play: not computed") != std::string::npos);
  CHECK(index.find("- never_run: nothing of it is published") != std::string::npos);
  const auto more = compare_with_published(whole.plan, whole.store, folder);
  CHECK(more.not_published == 2);
  CHECK_FALSE(more.differs());
  CHECK_FALSE(more.is_confirmed());
  CHECK(has(more.findings, "not published: task play"));
  CHECK(has(more.findings, ": not computed"));

  const fs::path all = part.folder.root() / "all";
  publish(whole.plan, whole.store, {}, all, {.figures = false});
  const auto less = compare_with_published(part.plan, part.store, all);
  CHECK_FALSE(less.differs());
  CHECK_FALSE(less.is_confirmed());
  CHECK(less.not_stored == 2);
  CHECK(has(less.findings, "not stored here: task play"));
}

TEST_CASE(
    "published: another run is said to be one, and does not go into the folder of the first") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  Plan other = stored.plan;
  other.profile = Profile::full;
  CHECK(compare_with_published(other, stored.store, folder).other_run ==
        "published is profile smoke, seed pilot; here profile full, seed pilot");
  CHECK(message_of<SpecErrors>([&] {
          publish(other, stored.store, {}, folder, {.figures = false});
        }).find("one folder holds one run") != std::string::npos);
}

TEST_CASE("published: what publish did not write is refused, and kept") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  const auto refusal = [&] {
    return message_of<SpecErrors>(
        [&] { publish(stored.plan, stored.store, {}, folder, {.figures = false}); });
  };
  for (const char* file :
       {"README.md", "made_up/experiment.toml", "made_up/tables/further/x.csv",
        "made_up/figures/photo.jpg", "made_up/study.json/x", "made_up/tables", "made_up"}) {
    CAPTURE(file);
    write_file(folder / file, "# Mine\n");
    CHECK(refusal().find("name another folder with --to") != std::string::npos);
    CHECK(read_file(folder / file) == "# Mine\n");
    CHECK_FALSE(fs::exists(folder / "made_up" / "cells.zst"));
    fs::remove_all(folder);
  }
  const fs::path mine = stored.folder.root() / "mine";
  write_file(mine / "x.csv", "a\n1\n");
  fs::create_directories(folder / "made_up");
  fs::create_directory_symlink(mine, folder / "made_up" / "tables");
  CHECK(refusal().find("made_up holds tables, which publish did not write") != std::string::npos);
  CHECK(fs::exists(mine / "x.csv"));
  fs::remove_all(folder);
  write_file(folder / "README.md", "# Mine\n");
  CHECK_THROWS_AS(write_published_index(folder, {}), SpecErrors);
  for (const char* name : {"", ".", ".."}) {
    CHECK_THROWS_AS(check_publishable(stored.folder.root() / "new", {"made_up", name}), SpecErrors);
  }
}

TEST_CASE("published: what an earlier publish wrote, or was killed at, goes") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  write_published_index(folder, {});
  const std::vector<fs::path> old{folder / "made_up" / "tables" / "old.csv.gz",
                                  folder / "made_up" / "figures" / "old.svg",
                                  folder / "made_up" / "tables" / "x.csv.part-0-1-2",
                                  folder / "made_up" / "study.json.part-0-1-2"};
  for (const fs::path& file : old) write_file(file, "old");
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  for (const fs::path& file : old) CHECK_FALSE(fs::exists(file));
  CHECK(compare_with_published(stored.plan, stored.store, folder).is_confirmed());
}

TEST_CASE("published: of many reasons why cells are missing some are listed") {
  const Stored stored(study_head +
                          "[[simulation]]\nname = 'play'\nsweep = ['T = 1..30']\n"
                          "datasets = ['bernoulli_arms']\nalgorithms = ['uniform_random']\n"
                          "evaluators = ['replay']\nhorizon = 'T'\nreplicates = 4\nblock = 2\n"
                          "[[table]]\nname = 'x'\nfrom = 'play'\n",
                      [](const Cell&) { return std::string(); });
  Plan plan = stored.plan;
  for (Cell& cell : plan.cells) cell.unavailable = "no data of " + axis(cell, "T");
  const auto missing =
      publish(plan, stored.store, {}, stored.folder.root() / "published", {.figures = false})
          .missing;
  REQUIRE(missing.size() == 21);
  CHECK(missing[0].reason == "no data of 1");
  CHECK(missing[0].cells == 2);
  CHECK(missing[20].reason == "other reasons");
  CHECK(missing[20].cells == 20);
}

TEST_CASE("published: a damaged publication is mended by publishing again") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  fs::copy(folder / "made_up", folder / "other", fs::copy_options::recursive);
  for (const char* name : {"made_up", "other"}) write_file(study_json(folder, name), "{");
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  CHECK(compare_with_published(stored.plan, stored.store, folder).is_confirmed());
  CHECK(message_of<DataError>([&] {
          write_published_index(folder, {});
        }).find("other/study.json") != std::string::npos);
}

TEST_CASE("published: a table whose data are not all there is not compared, and not different") {
  const Stored stored(experiment, quarter_rows);
  Plan part = stored.plan;
  for (Cell& cell : part.cells) {
    if (axis(cell, "T") == "6") cell.unavailable = "no data";
  }
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  const auto less = compare_with_published(part, stored.store, folder);
  CHECK(less.equal == 2);
  CHECK(less.unavailable == 2);
  CHECK(less.tables_different == 0);
  CHECK(less.tables_not_compared == 1);
  CHECK_FALSE(less.differs());
  CHECK(has(less.findings, "table x: not compared: 2 of 4 cells cannot run here"));

  const fs::path some = stored.folder.root() / "some";
  CHECK(publish(part, stored.store, {}, some, {.figures = false}).partial_tables.size() == 1);
  const auto more = compare_with_published(stored.plan, stored.store, some);
  CHECK(more.not_published == 2);
  CHECK(more.tables_different == 0);
  CHECK(more.tables_not_compared == 1);
  CHECK_FALSE(more.differs());
  CHECK(has(more.findings, "table x: not compared: published in part: 2 of 4 cells"));
  CHECK(compare_with_published(part, stored.store, some).tables_equal == 1);
}

TEST_CASE("published: where nothing could be compared nothing is confirmed") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  Plan none = stored.plan;
  for (Cell& cell : none.cells) cell.unavailable = "no data";
  const auto result = compare_with_published(none, stored.store, folder);
  CHECK(result.unavailable == 4);
  CHECK(result.gone == 0);
  CHECK_FALSE(result.differs());
  CHECK_FALSE(result.is_confirmed());
}

TEST_CASE("published: cells and tables that the study no longer has are counted") {
  const std::string more =
      "[[simulation]]\nname = 'more'\nsweep = ['T = 7']\ndatasets = ['bernoulli_arms']\n"
      "algorithms = ['uniform_random']\nevaluators = ['replay']\nhorizon = 'T'\nreplicates = 4\n"
      "block = 2\nkeep = 'rows'\n[[table]]\nname = 'y'\nfrom = 'more'\n";
  const Stored before(experiment + more, quarter_rows);
  const Stored now(experiment, quarter_rows);
  const fs::path folder = before.folder.root() / "published";
  publish(before.plan, before.store, {}, folder, {.figures = false});
  const auto result = compare_with_published(now.plan, now.store, folder);
  CHECK(result.equal == 4);
  CHECK(result.tables_equal == 1);
  CHECK(result.gone == 3);
  CHECK_FALSE(result.differs());
  CHECK_FALSE(result.is_confirmed());
  CHECK(has(result.findings, "published, and no longer of the study: 2 cells, 1 tables"));
  CHECK(has(result.findings,
            "another revision: experiment.toml differs in what this profile asks for"));
}

TEST_CASE("published: a table that was never published confirms nothing") {
  const Stored before(experiment, quarter_rows);
  const Stored now(experiment + "[[table]]\nname = 'y'\nfrom = 'play'\n", quarter_rows);
  const fs::path folder = before.folder.root() / "published";
  publish(before.plan, before.store, {}, folder, {.figures = false});
  const auto result = compare_with_published(now.plan, now.store, folder);
  CHECK(result.equal == 4);
  CHECK(result.tables_equal == 1);
  CHECK(result.tables_not_published == 1);
  CHECK_FALSE(result.differs());
  CHECK_FALSE(result.is_confirmed());
  CHECK(has(result.findings, "table y: not published"));
}

TEST_CASE("published: of a table that is too long the digest alone is kept, and compared") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  const PublishedStudy whole = publish(stored.plan, stored.store, {}, folder, {.figures = false});
  CHECK(whole.digest_only.empty());
  const std::uint64_t bytes = fs::file_size(folder / "made_up" / "tables" / "x.csv");

  publish(stored.plan, stored.store, {}, folder, {.figures = false, .longest_table = bytes});
  CHECK(read_published(folder, "made_up").digest_only.empty());
  publish(stored.plan, stored.store, {}, folder, {.figures = false, .longest_table = bytes - 1});
  const PublishedStudy read = read_published(folder, "made_up");
  CHECK(read.digest_only == std::map<std::string, std::uint64_t>{{"x", bytes}});
  CHECK(read.tables == whole.tables);
  CHECK(read.digest == whole.digest);
  CHECK(read.is_complete());
  CHECK_FALSE(fs::exists(folder / "made_up" / "tables" / "x.csv"));
  CHECK_THROWS_AS(read_published_table(read, folder, "x"), FileError);
  write_published_index(folder, {"made_up"});
  CHECK_THAT(read_file(folder / "README.md"),
             Catch::Matchers::Contains("table x: 0.5 kB, its digest alone is published"));

  CHECK(compare_with_published(stored.plan, stored.store, folder).is_confirmed());
  const Stored other(experiment, [](const Cell& cell) {
    return rows(cell, [](const Cell&, std::uint64_t) { return 0.5; });
  });
  const auto result = compare_with_published(other.plan, other.store, folder);
  CHECK(result.tables_different == 1);
  CHECK(has(result.findings, "table x: another digest than the published one"));
}

TEST_CASE("published: tables and verdicts are read, not only their digests and counts") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  const auto compare = [&] { return compare_with_published(stored.plan, stored.store, folder); };
  const fs::path table = folder / "made_up" / "tables" / "x.csv";
  const std::string csv = read_file(table);
  write_file(table, csv + "1\n");
  CHECK(message_of<DataError>(compare).find("x.csv is not the table that study.json names") !=
        std::string::npos);
  fs::remove(table);
  CHECK(message_of<FileError>(compare).find("x.csv") != std::string::npos);
  write_file(table, csv);
  CHECK(compare().is_confirmed());

  PublishedStudy counted = read_published(folder, "made_up");
  counted.verdicts = {{"finding", 2}, {"reproduces", 1}};
  const auto check = [&] { check_verdicts(counted, folder); };
  const fs::path verdicts = folder / "made_up" / "verdicts.csv";
  CHECK_THROWS_AS(check(), DataError);
  write_file(verdicts, "id,verdict\na,finding\nb,reproduces\nc,finding\n");
  CHECK_NOTHROW(check());
  write_file(verdicts, "id,verdict\na,finding\nb,reproduces\nc,reproduces\n");
  CHECK(message_of<DataError>(check).find("has not the verdicts that study.json counts") !=
        std::string::npos);
  write_file(verdicts, "id\na\n");
  CHECK_THROWS_AS(check(), DataError);
}

TEST_CASE("published: the work is that of the published cells only") {
  const Stored part(experiment, [&](const Cell& cell) {
    return cell.simulation->first_replicate > 0 ? std::string() : quarter_rows(cell);
  });
  JobCells record{{"host", "cpu", "build", "2026-01-31T12:00:00Z", ""}, {}};
  for (const Cell& cell : part.plan.cells) {
    record.seconds.emplace_back(Store::key_of(cell.canonical), 2.0);
  }
  const auto written = publish(part.plan, part.store, {record}, part.folder.root() / "published",
                               {.figures = false});
  CHECK(written.digests.size() == 2);
  REQUIRE(written.work.size() == 1);
  CHECK(written.work[0].cells == 2);
  CHECK(written.work[0].seconds == 4);
}

TEST_CASE("published: other components are another revision") {
  Revision published{"a", "2", "x", {"replay#1", "ucb#1"}};
  CHECK(differences(published, published).empty());
  const Revision here{"b", "2", "x", {"replay#1", "ucb#2"}};
  CHECK(differences(published, here) ==
        std::vector<std::string>{"numeric profile a published, b here",
                                 "components ucb#1 published, ucb#2 here"});
}

TEST_CASE("published: damaged files are refused, never a crash") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder, {.figures = false});
  const auto read = [&] { return read_published(folder, "made_up"); };
  for (const char* file : {"study.json", "cells.zst"}) {
    const fs::path path = folder / "made_up" / file;
    const std::string whole = read_file(path);
    for (std::size_t size = 0; size < whole.size(); size += 7) {
      write_file(path, whole.substr(0, size));
      CHECK_THROWS_AS(read(), DataError);
      std::string bytes = whole;
      bytes[size] = static_cast<char>(bytes[size] ^ 0x41);
      write_file(path, bytes);
      try {
        read();
      } catch (const DataError&) {
      }
    }
    write_file(path, whole);
  }
  CHECK(read().digests.size() == 4);
  fs::remove(folder / "made_up" / "study.json");
  CHECK_THROWS_AS(read(), FileError);
}

TEST_CASE("published: long tables are packed, and read as they were") {
  const TemporaryFolder folder;
  const std::string longer(100'000, '1');
  write_table(folder.path(), "short", "a\n1\n");
  write_table(folder.path(), "long", longer);
  CHECK(fs::exists(folder.path() / "short.csv"));
  CHECK(fs::file_size(folder.path() / "long.csv.gz") < 1000);
  CHECK(read_table(folder.path(), "short") == "a\n1\n");
  CHECK(read_table(folder.path(), "long") == longer);
  CHECK_THROWS_AS(read_table(folder.path(), "none"), FileError);
}
