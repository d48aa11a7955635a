#include "suite/published/summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "suite/page/template.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/table/table.hpp"
#include "suite/text/durations.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

// Generated from suite/published/templates by cmake/embed.cmake.
const std::vector<EmbeddedText>& published_template_files();

namespace {

std::string sentence_of_unexpected(std::size_t count) {
  if (count == 0) return "All verdicts are the expected ones.";
  return std::to_string(count) + (count == 1 ? " verdict is not the expected one."
                                             : " verdicts are not the expected ones.");
}

namespace fs = std::filesystem;
using Values = nlohmann::json;  // of the template
using Verdicts = std::map<std::string, const Verdict*>;

struct NoNumber {
  std::string why;
};

// With its standard error; a share and what was computed have none, and three digits.
std::string shown_number(const Measurement& estimate, double scale) {
  const double value = scale * estimate.value;
  if (estimate.is_proportion || !(estimate.standard_error > 0)) return fmt::format("{:.3g}", value);
  return number_with_error(value, scale * estimate.standard_error);
}

// The number that "study/claim", "study/claim:2" or "study/claim:printed", with or without "%", stands for.
std::string number_of(std::string name, const Verdicts& verdicts) {
  const bool is_percent = name.ends_with('%');
  if (is_percent) name.pop_back();
  const std::size_t colon = name.find(':');
  const std::string part = colon == std::string::npos ? "1" : name.substr(colon + 1);
  const auto found = verdicts.find(name.substr(0, colon));
  if (found == verdicts.end()) throw NoNumber{"there is no claim " + name.substr(0, colon)};
  const Verdict& verdict = *found->second;
  if (!verdict.as_expected || !verdict.is_tested()) {
    throw NoNumber{"the verdict on " + name + " is \"" + std::string(name_of(verdict.kind)) + '"'};
  }
  if (part == "printed") {
    const std::string printed = printed_number(verdict.claim);
    if (printed.empty()) throw NoNumber{name + ": no number is printed"};
    return printed;
  }
  const std::size_t index = part.size() == 1 ? static_cast<std::size_t>(part[0] - '1') : 9;
  // A published verdict has the number of its first test alone.
  Measurement estimate;
  estimate.value = verdict.value.value_or(estimate.value);
  estimate.standard_error = verdict.standard_error.value_or(0);
  if (index < verdict.tests.size()) {
    estimate = verdict.tests[index].result.deciding().estimate;
  } else if (index > 0 || !verdict.tests.empty()) {
    throw NoNumber{name + ": there is no such test"};
  }
  return is_percent ? shown_number(estimate, 100) + " %" : shown_number(estimate, 1);
}

// The sentence with its numbers, each with a link to the page of its study.
std::string with_numbers(const std::string& sentence, const Verdicts& verdicts,
                         const std::string& folder) {
  std::string text;
  std::string_view rest = sentence;
  while (!rest.empty()) {
    const std::size_t open = rest.find('{');
    const std::size_t close = rest.find('}', open);
    text += rest.substr(0, open);
    if (open == std::string_view::npos) break;
    if (close == std::string_view::npos) throw NoNumber{"a brace is not closed"};
    const std::string name(rest.substr(open + 1, close - open - 1));
    text += fmt::format("[{}]({}/{}/tables.md)", number_of(name, verdicts), folder,
                        name.substr(0, name.find('/')));
    rest.remove_prefix(close + 1);
  }
  return text;
}

// The list of what the file says, with numbers and figures in place.
void add_findings(const fs::path& home, const std::string& folder, const Verdicts& verdicts,
                  Values& page) {
  TomlReader reader = TomlReader::read_file(home / "experiments" / "findings.toml");
  page["findings"] = Values::array();
  for (TomlReader& finding : reader.tables("finding")) {
    const std::string sentence = finding.required_text("sentence");
    try {
      page["findings"].push_back({{"sentence", with_numbers(sentence, verdicts, folder)}});
    } catch (const NoNumber& problem) {
      finding.problem("sentence", problem.why);
    }
  }
  page["figures"] = Values::array();
  for (TomlReader& figure : reader.tables("figure")) {
    const std::string study = figure.required_text("study");
    const std::string path = folder + "/" + study + "/" + figure.required_text("name") + ".svg";
    if (!fs::exists(home / path)) figure.problem("name", "there is no " + path);
    page["figures"].push_back({{"path", path},
                               {"study", study},
                               {"folder", folder},
                               {"caption", figure.required_text("caption")}});
  }
  reader.finish();
  reader.throw_if_problems();
}

Values chapters_of(const std::vector<JudgedClaim>& claims, const ShownCounts& all) {
  Values rows = Values::array();
  for (const auto& [chapter, counts] : chapter_counts(claims)) {
    Values cells = Values::array();
    for (const Values& kind : all.values()) {
      const std::size_t count = counts.of(kind["key"].get<std::string>());
      cells.push_back({{"count", count > 0 ? std::to_string(count) : std::string()}});
    }
    rows.push_back({{"name", chapter.name},
                    {"title", chapter.title.empty() ? "" : ": " + chapter.title},
                    {"cells", cells},
                    {"claims", counts.all()}});
  }
  return rows;
}

Values errata_rows(const std::vector<JudgedClaim>& claims, const std::string& folder) {
  Values rows = Values::array();
  for (const Erratum& erratum : errata_of(claims)) {
    const Claim& claim = erratum.first.verdict->claim;
    rows.push_back({{"number", rows.size() + 1},
                    {"where", claim.where},
                    {"printed", claim.statement},
                    {"correct", claim.corrected},
                    {"study", erratum.first.report->name},
                    {"folder", folder}});
  }
  return rows;
}

Values costs_of(const std::vector<PublishedRun>& runs) {
  Values rows = Values::array();
  for (const PublishedRun& run : runs) {
    std::size_t cells = 0;
    double seconds = 0;
    for (const auto& [name, study] : run.studies) {
      cells += study.published_cells();
      seconds += study.seconds();
    }
    rows.push_back({{"profile", run.profile},
                    {"studies", run.studies.size()},
                    {"cells", cells},
                    {"minutes", minutes_text(seconds)}});
  }
  return rows;
}

// The first rows of a ranking: with a link to the component's folder, where it has one.
Values leaders_of(const Table& table, const std::string& name, const std::string& score,
                  const std::string& tasks, const fs::path& home, const std::string& components,
                  const std::string& group = {}) {
  constexpr std::size_t most = 10;
  const auto& names = std::get<TextColumn>(table.column(name));
  const auto number = [&](const std::string& column, std::size_t row) {
    return std::get<NumberColumn>(table.column(column))[row];
  };
  Values rows = Values::array();
  for (std::size_t row = 0; row < table.rows() && rows.size() < most; ++row) {
    if (!group.empty() && std::get<TextColumn>(table.column("group"))[row] != group) continue;
    const std::string path = components + "/" + names[row];
    rows.push_back({{"name", names[row]},
                    {"path", fs::exists(home / path) ? path : std::string()},
                    {"rank", fmt::format("{:.1f}", number("mean_rank", row))},
                    {"score", fmt::format("{:.4f}", number(score, row))},
                    {"tasks", fmt::format("{:.0f}", number(tasks, row))}});
  }
  return rows;
}

// The boards of the folder's run, where they are published.
void add_leaders(const fs::path& home, const std::string& folder, Values& page) {
  page["boards"] = Values::array();
  const fs::path boards = home / folder / "leaderboard";
  const auto add = [&](const std::string& title, const std::string& file, const char* what,
                       const char* score, Values rows) {
    if (rows.empty()) return;
    page["boards"].push_back({{"title", title},
                              {"path", folder + "/leaderboard/" + file},
                              {"what", what},
                              {"score", score},
                              {"rows", std::move(rows)}});
  };
  if (fs::exists(boards / "overall.csv")) {
    add("algorithms", "leaderboard.md", "algorithm", "share of the best policy's reward",
        leaders_of(Table::read_csv(boards / "overall.csv"), "algorithm", "mean_share",
                   "ranked_tasks", home, "algorithms"));
  }
  if (!fs::exists(boards / "evaluators_overall.csv")) return;
  const Table evaluators = Table::read_csv(boards / "evaluators_overall.csv");
  std::vector<std::string> groups;
  for (const std::string& group : std::get<TextColumn>(evaluators.column("group"))) {
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  for (const std::string& group : groups) {
    add("evaluators of " + group, "evaluators.md", "evaluator", "RMSE",
        leaders_of(evaluators, "evaluator", "rmse", "tasks", home, "evaluators", group));
  }
}

}  // namespace

std::string summary_page(const std::vector<StudyReport>& reports,
                         const std::vector<PublishedRun>& runs, const fs::path& home,
                         const std::string& folder) {
  const std::vector<JudgedClaim> claims = claims_in_order(reports);
  Verdicts verdicts;
  ShownCounts all;
  VerdictSummary summary;
  for (const JudgedClaim& claim : claims) {
    verdicts[claim.report->name + "/" + claim.verdict->claim.id] = claim.verdict;
    all.add(shown(*claim.verdict));
    summary.add(*claim.verdict);
  }
  Values page{{"kinds", all.values()},
              {"chapters", chapters_of(claims, all)},
              {"claims", claims.size()},
              {"studies", reports.size()},
              {"unexpected", sentence_of_unexpected(summary.unexpected)},
              {"reproduced", summary.reproduced_sentence()},
              {"errata_sentence", summary.errata_sentence()},
              {"errata", errata_rows(claims, folder)},
              {"costs", costs_of(runs)},
              {"folder", folder}};
  add_findings(home, folder, verdicts, page);
  add_leaders(home, folder, page);
  return Templates(published_template_files()).render("summary.md", page);
}

}  // namespace replaybench
