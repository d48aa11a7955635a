#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/report/pages.hpp"

namespace replaybench::cli {

namespace {

void print(const StudyReport& report, const std::filesystem::path& results) {
  fmt::print("{}\n", report.name);
  for (const auto& [name, table] : report.tables.tables) {
    fmt::print("  table   {} ({} rows)\n",
               (results / "tables" / report.name / (name + ".csv")).string(), table.rows());
  }
  for (const auto& [name, reason] : report.tables.skipped)
    fmt::print("  skipped {}: {}\n", name, reason);
  for (const auto& [name, reason] : report.tables.partial)
    fmt::print("  partial {}: {}\n", name, reason);
  for (const auto& [name, reason] : report.tables.blocked) {
    tell("  BLOCKED " + name + ": " + reason);
  }
  for (const auto& figure : report.figures) {
    if (figure.skipped.empty()) {
      fmt::print("  figure  {}\n", figure.svg.string());
    } else {
      fmt::print("  skipped {}: {}\n", figure.name, figure.skipped);
    }
  }
  for (const auto& warning : report.warnings) fmt::print("  warning {}\n", warning);
  fmt::print("  digest  {}\n", report.digest.empty() ? "none: incomplete" : report.digest);
}

}  // namespace

void add_report(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("report", "tables, figures and the page, from what is stored");
  auto options = std::make_shared<StudyOptions>();
  auto no_figures = std::make_shared<bool>(false);
  options->add_to(*command, false);
  command->add_flag("--no-figures", *no_figures, "tables and claims only");
  command->callback([=, &context] {
    const auto files = options->files(context);
    const Store store(options->store_folder(context));
    const auto results = options->results_folder(context);
    std::vector<StudyReport> reports;
    for (const auto& file : files) {
      reports.push_back(
          write_study(load_plan(file, options->chosen_profile()), store, results, !*no_figures));
      print(reports.back(), results);
      if (!reports.back().tables.blocked.empty()) context.exit_code = ExitCode::failed_cells;
    }
    // A page of some studies must not take the place of the page that shows them all.
    const auto known = list_experiments(context.home / "experiments").size();
    const bool complete = reports.size() >= known && known > 0;
    const auto page = write_pages(std::move(reports), results, complete);
    fmt::print("page    {}\n", page.string());
  });
}

}  // namespace replaybench::cli
