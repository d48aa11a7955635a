#include "suite/published/publish.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "build_info.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/published/published_index.hpp"
#include "suite/report/figure_numbers.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"
#include "suite/text/scratch_folder.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/zstd.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// Limits that keep a repository small: bytes of a packed table, and of a figure.
constexpr std::size_t max_packed_table = 250'000;
constexpr std::size_t max_packed_table_of_full = 30'000;
constexpr std::size_t max_figure_bytes = 90'000;

// The keys of the stored cells; the others are missing.
std::unordered_set<std::string> add_cells(const Plan& plan, const Store& store,
                                          PublishedStudy& study) {
  std::unordered_set<std::string> published;
  // Counts the reasons of a task and keeps the first.
  const auto add_missing = [&](const std::string& task, const std::string& reason) {
    const auto known = std::find_if(study.missing.begin(), study.missing.end(),
                                    [&](const MissingCells& part) { return part.task == task; });
    if (known == study.missing.end()) {
      study.missing.push_back({task, 1, reason});
    } else {
      ++known->cells;
    }
  };
  std::set<std::string_view> seen;  // tasks of a study may have cells in common
  for (const Cell& cell : plan.cells) {
    if (!seen.insert(cell.canonical).second) continue;
    ++study.cells;
    if (!cell.unavailable.empty()) {
      add_missing(cell.task, cell.unavailable);
      continue;
    }
    const StoredCell found = load_cell(store, cell);
    if (found.payload) {
      published.insert(Store::key_of(cell.canonical));
    } else if (found.damaged) {
      add_missing(cell.task, "damaged in the store");
    } else {
      const auto failure = store.failure(cell.canonical);
      const bool is_old = found.origin.origin == Origin::other_sources;
      add_missing(cell.task, failure  ? "failed: " + *failure
                             : is_old ? "computed by other sources"
                                      : "not computed");
    }
  }
  return published;
}

double to_milliseconds(double seconds) { return std::round(1000 * seconds) / 1000; }

// Adds the work of the published cells only, because records may name other cells. If a cell was computed twice, the process
// that started last counts: --recompute replaces what is stored.
void add_work(std::vector<JobCells> records, std::unordered_set<std::string> published,
              PublishedStudy& study) {
  std::stable_sort(records.begin(), records.end(), [](const JobCells& a, const JobCells& b) {
    return a.job.started > b.job.started;
  });
  for (const JobCells& record : records) {
    for (const auto& [key, seconds] : record.seconds) {
      if (published.erase(key) == 0) continue;
      add_to(study.work, {record.job.cpu, record.job.build, record.job.started, 1, seconds});
    }
  }
  if (!published.empty()) {
    add_to(study.work, {"not recorded", "not recorded", "", published.size(), 0});
  }
  for (PublishedWork& part : study.work) part.seconds = to_milliseconds(part.seconds);
}

// SVG or PNG, whichever is smaller.
void add_figures(const StudyReport& report, const fs::path& own, PublishedStudy& study,
                 std::vector<std::string>& names) {
  for (const Figure& figure : report.figures) {
    if (!figure.is_drawn()) {
      study.missing_figures[figure.name] =
          figure.failed.empty() ? figure.skipped : "not drawn: " + figure.failed;
      continue;
    }
    const std::string svg = read_file(figure.svg);
    const std::string png = read_file(figure.png);
    const bool is_svg = svg.size() <= png.size();
    const std::string& bytes = is_svg ? svg : png;
    if (bytes.size() > max_figure_bytes) {
      study.large_figures[figure.name] = bytes.size();
      continue;
    }
    names.push_back((is_svg ? figure.svg : figure.png).filename().string());
    write_file(own / names.back(), bytes);
  }
}

NamedTexts add_tables(const StudyReport& report, PublishedStudy& study) {
  const std::size_t longest =
      study.profile == to_string(Profile::full) ? max_packed_table_of_full : max_packed_table;
  study.digest = report.digest;
  study.missing_tables = report.tables.skipped;
  study.missing_tables.insert(report.tables.blocked.begin(), report.tables.blocked.end());
  study.partial_tables = report.tables.partial;
  NamedTexts texts;
  for (const auto& [name, table] : report.tables.tables) {
    std::string csv = table.to_csv();
    study.tables[name] = sha256_hex(csv);
    const std::size_t packed = csv.size() > longest ? zstd(csv).size() : 0;
    if (packed > longest) {
      study.digest_only[name] = packed;
    } else {
      texts[name] = std::move(csv);
    }
  }
  if (!report.verdicts.empty()) study.verdicts = verdicts_as_table(report.verdicts).to_csv();
  return texts;
}

std::string run_of(const std::string& profile, const std::string& master_seed) {
  return "profile " + profile + ", seed " + master_seed;
}

void refuse_another_run(const Plan& plan, const PublishedRun& run, const fs::path& folder) {
  const std::string profile = to_string(plan.profile);
  if (run.studies.empty() ||
      (run.profile == profile && run.master_seed == plan.spec->master_seed)) {
    return;
  }
  throw SpecErrors(folder.string() + " holds " + run.studies.begin()->first + " of " +
                   run_of(run.profile, run.master_seed) + "; this is " +
                   run_of(profile, plan.spec->master_seed) +
                   ": one folder holds one run; name another one or remove it");
}

constexpr std::array<std::string_view, 5> run_files{"digests", "verdicts.csv", "tables.md.zst",
                                                    "figure_numbers.md.zst", "studies.json"};
constexpr std::array<std::string_view, 2> own_files{"tables.md", "long_tables.md.zst"};
constexpr std::array<std::string_view, 2> own_extensions{".svg", ".png"};

template <class Names>
bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A killed process leaves the part of a file that it was writing, under the file's name and ".part-...".
std::string without_part(const std::string& name) { return name.substr(0, name.find(part_mark)); }

[[noreturn]] void refuse(const std::string& what) {
  throw SpecErrors(what + "; name another folder with " + option("to"));
}

// By name; none when there is no folder.
std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (!error && !fs::is_directory(status)) refuse(folder.string() + " is not a folder");
  std::vector<fs::directory_entry> entries;
  if (!error) {
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      entries.push_back(*entry);
    }
  }
  if (error) throw FileError("cannot read " + folder.string() + ": " + error.message());
  std::sort(entries.begin(), entries.end());
  return entries;
}

// Links are not: what they lead to is not known.
bool is_own(const fs::directory_entry& entry) {
  const fs::path name = without_part(entry.path().filename().string());
  return fs::is_regular_file(entry.symlink_status()) &&
         (contains(own_files, name.string()) ||
          contains(own_extensions, name.extension().string()));
}

void refuse_file(const fs::path& folder, const std::string& name) {
  refuse(folder.string() + " holds " + name + ", which publish did not write");
}

// In a folder without a run nothing is a published file.
void refuse_foreign_files(const fs::path& folder, const std::vector<std::string>& studies) {
  const bool is_run = fs::exists(folder / "studies.json");
  for (const std::string_view name : run_files) {
    if (!is_run && fs::exists(folder / name)) refuse_file(folder, std::string(name));
  }
  for (const std::string& study : studies) {
    for (const fs::directory_entry& entry : entries_of(folder / study)) {
      if (!is_run || !is_own(entry)) {
        refuse_file(folder / study, entry.path().filename().string());
      }
    }
  }
}

// The folder itself stays, with whatever else came into it since it was checked.
void clear_study(const fs::path& own) {
  std::error_code error;
  for (const fs::directory_entry& entry : entries_of(own)) {
    if (!error && is_own(entry)) fs::remove(entry.path(), error);
  }
  if (error) throw FileError("cannot clear " + own.string() + ": " + error.message());
}

}  // namespace

void check_publishable(const fs::path& folder, const std::vector<std::string>& studies) {
  for (const std::string& name : studies) {
    if (name.empty() || name == "." || name == "..") {
      throw SpecErrors("\"" + name + "\" is not a name that a study can be published under: its " +
                       "folder's name, or its file's, must be a plain one");
    }
  }
  refuse_foreign_index(folder);
  refuse_foreign_files(folder, studies);
}

std::optional<CellCounts> fewer_than_published(const Plan& plan, const Store& store,
                                               const PublishedRun& run) {
  const PublishedStudy* known = run.find(plan.spec->name);
  if (known == nullptr) return std::nullopt;
  CellCounts counts;
  counts.published = known->published_cells();
  bool is_complete = true;
  std::set<std::string_view> seen;  // tasks of a study may have cells in common
  for (const Cell& cell : plan.cells) {
    if (!seen.insert(cell.canonical).second) continue;
    const bool is_here = cell.unavailable.empty() && is_stored(store, cell);
    counts.stored += is_here;
    is_complete = is_complete && is_here;
  }
  // A study that has fewer cells now is published with all of them.
  if (is_complete || counts.stored >= counts.published) return std::nullopt;
  return counts;
}

std::map<std::string, std::size_t> builds_of(const Plan& plan, const Store& store,
                                             const std::vector<JobCells>& records) {
  std::unordered_set<std::string> stored;
  for (const Cell& cell : plan.cells) {
    if (cell.unavailable.empty() && is_stored(store, cell)) {
      stored.insert(Store::key_of(cell.canonical));
    }
  }
  PublishedStudy study;
  add_work(records, std::move(stored), study);
  std::map<std::string, std::size_t> builds;
  for (const PublishedWork& part : study.work) {
    if (!part.started.empty()) builds[part.build] += part.cells;
  }
  return builds;
}

void check_builds(const std::map<std::string, std::size_t>& builds) {
  std::set<std::string> commits;
  std::string listed;
  bool edited = false;
  for (const auto& [build, cells] : builds) {
    // "replaybench 0.3.0 (da7f0eb0), g++ 12.2.0, ..."
    commits.insert(build.substr(0, build.find(')')));
    edited = edited || build.find("-dirty)") != std::string::npos;
    listed += fmt::format("\n  {} cells by {}", cells, build);
  }
  if (!edited && commits.size() < 2) return;
  throw SpecErrors(
      fmt::format("what is published together comes from one commit; {}:{}\n"
                  "Build a commit and run the studies into an empty store{}",
                  edited ? "here sources were edited after it" : "here there are several", listed,
                  edited ? "" : ", or publish the studies one by one"));
}

PublishedStudy publish(const Plan& plan, const Store& store, const std::vector<JobCells>& records,
                       const fs::path& folder) {
  check_publishable(folder, {plan.spec->name});
  PublishedRun run = PublishedRun::read(folder);
  refuse_another_run(plan, run, folder);
  PublishedStudy study;
  study.name = plan.spec->name;
  study.title = plan.spec->title;
  study.profile = run.profile = to_string(plan.profile);
  study.master_seed = run.master_seed = plan.spec->master_seed;
  study.revision = Revision::of(plan);
  study.commit = build_commit();
  const bool with_figures = plan.profile != Profile::full;
  const ScratchFolder scratch(fs::temp_directory_path() / "replaybench_publish_");
  const StudyReport report = write_study(plan, store, scratch.path(), with_figures);
  // Until all of it is written, the study is not published: a kill leaves no mixture.
  run.studies.erase(study.name);
  run.write_studies(folder);
  clear_study(folder / study.name);
  add_work(records, add_cells(plan, store, study), study);
  std::vector<std::string> figures;
  if (with_figures) add_figures(report, folder / study.name, study, figures);
  write_published_tables(study, folder, add_tables(report, study), figures);
  write_figure_numbers(folder, study.name, figure_numbers(plan));
  run.studies[study.name] = study;
  run.write(folder);
  return study;
}

}  // namespace replaybench
