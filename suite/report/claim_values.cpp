#include "suite/report/claim_values.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "suite/report/number_words.hpp"

namespace replaybench {

// Generated from suite/report/templates by cmake/embed.cmake.
const std::vector<EmbeddedText>& report_template_files();

const Templates& report_templates() {
  static const Templates templates(report_template_files());
  return templates;
}

namespace {

bool is_own_design(const Claim& claim) {
  return claim.where == "design" || claim.where == "our design";
}

const ShownVerdict& shown_by_key(std::string_view key) {
  for (const ShownVerdict& verdict : shown_verdicts()) {
    if (verdict.key == key) return verdict;
  }
  throw std::logic_error("no verdict is shown as " + std::string(key));
}

// The check of a claim and its result, in words; only the check if the claim was not tested.
nlohmann::json check_values(const Verdict& verdict) {
  const Claim& claim = verdict.claim;
  auto parts = nlohmann::json::array();
  const auto add = [&](const std::string& name, const std::string& text) {
    if (!text.empty()) parts.push_back({{"name", name}, {"text", text}});
  };
  const bool is_erratum = claim.expected == Expected::erratum;
  const auto name_of_test = [&](bool is_of_correction) {
    if (!is_erratum) return std::string("test");
    return std::string(is_of_correction ? "the corrected form holds" : "the printed form fails");
  };
  for (const JudgedTest& test : verdict.tests) {
    add(name_of_test(test.is_of_correction), judged_sentence(test));
  }
  if (verdict.tests.empty()) {
    for (const DeclaredTest& test : claim.tests) add(name_of_test(false), test.words());
    for (const DeclaredTest& test : claim.corrected_tests) add(name_of_test(true), test.words());
    if (claim.select) add("rows", condition_words(claim.select->text()));
  }
  for (const std::string& reading : claim.readings) add("reading", reading);
  add("stand-in", claim.stand_in);
  add(is_erratum ? "the same error" : "the same statement", claim.same_as);
  return parts;
}

}  // namespace

const std::vector<ShownVerdict>& shown_verdicts() {
  static const std::vector<ShownVerdict> verdicts{{"reproduces", "✓", "reproduces"},
                                                  {"stand-in", "≈", "reproduces on a stand-in"},
                                                  {"not-reproduced", "✗", "does not reproduce"},
                                                  {"not-on-stand-in", "≉", "not on a stand-in"},
                                                  {"reading", "±", "depends on the reading"},
                                                  {"erratum", "✎", "erratum"},
                                                  {"undecided", "?", "undecided"},
                                                  {"untestable", "∅", "untestable"},
                                                  {"finding", "◆", "finding"},
                                                  {"calibration", "=", "calibration"},
                                                  {"unconfirmed", "✗", "not confirmed"},
                                                  {"error", "!", "error"},
                                                  {"skipped", "○", "data not here"},
                                                  {"not-computed", "…", "not computed yet"},
                                                  {"unjudged", "·", "not judged"}};
  return verdicts;
}

const ShownVerdict& shown(const Verdict& verdict) {
  switch (verdict.kind) {
    case VerdictKind::reproduces:
      return shown_by_key("reproduces");
    case VerdictKind::stand_in:
      return shown_by_key("stand-in");
    case VerdictKind::does_not_reproduce:
      return shown_by_key("not-reproduced");
    case VerdictKind::not_on_stand_in:
      return shown_by_key("not-on-stand-in");
    case VerdictKind::reading:
      return shown_by_key("reading");
    case VerdictKind::erratum:
      return shown_by_key("erratum");
    case VerdictKind::undecided:
      return shown_by_key("undecided");
    case VerdictKind::untestable:
      return shown_by_key("untestable");
    case VerdictKind::finding:
      return shown_by_key("finding");
    case VerdictKind::calibration:
      return shown_by_key("calibration");
    case VerdictKind::not_confirmed:
      return shown_by_key("unconfirmed");
    case VerdictKind::skipped:
      return shown_by_key("skipped");
    case VerdictKind::not_computed:
      return shown_by_key("not-computed");
    case VerdictKind::unjudged:
      return shown_by_key("unjudged");
    case VerdictKind::error:
      return shown_by_key("error");
  }
  throw std::logic_error("no such verdict");
}

ChapterLabel chapter_of(const Claim& claim) {
  constexpr std::size_t last = 100000;  // behind all pages
  if (!claim.location) {
    return is_own_design(claim) ? ChapterLabel{"own", "Our own experiments", "", last}
                                : ChapterLabel{"other", "Other works", "", last + 1};
  }
  const Location& location = *claim.location;
  const char first = location.chapter.front();
  std::string name = location.chapter_title;
  std::string title;
  if (first >= '0' && first <= '9') {
    name = "Chapter " + location.chapter;
    title = location.chapter_title;
  } else if (first >= 'A' && first <= 'Z') {
    name = "Appendix " + location.chapter;
    title = location.chapter_title;
  }
  return {location.chapter, name, title, location.chapter_page};
}

StudyPlace place_of(const StudyReport& report) {
  std::map<std::string, std::size_t> counts;
  for (const Verdict& verdict : report.verdicts) ++counts[chapter_of(verdict.claim).key];
  StudyPlace place{{"other", "Other studies", "", 100002}, 0};
  std::size_t most = 0;
  for (const Verdict& verdict : report.verdicts) {
    const ChapterLabel chapter = chapter_of(verdict.claim);
    const std::size_t count = counts[chapter.key];
    if (count < most || (count == most && chapter.page >= place.chapter.page)) continue;
    most = count;
    place.chapter = chapter;
  }
  for (const Verdict& verdict : report.verdicts) {
    const auto& location = verdict.claim.location;
    if (!location || chapter_of(verdict.claim).key != place.chapter.key) continue;
    if (place.page == 0 || location->page < place.page) place.page = location->page;
  }
  return place;
}

std::string anchor(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.';
    name += plain ? std::string(1, c) : fmt::format("_{:02X}", static_cast<unsigned>(c) & 0xFFu);
  }
  return name;
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

nlohmann::json ShownCounts::values() const {
  auto list = nlohmann::json::array();
  for (const ShownVerdict& verdict : shown_verdicts()) {
    const std::size_t count = of(verdict.key);
    if (count == 0) continue;
    list.push_back({{"key", verdict.key},
                    {"sign", verdict.sign},
                    {"words", verdict.words},
                    {"count", count},
                    {"percent", fmt::format("{:.2f}", 100.0 * static_cast<double>(count) /
                                                          static_cast<double>(all_))}});
  }
  return list;
}

ShownCounts counts_of(const StudyReport& report) {
  ShownCounts counts;
  for (const Verdict& verdict : report.verdicts) counts.add(shown(verdict));
  return counts;
}

std::vector<JudgedClaim> claims_in_order(const std::vector<StudyReport>& reports) {
  std::vector<JudgedClaim> claims;
  for (const StudyReport& report : reports) {
    for (const Verdict& verdict : report.verdicts) claims.push_back({&verdict, &report});
  }
  const auto place = [](const JudgedClaim& claim) {
    const auto& location = claim.verdict->claim.location;
    return std::pair(chapter_of(claim.verdict->claim).page, location ? location->page : 0);
  };
  std::stable_sort(claims.begin(), claims.end(),
                   [&](const JudgedClaim& a, const JudgedClaim& b) { return place(a) < place(b); });
  return claims;
}

std::vector<std::pair<ChapterLabel, ShownCounts>> chapter_counts(
    const std::vector<JudgedClaim>& claims) {
  std::vector<std::pair<ChapterLabel, ShownCounts>> chapters;
  for (const JudgedClaim& claim : claims) {
    ChapterLabel chapter = chapter_of(claim.verdict->claim);
    if (chapters.empty() || chapters.back().first.key != chapter.key) {
      chapters.push_back({std::move(chapter), {}});
    }
    chapters.back().second.add(shown(*claim.verdict));
  }
  return chapters;
}

std::vector<Erratum> errata_of(const std::vector<JudgedClaim>& claims) {
  std::map<std::string, std::vector<JudgedClaim>> by_error;
  for (const JudgedClaim& claim : claims) {
    if (claim.verdict->kind != VerdictKind::erratum) continue;
    auto& group = by_error[statement_name(claim.verdict->claim)];
    // The claim named by the others comes first; if it is missing (not run, not confirmed), one of the others.
    const bool is_named = claim.verdict->claim.same_as.empty();
    group.insert(is_named ? group.begin() : group.end(), claim);
  }
  std::vector<Erratum> errata;
  for (const JudgedClaim& claim : claims) {
    if (claim.verdict->kind != VerdictKind::erratum) continue;
    const auto& group = by_error.at(statement_name(claim.verdict->claim));
    if (group.front().verdict != claim.verdict) continue;
    errata.push_back({claim, {group.begin() + 1, group.end()}});
  }
  return errata;
}

nlohmann::json claim_values(const Verdict& verdict, const StudyReport& report) {
  const Claim& claim = verdict.claim;
  const ShownVerdict& how = shown(verdict);
  const ChapterLabel chapter = chapter_of(claim);
  const auto& tables = report.tables.tables;
  const bool has_table = std::any_of(tables.begin(), tables.end(),
                                     [&](const auto& table) { return table.first == claim.table; });
  return {{"id", claim.id},
          {"anchor", anchor(claim.id)},
          {"study", report.name},
          {"study_anchor", anchor(report.name)},
          {"where", claim.where},
          {"page", claim.location ? claim.location->page : chapter.page},
          {"chapter", chapter.key},
          {"statement", claim.statement},
          {"corrected", claim.corrected},
          {"argument", claim.argument},
          {"reason", claim.reason},
          {"note", claim.note},
          {"explanation", verdict.explanation},
          {"printed", printed_number(claim)},
          {"ours", reproduced_number(verdict)},
          {"interval", interval_sentence(verdict)},
          {"evidence", name_of(verdict.evidence())},
          {"percent", number_in_percent(verdict)},
          {"number_name", number_name(verdict)},
          {"table", has_table ? claim.table : std::string()},
          {"table_anchor", anchor(claim.table)},
          {"check", check_values(verdict)},
          {"key", how.key},
          {"sign", how.sign},
          {"words", how.words}};
}

}  // namespace replaybench
