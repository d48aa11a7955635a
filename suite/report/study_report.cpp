#include "suite/report/study_report.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "build_info.hpp"
#include "suite/report/figure_numbers.hpp"
#include "suite/stream/stream.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

constexpr const char* provenance_name = "provenance.json";

// Provenance of a table, stored next to the tables, never in a digest. `files` are the files that the report wrote there.
std::string provenance(const Plan& plan, const StudyReport& report,
                       const std::set<std::string>& files) {
  nlohmann::ordered_json json;
  json["study"] = report.name;
  json["profile"] = to_string(report.profile);
  json["master_seed"] = plan.spec->master_seed;
  json["digest"] = report.digest;
  if (!report.published.empty()) json["published"] = report.published;
  json["numeric_profile"] = REPLAYBENCH_PROFILE;
  json["sampler_version"] = sampler_version;
  json["commit"] = build_commit();
#if defined(__clang__)
  json["compiler"] = "clang++ " __clang_version__;
#else
  json["compiler"] = "g++ " __VERSION__;
#endif
  utsname machine{};
  if (::uname(&machine) == 0) {
    json["host"] = std::string(machine.sysname) + " " + machine.release + " " + machine.machine;
  }
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[32];
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  json["written"] = text;
  for (const auto& [table, reason] : report.tables.skipped) json["skipped"][table] = reason;
  for (const auto& [table, reason] : report.tables.partial) json["partial"][table] = reason;
  for (const auto& [table, reason] : report.tables.blocked) json["blocked"][table] = reason;
  for (const Figure& figure : report.figures) {
    if (!figure.failed.empty()) json["not_drawn"][figure.name] = figure.failed;
    if (!figure.warnings.empty()) json["gnuplot_warnings"][figure.name] = figure.warnings;
  }
  const OriginCounts& origins = report.tables.origins;
  if (origins.other_engine > 0) json["cells_of_another_engine"] = origins.other_engine;
  if (origins.unknown > 0) json["cells_of_an_unknown_build"] = origins.unknown;
  json["files"] = files;
  for (const Figure& figure : report.figures) {
    if (figure.is_drawn()) json["figures"].push_back(figure.name);
  }
  for (const Cell& cell : plan.cells) json["cells"].push_back(Store::key_of(cell.canonical));
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// Files of the last report in a folder, as its provenance lists them: "files", or "figures" without their extension.
std::set<std::string> names_of_last_report(const fs::path& folder, const char* list) {
  std::set<std::string> files;
  std::error_code error;
  if (!fs::exists(folder / provenance_name, error)) return files;
  const auto json = nlohmann::json::parse(read_file(folder / provenance_name), nullptr, false);
  if (!json.is_object()) return files;
  const auto listed = json.find(list);
  if (listed == json.end() || !listed->is_array()) return files;
  for (const auto& file : *listed) {
    if (!file.is_string()) continue;
    const std::string name = file.get<std::string>();
    if (name.find('/') == std::string::npos) files.insert(name);  // someone may have edited it
  }
  return files;
}

void remove_if_present(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return;
  fs::remove(file, error);
  if (error) throw FileError("cannot remove " + file.string() + ": " + error.message());
}

// Results of an earlier report that this one does not replace would stand beside its provenance as if they were its
// own. What a report did not write stays: a user's files.
void remove_stale(const fs::path& folder, const StudyReport& report,
                  const std::set<std::string>& files) {
  std::set<std::string> stale = names_of_last_report(folder, "files");
  for (const auto* missing : {&report.tables.skipped, &report.tables.blocked}) {
    for (const auto& [table, reason] : *missing) stale.insert(table + ".csv");
  }
  for (const std::string& name : stale) {
    if (!files.contains(name)) remove_if_present(folder / name);
  }
}

// Figures of an earlier report are no figures of the tables that stand there now.
void remove_figures(const std::set<std::string>& names, const fs::path& figures) {
  for (const std::string& name : names) {
    for (const char* extension : {".svg", ".png"}) remove_if_present(figures / (name + extension));
    remove_if_present(seal_of(figures, name));
  }
}

std::string why_blocked(const std::string& table, const std::string& reason) {
  return "table \"" + table + "\": " + reason;
}

// The tables that a claim reads.
std::vector<std::string> tables_read(const Claim& claim) {
  std::vector<std::string> names;
  if (!claim.table.empty()) names.push_back(claim.table);  // an untestable claim may have none
  for (const DeclaredTest& test : claim.tests) names.push_back(test.table);
  for (const DeclaredTest& test : claim.corrected_tests) names.push_back(test.table);
  return names;
}

// The columns that the expressions of a test read.
std::vector<std::string> columns_read(const DeclaredTest& test) {
  std::vector<std::string> names;
  const EstimateSpec& number = test.number;
  for (const auto* expression :
       {&test.select, &number.estimate, &number.standard_error, &number.minus, &number.minus_error,
        &number.divided_by, &number.divided_by_error, &number.slope_on, &test.each, &test.bound,
        &test.second}) {
    if (!*expression) continue;
    for (std::string& name : (*expression)->names()) names.push_back(std::move(name));
  }
  if (test.repetitions && !test.is_exact()) {  // an exact number has no use for those of its claim
    for (std::string& name : test.repetitions->names()) names.push_back(std::move(name));
  }
  return names;
}

// Unknown columns, each once a claim.
void check_columns(const Claim& claim, const Plan& plan, std::vector<SpecProblem>& problems) {
  std::set<std::string> seen;
  for (const auto* tests : {&claim.tests, &claim.corrected_tests}) {
    for (const DeclaredTest& test : *tests) {
      const auto table =
          std::find_if(plan.spec->tables.begin(), plan.spec->tables.end(),
                       [&](const TableSpec& other) { return other.name == test.table; });
      if (table == plan.spec->tables.end()) continue;
      const auto known = columns_of(plan, *table);
      for (const std::string& name : columns_read(test)) {
        if (name == "printed" && claim.printed) continue;
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        if (!seen.insert(test.table + ' ' + name).second) continue;
        problems.push_back({claim.place, "claim \"" + claim.id + "\": table \"" + test.table +
                                             "\" has no column \"" + name + '"' +
                                             suggestion(name, known)});
      }
    }
  }
}

// All wrong names at once, each once a claim.
void check_tables(const std::vector<Claim>& claims, const Plan& plan) {
  const ExperimentSpec& spec = *plan.spec;
  std::vector<std::string> known;
  for (const TableSpec& table : spec.tables) known.push_back(table.name);
  std::vector<SpecProblem> problems;
  for (const Claim& claim : claims) {
    std::set<std::string> seen(known.begin(), known.end());
    for (const std::string& name : tables_read(claim)) {
      if (!seen.insert(name).second) continue;
      problems.push_back({claim.place, "claim \"" + claim.id + "\": the study has no table \"" +
                                           name + '"' + suggestion(name, known)});
    }
    check_columns(claim, plan, problems);
  }
  if (!problems.empty()) throw SpecErrors(std::move(problems));
}

std::vector<Claim> claims_of(const Plan& plan) {
  const ExperimentSpec& spec = *plan.spec;
  const fs::path file = spec.folder / "claims.toml";
  if (!spec.has_folder() || !fs::exists(file)) return {};
  auto claims = read_claims(file, theory_functions());
  check_tables(claims, plan);
  check_same_as(claims);
  for (Claim& claim : claims) claim = at_profile(std::move(claim), plan.profile);
  return claims;
}

// The study's own files, as far as there are.
std::vector<fs::path> source_files(const ExperimentSpec& spec) {
  std::vector<fs::path> files{spec.file};
  if (!spec.has_folder()) return files;
  files.insert(files.begin(), spec.folder / "README.md");
  files.push_back(spec.folder / "claims.toml");
  std::erase_if(files, [](const fs::path& file) { return !fs::exists(file); });
  return files;
}

std::vector<Verdict> judge_claims(const std::vector<Claim>& claims, const StudyReport& report) {
  std::vector<Verdict> verdicts;
  for (const Claim& claim : claims) {
    std::string skipped;
    std::string blocked;
    for (const std::string& name : tables_read(claim)) {
      const StudyTables& tables = report.tables;
      if (const auto found = tables.skipped.find(name); found != tables.skipped.end()) {
        skipped = found->second;
      }
      if (const auto found = tables.blocked.find(name); found != tables.blocked.end()) {
        blocked = why_blocked(name, found->second);
      }
    }
    if (!skipped.empty()) {
      verdicts.push_back(skipped_verdict(claim, skipped));
    } else if (!blocked.empty()) {
      verdicts.push_back(not_computed_verdict(claim, blocked));
    } else {
      verdicts.push_back(judge(claim, tables_of(report)));
    }
  }
  return verdicts;
}

}  // namespace

namespace {

// Each warning once, with the label of its data set.
std::vector<std::string> dataset_warnings(const Plan& plan) {
  std::vector<std::string> warnings;
  for (const Cell& cell : plan.cells) {
    if (!cell.simulation || !cell.unavailable.empty())
      continue;  // data that is not here says nothing
    std::string label;
    for (const auto& axis : cell.axes) {
      if (axis.name == "dataset") label = axis.value;
    }
    for (const std::string& text : cell.simulation->dataset->warnings()) {
      const std::string warning = label + ": " + text;
      if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) {
        warnings.push_back(warning);
      }
    }
  }
  return warnings;
}

}  // namespace

std::string why_unjudged(Profile profile) {
  if (profile != Profile::smoke) return {};
  return "smoke checks that everything runs; verdicts mean nothing at this size";
}

TableSource tables_of(const StudyReport& report) {
  return [&tables = report.tables](const std::string& name) -> const Table& {
    for (const auto& [known, table] : tables.tables) {
      if (known == name) return table;
    }
    if (const auto blocked = tables.blocked.find(name); blocked != tables.blocked.end()) {
      throw DataError(why_blocked(name, blocked->second));
    }
    throw DataError("the study has no table \"" + name + "\"");
  };
}

void check_claims(const Plan& plan) { claims_of(plan); }

StudyReport judge_tables(const Plan& plan, StudyTables tables) {
  StudyReport report;
  report.name = plan.spec->name;
  report.title = plan.spec->title;
  report.question = plan.spec->question;
  report.profile = plan.profile;
  report.tables = std::move(tables);
  report.warnings = dataset_warnings(plan);
  if (std::string kept = report.tables.origins.kept_text(); !kept.empty()) {
    report.warnings.push_back(std::move(kept));
  }
  if (report.tables.skipped.empty() && report.tables.blocked.empty()) {
    report.digest = digest(report.tables.tables);
  }
  const auto claims = claims_of(plan);  // at every profile: mistakes are found at the smallest
  if (const std::string why = why_unjudged(plan.profile); why.empty()) {
    report.verdicts = judge_claims(claims, report);
  } else {
    for (const Claim& claim : claims) report.verdicts.push_back(unjudged_verdict(claim, why));
  }
  return report;
}

StudyReport judge_study(const Plan& plan, const Store& store) {
  return judge_tables(plan, build_tables(plan, store));
}

StudyReport write_report(const Plan& plan, StudyReport report, const fs::path& results,
                         bool figures, const fs::path& drawn) {
  const fs::path folder = results / "tables" / report.name;
  const std::vector<fs::path> sources = source_files(*plan.spec);
  for (const fs::path& file : sources) {
    // The file that declares the study always has the same name here.
    report.sources.push_back(file == plan.spec->file ? "experiment.toml"
                                                     : file.filename().string());
  }
  std::set<std::string> files(report.sources.begin(), report.sources.end());
  for (const auto& [name, table] : report.tables.tables) files.insert(name + ".csv");
  if (!report.verdicts.empty()) files.insert("claims.csv");
  const fs::path figure_folder = results / "figures" / report.name;
  const std::set<std::string> earlier_figures = names_of_last_report(folder, "figures");
  remove_stale(folder, report, files);
  remove_left_parts(folder);
  // It is not that of the tables that follow: a report that is stopped among them leaves none.
  remove_if_present(folder / provenance_name);
  std::vector<std::string> available;
  for (const auto& [name, table] : report.tables.tables) {
    write_file(folder / (name + ".csv"), table.to_csv());
    available.push_back(name);
  }
  if (!report.verdicts.empty()) {
    write_file(folder / "claims.csv", verdicts_as_table(report.verdicts).to_csv());
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    write_file(folder / report.sources[i], read_file(sources[i]));
  }
  const std::string numbers = figure_numbers(plan);
  write_file(folder / "figure_numbers.gp", numbers);  // who draws a figure elsewhere needs them
  if (figures && plan.spec->has_folder()) {
    report.figures =
        draw_figures(plan.spec->folder, folder, figure_folder, available, numbers, drawn);
  }
  std::set<std::string> stale_figures = earlier_figures;
  for (const Figure& figure : report.figures) {
    stale_figures.insert(figure.name);
    if (figure.is_drawn()) stale_figures.erase(figure.name);
  }
  remove_figures(stale_figures, figure_folder);
  write_file(folder / provenance_name, provenance(plan, report, files));
  return report;
}

StudyReport write_study(const Plan& plan, const Store& store, const fs::path& results,
                        bool figures) {
  return write_report(plan, judge_study(plan, store), results, figures);
}

}  // namespace replaybench
