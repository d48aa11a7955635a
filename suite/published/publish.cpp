#include "suite/published/publish.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "build_info.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/published/published_index.hpp"
#include "suite/report/figure_numbers.hpp"
#include "suite/run/work_rate.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"
#include "suite/text/scratch_folder.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// Each cell may fail for a reason of its own: after some of a task the others count together.
class MissingReasons {
 public:
  explicit MissingReasons(std::vector<MissingCells>& missing) : missing_(missing) {}

  void add(const std::string& task, const std::string& reason) {
    constexpr std::size_t max_reasons = 20;
    auto& places = places_[task];
    const bool is_listed = places.count(reason) > 0 || places.size() < max_reasons;
    const auto [place, is_new] =
        places.emplace(is_listed ? reason : "other reasons", missing_.size());
    if (is_new) missing_.push_back({task, 0, place->first});
    ++missing_[place->second].cells;
  }

 private:
  std::vector<MissingCells>& missing_;
  std::map<std::string, std::map<std::string, std::size_t>>
      places_;  // in missing_, by task, reason
};

void remove_places(PublishedStudy& study) {
  for (CellDigest& cell : study.digests) cell = without_places(cell);
}

void add_cells(const Plan& plan, const Store& store, PublishedStudy& study) {
  MissingReasons missing(study.missing);
  std::set<std::string_view> seen;  // tasks of a study may have cells in common
  for (const Cell& cell : plan.cells) {
    if (!seen.insert(cell.canonical).second) continue;
    ++study.cells;
    if (!cell.unavailable.empty()) {
      missing.add(cell.task, cell.unavailable);
      continue;
    }
    const StoredCell found = load_cell(store, cell);
    if (found.payload) {
      study.digests.push_back(digest_of(Store::key_of(cell.canonical), *found.payload));
    } else if (found.damaged) {
      missing.add(cell.task, "damaged in the store");
    } else {
      const auto failure = store.failure(cell.canonical);
      const bool is_old = found.origin.origin == Origin::other_sources;
      missing.add(cell.task, failure  ? "failed: " + *failure
                             : is_old ? "computed by other sources"
                                      : "not computed");
    }
  }
}

// One cost per task.
void add_to(std::vector<TaskCost>& costs, const TaskCost& cost) {
  const auto known = std::find_if(costs.begin(), costs.end(),
                                  [&](const TaskCost& other) { return other.task == cost.task; });
  if (known == costs.end()) {
    costs.push_back(cost);
    return;
  }
  known->cells += cost.cells;
  known->seconds += cost.seconds;
}

double to_milliseconds(double seconds) { return std::round(1000 * seconds) / 1000; }

// Adds the work of the published cells only, because records may name other cells. If a cell was computed twice, its first
// record counts. If no record names a cell, its time is that of the recorded cells of its kind per unit of work.
void add_work(const Plan& plan, const std::vector<JobCells>& records, PublishedStudy& study) {
  const Job unknown{"", "not recorded", "not recorded", "", ""};
  std::unordered_map<std::string, const Cell*> left;
  std::unordered_set<std::string_view> published;
  for (const CellDigest& cell : study.digests) published.insert(cell.key);
  for (const Cell& cell : plan.cells) {
    add_to(study.tasks, {cell.task, 0, 0});
    const std::string key = Store::key_of(cell.canonical);
    if (published.count(std::string_view(key).substr(0, digest_length))) left.emplace(key, &cell);
  }
  std::map<CellKind, WorkRate> rates;
  const auto add = [&](const Cell& cell, const Job& job, double seconds) {
    add_to(study.work, {job.cpu, job.build, job.started, 1, seconds});
    add_to(study.tasks, {cell.task, 1, seconds});
  };
  for (const JobCells& record : records) {
    for (const auto& [key, seconds] : record.seconds) {
      const auto node = left.extract(key);
      if (node.empty()) continue;
      rates[kind_of(*node.mapped())].add(node.mapped()->cost, seconds);
      add(*node.mapped(), record.job, seconds);
    }
  }
  for (const Cell& cell : plan.cells) {
    if (left.erase(Store::key_of(cell.canonical)) == 0) continue;
    add(cell, unknown, rates[kind_of(cell)].seconds_of(cell.cost));
  }
  for (PublishedWork& part : study.work) part.seconds = to_milliseconds(part.seconds);
  for (TaskCost& task : study.tasks) task.seconds = to_milliseconds(task.seconds);
}

// SVG or PNG, whichever is smaller.
void copy_figure(const Figure& figure, const fs::path& to) {
  std::error_code error;
  fs::path best = figure.svg;
  const auto svg = fs::file_size(figure.svg, error);
  const auto png = fs::file_size(figure.png, error);
  if (!error && png < svg) best = figure.png;
  write_file(to / best.filename(), read_file(best));
}

void add_verdicts(const StudyReport& report, const fs::path& folder, PublishedStudy& study) {
  study.verdicts.clear();
  study.unexpected_verdicts = 0;
  const fs::path file = folder / "verdicts.csv";
  if (report.verdicts.empty()) {
    std::error_code error;
    if (fs::remove(file, error); error) {
      throw FileError("cannot remove " + file.string() + ": " + error.message());
    }
    return;
  }
  write_file(file, verdicts_as_table(report.verdicts).to_csv());
  for (const Verdict& verdict : report.verdicts) {
    ++study.verdicts[std::string(name_of(verdict.kind))];
    study.unexpected_verdicts += !verdict.as_expected;
  }
}

void add_report(const StudyReport& report, const fs::path& folder, std::uint64_t longest_table,
                PublishedStudy& study) {
  study.digest = report.digest;
  study.missing_tables = report.tables.skipped;
  study.missing_tables.insert(report.tables.blocked.begin(), report.tables.blocked.end());
  study.partial_tables = report.tables.partial;
  for (const auto& [name, table] : report.tables.tables) {
    const std::string csv = table.to_csv();
    study.tables[name] = sha256_hex(csv);
    const std::uint64_t bytes = write_table(folder / "tables", name, csv, longest_table);
    if (bytes > longest_table) study.digest_only[name] = bytes;
  }
  for (const Figure& figure : report.figures) {
    if (figure.is_drawn()) {
      copy_figure(figure, folder / "figures");
    } else {
      study.missing_figures[figure.name] =
          figure.failed.empty() ? figure.skipped : "not drawn: " + figure.failed;
    }
  }
  add_verdicts(report, folder, study);
}

std::string run_of(const std::string& profile, const std::string& master_seed) {
  return "profile " + profile + ", seed " + master_seed;
}

// A study.json that is damaged names no run, and publishing its study again mends it: the index, which
// is written last, names those that are still to be mended.
std::optional<PublishedStudy> undamaged(const fs::path& folder, const std::string& name) {
  try {
    return read_published(folder, name, false);
  } catch (const DataError&) {
    return std::nullopt;
  }
}

void refuse_another_run(const Plan& plan, const fs::path& folder) {
  for (const std::string& name : published_studies(folder)) {
    const auto known = undamaged(folder, name);
    if (!known) continue;
    const PublishedStudy& other = *known;
    if (other.profile == to_string(plan.profile) && other.master_seed == plan.spec->master_seed) {
      continue;
    }
    throw SpecErrors(folder.string() + " holds " + name + " of " +
                     run_of(other.profile, other.master_seed) + "; this is " +
                     run_of(to_string(plan.profile), plan.spec->master_seed) +
                     ": one folder holds one run; name another one or remove it");
  }
}

constexpr std::array<std::string_view, 5> own_files{"study.json", "cells.zst", "verdicts.csv",
                                                    "figure_numbers.gp", "cells.gz"};  // of form 1
constexpr std::array<std::string_view, 2> own_folders{"tables", "figures"};
constexpr std::array<std::string_view, 4> own_extensions{".csv", ".gz", ".svg", ".png"};

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
  const std::string name = entry.path().filename().string();
  const fs::file_status status = entry.symlink_status();
  if (fs::is_directory(status)) return contains(own_folders, name);
  return fs::is_regular_file(status) && contains(own_files, without_part(name));
}

bool is_own_table_or_figure(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  const auto has_own_extension = [](const std::string& file) {
    return contains(own_extensions, fs::path(file).extension().string());
  };
  return fs::is_regular_file(entry.symlink_status()) &&
         (has_own_extension(name) || has_own_extension(without_part(name)));
}

void refuse_foreign_entries(const fs::path& own) {
  const auto refuse_entry = [&](const fs::directory_entry& entry) {
    refuse(own.string() + " holds " + entry.path().lexically_relative(own).string() +
           ", which publish did not write");
  };
  for (const fs::directory_entry& entry : entries_of(own)) {
    if (!is_own(entry)) refuse_entry(entry);
    if (!entry.is_directory()) continue;
    for (const fs::directory_entry& inner : entries_of(entry.path())) {
      if (!is_own_table_or_figure(inner)) refuse_entry(inner);
    }
  }
}

// Until the new study.json is there, the study is not published: a kill leaves no mixture. The folder
// itself stays, with whatever else came into it since it was checked.
void clear_study(const fs::path& folder, const std::string& study) {
  const fs::path own = folder / study;
  std::error_code error;
  fs::remove(study_json(folder, study), error);
  if (!error) {
    for (const fs::directory_entry& entry : entries_of(own)) {
      if (!error && is_own(entry)) fs::remove_all(entry.path(), error);
    }
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
  for (const std::string& name : studies) refuse_foreign_entries(folder / name);
}

std::optional<CellCounts> fewer_than_published(const Plan& plan, const Store& store,
                                               const fs::path& folder) {
  if (!fs::exists(study_json(folder, plan.spec->name))) return std::nullopt;
  const auto known = undamaged(folder, plan.spec->name);
  if (!known) return std::nullopt;
  CellCounts counts;
  counts.published = known->cells;
  for (const MissingCells& missing : known->missing) counts.published -= missing.cells;
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

PublishedStudy publish(const Plan& plan, const Store& store, const std::vector<JobCells>& records,
                       const fs::path& folder, const PublishOptions& options) {
  check_publishable(folder, {plan.spec->name});
  refuse_another_run(plan, folder);
  PublishedStudy study;
  study.name = plan.spec->name;
  study.title = plan.spec->title;
  study.profile = to_string(plan.profile);
  study.master_seed = plan.spec->master_seed;
  study.revision = Revision::of(plan);
  study.commit = REPLAYBENCH_COMMIT;
  const ScratchFolder scratch(fs::temp_directory_path() / "replaybench_publish_");
  const StudyReport report = write_study(plan, store, scratch.path(), options.figures);
  clear_study(folder, study.name);
  add_cells(plan, store, study);
  if (!options.places) remove_places(study);
  add_work(plan, records, study);
  add_report(report, folder / study.name, options.longest_table, study);
  write_file(folder / study.name / "figure_numbers.gp", figure_numbers(plan));
  write_published(study, folder);
  return study;
}

StudyReport judge_published(const Plan& plan, const PublishedStudy& study, const fs::path& folder) {
  const std::string& name = plan.spec->name;
  if (const auto changes = differences(study.revision, Revision::of(plan)); !changes.empty()) {
    std::string text = name + ": the published tables are of another revision";
    for (const std::string& change : changes) text += ": " + change;
    throw SpecErrors(text + "; run the study and publish it");
  }
  if (!study.missing_tables.empty()) {
    throw SpecErrors(name + ": table " + study.missing_tables.begin()->first +
                     " is not published: " + study.missing_tables.begin()->second +
                     "; run the study and publish it");
  }
  StudyTables tables;
  for (const TableSpec& spec : plan.spec->tables) {
    if (study.digest_only.count(spec.name)) {
      tables.blocked[spec.name] = "its digest alone is published";
      continue;
    }
    tables.tables.emplace_back(
        spec.name, Table::from_csv(read_published_table(study, folder, spec.name), spec.name));
  }
  tables.partial = study.partial_tables;
  StudyReport report = judge_tables(plan, std::move(tables));
  for (const Verdict& verdict : report.verdicts) {
    if (verdict.kind != VerdictKind::not_computed) continue;
    throw SpecErrors(name + ": claim \"" + verdict.claim.id + "\": " + verdict.message +
                     "; run the study and publish it");
  }
  return report;
}

PublishedStudy judge_again(const Plan& plan, const fs::path& folder) {
  refuse_another_run(plan, folder);
  PublishedStudy study = read_published(folder, plan.spec->name);
  const StudyReport report = judge_published(plan, study, folder);
  study.title = plan.spec->title;
  remove_left_parts(folder / study.name);
  add_verdicts(report, folder / study.name, study);
  write_published(study, folder);
  return study;
}

void remove_places(const fs::path& folder, const std::string& study) {
  PublishedStudy shorter = read_published(folder, study);
  remove_places(shorter);
  write_published(shorter, folder);
}

}  // namespace replaybench
