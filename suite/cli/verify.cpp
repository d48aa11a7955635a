#include <fmt/core.h>

#include "suite/cli/commands.hpp"
#include "suite/cli/origin_lines.hpp"
#include "suite/cli/stored_results.hpp"
#include "suite/cli/verify_published.hpp"
#include "suite/cli/verify_seeds.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench::cli {

namespace {

void print_summary(const std::vector<Verdict>& verdicts) {
  const VerdictSummary summary = summary_of(verdicts);
  std::string counts;
  for (const auto& [kind, count] : summary.kinds) {
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, kind);
  }
  fmt::print("{} {}: {}\n", summary.claims, summary.claims == 1 ? "claim" : "claims", counts);
  if (const std::string reproduced = summary.reproduced_sentence(); !reproduced.empty()) {
    fmt::print("{}\n", reproduced);
  }
  if (const std::string errata = summary.errata_sentence(); !errata.empty()) {
    fmt::print("{}\n", errata);
  }
  fmt::print("evidence: {} by samples, {} by computation\n", summary.sampled, summary.computed);
  fmt::print("expected: {:.2g} false verdicts\n", summary.expected_errors);
  fmt::print("{} not as expected\n", summary.unexpected);
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
  auto shifts = std::make_shared<bool>(false);
  auto tests = std::make_shared<bool>(false);
  options->add_to(*command, true);
  command->add_flag("--tests", *tests, "each test with its number, interval, margin and answer");
  command->add_flag(
      "--shifts", *shifts,
      "list the claims whose verdict does not change if the estimates are shifted by their "
      "margin, or by five standard errors");
  auto seeds = std::make_shared<SeedsOptions>();
  seeds->add_to(*command);
  auto published = std::make_shared<PublishedOptions>();
  published->add_to(*command, "compare tables and verdicts with the published ones instead");
  command->callback([=, &context] {
    if (!seeds->seeds.empty()) {
      verify_seeds(*options, *seeds, context);
      return;
    }
    if (published->wanted) {
      verify_published(*options, *published, context);
      return;
    }
    const auto plans = load_plans(*options, context);
    const Store store(options->store_folder(context), Store::Access::read);
    if (refuse_without_results(*options, plans, store, context)) return;
    std::vector<Verdict> verdicts;
    OriginCounts origins;
    const std::string unjudged = why_unjudged(options->chosen_profile());
    if (*shifts) fmt::print("claims that no shift changes, or only a larger one:\n");
    for (const Plan& plan : plans) {
      const auto report = judge_study(plan, store);
      origins.add(report.tables.origins);
      verdicts.insert(verdicts.end(), report.verdicts.begin(), report.verdicts.end());
      if (!unjudged.empty()) continue;
      if (*shifts) print_insensitive(report);
      for (const auto& [table, reason] : report.tables.blocked) {
        tell(report.name + ": table " + table + ": " + reason);
        context.exit_code = ExitCode::failed_cells;
      }
    }
    std::vector<Claim> claims;
    for (const Verdict& verdict : verdicts) claims.push_back(verdict.claim);
    check_same_as(claims);
    if (!unjudged.empty()) {
      fmt::print("{} {}, not judged: {}\n", verdicts.size(),
                 verdicts.size() == 1 ? "claim" : "claims", unjudged);
      return;
    }
    if (*shifts) return;
    if (*tests) {
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
