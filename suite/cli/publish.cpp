#include "suite/published/publish.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/cli/commands.hpp"
#include "suite/cli/stored_results.hpp"
#include "suite/published/published_index.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::cli {

namespace {

// Recommended maximum size of published results in a repository.
constexpr std::uintmax_t max_published_bytes = 30'000'000;

void print_published(const PublishedStudy& study) {
  fmt::print("{}: {} of {} cells, {} tables, digest {}\n", study.name, study.digests.size(),
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
      "publish", "write tables, figures, verdicts and the digest of each cell for a repository");
  auto options = std::make_shared<StudyOptions>();
  auto to = std::make_shared<std::string>();
  auto no_figures = std::make_shared<bool>(false);
  options->add_to(*command, false);
  command->add_option("--to", *to,
                      "folder to write [results/published; full: results/published/full]");
  command->add_flag("--no-figures", *no_figures, "tables, verdicts and digests only");
  auto longest = std::make_shared<std::uint64_t>(PublishOptions{}.longest_table);
  command
      ->add_option("--longest-table", *longest,
                   "of tables whose file is larger, such as 200kB, publish the digest alone [all]")
      ->transform(CLI::AsSizeValue(true))
      ->default_str("");
  auto no_places = std::make_shared<bool>(false);
  command->add_flag(
      "--no-places", *no_places,
      "of each cell the digest alone, not which rows and columns of it differ from another "
      "run's: half as long");
  auto again = std::make_shared<bool>(false);
  command->add_flag("--judge-again", *again,
                    "verdicts only: the published tables by the claims as they are now");
  command->callback([=, &context] {
    const auto files = options->files(context);
    const auto folder = to->empty()
                            ? default_published(context.workplace, options->chosen_profile())
                            : std::filesystem::path(*to);
    // Before the first study is written: all of them, or none.
    check_publishable(folder, different_names(files, options->chosen_profile(),
                                              "publish each into a folder of its own with --to"));
    bool complete = true;
    std::size_t published = 0;
    std::vector<SpecProblem> refused;
    const auto each_plan = [&](const auto& publish_one) {
      for (const auto& file : files) {  // one study in memory at a time
        const Plan plan = load_plan(file, options->chosen_profile(), options->chosen_seed());
        if (const auto study = publish_one(plan)) {
          ++published;
          complete = complete && study->is_complete();
        } else {
          complete = false;
        }
        std::fflush(stdout);
      }
    };
    if (*again) {
      const auto there = published_studies(folder);
      each_plan([&](const Plan& plan) -> std::optional<PublishedStudy> {
        if (!std::binary_search(there.begin(), there.end(), plan.spec->name)) {
          fmt::print("{}: not published in {}\n", plan.spec->name, folder.string());
          return std::nullopt;
        }
        if (*no_places) remove_places(folder, plan.spec->name);
        try {
          PublishedStudy study = judge_again(plan, folder);
          fmt::print("{}: {}\n", study.name, verdicts_text(study));
          return study;
        } catch (const SpecErrors& error) {  // the others are judged all the same
          refused.insert(refused.end(), error.problems().begin(), error.problems().end());
          return std::nullopt;
        }
      });
    } else {
      const Store store(options->store_folder(context), Store::Access::read);
      const auto records = job_records(store);
      each_plan([&](const Plan& plan) -> std::optional<PublishedStudy> {
        if (nothing_is_stored({plan}, store)) {
          fmt::print("{}: nothing of it is stored: not published\n", plan.spec->name);
          return std::nullopt;
        }
        if (const auto counts = fewer_than_published(plan, store, folder)) {
          fmt::print(
              "{}: {} cells are published and {} are stored here: it stays as it is; run the study "
              "first, or name another folder with --to\n",
              plan.spec->name, counts->published, counts->stored);
          return std::nullopt;
        }
        PublishedStudy study =
            publish(plan, store, records, folder, {!*no_figures, *longest, !*no_places});
        print_published(study);
        return study;
      });
    }
    if (published > 0) {
      const auto bytes =
          write_published_index(folder, list_experiments(context.home / "experiments"));
      fmt::print("{}: {:.1f} MB\n", (folder / "README.md").string(),
                 static_cast<double>(bytes) / 1e6);
      if (bytes > max_published_bytes) {
        tell(fmt::format("{} is larger than {} MB", folder.string(),
                         max_published_bytes / 1'000'000));
      }
    }
    if (!refused.empty()) throw SpecErrors(refused);
    if (!complete) context.exit_code = ExitCode::failed_cells;
  });
}

}  // namespace replaybench::cli
