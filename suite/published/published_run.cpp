#include "suite/published/published_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "build_info.hpp"
#include "suite/component/registry.hpp"
#include "suite/plan/experiment_digest.hpp"
#include "suite/stream/stream.hpp"
#include "suite/table/table.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::string_view form = "replaybench published 3";
constexpr const char* studies_file = "studies.json";
constexpr const char* digests_file = "digests";
constexpr const char* verdicts_file = "verdicts.csv";
constexpr std::string_view claims_name = "claims";  // of a study's verdicts among its tables

// Shorter tables are read where they lie, by people too.
constexpr std::size_t max_plain_table = 32'768;

// "name#revision" words of a cell's text.
void add_components(const std::string& canonical, std::set<std::string>& components) {
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (auto at = canonical.find('#'); at != std::string::npos; at = canonical.find('#', at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_name(canonical[begin - 1])) --begin;
    std::size_t end = at + 1;
    while (end < canonical.size() && is_digit(canonical[end])) ++end;
    if (begin < at && end > at + 1) components.insert(canonical.substr(begin, end - begin));
  }
}

Json to_json(const PublishedStudy& study) {
  Json json;
  json["title"] = study.title;
  json["digest"] = study.digest;
  json["cells"] = study.cells;
  json["missing"] = Json::array();
  for (const MissingCells& missing : study.missing) {
    json["missing"].push_back(
        {{"task", missing.task}, {"cells", missing.cells}, {"reason", missing.reason}});
  }
  json["work"] = Json::array();
  for (const PublishedWork& work : study.work) {
    json["work"].push_back({{"cpu", work.cpu},
                            {"build", work.build},
                            {"started", work.started},
                            {"cells", work.cells},
                            {"core_seconds", work.seconds}});
  }
  json["missing_tables"] = study.missing_tables;
  json["partial_tables"] = study.partial_tables;
  if (!study.digest_only.empty()) json["digest_only"] = study.digest_only;
  json["missing_figures"] = study.missing_figures;
  if (!study.large_figures.empty()) json["large_figures"] = study.large_figures;
  json["commit"] = study.commit;
  json["numeric_profile"] = study.revision.numeric_profile;
  json["samplers"] = study.revision.samplers;
  json["experiment"] = study.revision.experiment;
  json["components"] = study.revision.components;
  return json;
}

PublishedStudy of_json(const Json& json) {
  PublishedStudy study;
  json.at("title").get_to(study.title);
  json.at("digest").get_to(study.digest);
  json.at("cells").get_to(study.cells);
  for (const Json& missing : json.at("missing")) {
    study.missing.push_back({missing.at("task").get<std::string>(),
                             missing.at("cells").get<std::size_t>(),
                             missing.at("reason").get<std::string>()});
  }
  for (const Json& work : json.at("work")) {
    study.work.push_back({work.at("cpu").get<std::string>(), work.at("build").get<std::string>(),
                          work.at("started").get<std::string>(),
                          work.at("cells").get<std::size_t>(),
                          work.at("core_seconds").get<double>()});
  }
  json.at("missing_tables").get_to(study.missing_tables);
  json.at("partial_tables").get_to(study.partial_tables);
  study.digest_only = json.value("digest_only", study.digest_only);
  json.at("missing_figures").get_to(study.missing_figures);
  study.large_figures = json.value("large_figures", study.large_figures);
  json.at("commit").get_to(study.commit);
  json.at("numeric_profile").get_to(study.revision.numeric_profile);
  json.at("samplers").get_to(study.revision.samplers);
  json.at("experiment").get_to(study.revision.experiment);
  json.at("components").get_to(study.revision.components);
  return study;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "none" : text;
}

std::vector<std::string> without(const std::vector<std::string>& all,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> rest;
  std::set_difference(all.begin(), all.end(), others.begin(), others.end(),
                      std::back_inserter(rest));
  return rest;
}

// The lines of a CSV text with their ends; a line's end in quotes is none.
std::vector<std::string_view> lines_of(std::string_view csv) {
  std::vector<std::string_view> lines;
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    if (csv[i] == '"') in_quotes = !in_quotes;
    if (csv[i] != '\n' || in_quotes) continue;
    lines.push_back(csv.substr(begin, i + 1 - begin));
    begin = i + 1;
  }
  if (begin < csv.size()) lines.push_back(csv.substr(begin));
  return lines;
}

std::string file_name(const std::string& study, std::string_view table) {
  return study + "/" + std::string(table) + ".csv";
}

// Reads verdicts.csv: the rows of each study below the header.
void read_verdicts(const fs::path& file, PublishedRun& run) {
  if (!fs::exists(file)) return;
  const std::string text = read_file(file);
  const auto lines = lines_of(text);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto study = run.studies.find(std::string(lines[i].substr(0, lines[i].find(','))));
    if (study == run.studies.end()) continue;  // left by a publish that was stopped
    std::string& verdicts = study->second.verdicts;
    if (verdicts.empty()) verdicts = lines[0];
    verdicts += lines[i];
  }
}

void read_digests(const fs::path& file, PublishedRun& run) {
  constexpr std::size_t digits = 64;
  if (run.studies.empty()) return;  // a first publish that was stopped has written none
  const std::string text = read_file(file);
  std::map<std::string, std::string> verdicts;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    const std::size_t slash = line.find('/');
    if (line.size() <= digits + 2 || line.substr(digits, 2) != "  " || slash == line.npos ||
        !line.ends_with(".csv\n")) {
      throw DataError(file.string() + ":" + std::to_string(number) + ": not a digest and a table");
    }
    const auto study = run.studies.find(std::string(line.substr(digits + 2, slash - digits - 2)));
    if (study == run.studies.end()) continue;  // left by a publish that was stopped
    const std::string table(line.substr(slash + 1, line.size() - slash - 6));
    const std::string digest(line.substr(0, digits));
    if (table == claims_name) {
      verdicts[study->first] = digest;
    } else {
      study->second.tables[table] = digest;
    }
  }
  for (const auto& [name, study] : run.studies) {
    if (study.verdicts.empty() ? verdicts.count(name) == 0
                               : verdicts[name] == sha256_hex(study.verdicts)) {
      continue;
    }
    throw DataError((file.parent_path() / verdicts_file).string() + ": the rows of " + name +
                    " are not those that " + digests_file + " names");
  }
}

}  // namespace

Revision Revision::of(const Plan& plan) {
  Revision revision;
  revision.numeric_profile = REPLAYBENCH_PROFILE;
  revision.samplers = std::string(sampler_version);
  revision.experiment = experiment_digest(*plan.spec);
  std::set<std::string> components;
  for (const Cell& cell : plan.cells) add_components(cell.canonical, components);
  revision.components.assign(components.begin(), components.end());
  return revision;
}

std::vector<std::string> Revision::changed_components() const {
  std::map<std::string, std::set<std::string>> here;  // components of two kinds may have one name
  const auto add = [&](const auto& table) {
    for (const auto* description : table) {
      here[description->name].insert(std::to_string(description->revision));
    }
  };
  add(algorithms_table());
  add(evaluators_table());
  add(datasets_table());
  std::vector<std::string> changed;
  for (const std::string& component : components) {
    const auto mark = component.find('#');
    const std::string name = component.substr(0, mark), revision = component.substr(mark + 1);
    const auto known = here.find(name);
    if (known == here.end() || known->second.contains(revision)) continue;
    changed.push_back(
        fmt::format("{} {} (now {})", name, revision, fmt::join(known->second, " or ")));
  }
  return changed;
}

std::vector<std::string> differences(const Revision& published, const Revision& here) {
  std::vector<std::string> texts;
  const auto compare = [&](const std::string& what, const std::string& a, const std::string& b) {
    if (a != b) texts.push_back(what + " " + a + " published, " + b + " here");
  };
  compare("numeric profile", published.numeric_profile, here.numeric_profile);
  compare("samplers' version", published.samplers, here.samplers);
  const auto theirs = without(published.components, here.components);
  const auto ours = without(here.components, published.components);
  if (!theirs.empty() || !ours.empty()) compare("components", joined(theirs), joined(ours));
  if (published.experiment != here.experiment)
    texts.emplace_back("experiment.toml differs in what this profile asks for");
  return texts;
}

double PublishedStudy::seconds() const {
  double sum = 0;
  for (const PublishedWork& part : work) sum += part.seconds;
  return sum;
}

std::size_t PublishedStudy::published_cells() const {
  std::size_t count = cells;
  for (const MissingCells& part : missing) count -= part.cells;
  return count;
}

std::string VerdictCounts::text() const {
  std::string text;
  for (const auto& [kind, count] : kinds) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  }
  if (unexpected > 0) text += "; " + std::to_string(unexpected) + " not as expected";
  return text;
}

namespace {

template <class Values>
const Values& column_of(const Table& verdicts, const std::string& study, const std::string& name) {
  const auto* values =
      verdicts.has_column(name) ? std::get_if<Values>(&verdicts.column(name)) : nullptr;
  if (values == nullptr) {
    throw DataError(std::string(verdicts_file) + ": the verdicts of " + study +
                    " have no column \"" + name + "\" of the type that it must have");
  }
  return *values;
}

}  // namespace

void add_to(VerdictCounts& counts, const PublishedStudy& study) {
  if (study.verdicts.empty()) return;
  const Table verdicts = Table::from_csv(study.verdicts, "verdicts of " + study.name);
  for (const std::string& kind : column_of<TextColumn>(verdicts, study.name, "verdict")) {
    ++counts.kinds[kind];
  }
  for (const std::string& mark : column_of<TextColumn>(verdicts, study.name, "as_expected")) {
    counts.unexpected += mark == "no";
  }
}

std::map<std::string, std::string> verdict_kinds(const PublishedStudy& study) {
  std::map<std::string, std::string> kinds;
  if (study.verdicts.empty()) return kinds;
  const Table verdicts = Table::from_csv(study.verdicts, "verdicts of " + study.name);
  const auto& ids = column_of<TextColumn>(verdicts, study.name, "id");
  const auto& verdict = column_of<TextColumn>(verdicts, study.name, "verdict");
  for (std::size_t i = 0; i < ids.size(); ++i) kinds[ids[i]] = verdict[i];
  return kinds;
}

PublishedRun PublishedRun::read(const fs::path& folder) {
  PublishedRun run;
  const fs::path file = folder / studies_file;
  std::error_code error;
  if (!fs::exists(file, error)) return run;
  try {
    const Json json = Json::parse(read_file(file));
    if (json.at("form").get<std::string>() != form) {
      throw DataError(file.string() + ": form " + json.at("form").get<std::string>() +
                      ", and this program reads " + std::string(form));
    }
    json.at("profile").get_to(run.profile);
    json.at("master_seed").get_to(run.master_seed);
    for (const auto& [name, study] : json.at("studies").items()) {
      PublishedStudy& read = run.studies[name] = of_json(study);
      read.name = name;
      read.profile = run.profile;
      read.master_seed = run.master_seed;
    }
  } catch (const Json::exception& json_error) {
    throw DataError(file.string() + ": not a published run: " + json_error.what());
  }
  read_verdicts(folder / verdicts_file, run);
  read_digests(folder / digests_file, run);
  return run;
}

void PublishedRun::write_studies(const fs::path& folder) const {
  Json json{{"form", form}, {"profile", profile}, {"master_seed", master_seed}};
  json["studies"] = Json::object();
  for (const auto& [name, study] : studies) json["studies"][name] = to_json(study);
  write_file(folder / studies_file,
             json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void PublishedRun::write(const fs::path& folder) const {
  std::string digests;
  std::string verdicts;
  for (const auto& [name, study] : studies) {
    if (!study.verdicts.empty()) {
      digests += sha256_hex(study.verdicts) + "  " + file_name(name, claims_name) + "\n";
      const std::string_view header = lines_of(study.verdicts)[0];
      if (!verdicts.starts_with(header) && !verdicts.empty()) {
        throw SpecErrors((folder / verdicts_file).string() + ": the verdicts of " + name +
                         " have other columns than those before: remove " + folder.string() +
                         " and publish all studies");
      }
      verdicts += std::string_view(study.verdicts).substr(verdicts.empty() ? 0 : header.size());
    }
    for (const auto& [table, digest] : study.tables) {
      digests += digest + "  " + file_name(name, table) + "\n";
    }
  }
  write_file(folder / digests_file, digests);
  write_file(folder / verdicts_file, verdicts);
  write_studies(folder);
}

const PublishedStudy* PublishedRun::find(const std::string& study) const {
  const auto found = studies.find(study);
  return found == studies.end() ? nullptr : &found->second;
}

void add_to(std::vector<PublishedWork>& parts, const PublishedWork& work) {
  const auto part = std::find_if(parts.begin(), parts.end(), [&](const PublishedWork& known) {
    return known.cpu == work.cpu && known.build == work.build;
  });
  if (part == parts.end()) {
    parts.push_back(work);
    return;
  }
  part->cells += work.cells;
  part->seconds += work.seconds;
  part->started = std::min(part->started, work.started);
}

namespace {

// Replaces what the file has of a study: the texts whose names begin with its own and a slash.
void replace_texts(const fs::path& file, const std::string& study, const NamedTexts& texts) {
  NamedTexts all = read_texts(file);
  std::erase_if(all, [&](const auto& text) { return text.first.starts_with(study + "/"); });
  for (const auto& [name, text] : texts) all[study + "/" + name] = text;
  write_texts(file, all);
}

fs::path all_tables(const fs::path& folder) { return folder / "tables.md.zst"; }
fs::path short_tables(const fs::path& folder, const std::string& study) {
  return folder / study / "tables.md";
}
fs::path long_tables(const fs::path& folder, const std::string& study) {
  return folder / study / "long_tables.md.zst";
}

// Text above the tables.
std::string page_head(const PublishedStudy& study, const NamedTexts& packed,
                      const std::vector<std::string>& figures) {
  std::string text = "# " + study.title + "\n\nStudy " + study.name + ", profile " + study.profile +
                     ", master seed " + study.master_seed + ".\n";
  if (!packed.empty()) {
    text += "`zstd -dc long_tables.md.zst` shows the tables that are longer than 32 kB:";
    for (const auto& [name, csv] : packed) text += " " + name;
    text += "\n";
  }
  for (const std::string& figure : figures) {
    text += "\n![" + fs::path(figure).stem().string() + "](" + figure + ")\n";
  }
  return text + "\n";
}

}  // namespace

void write_published_tables(const PublishedStudy& study, const fs::path& folder,
                            const NamedTexts& tables, const std::vector<std::string>& figures) {
  if (study.profile == to_string(Profile::full)) {
    replace_texts(all_tables(folder), study.name, tables);
    return;
  }
  NamedTexts plain;
  NamedTexts packed;
  for (const auto& [name, csv] : tables) {
    (csv.size() > max_plain_table ? packed : plain)[name] = csv;
  }
  write_texts(long_tables(folder, study.name), packed);
  write_file(short_tables(folder, study.name),
             page_head(study, packed, figures) + to_markdown(plain));
}

NamedTexts read_published_tables(const PublishedStudy& study, const fs::path& folder) {
  NamedTexts texts = read_texts(short_tables(folder, study.name));
  texts.merge(read_texts(long_tables(folder, study.name)));
  for (auto& [name, csv] : read_texts(all_tables(folder))) {
    if (name.starts_with(study.name + "/")) texts[name.substr(study.name.size() + 1)] = csv;
  }
  const std::string where = (folder / study.name).string();
  for (const auto& [name, digest] : study.tables) {
    if (study.digest_only.count(name)) continue;
    const auto text = texts.find(name);
    if (text == texts.end()) throw FileError(where + ": table " + name + " is not there");
    if (sha256_hex(text->second) == digest) continue;
    throw DataError(where + ": table " + name + " is not the one that " + digests_file + " names");
  }
  return texts;
}

void write_figure_numbers(const fs::path& folder, const std::string& study,
                          const std::string& numbers) {
  replace_texts(folder / "figure_numbers.md.zst", study, {{"figure_numbers", numbers}});
}

}  // namespace replaybench
