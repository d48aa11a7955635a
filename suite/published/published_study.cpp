#include "suite/published/published_study.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "build_info.hpp"
#include "suite/plan/experiment_digest.hpp"
#include "suite/stream/stream.hpp"
#include "suite/table/table.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/gzip.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/text_source.hpp"
#include "suite/text/zstd.hpp"

namespace replaybench {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::string_view form = "replaybench published 2";

// Shorter tables are read where they lie, by people too.
constexpr std::size_t longest_plain_table = 32'768;

// Unpacked; a file that says it is longer is damaged, or forged.
constexpr std::size_t longest_text = std::size_t{1} << 30;

std::string unpacked(const fs::path& file) {
  const auto source = open_text_file(file);
  std::string text;
  std::vector<char> block(1 << 16);
  while (const std::size_t got = source->read(block.data(), block.size())) {
    if (text.size() + got > longest_text) {
      throw DataError(file.string() + ": longer than 1 GB unpacked");
    }
    text.append(block.data(), got);
  }
  return text;
}

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
  json["form"] = form;
  json["study"] = study.name;
  json["title"] = study.title;
  json["profile"] = study.profile;
  json["master_seed"] = study.master_seed;
  json["digest"] = study.digest;
  json["cells"] = study.cells;
  json["published_cells"] = study.digests.size();
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
  for (const TaskCost& cost : study.tasks) {  // none where they were not recorded
    json["tasks"].push_back(
        {{"task", cost.task}, {"cells", cost.cells}, {"core_seconds", cost.seconds}});
  }
  json["verdicts"] = study.verdicts;
  json["unexpected_verdicts"] = study.unexpected_verdicts;
  json["tables"] = study.tables;
  json["missing_tables"] = study.missing_tables;
  json["partial_tables"] = study.partial_tables;
  if (!study.digest_only.empty()) json["digest_only"] = study.digest_only;
  json["missing_figures"] = study.missing_figures;
  json["commit"] = study.commit;
  json["numeric_profile"] = study.revision.numeric_profile;
  json["samplers"] = study.revision.samplers;
  json["experiment"] = study.revision.experiment;
  json["components"] = study.revision.components;
  return json;
}

PublishedStudy of_json(const Json& json) {
  PublishedStudy study;
  json.at("study").get_to(study.name);
  json.at("title").get_to(study.title);
  json.at("profile").get_to(study.profile);
  json.at("master_seed").get_to(study.master_seed);
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
  for (const Json& cost : json.value("tasks", Json::array())) {
    study.tasks.push_back({cost.at("task").get<std::string>(), cost.at("cells").get<std::size_t>(),
                           cost.at("core_seconds").get<double>()});
  }
  json.at("verdicts").get_to(study.verdicts);
  json.at("unexpected_verdicts").get_to(study.unexpected_verdicts);
  json.at("tables").get_to(study.tables);
  json.at("missing_tables").get_to(study.missing_tables);
  json.at("partial_tables").get_to(study.partial_tables);
  study.digest_only = json.value("digest_only", study.digest_only);
  json.at("missing_figures").get_to(study.missing_figures);
  json.at("commit").get_to(study.commit);
  json.at("numeric_profile").get_to(study.revision.numeric_profile);
  json.at("samplers").get_to(study.revision.samplers);
  json.at("experiment").get_to(study.revision.experiment);
  json.at("components").get_to(study.revision.components);
  return study;
}

std::vector<CellDigest> read_cells(const fs::path& file) {
  const std::string text = unpacked(file);
  std::vector<CellDigest> cells;
  std::size_t begin = 0;
  for (std::size_t line = 1; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    auto cell = digest_of_line(std::string_view(text).substr(begin, end - begin));
    if (!cell) {
      throw DataError(file.string() + ":" + std::to_string(line) +
                      ": not a published cell (key, digest, rows, digests of rows and columns)");
    }
    cells.push_back(*std::move(cell));
    begin = end + 1;
  }
  return cells;
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

std::string verdicts_text(const PublishedStudy& study) {
  std::string text;
  for (const auto& [kind, count] : study.verdicts) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  }
  if (study.unexpected_verdicts > 0) {
    text += "; " + std::to_string(study.unexpected_verdicts) + " not as expected";
  }
  return text;
}

fs::path study_json(const fs::path& published, const std::string& study) {
  return published / study / "study.json";
}

void write_published(const PublishedStudy& study, const fs::path& published) {
  std::string cells;
  for (const CellDigest& cell : study.digests) cells += to_line(cell) + "\n";
  write_file(published / study.name / "cells.zst", zstd(cells));
  write_file(study_json(published, study.name),
             to_json(study).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

PublishedStudy read_published(const fs::path& published, const std::string& study,
                              bool with_cells) {
  const fs::path file = study_json(published, study);
  const std::string text = read_file(file);
  PublishedStudy read;
  std::size_t cells = 0;
  try {
    const Json json = Json::parse(text);
    if (json.at("form").get<std::string>() != form) {
      throw DataError(file.string() + ": form " + json.at("form").get<std::string>() +
                      ", and this program reads " + std::string(form));
    }
    read = of_json(json);
    json.at("published_cells").get_to(cells);
  } catch (const Json::exception& error) {
    throw DataError(file.string() + ": not a published study: " + error.what());
  }
  if (with_cells) {
    const fs::path digests = published / study / "cells.zst";
    read.digests = read_cells(digests);
    if (read.digests.size() != cells) {
      throw DataError(digests.string() + ": " + std::to_string(read.digests.size()) +
                      " cells, and study.json says " + std::to_string(cells));
    }
  }
  return read;
}

std::vector<std::string> published_studies(const fs::path& published) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(published, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unreadable;
    if (fs::is_regular_file(study_json(published, name), unreadable)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void check_verdicts(const PublishedStudy& study, const fs::path& published) {
  const fs::path file = published / study.name / "verdicts.csv";
  constexpr std::string_view column = "verdict";
  std::map<std::string, std::size_t> counts;
  if (fs::exists(file)) {
    const Table verdicts = Table::read_csv(file);
    const auto* kinds =
        verdicts.has_column(column) ? std::get_if<TextColumn>(&verdicts.column(column)) : nullptr;
    if (kinds == nullptr) throw DataError(file.string() + ": no texts verdict");
    for (const std::string& kind : *kinds) ++counts[kind];
  }
  if (counts == study.verdicts) return;
  throw DataError(file.string() + " has not the verdicts that study.json counts");
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

std::uint64_t write_table(const fs::path& folder, const std::string& name, const std::string& csv,
                          std::uint64_t longest) {
  const bool is_packed = csv.size() > longest_plain_table;
  const std::string packed = is_packed ? gzip(csv) : "";
  const std::string& text = is_packed ? packed : csv;
  if (text.size() <= longest) write_file(folder / (name + (is_packed ? ".csv.gz" : ".csv")), text);
  return text.size();
}

std::string read_table(const fs::path& folder, const std::string& name) {
  std::error_code error;
  const fs::path packed = folder / (name + ".csv.gz");
  return fs::exists(packed, error) ? unpacked(packed) : read_file(folder / (name + ".csv"));
}

std::string read_published_table(const PublishedStudy& study, const fs::path& published,
                                 const std::string& name) {
  const fs::path tables = published / study.name / "tables";
  if (study.digest_only.count(name)) {
    throw FileError((tables / name).string() +
                    ".csv is too long to be published: its digest alone is");
  }
  std::string csv = read_table(tables, name);
  const auto known = study.tables.find(name);
  if (known != study.tables.end() && sha256_hex(csv) == known->second) return csv;
  throw DataError((tables / name).string() + ".csv is not the table that study.json names");
}

}  // namespace replaybench
