#include "suite/published/published_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "suite/page/template.hpp"
#include "suite/published/further_seeds.hpp"
#include "suite/published/published_run.hpp"
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
  const auto kilobytes = [](std::uint64_t bytes) {
    return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  };
  for (const auto& [table, bytes] : study.digest_only) {
    add("table " + table + ": " + kilobytes(bytes) + ", its digest alone is published");
  }
  for (const auto& [figure, bytes] : study.large_figures) {
    add("figure " + figure + ": " + kilobytes(bytes) + ", not published; `report` draws it");
  }
}

Values work_values(const PublishedRun& run) {
  std::vector<PublishedWork> sums;
  for (const auto& [name, study] : run.studies) {
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

// The studies with components whose revision has changed since.
Values changed_values(const PublishedRun& run) {
  Values list = Values::array();
  for (const auto& [name, study] : run.studies) {
    const auto changed = study.revision.changed_components();
    if (changed.empty()) continue;
    list.push_back({{"study", name}, {"components", fmt::format("{}", fmt::join(changed, ", "))}});
  }
  return list;
}

Values further_seeds_values(const std::vector<SeedVerdicts>& rows, std::size_t studies) {
  Values values = Values::array();
  for (const SeedSummary& sum : seed_summaries(rows)) {
    values.push_back({{"profile", sum.profile},
                      {"seed", sum.seed},
                      {"studies", sum.studies},
                      {"others", studies - std::min(studies, sum.studies)},
                      {"judged", sum.judged},
                      {"as_expected", sum.as_expected}});
  }
  return values;
}

// Nothing without a study.
Values run_values(const PublishedRun& run, const fs::path& folder) {
  if (run.studies.empty()) return nullptr;
  const auto further = read_seed_verdicts(folder / confirmations_name);
  const bool has_pages = run.profile != to_string(Profile::full);
  Values rows;
  VerdictCounts all;
  std::size_t cells = 0;
  double seconds = 0;
  for (const auto& [name, study] : run.studies) {
    cells += study.cells;
    seconds += study.seconds();
    VerdictCounts counts;
    add_to(counts, study);
    add_to(all, study);
    rows.push_back({{"name", name},
                    {"page", has_pages ? Values(name + "/tables.md") : Values(nullptr)},
                    {"cells", study.cells},
                    {"minutes", minutes_text(study.seconds())},
                    {"verdicts", counts.text()},
                    {"digest", study.digest.substr(0, 16)}});
  }
  const Values changed = changed_values(run);
  std::size_t claims = 0;
  for (const auto& [kind, count] : all.kinds) claims += count;
  return {{"profile", run.profile},
          {"master_seed", run.master_seed},
          {"studies", run.studies.size()},
          {"cells", cells},
          {"minutes", minutes_text(seconds)},
          {"claims", claims},
          {"verdicts", all.text()},
          {"has_pages", has_pages},
          {"further_seeds", further_seeds_values(further, run.studies.size())},
          {"has_further_seeds", !further.empty()},
          {"work", work_values(run)},
          {"changed", changed},
          {"has_changed", !changed.empty()},
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
  const PublishedRun run = PublishedRun::read(folder);
  Values missing = Values::array();
  for (const auto& [name, study] : run.studies) add_missing(study, missing);
  for (const std::string& name : studies) {
    if (run.find(name)) continue;
    missing.push_back({{"study", name}, {"what", "nothing of it is published"}});
  }
  write_file(
      folder / "README.md",
      templates().render(index_template, {{"run", run_values(run, folder)}, {"missing", missing}}));
  return bytes_of(folder);
}

}  // namespace replaybench
