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
  std::string text =
      fmt::format("{}: {} of {} cells equal", result.study, result.equal, result.cells);
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(result.different, "different");
  add(result.unknown, "not among the published");
  add(result.not_stored, "not stored here");
  add(result.not_published, "not published");
  add(result.unavailable, "cannot run here");
  text += fmt::format("; {} of {} tables equal", result.tables_equal,
                      result.tables_equal + result.tables_different);
  add(result.tables_not_published, "not published");
  fmt::print("{}\n", text);
  for (const std::string& finding : result.findings) fmt::print("  {}\n", finding);
}

}  // namespace

void PublishedOptions::add_to(CLI::App& command) {
  auto* flag = command.add_flag("--published", wanted,
                                "compare stored cells and tables with the published ones instead");
  command
      .add_option("--published-in", folder,
                  "folder of what is published [results/published; full: results/published/full]")
      ->needs(flag);
  command
      .add_option("--published-store", store,
                  "store of the published run: differences are shown with both values")
      ->needs(flag);
}

void verify_published(const StudyOptions& options, const PublishedOptions& published,
                      CommandContext& context) {
  const auto folder = published.folder.empty()
                          ? default_published(context.home, options.chosen_profile())
                          : std::filesystem::path(published.folder);
  const auto names = published_studies(folder);
  if (names.empty()) throw FileError("nothing is published in " + folder.string());
  const Store store(options.store_folder(context), Store::Access::read);
  std::optional<Store> theirs;
  if (!published.store.empty()) theirs.emplace(published.store, Store::Access::read);
  const bool all = options.studies.empty();
  std::size_t confirmed = 0;
  std::size_t differing = 0;
  std::size_t incomplete = 0;
  for (const auto& file : options.files(context)) {
    const Plan plan = load_plan(file, options.chosen_profile(), options.chosen_seed());
    const std::string& name = plan.spec->name;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
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
    const auto result = compare_with_published(plan, store, folder, theirs ? &*theirs : nullptr);
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
