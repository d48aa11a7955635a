#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/cli/expected_work.hpp"
#include "suite/cli/origin_lines.hpp"
#include "suite/cli/verify_published.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench::cli {

namespace {

// A verdict that another seed changes more often than this is listed by --fragile.
constexpr double fragile_chance = 0.001;

void print_summary(const std::vector<Verdict>& verdicts) {
  const VerdictSummary summary = summary_of(verdicts);
  std::string counts;
  for (const auto& [kind, count] : summary.kinds) {
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, kind);
  }
  fmt::print("{} claims: {}\n", summary.claims, counts);
  if (const std::string errata = summary.errata_sentence(); !errata.empty()) {
    fmt::print("{}\n", errata);
  }
  fmt::print("evidence: {} by samples, {} by computation\n", summary.sampled, summary.computed);
  fmt::print("expected: {:.2g} false verdicts, {:.2g} that another seed changes\n",
             summary.expected_errors, summary.expected_changes);
  fmt::print("{} not as expected\n", summary.unexpected);
}

// The claims of a study that a run under another seed, with `factor` times the repetitions, may change;
// returns the sum of their probabilities.
double print_fragile(const StudyReport& report, double factor) {
  double changes = 0;
  for (const Verdict& verdict : report.verdicts) {
    if (!verdict.is_tested()) continue;
    const Verdict run =
        factor == 1 ? verdict : judge(verdict.claim, tables_of(report), {.repetitions = factor});
    const double chance = verdict.chance_of_change_in(run);
    changes += chance;
    if (!(chance > fragile_chance)) continue;
    fmt::print("  {:.2g}  {}/{}\n", chance, verdict.claim.study, verdict.claim.id);
    for (std::size_t i = 0; i < run.tests.size(); ++i) {
      const Answer answer = verdict.tests[i].result.answer;
      if (run.tests[i].result.chances().of_another_than(answer) > fragile_chance / 10) {
        fmt::print("        {}\n", test_sentence(run.tests[i]));
      }
    }
  }
  return changes;
}

void print_insensitive(const StudyReport& report) {
  for (const Verdict& verdict : report.verdicts) {
    if (!verdict.is_tested()) continue;
    const Sensitivity sensitivity = sensitivity_of(verdict, tables_of(report));
    if (sensitivity == Sensitivity::to_margin) continue;
    fmt::print("  {}  {}/{}\n",
               sensitivity == Sensitivity::none ? "no shift           " : "only a larger shift",
               verdict.claim.study, verdict.claim.id);
  }
}

}  // namespace

void add_verify(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("verify", "thesis against reproduction: the verdict on every claim");
  auto options = std::make_shared<StudyOptions>();
  auto fragile = std::make_shared<bool>(false);
  auto repetitions = std::make_shared<double>(1);
  auto shifts = std::make_shared<bool>(false);
  auto tests = std::make_shared<bool>(false);
  options->add_to(*command, true);
  command->add_flag("--tests", *tests, "each test with its number, interval, margin and answer");
  auto* list_fragile =
      command->add_flag("--fragile", *fragile, "list the claims that another seed may change");
  command
      ->add_option("--repetitions", *repetitions,
                   "with --fragile: by a run with this many times the repetitions, such as 0.5")
      ->needs(list_fragile)
      ->check(CLI::PositiveNumber);
  command->add_flag("--shifts", *shifts,
                    "list the claims whose verdict stands when the estimates are moved by their "
                    "margin, or by five standard errors");
  auto published = std::make_shared<PublishedOptions>();
  published->add_to(*command);
  command->callback([=, &context] {
    if (published->wanted) {
      verify_published(*options, *published, context);
      return;
    }
    const auto plans = load_plans(*options, context);
    const Store store(options->store_folder(context), Store::Access::read);
    if (refuse_without_results(*options, plans, store, context)) return;
    std::vector<Verdict> verdicts;
    double changes = 0;
    OriginCounts origins;
    const std::string unjudged = why_unjudged(options->chosen_profile());
    if (*shifts) fmt::print("claims that no shift changes, or only a larger one:\n");
    if (*fragile && unjudged.empty()) {
      fmt::print("claims that another seed changes with a probability above {}:\n", fragile_chance);
    }
    for (const Plan& plan : plans) {
      const auto report = judge_study(plan, store);
      origins.add(report.tables.origins);
      verdicts.insert(verdicts.end(), report.verdicts.begin(), report.verdicts.end());
      if (!unjudged.empty()) continue;
      if (*shifts) print_insensitive(report);
      if (*fragile) changes += print_fragile(report, *repetitions);
      for (const auto& [table, reason] : report.tables.blocked) {
        tell(report.name + ": table " + table + ": " + reason);
        context.exit_code = ExitCode::failed_cells;
      }
    }
    std::vector<Claim> claims;
    for (const Verdict& verdict : verdicts) claims.push_back(verdict.claim);
    check_same_as(claims);
    if (!unjudged.empty()) {
      fmt::print("{} claims, not judged: {}\n", verdicts.size(), unjudged);
      return;
    }
    if (*shifts) return;
    if (*fragile) {
      if (*repetitions != 1) {
        fmt::print("with {:g} times the repetitions: {:.2g} that another seed changes\n",
                   *repetitions, changes);
      }
    } else if (*tests) {
      for (const Verdict& verdict : verdicts) {
        fmt::print("{}/{}: {}\n", verdict.claim.study, verdict.claim.id, name_of(verdict.kind));
        for (const JudgedTest& test : verdict.tests) fmt::print("    {}\n", test_sentence(test));
        if (verdict.tests.empty() && !verdict.message.empty()) {
          fmt::print("    {}\n", verdict.message);
        }
      }
    } else {
      fmt::print("{}", verdict_table(verdicts));
    }
    print_summary(verdicts);
    fmt::print("{}", kept_line(origins));
    for (const Verdict& verdict : verdicts) {
      if (!verdict.as_expected) context.exit_code = ExitCode::unexpected_verdict;
    }
  });
}

}  // namespace replaybench::cli
