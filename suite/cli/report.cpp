#include <fmt/core.h>

#include <sstream>

#include "suite/cli/commands.hpp"
#include "suite/cli/stored_results.hpp"
#include "suite/report/pages.hpp"
#include "suite/text/files.hpp"

namespace replaybench::cli {

namespace {

std::string in_one_line(const std::string& text) {
  std::string line;
  std::istringstream words(text);
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

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
    tell("  " + name + ": not written: " + reason);
  }
  for (const auto& figure : report.figures) {
    if (!figure.failed.empty()) {
      tell("  " + figure.name + ": not drawn: " + figure.failed);
    } else if (!figure.skipped.empty()) {
      fmt::print("  skipped {}: {}\n", figure.name, figure.skipped);
    } else {
      fmt::print("  figure  {}\n", figure.svg.string());
    }
    if (!figure.warnings.empty()) {
      fmt::print("  warning {}: gnuplot: {}\n", figure.name, in_one_line(figure.warnings));
    }
  }
  for (const auto& warning : report.warnings) fmt::print("  warning {}\n", warning);
  if (!report.tables.origins.kept_text().empty()) {
    fmt::print("          \"run --recompute\" computes them anew\n");
  }
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
    different_names(options->files(context), options->chosen_profile(),
                    "report each into a folder of its own with --results, from the same --store");
    const auto plans = load_plans(*options, context);
    const Store store(options->store_folder(context), Store::Access::read);
    if (refuse_without_results(*options, plans, store, context)) return;
    const auto results = options->results_folder(context);
    std::vector<StudyReport> reports;
    std::size_t not_drawn = 0;
    for (const Plan& plan : plans) {
      reports.push_back(write_study(plan, store, results, !*no_figures));
      print(reports.back(), results);
      for (const Figure& figure : reports.back().figures) not_drawn += !figure.failed.empty();
      if (!reports.back().tables.blocked.empty()) context.exit_code = ExitCode::failed_cells;
    }
    // A page of some studies must not take the place of the page that shows them all.
    const auto page = write_pages(std::move(reports), results, options->names_all(context));
    fmt::print("page    {}\n", page.string());
    if (not_drawn > 0) {
      tell(fmt::format("{} {} not drawn; everything else is there", not_drawn,
                       not_drawn == 1 ? "figure was" : "figures were"));
      if (context.exit_code == ExitCode::success) context.exit_code = ExitCode::system_error;
    }
  });
}

}  // namespace replaybench::cli
