#include "suite/published/publish.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "suite/cli/commands.hpp"
#include "suite/cli/stored_results.hpp"
#include "suite/published/published_index.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench::cli {

namespace {

// A folder that is made to publish into, and removed again if nothing was published.
struct RemovedIfEmpty {
  std::filesystem::path folder;
  ~RemovedIfEmpty() {
    std::error_code ignored;
    if (!folder.empty()) std::filesystem::remove(folder, ignored);
  }
};

// Recommended maximum size of published results in a repository.
constexpr std::uintmax_t max_published_bytes = 14'000'000;

void print_published(const PublishedStudy& study) {
  fmt::print("{}: {} of {} cells, {} tables, digest {}\n", study.name, study.published_cells(),
             study.cells, study.tables.size(),
             study.digest.empty() ? "none: incomplete" : study.digest);
  for (const MissingCells& missing : study.missing) {
    fmt::print("  missing: {} cells of {}: {}\n", missing.cells, missing.task, missing.reason);
  }
  for (const auto& [name, reason] : study.missing_figures) {
    fmt::print("  missing: figure {}: {}\n", name, reason);
  }
}

}  // namespace

std::filesystem::path default_published(const std::filesystem::path& home, Profile profile) {
  const auto folder = home / "results" / "published";
  return profile == Profile::full ? folder / "full" : folder;
}

void add_publish(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "publish", "write tables, figures, verdicts and the digest of each table for a repository");
  auto options = std::make_shared<StudyOptions>();
  auto to = std::make_shared<std::string>();
  options->add_to(*command, false);
  command->add_option("--to", *to,
                      "folder to write [results/published; full: results/published/full]");
  command->callback([=, &context] {
    const auto files = options->files(context);
    const auto folder = to->empty()
                            ? default_published(context.workplace, options->chosen_profile())
                            : std::filesystem::path(*to);
    // Before the first study is written: all of them, or none.
    check_publishable(folder, different_names(files, options->chosen_profile(),
                                              "publish each into a folder of its own with --to"));
    // Two processes would each write the index that they read, without the other's studies.
    const bool is_new = !std::filesystem::exists(folder);
    make_folder(folder);
    const RemovedIfEmpty removed{is_new ? folder : std::filesystem::path()};
    const LockedPart lock(folder / ".publish", LockedPart::Unfinished::discarded);
    bool complete = true;
    std::size_t published = 0;
    const Store store(options->store_folder(context), Store::Access::read);
    const auto records = job_records(store);
    const PublishedRun before = PublishedRun::read(folder);
    if (options->chosen_profile() != Profile::smoke) {  // of smoke nothing is kept
      std::map<std::string, std::size_t> builds;
      for (const auto& file : files) {
        const Plan plan = load_plan(file, options->chosen_profile(), options->chosen_seed());
        for (const auto& [build, cells] : builds_of(plan, store, records)) builds[build] += cells;
      }
      check_builds(builds);
    }
    for (const auto& file : files) {  // one study in memory at a time
      const Plan plan = load_plan(file, options->chosen_profile(), options->chosen_seed());
      const std::string& name = plan.spec->name;
      if (nothing_is_stored({plan}, store)) {
        fmt::print("{}: nothing of it is stored: not published\n", name);
        complete = false;
      } else if (const auto counts = fewer_than_published(plan, store, before)) {
        fmt::print(
            "{}: {} cells are published and {} are stored here: it stays as it is; run the study "
            "first, or name another folder with --to\n",
            name, counts->published, counts->stored);
        complete = false;
      } else {
        const PublishedStudy study = publish(plan, store, records, folder);
        print_published(study);
        ++published;
        complete = complete && study.is_complete();
      }
      std::fflush(stdout);
    }
    if (published > 0) {
      const auto bytes =
          write_published_index(folder, study_names(find_studies(context.home / "experiments")));
      fmt::print("{}: {:.1f} MB\n", (folder / "README.md").string(),
                 static_cast<double>(bytes) / 1e6);
      if (bytes > max_published_bytes) {
        tell(fmt::format("{} is larger than {} MB", folder.string(),
                         max_published_bytes / 1'000'000));
      }
    }
    if (!complete) context.exit_code = ExitCode::failed_cells;
  });
}

}  // namespace replaybench::cli
