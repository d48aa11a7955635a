#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/cli/expected_work.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench::cli {

void add_verify(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("verify", "thesis against reproduction: the verdict on every claim");
  auto options = std::make_shared<StudyOptions>();
  options->add_to(*command, true);
  command->callback([=, &context] {
    std::vector<Plan> plans;
    for (const auto& file : options->files(context)) {
      plans.push_back(load_plan(file, options->chosen_profile()));
    }
    const Store store(options->store_folder(context), Store::Access::read);
    if (refuse_without_results(*options, plans, store, context)) return;
    std::vector<Verdict> verdicts;
    for (const Plan& plan : plans) {
      const auto report = judge_study(plan, store);
      verdicts.insert(verdicts.end(), report.verdicts.begin(), report.verdicts.end());
      if (why_unjudged(plan.profile).empty()) continue;
      for (const auto& [table, reason] : report.tables.blocked) {
        tell(report.name + ": table " + table + ": " + reason);
        context.exit_code = ExitCode::failed_cells;
      }
    }
    if (const std::string why = why_unjudged(options->chosen_profile()); !why.empty()) {
      fmt::print("{} claims, not judged: {}\n", verdicts.size(), why);
      return;
    }
    fmt::print("{}", verdict_table(verdicts));
    std::size_t unexpected = 0;
    std::size_t skipped = 0;
    for (const Verdict& verdict : verdicts) {
      unexpected += !verdict.as_expected;
      skipped += verdict.kind == VerdictKind::skipped;
    }
    fmt::print("{} claims: {} as expected, {} not, {} skipped\n", verdicts.size(),
               verdicts.size() - unexpected - skipped, unexpected, skipped);
    if (unexpected > 0) context.exit_code = ExitCode::unexpected_verdict;
  });
}

}  // namespace replaybench::cli
