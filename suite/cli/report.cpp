#include <fmt/core.h>

#include <sstream>

#include "suite/cli/commands.hpp"
#include "suite/cli/stored_results.hpp"
#include "suite/cli/verify_published.hpp"
#include "suite/published/published_report.hpp"
#include "suite/published/summary.hpp"
#include "suite/report/pages.hpp"
#include "suite/text/errors.hpp"
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
    fmt::print("          \"run --recompute\" recomputes them\n");
  }
  fmt::print("  digest  {}\n", report.digest.empty() ? "none: incomplete" : report.digest);
}

// Writes what is published, as a report of a store is written.
std::vector<StudyReport> write_published(const StudyOptions& options,
                                         const PublishedOptions& published,
                                         const std::string& summary, bool figures,
                                         CommandContext& context) {
  const auto folder = published.folder_of(options.chosen_profile(), context);
  const PublishedRun run = published_in(folder);
  if (run.profile != options.profile) {
    throw SpecErrors(folder.string() + " holds profile " + run.profile + ": add --profile " +
                     run.profile);
  }
  const auto results = options.results_folder(context);
  std::vector<StudyReport> reports;
  OpenedDatasets datasets;
  for (const auto& file : options.files(context)) {
    const Plan plan =
        load_plan(file, options.chosen_profile(), MasterSeed::named(run.master_seed), datasets);
    const std::string& name = plan.spec->name;
    reports.push_back(write_report(plan, published_report(plan, run.find(name), folder), results,
                                   figures, folder / name));
    print(reports.back(), results);
  }
  if (!summary.empty()) {
    std::vector<PublishedRun> runs{run};
    const PublishedRun full = PublishedRun::read(default_published(context.home, Profile::full));
    if (!full.studies.empty() && run.profile != full.profile) runs.push_back(full);
    write_file(summary, summary_page(reports, runs, context.home,
                                     folder.lexically_proximate(context.home).generic_string()));
    fmt::print("summary {}\n", summary);
  }
  return reports;
}

std::vector<StudyReport> write_stored(const StudyOptions& options, bool figures,
                                      CommandContext& context) {
  std::vector<StudyReport> reports;
  const auto plans = load_plans(options, context);
  const Store store(options.store_folder(context), Store::Access::read);
  if (refuse_without_results(options, plans, store, context)) return reports;
  const auto results = options.results_folder(context);
  for (const Plan& plan : plans) {
    reports.push_back(write_study(plan, store, results, figures));
    print(reports.back(), results);
    if (!reports.back().tables.blocked.empty()) context.exit_code = ExitCode::failed_cells;
  }
  return reports;
}

}  // namespace

void add_report(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("report", "tables, figures and the page, from what is stored");
  auto options = std::make_shared<StudyOptions>();
  auto published = std::make_shared<PublishedOptions>();
  auto no_figures = std::make_shared<bool>(false);
  auto summary = std::make_shared<std::string>();
  options->add_to(*command, true);
  command->add_flag("--no-figures", *no_figures, "tables and claims only");
  published->add_to(*command,
                    "from what is published, without computing anything: of all studies, or of "
                    "those named");
  command
      ->add_option("--summary", *summary,
                   "file for one page of findings, from all published results")
      ->needs(command->get_option("--published"));
  for (const char* of_a_store : {"--seed", "--store"}) {
    command->get_option("--published")->excludes(command->get_option(of_a_store));
  }
  command->callback([=, &context] {
    if (options->studies.empty() && !published->wanted) throw CLI::RequiredError("study");
    if (!summary->empty() && !options->names_all(context)) {
      throw SpecErrors("--summary is of all studies: name none, or all");
    }
    different_names(options->files(context), options->chosen_profile(),
                    "report each into a folder of its own with --results, from the same --store");
    auto reports = published->wanted
                       ? write_published(*options, *published, *summary, !*no_figures, context)
                       : write_stored(*options, !*no_figures, context);
    if (reports.empty()) return;
    std::size_t not_drawn = 0;
    for (const StudyReport& report : reports) {
      for (const Figure& figure : report.figures) not_drawn += !figure.failed.empty();
    }
    // A page of some studies must not take the place of the page that shows them all.
    const auto page = write_pages(std::move(reports), options->results_folder(context),
                                  options->names_all(context));
    fmt::print("page    {}\n", page.string());
    if (not_drawn > 0) {
      tell(fmt::format("{} {} not drawn; everything else is there", not_drawn,
                       not_drawn == 1 ? "figure was" : "figures were"));
      if (context.exit_code == ExitCode::success) context.exit_code = ExitCode::system_error;
    }
  });
}

}  // namespace replaybench::cli
