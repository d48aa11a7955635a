#include "suite/site/site.hpp"

#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/page/home.hpp"

namespace replaybench::cli {

void add_site(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "site",
      "documents, reference, studies and tutorial as pages with a search, readable from disk");
  struct Options {
    std::string out, results;
  };
  auto options = std::make_shared<Options>();
  command->add_option("--out", options->out, "folder of the site [results/site]");
  command->add_option("--results", options->results,
                      "folder of the reports that the pages lead to [results]");
  command->callback([options, &context] {
    const std::filesystem::path results = options->results.empty()
                                              ? context.workplace / "results"
                                              : std::filesystem::path(options->results);
    const auto out = options->out.empty() ? results / "site" : std::filesystem::path(options->out);
    const SiteSummary summary = write_site({context.home, results, out});
    for (const std::string& link : summary.dead_links) tell("  DEAD LINK " + link);
    if (options->out.empty()) refresh_home(results);
    fmt::print("page    {}\n", (out / "index.html").string());
    fmt::print("{} pages, {:.1f} MB without pictures\n", summary.pages,
               static_cast<double>(summary.bytes) / 1e6);
    if (!summary.dead_links.empty()) context.exit_code = ExitCode::data_error;
  });
}

}  // namespace replaybench::cli
