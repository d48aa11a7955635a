#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench::cli {

void add_verify(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("verify", "thesis against reproduction: the verdict on every claim");
  auto options = std::make_shared<StudyOptions>();
  options->add_to(*command, true);
  command->callback([=, &context] {
    const auto files = options->files(context);
    const Store store(options->store_folder(context));
    std::vector<Verdict> verdicts;
    for (const auto& file : files) {
      const auto report = judge_study(load_plan(file, options->chosen_profile()), store);
      verdicts.insert(verdicts.end(), report.verdicts.begin(), report.verdicts.end());
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
