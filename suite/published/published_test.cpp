#include <set>
#include <string>
#include <utility>

#include "suite/published/comparison.hpp"
#include "suite/published/publish.hpp"
#include "suite/published/published_index.hpp"
#include "suite/published/published_report.hpp"
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

PublishedStudy read(const fs::path& folder) {
  return PublishedRun::read(folder).studies.at("made_up");
}

PublishedComparison compare(const Plan& plan, const Store& store, const fs::path& folder) {
  return compare_with_published(plan, store, read(folder), folder);
}

// A claim on table x.
std::string claim(const std::string& bound) {
  return "[[claim]]\nid = 'c'\nwhere = 'x'\nstatement = 's'\nexpected = 'reproduces'\ntable = 'x'\n"
         "estimate = 'max(estimate)'\nexact = 'made up'\ntest = {less = " +
         bound + "}\n";
}

// The study at profile standard, with a claim: smoke judges nothing.
struct Judged : Stored {
  Judged() : Stored(experiment, quarter_rows) {
    plan.profile = Profile::standard;
    bound("10");
  }
  void bound(const std::string& bound) {
    write_file(plan.spec->folder / "claims.toml", claim(bound));
  }
};

}  // namespace

TEST_CASE("published: what was written is read, and equal tables are equal") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  const PublishedStudy written = publish(stored.plan, stored.store, {}, folder);
  CHECK(written.is_complete());
  CHECK(written.published_cells() == 4);
  const PublishedStudy study = read(folder);
  CHECK(study.digest == written.digest);
  CHECK(study.tables == written.tables);
  CHECK(study.revision.components ==
        std::vector<std::string>{"bernoulli_arms#1", "replay#2", "uniform_random#1"});
  CHECK(read_published_tables(study, folder).at("x") == stored.table().to_csv());
  const auto result = compare(stored.plan, stored.store, folder);
  CHECK(result.is_confirmed());
  CHECK(result.tables_equal == 1);
  CHECK(result.findings.empty());
  write_published_index(folder, {"made_up"});
  const auto index_has = [&](const std::string& text) {
    return read_file(folder / "README.md").find(text) != std::string::npos;
  };
  CHECK(index_has("Nothing is missing."));
  CHECK_FALSE(index_has("Computed before a component changed"));
  PublishedRun run = PublishedRun::read(folder);
  run.studies.at("made_up").revision.components = {"bernoulli_arms#1", "gone#7", "replay#1"};
  run.write(folder);
  write_published_index(folder, {"made_up"});
  CHECK(index_has("\n- made_up: replay 1 (now 2)\n"));
}

TEST_CASE("published: the digests are those of the files that a report writes") {
  const Judged stored;
  const fs::path folder = stored.folder.root() / "published";
  const fs::path results = stored.folder.root() / "results";
  publish(stored.plan, stored.store, {}, folder);
  write_study(stored.plan, stored.store, results, false);
  const auto digest = [&](const std::string& name) {
    return sha256_hex(read_file(results / "tables" / "made_up" / name)) + "  made_up/" + name +
           "\n";
  };
  CHECK(read_file(folder / "digests") == digest("claims.csv") + digest("x.csv"));
}

TEST_CASE("published: a value that differs is named with both values") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder);
  const Stored other(experiment, [&](const Cell& cell) {
    return rows(cell, [](const Cell& c, std::uint64_t r) {
      return axis(c, "horizon") == "6" && r == 3 ? 0.5 : quarter_of_replicate(c, r);
    });
  });
  const auto result = compare(other.plan, other.store, folder);
  CHECK(result.differs());
  CHECK(result.tables_different == 1);
  CHECK(has(result.findings, "table x: row 2 (T=6, "));
  CHECK(has(result.findings, "column estimate: published 0.375, here 0.3125"));
}

TEST_CASE("published: what is missing is said on either side") {
  const Stored part(experiment, [&](const Cell& cell) {
    return cell.simulation->first_replicate > 0 ? std::string() : quarter_rows(cell);
  });
  const Stored whole(experiment, quarter_rows);
  const fs::path folder = part.folder.root() / "published";
  const PublishedStudy written = publish(part.plan, part.store, {}, folder);
  CHECK_FALSE(written.is_complete());
  REQUIRE(written.missing.size() == 1);
  CHECK(written.missing[0].cells == 2);
  CHECK(written.missing[0].reason == "not computed");
  CHECK(read(folder).published_cells() == 2);
  CHECK_FALSE(fewer_than_published(whole.plan, whole.store, PublishedRun::read(folder)));
  write_published_index(folder, {"made_up", "never_run"});
  const std::string index = read_file(folder / "README.md");
  CHECK(index.find("- made_up: 2 cells of play: not computed") != std::string::npos);
  CHECK(index.find("- never_run: nothing of it is published") != std::string::npos);
  const auto more = compare(whole.plan, whole.store, folder);
  CHECK(more.tables_not_published == 1);
  CHECK_FALSE(more.differs());
  CHECK_FALSE(more.is_confirmed());
  CHECK(has(more.findings, "table x: not published: "));

  const fs::path all = part.folder.root() / "all";
  publish(whole.plan, whole.store, {}, all);
  const auto counts = fewer_than_published(part.plan, part.store, PublishedRun::read(all));
  REQUIRE(counts);
  CHECK(counts->published == 4);
  CHECK(counts->stored == 2);
  const auto less = compare(part.plan, part.store, all);
  CHECK_FALSE(less.differs());
  CHECK_FALSE(less.is_confirmed());
  CHECK(less.tables_not_compared == 1);
  CHECK(has(less.findings, "table x: not compared: "));
}

TEST_CASE(
    "published: another run is said to be one, and does not go into the folder of the first") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder);
  Plan other = stored.plan;
  other.profile = Profile::full;
  CHECK(compare(other, stored.store, folder).other_run ==
        "published is profile smoke, seed pilot; here profile full, seed pilot");
  CHECK(message_of<SpecErrors>([&] {
          publish(other, stored.store, {}, folder);
        }).find("one folder holds one run") != std::string::npos);
}

TEST_CASE("published: of profile full all tables are one file") {
  Stored stored(experiment, quarter_rows);
  stored.plan.profile = Profile::full;
  const fs::path folder = stored.folder.root() / "published";
  const PublishedStudy study = publish(stored.plan, stored.store, {}, folder);
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  CHECK(names == std::set<std::string>{"digests", "figure_numbers.md.zst", "studies.json",
                                       "tables.md.zst", "verdicts.csv"});
  CHECK(read_published_tables(study, folder).size() == 1);
  CHECK(compare(stored.plan, stored.store, folder).is_confirmed());
  const std::string bytes = read_file(folder / "tables.md.zst");
  publish(stored.plan, stored.store, {}, folder);
  CHECK(read_file(folder / "tables.md.zst") == bytes);
}

TEST_CASE("published: what publish did not write is refused, and kept") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  const auto refusal = [&] {
    return message_of<SpecErrors>([&] { publish(stored.plan, stored.store, {}, folder); });
  };
  for (const char* file : {"README.md", "digests", "verdicts.csv", "made_up/experiment.toml",
                           "made_up/photo.png", "made_up/tables.md/x", "made_up"}) {
    CAPTURE(file);
    write_file(folder / file, "# Mine\n");
    CHECK(refusal().find("name another folder with --to") != std::string::npos);
    CHECK(read_file(folder / file) == "# Mine\n");
    CHECK_FALSE(fs::exists(folder / "studies.json"));
    fs::remove_all(folder);
  }
  // Beside a published study too.
  publish(stored.plan, stored.store, {}, folder);
  write_file(folder / "made_up" / "photo.jpg", "mine");
  CHECK(refusal().find("made_up holds photo.jpg, which publish did not write") !=
        std::string::npos);
  fs::remove(folder / "made_up" / "photo.jpg");
  const fs::path mine = stored.folder.root() / "mine.svg";
  write_file(mine, "mine");
  fs::create_symlink(mine, folder / "made_up" / "mine.svg");
  CHECK(refusal().find("made_up holds mine.svg, which publish did not write") != std::string::npos);
  CHECK(fs::exists(mine));
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
  publish(stored.plan, stored.store, {}, folder);
  write_published_index(folder, {});
  const std::vector<fs::path> old{
      folder / "made_up" / "long_tables.md.zst", folder / "made_up" / "old.svg",
      folder / "made_up" / "x.svg.part-0-1-2", folder / "made_up" / "tables.md.part-0-1-2"};
  for (const fs::path& file : old) write_file(file, "old");
  publish(stored.plan, stored.store, {}, folder);
  for (const fs::path& file : old) CHECK_FALSE(fs::exists(file));
  CHECK(compare(stored.plan, stored.store, folder).is_confirmed());
}

TEST_CASE("published: a table whose data are not all there is not compared, and not different") {
  const Stored stored(experiment, quarter_rows);
  Plan part = stored.plan;
  for (Cell& cell : part.cells) {
    if (axis(cell, "T") == "6") cell.unavailable = "no data";
  }
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder);
  const auto less = compare(part, stored.store, folder);
  CHECK(less.tables_not_compared == 1);
  CHECK_FALSE(less.differs());
  CHECK_FALSE(less.is_confirmed());
  CHECK(has(less.findings, "table x: not compared: 2 of 4 cells cannot run here"));

  const fs::path some = stored.folder.root() / "some";
  CHECK(publish(part, stored.store, {}, some).partial_tables.size() == 1);
  const auto more = compare(stored.plan, stored.store, some);
  CHECK(more.tables_not_compared == 1);
  CHECK_FALSE(more.differs());
  CHECK(has(more.findings, "table x: not compared: published in part: 2 of 4 cells"));
  CHECK(compare(part, stored.store, some).tables_equal == 1);
}

TEST_CASE("published: where nothing could be compared nothing is confirmed") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder);
  Plan none = stored.plan;
  for (Cell& cell : none.cells) cell.unavailable = "no data";
  const auto result = compare(none, stored.store, folder);
  CHECK(result.tables_gone == 0);
  CHECK_FALSE(result.differs());
  CHECK_FALSE(result.is_confirmed());
}

TEST_CASE("published: tables that only the study or only the publication has confirm nothing") {
  const Stored one(experiment, quarter_rows);
  const Stored two(experiment + "[[table]]\nname = 'y'\nfrom = 'play'\n", quarter_rows);
  const fs::path folder = one.folder.root() / "published";
  publish(one.plan, one.store, {}, folder / "one");
  publish(two.plan, two.store, {}, folder / "two");
  const auto more = compare(two.plan, two.store, folder / "one");
  CHECK(more.tables_equal == 1);
  CHECK(more.tables_not_published == 1);
  CHECK_FALSE(more.differs());
  CHECK_FALSE(more.is_confirmed());
  CHECK(has(more.findings, "table y: not published"));
  CHECK(has(more.findings,
            "another revision: experiment.toml differs in what this profile asks for"));
  const auto less = compare(one.plan, one.store, folder / "two");
  CHECK(less.tables_equal == 1);
  CHECK(less.tables_gone == 1);
  CHECK_FALSE(less.differs());
  CHECK_FALSE(less.is_confirmed());
  CHECK(has(less.findings, "table y: published, and no longer of the study"));
}

TEST_CASE("published: verdicts are compared, and counted") {
  Judged stored;
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder);
  CHECK(verdict_kinds(read(folder)) == std::map<std::string, std::string>{{"c", "reproduces"}});
  const auto equal = compare(stored.plan, stored.store, folder);
  CHECK(equal.verdicts_equal == 1);
  CHECK(equal.is_confirmed());

  stored.bound("0");
  const auto other = compare(stored.plan, stored.store, folder);
  CHECK(other.verdicts_different == 1);
  CHECK(other.differs());
  CHECK(has(other.findings, "claim c: published reproduces, here does not reproduce"));
  publish(stored.plan, stored.store, {}, folder);
  VerdictCounts counts;
  add_to(counts, read(folder));
  CHECK(counts.text() == "1 does not reproduce; 1 not as expected");

  fs::remove(stored.plan.spec->folder / "claims.toml");
  const auto gone = compare(stored.plan, stored.store, folder);
  CHECK(gone.verdicts_one_sided == 1);
  CHECK_FALSE(gone.is_confirmed());
  CHECK(has(gone.findings, "claim c: published, and no longer of the study"));
}

TEST_CASE("published: a report of what is published computes nothing") {
  Judged stored;
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder);
  const PublishedStudy study = read(folder);
  const auto judged = [&](const PublishedStudy& of) {
    return published_report(stored.plan, &of, folder);
  };
  const StudyReport whole = judged(study);
  REQUIRE(whole.tables.tables.size() == 1);
  CHECK(whole.tables.tables[0].second.to_csv() == stored.table().to_csv());
  CHECK(whole.digest == study.digest);
  CHECK(whole.published == "4 cells, 0.00 core-minutes, not recorded; not recorded");
  REQUIRE(whole.verdicts.size() == 1);
  CHECK(whole.verdicts[0].tests.size() == 1);

  // Claims as they are now judge the tables; without the table, or in another revision, the published
  // verdict stands, if it is of the same statement.
  stored.bound("0");
  CHECK(judged(study).verdicts[0].kind == VerdictKind::does_not_reproduce);
  PublishedStudy long_table = study;
  long_table.digest_only["x"] = 300'000;
  fs::remove(folder / "made_up" / "tables.md");
  PublishedStudy other = long_table;
  other.revision.samplers = "another";
  for (const PublishedStudy& part : {long_table, other}) {
    const StudyReport report = judged(part);
    CHECK(report.tables.skipped.at("x") == "too long to be published; its digest is");
    CHECK(report.tables.blocked.empty());
    CHECK(report.verdicts[0].kind == VerdictKind::reproduces);
    CHECK(report.verdicts[0].as_expected);
    CHECK(report.verdicts[0].tests.empty());
    CHECK(report.verdicts[0].value == whole.verdicts[0].value);
  }
  CHECK(has(judged(other).warnings, "of another revision: samplers' version another published"));
  std::string claims = claim("0");
  claims.replace(claims.find("'s'"), 3, "'another statement'");
  write_file(stored.plan.spec->folder / "claims.toml", claims);
  CHECK(judged(long_table).verdicts[0].kind == VerdictKind::unjudged);
  CHECK(judged(other).verdicts[0].message == "published of another revision");

  // Nothing is published.
  const StudyReport nothing = published_report(stored.plan, nullptr, folder);
  CHECK(nothing.published == "nothing of this study");
  CHECK(nothing.tables.skipped.at("x") == "not published");
  CHECK(nothing.verdicts[0].kind == VerdictKind::unjudged);
}

TEST_CASE("published: verdicts are counted by kind") {
  PublishedStudy study;
  study.name = "s";
  VerdictCounts counts;
  add_to(counts, study);  // a study without claims
  study.verdicts =
      "study,id,verdict,as_expected\ns,a,finding,yes\ns,b,erratum,no\ns,c,finding,yes\n";
  add_to(counts, study);
  CHECK(counts.text() == "1 erratum, 2 finding; 1 not as expected");
  study.verdicts = "study,id,verdict,as_expected\ns,a,1,yes\n";
  CHECK_THROWS_AS(add_to(counts, study), DataError);
}

TEST_CASE("published: the work is that of the published cells only") {
  const Stored part(experiment, [&](const Cell& cell) {
    return cell.simulation->first_replicate > 0 ? std::string() : quarter_rows(cell);
  });
  JobCells record{{"host", "cpu", "build", "2026-01-31T12:00:00Z", ""}, {}};
  for (const Cell& cell : part.plan.cells) {
    record.seconds.emplace_back(Store::key_of(cell.canonical), 2.0);
  }
  const auto written = publish(part.plan, part.store, {record}, part.folder.root() / "published");
  CHECK(written.published_cells() == 2);
  REQUIRE(written.work.size() == 1);
  CHECK(written.work[0].cells == 2);
  CHECK(written.work[0].seconds == 4);
  // A cell without a record is counted.
  record.seconds.resize(1);
  const auto unknown =
      publish(part.plan, part.store, {record}, part.folder.root() / "published").work;
  REQUIRE(unknown.size() == 2);
  CHECK(unknown[1].cpu == "not recorded");
  CHECK(unknown[1].cells == 1);
  CHECK(unknown[1].seconds == 0);
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
  const Judged stored;
  const fs::path folder = stored.folder.root() / "published";
  publish(stored.plan, stored.store, {}, folder);
  const std::string x = stored.table().to_csv();
  const auto read_all = [&] { return read_published_tables(read(folder), folder); };
  for (const char* file : {"studies.json", "digests", "verdicts.csv", "made_up/tables.md"}) {
    CAPTURE(file);
    const fs::path path = folder / file;
    const std::string whole = read_file(path);
    for (std::size_t size = 0; size < whole.size(); size += 7) {
      for (std::string bytes : {whole.substr(0, size), whole}) {
        if (bytes == whole) bytes[size] = static_cast<char>(bytes[size] ^ 0x41);
        write_file(path, bytes);
        std::string csv = x;
        try {
          csv = read_all().at("x");
        } catch (const DataError&) {
        } catch (const FileError&) {
        } catch (const std::out_of_range&) {  // a name was hit
        }
        CHECK(csv == x);
      }
    }
    write_file(path, whole);
  }
  CHECK(read_all().size() == 1);
  write_file(folder / "verdicts.csv", "study,id\nmade_up,c\n");
  CHECK(message_of<DataError>(read_all).find(
            "the rows of made_up are not those that digests names") != std::string::npos);
}

TEST_CASE("published: a changed or missing table is found by its digest") {
  const Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  const PublishedStudy study = publish(stored.plan, stored.store, {}, folder);
  write_file(folder / "made_up" / "tables.md", "## x\n\n```csv\nT\n5\n```\n");
  CHECK(message_of<DataError>([&] {
          read_published_tables(study, folder);
        }).find("made_up: table x is not the one that digests names") != std::string::npos);
  fs::remove(folder / "made_up" / "tables.md");
  CHECK(message_of<FileError>([&] {
          read_published_tables(study, folder);
        }).find("made_up: table x is not there") != std::string::npos);
}

TEST_CASE("published: long tables are packed, too long ones have their digest alone") {
  Stored stored(experiment, quarter_rows);
  const fs::path folder = stored.folder.root() / "published";
  PublishedStudy study = publish(stored.plan, stored.store, {}, folder);
  const std::string longer = "a\n" + std::string(100'000, '1') + "\n";
  study.tables = {{"short", sha256_hex("a\n1\n")}, {"long", sha256_hex(longer)}, {"none", "0"}};
  study.digest_only = {{"none", 300'000}};
  write_published_tables(study, folder, {{"short", "a\n1\n"}, {"long", longer}}, {"x.svg"});
  const std::string page = read_file(folder / "made_up" / "tables.md");
  CHECK(page.find("![x](x.svg)") != std::string::npos);
  CHECK(page.find("longer than 32 kB: long\n") != std::string::npos);
  CHECK(page.size() < 1000);
  CHECK(fs::file_size(folder / "made_up" / "long_tables.md.zst") < 1000);
  CHECK(read_published_tables(study, folder) == NamedTexts{{"short", "a\n1\n"}, {"long", longer}});
  // Compared by the digest, and judged except for claims on it.
  study.tables = {{"x", "0"}};
  study.digest_only = {{"x", 300'000}};
  const auto result = compare_with_published(stored.plan, stored.store, study, folder);
  CHECK(result.tables_different == 1);
  CHECK(has(result.findings, "another digest than the published one; its rows are not published"));
}

TEST_CASE("published: texts in Markdown are read as they were") {
  const NamedTexts texts{{"a/b", "x,y\n1,\"## no heading\n\"\n"}, {"c", "\n"}};
  CHECK(texts_of("# Title\n\ntext\n" + to_markdown(texts), "file") == texts);
  CHECK(to_markdown({{"t", "x\n1\n"}}) == "## t\n\n```csv\nx\n1\n```\n");
  for (const char* text : {"no end", "x\n```\n", "```\n"}) {
    CHECK_THROWS_AS(to_markdown({{"t", text}}), std::invalid_argument);
  }
  const auto message = [](const char* text) {
    return message_of<DataError>([&] { texts_of(text, "f.md"); });
  };
  CHECK(message("## t\n```csv\nx\n") == "f.md:3: the block of t does not end");
  CHECK(message("```csv\n```\n") == "f.md:1: a block without a heading");
  CHECK(message("## t\n```csv\n```\n```csv\n```\n") ==
        "f.md:5: a second block below the heading t");
}
