#include "suite/published/published_index.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "suite/page/template.hpp"
#include "suite/published/further_seeds.hpp"
#include "suite/published/published_study.hpp"
#include "suite/text/durations.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"

namespace replaybench {

// Generated from suite/published/templates by cmake/embed.cmake.
const std::vector<EmbeddedText>& published_template_files();

namespace fs = std::filesystem;

namespace {

const Templates& templates() {
  static const Templates templates(published_template_files());
  return templates;
}

constexpr const char* index_template = "published.md";

// The first line of the index, with its end: by it publish knows a file that it wrote.
std::string_view index_heading() {
  const std::string_view text = templates().text(index_template);
  return text.substr(0, text.find('\n') + 1);
}

using Values = nlohmann::json;  // of the template

// Adds the parts that the study lacks.
void add_missing(const PublishedStudy& study, Values& list) {
  const auto add = [&](const std::string& what) {
    list.push_back({{"study", study.name}, {"what", what}});
  };
  for (const MissingCells& missing : study.missing) {
    add(std::to_string(missing.cells) + " cells of " + missing.task + ": " + missing.reason);
  }
  for (const auto& [table, reason] : study.missing_tables) add("table " + table + ": " + reason);
  for (const auto& [table, reason] : study.partial_tables) add("table " + table + ": " + reason);
  for (const auto& [figure, reason] : study.missing_figures) {
    add("figure " + figure + ": " + reason);
  }
  for (const auto& [table, bytes] : study.digest_only) {
    add(fmt::format("table {}: {:.1f} kB, its digest alone is published", table,
                    static_cast<double>(bytes) / 1e3));
  }
}

Values work_values(const std::vector<PublishedStudy>& all) {
  std::vector<PublishedWork> sums;
  for (const PublishedStudy& study : all) {
    for (const PublishedWork& work : study.work) add_to(sums, work);
  }
  Values list = Values::array();
  for (const PublishedWork& work : sums) {
    list.push_back({{"cells", work.cells},
                    {"minutes", minutes_text(work.seconds)},
                    {"cpu", work.cpu},
                    {"build", work.build},
                    {"started", work.started}});
  }
  return list;
}

// Tasks of at least a core-minute, the most expensive first; none where a study lacks its tasks' costs.
Values task_values(const std::vector<PublishedStudy>& all) {
  struct Row {
    const std::string* study;
    const TaskCost* cost;
  };
  constexpr double min_seconds = 60;
  std::vector<Row> expensive;
  for (const PublishedStudy& study : all) {
    if (study.tasks.empty()) return Values::array();
    for (const TaskCost& cost : study.tasks) {
      if (cost.seconds >= min_seconds) expensive.push_back({&study.name, &cost});
    }
  }
  std::stable_sort(expensive.begin(), expensive.end(),
                   [](const Row& a, const Row& b) { return a.cost->seconds > b.cost->seconds; });
  Values rows = Values::array();
  for (const Row& row : expensive) {
    rows.push_back({{"study", *row.study},
                    {"task", row.cost->task},
                    {"cells", row.cost->cells},
                    {"minutes", minutes_text(row.cost->seconds)}});
  }
  return rows;
}

Values further_seeds_values(const std::vector<SeedVerdicts>& rows, std::size_t studies) {
  Values values = Values::array();
  for (const SeedSummary& sum : seed_summaries(rows)) {
    const std::size_t others = studies - std::min(studies, sum.studies);
    values.push_back({{"profile", sum.profile},
                      {"seed", sum.seed},
                      {"studies", sum.studies},
                      {"others", others > 0 ? Values(others) : Values(nullptr)},
                      {"judged", sum.judged},
                      {"as_expected", sum.as_expected}});
  }
  return values;
}

// The studies of a folder, which are of one profile and one master seed; nothing without one.
Values run_values(const std::vector<PublishedStudy>& all, const fs::path& folder) {
  if (all.empty()) return nullptr;
  Values tasks = task_values(all);
  const auto further = read_seed_verdicts(folder / confirmations_name);
  Values rows;
  PublishedStudy together;  // for its verdicts
  std::size_t claims = 0;
  std::size_t cells = 0;
  double seconds = 0;
  for (const PublishedStudy& study : all) {
    cells += study.cells;
    seconds += study.seconds();
    for (const auto& [kind, count] : study.verdicts) {
      together.verdicts[kind] += count;
      claims += count;
    }
    together.unexpected_verdicts += study.unexpected_verdicts;
    rows.push_back({{"name", study.name},
                    {"cells", study.cells},
                    {"minutes", minutes_text(study.seconds())},
                    {"verdicts", verdicts_text(study)},
                    {"digest", study.digest.substr(0, digest_length)}});
  }
  return {{"profile", all.front().profile},
          {"master_seed", all.front().master_seed},
          {"studies", all.size()},
          {"cells", cells},
          {"minutes", minutes_text(seconds)},
          {"claims", claims},
          {"verdicts", verdicts_text(together)},
          {"further_seeds", further_seeds_values(further, all.size())},
          {"has_further_seeds", !further.empty()},
          {"work", work_values(all)},
          {"has_tasks", !tasks.empty()},
          {"tasks", std::move(tasks)},
          {"rows", std::move(rows)}};
}

std::uintmax_t bytes_of(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    if (!entry->is_regular_file(unreadable)) continue;
    const auto size = entry->file_size(unreadable);
    if (!unreadable) bytes += size;
  }
  return bytes;
}

}  // namespace

void refuse_foreign_index(const fs::path& folder) {
  const fs::path index = folder / "README.md";
  std::error_code error;
  const fs::file_status status = fs::symlink_status(index, error);
  if (status.type() == fs::file_type::not_found) return;
  if (error) throw FileError("cannot read " + index.string() + ": " + error.message());
  if (!fs::is_regular_file(status) || !read_file(index).starts_with(index_heading())) {
    throw SpecErrors(index.string() + " is not one that publish wrote; name another folder with " +
                     option("to"));
  }
}

std::uintmax_t write_published_index(const fs::path& folder,
                                     const std::vector<std::string>& studies) {
  refuse_foreign_index(folder);
  remove_left_parts(folder);
  std::vector<PublishedStudy> all;
  for (const std::string& name : published_studies(folder)) {
    all.push_back(read_published(folder, name, false));
  }
  Values missing = Values::array();
  std::set<std::string> there;
  for (const PublishedStudy& study : all) {
    there.insert(study.name);
    add_missing(study, missing);
  }
  for (const std::string& name : studies) {
    if (there.count(name)) continue;
    missing.push_back({{"study", name}, {"what", "nothing of it is published"}});
  }
  write_file(
      folder / "README.md",
      templates().render(index_template, {{"run", run_values(all, folder)}, {"missing", missing}}));
  return bytes_of(folder);
}

}  // namespace replaybench
