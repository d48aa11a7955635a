#include "suite/cli/verify_published.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "suite/cli/stored_results.hpp"
#include "suite/published/comparison.hpp"

namespace replaybench::cli {

namespace {

void print_comparison(const PublishedComparison& result) {
  if (!result.other_run.empty()) {
    fmt::print("{}: another run: {}\n", result.study, result.other_run);
    return;
  }
  std::string text = fmt::format("{}: {} of {} tables equal", result.study, result.tables_equal,
                                 result.tables_equal + result.tables_different);
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(result.tables_not_compared, "not compared");
  add(result.tables_not_published, "not published");
  add(result.tables_gone, "no longer of the study");
  text += fmt::format("; {} of {} verdicts equal", result.verdicts_equal,
                      result.verdicts_equal + result.verdicts_different);
  add(result.verdicts_one_sided, "here or there only");
  fmt::print("{}\n", text);
  for (const std::string& finding : result.findings) fmt::print("  {}\n", finding);
}

}  // namespace

void PublishedOptions::add_to(CLI::App& command, const std::string& what) {
  auto* flag = command.add_flag("--published", wanted, what);
  command
      .add_option("--published-in", folder,
                  "folder of what is published [results/published; full: results/published/full]")
      ->needs(flag);
}

std::filesystem::path PublishedOptions::folder_of(Profile profile,
                                                  const CommandContext& context) const {
  return folder.empty() ? default_published(context.home, profile) : std::filesystem::path(folder);
}

PublishedRun published_in(const std::filesystem::path& folder) {
  PublishedRun run = PublishedRun::read(folder);
  if (run.studies.empty()) throw FileError("nothing is published in " + folder.string());
  return run;
}

void verify_published(const StudyOptions& options, const PublishedOptions& published,
                      CommandContext& context) {
  const auto folder = published.folder_of(options.chosen_profile(), context);
  const PublishedRun run = published_in(folder);
  const Store store(options.store_folder(context), Store::Access::read);
  const bool all = options.studies.empty();
  std::size_t confirmed = 0;
  std::size_t differing = 0;
  std::size_t incomplete = 0;
  for (const auto& file : options.files(context)) {
    const Plan plan = load_plan(file, options.chosen_profile(), options.chosen_seed());
    const std::string& name = plan.spec->name;
    const PublishedStudy* study = run.find(name);
    if (study == nullptr) {
      fmt::print("{}: not published\n", name);
      incomplete += !all;
      continue;
    }
    if (nothing_is_stored({plan}, store)) {
      fmt::print("{}: not run: nothing of it is stored at profile {}, seed {}\n", name,
                 options.profile, plan.spec->master_seed);
      ++incomplete;
      continue;
    }
    const auto result = compare_with_published(plan, store, *study, folder);
    print_comparison(result);
    std::fflush(stdout);
    differing += result.differs();
    confirmed += result.is_confirmed();
    incomplete += !result.differs() && !result.is_confirmed();
  }
  fmt::print("{} studies equal to {}, {} different, {} not run or incomplete\n", confirmed,
             folder.string(), differing, incomplete);
  if (differing > 0) {
    context.exit_code = ExitCode::unexpected_verdict;
  } else if (incomplete > 0) {
    context.exit_code = ExitCode::failed_cells;
  }
}

}  // namespace replaybench::cli
