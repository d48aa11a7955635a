#include "suite/published/summary.hpp"

#include <fmt/core.h>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;

namespace {

JudgedTest test_of(double value, double standard_error) {
  JudgedTest judged;
  Measurement estimate;
  estimate.value = value;
  estimate.standard_error = standard_error;
  judged.result.numbers.push_back({estimate, Requirement::less_than(1), {}});
  return judged;
}

// A study with a claim that reproduces, by two tests, and an erratum.
StudyReport study() {
  StudyReport report;
  report.name = "s";
  Verdict holds;
  holds.claim.id = "holds";
  holds.claim.printed_text = "about 3";
  holds.claim.location = Location{"3", "Replay", 69, 70};
  holds.kind = VerdictKind::reproduces;
  holds.as_expected = true;
  holds.tests = {test_of(3.14159, 0.0123), test_of(0.25, 0)};
  Verdict wrong = holds;
  wrong.claim.id = "wrong";
  wrong.claim.where = "theorem 8";
  wrong.claim.statement = "a | b";
  wrong.claim.corrected = "b";
  wrong.kind = VerdictKind::erratum;
  report.verdicts = {holds, wrong};
  return report;
}

PublishedRun run() {
  PublishedRun run;
  run.profile = "standard";
  run.studies["s"].cells = 7;
  run.studies["s"].work = {{"cpu", "build", "", 7, 120}};
  return run;
}

const std::string figure = "[[figure]]\nstudy = 's'\nname = 'f'\ncaption = 'A caption'\n";

// The page of these findings, with the figure s/f.
std::string page_of(const std::string& findings, std::vector<StudyReport> reports = {study()}) {
  const TemporaryFolder home;
  home.write("experiments/findings.toml", findings + figure);
  home.write("pub/s/f.svg", "<svg/>");
  return summary_page(reports, {run()}, home.path(), "pub");
}

std::string problem_of(const std::string& sentence, std::vector<StudyReport> reports = {study()}) {
  return message_of<SpecErrors>(
      [&] { page_of("[[finding]]\nsentence = '" + sentence + "'\n", std::move(reports)); });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("summary: every number of a sentence is that of a claim, and leads to its tables") {
  const std::string page = page_of(
      "[[finding]]\nsentence = 'It is {s/holds}, {s/holds:2} or {s/holds:2%}; "
      "{s/holds:printed}.'\n");
  CHECK(has(page,
            "1. It is [3.142 ± 0.012](pub/s/tables.md), [0.25](pub/s/tables.md) or "
            "[25 %](pub/s/tables.md); [about 3](pub/s/tables.md).\n"));
  CHECK(has(page, "1 studies have 2 claims"));
  CHECK(has(page,
            "| chapter | reproduces | erratum | claims |\n|---|---|---|---|\n"
            "| Chapter 3: Replay | 1 | 1 | 2 |\n"));
  CHECK(has(page, "| [1](pub/s/tables.md) | theorem 8 | a \\| b | b |\n"));
  CHECK(has(page, "[![A caption](pub/s/f.svg)](pub/s/tables.md)"));
  CHECK(has(page, "| standard | 1 | 7 | 2.0"));
}

TEST_CASE(
    "summary: the first ten of each leaderboard that is published, with links to components") {
  const TemporaryFolder home;
  home.write("experiments/findings.toml", figure);
  home.write("pub/s/f.svg", "<svg/>");
  home.write("algorithms/ucb/ucb.cpp", "");
  std::string overall =
      "algorithm,mean_rank,mean_share,ranked_tasks,everywhere\nucb,1.25,0.9,4,yes\n";
  for (int i = 2; i < 14; ++i) overall += fmt::format("a{},{},0.5,4,yes\n", i, i);
  home.write("pub/leaderboard/overall.csv", overall);
  home.write(
      "pub/leaderboard/evaluators_overall.csv",
      "group,evaluator,mean_rank,tasks,rmse\nlearners,t_bred,1,3,0.01\nfixed,dr,2,5,0.0234\n");
  const std::string page = summary_page({study()}, {run()}, home.path(), "pub");
  CHECK(has(page, "| [`ucb`](algorithms/ucb) | 1.2 | 0.9000 | 4 |\n"));
  CHECK(has(page, "| a10 | 10.0 |"));
  CHECK_FALSE(has(page, "| a11 |"));
  CHECK(has(page, "## Leaderboard of evaluators of fixed\n"));
  CHECK(has(page, "| dr | 2.0 | 0.0234 | 5 |\n"));
  CHECK(has(page, "](pub/leaderboard/leaderboard.md)"));
}

TEST_CASE("summary: a sentence without its number is an error") {
  CHECK(has(problem_of("{s/none}"), "there is no claim s/none"));
  CHECK(has(problem_of("{s/holds:3}"), "s/holds:3: there is no such test"));
  CHECK(has(problem_of("{s/holds"), "a brace is not closed"));
  StudyReport unexpected = study();
  unexpected.verdicts[0].as_expected = false;
  CHECK(has(problem_of("{s/holds}", {unexpected}), "the verdict on s/holds is \"reproduces\""));
  StudyReport unprinted = study();
  unprinted.verdicts[0].claim.printed_text.clear();
  CHECK(has(problem_of("{s/holds:printed}", {unprinted}), "no number is printed"));
  const TemporaryFolder home;
  home.write("experiments/findings.toml", figure);
  CHECK(has(message_of<SpecErrors>([&] { summary_page({study()}, {run()}, home.path(), "pub"); }),
            "there is no pub/s/f.svg"));
}
