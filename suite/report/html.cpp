#include <fmt/core.h>
#include <openssl/evp.h>

#include <map>
#include <nlohmann/json.hpp>

#include "suite/page/template.hpp"
#include "suite/report/study_report.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace {

std::string base64(const std::string& bytes) {
  // Four digits for each three bytes begun, and a zero byte that the function appends.
  std::string digits(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int written = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(digits.data()),
                                      reinterpret_cast<const unsigned char*>(bytes.data()),
                                      static_cast<int>(bytes.size()));
  digits.resize(static_cast<std::size_t>(written));
  return digits;
}

std::string rounded(const std::optional<double>& value) {
  return value ? fmt::format("{:.5g}", *value) : std::string();
}

nlohmann::json verdict_values(const Verdict& verdict) {
  const Claim& claim = verdict.claim;
  return {{"id", claim.id},
          {"where", claim.where},
          {"statement", claim.statement},
          {"corrected", claim.corrected},
          {"argument", claim.argument},
          {"reason", claim.reason},
          {"note", claim.note},
          {"message", verdict.as_expected ? std::string() : verdict.message},
          {"printed", claim.printed_text.empty() ? rounded(claim.printed) : claim.printed_text},
          {"ours", rounded(verdict.value)},
          {"error", rounded(verdict.standard_error)},
          {"class", !verdict.as_expected                   ? "bad"
                    : verdict.kind == VerdictKind::skipped ? "plain"
                                                           : "good"},
          {"verdict", std::string(name_of(verdict.kind))}};
}

nlohmann::json figure_values(const Figure& figure) {
  return {{"name", figure.name},
          {"title", figure.title.empty() ? figure.name : figure.title},
          {"skipped", figure.failed.empty() ? figure.skipped : figure.failed},
          {"image", figure.is_drawn() ? base64(read_file(figure.svg)) : std::string()}};
}

nlohmann::json reasons(const std::map<std::string, std::string>& tables) {
  auto values = nlohmann::json::array();
  for (const auto& [name, reason] : tables) values.push_back({{"name", name}, {"reason", reason}});
  return values;
}

nlohmann::json study_values(const StudyReport& report) {
  auto figures = nlohmann::json::array();
  for (const Figure& figure : report.figures) figures.push_back(figure_values(figure));
  auto verdicts = nlohmann::json::array();
  for (const Verdict& verdict : report.verdicts) verdicts.push_back(verdict_values(verdict));
  return {{"name", report.name},
          {"title", report.title},
          {"question", report.question},
          {"figures", figures},
          {"warnings", report.warnings},
          {"skipped_tables", reasons(report.tables.skipped)},
          {"partial_tables", reasons(report.tables.partial)},
          {"blocked_tables", reasons(report.tables.blocked)},
          {"has_verdicts", !report.verdicts.empty()},
          {"verdicts", verdicts},
          {"profile", to_string(report.profile)},
          {"digest", report.digest.empty() ? "incomplete" : report.digest.substr(0, 16)}};
}

}  // namespace

std::string html_page(const std::vector<StudyReport>& reports) {
  std::size_t claims = 0;
  std::size_t expected = 0;
  std::size_t skipped = 0;
  std::size_t unjudged = 0;
  std::string why;
  auto studies = nlohmann::json::array();
  for (const StudyReport& report : reports) {
    claims += report.verdicts.size();
    unjudged += report.unjudged;
    if (report.unjudged > 0) why = why_unjudged(report.profile);
    for (const Verdict& verdict : report.verdicts) {
      expected += verdict.as_expected && verdict.kind != VerdictKind::skipped;
      skipped += verdict.kind == VerdictKind::skipped;
    }
    studies.push_back(study_values(report));
  }
  return html_document("Replaybench",
                       page_templates().render("studies.html", {{"claims", claims},
                                                                {"expected", expected},
                                                                {"skipped", skipped},
                                                                {"unjudged", unjudged},
                                                                {"why_unjudged", why},
                                                                {"studies", studies}}),
                       false);
}

}  // namespace replaybench
