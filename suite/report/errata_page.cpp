// The errata of the cited text, fit to be sent to its author.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suite/page/template.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/report/number_words.hpp"
#include "suite/report/pages.hpp"

namespace replaybench {

namespace {

// The statement in a heading: cut between two words where it is long.
std::string subject_of(const std::string& statement) {
  constexpr std::size_t longest = 90;
  if (statement.size() <= longest) {
    return statement.ends_with('.') ? statement.substr(0, statement.size() - 1) : statement;
  }
  return statement.substr(0, statement.rfind(' ', longest)) + " ...";
}

}  // namespace

std::string errata_page(const std::vector<StudyReport>& reports) {
  using Json = nlohmann::json;
  const auto claims = claims_in_order(reports);
  VerdictSummary summary;
  for (const JudgedClaim& claim : claims) summary.add(*claim.verdict);
  auto errata = Json::array();
  for (const auto& [claim, others] : errata_of(claims)) {
    const Claim& said = claim.verdict->claim;
    Json values = claim_values(*claim.verdict, *claim.report);
    auto also = Json::array();
    for (const JudgedClaim& other : others) {
      also.push_back(claim_values(*other.verdict, *other.report));
    }
    values["number"] = errata.size() + 1;
    values["subject"] = subject_of(said.statement);
    values["also"] = also;
    values["has_also"] = !also.empty();
    auto tests = Json::array();
    for (const JudgedTest& test : claim.verdict->tests) {
      tests.push_back(
          {{"about", test.is_of_correction ? "The corrected form holds" : "The printed form fails"},
           {"sentence", judged_sentence(test)}});
    }
    values["tests"] = tests;
    values["readings"] = said.readings;
    values["has_readings"] = !said.readings.empty();
    errata.push_back(values);
  }
  const bool is_judged = std::any_of(claims.begin(), claims.end(), [](const JudgedClaim& claim) {
    return claim.verdict->is_tested();
  });
  const std::string why = reports.empty() ? std::string() : why_unjudged(reports.front().profile);
  const Json values{{"errata", errata},
                    {"contents", !errata.empty()},
                    {"unjudged", is_judged || claims.empty() ? std::string()
                                 : why.empty()               ? "nothing was computed"
                                                             : why},
                    {"none", errata.empty()},
                    {"errors", counted(errata.size(), "error")},
                    {"sentence", summary.errata_sentence()}};
  return html_document("Replaybench: errata of the thesis",
                       report_templates().render("errata.html", values), true);
}

}  // namespace replaybench
