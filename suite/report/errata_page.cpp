// The errata of the cited text, fit to be sent to its author.

#include <nlohmann/json.hpp>

#include "suite/page/template.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/report/pages.hpp"

namespace replaybench {

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
    values["also"] = also;
    values["has_also"] = !also.empty();
    auto tests = Json::array();
    for (const JudgedTest& test : claim.verdict->tests) {
      tests.push_back(
          {{"about", test.is_of_correction ? "The corrected form holds" : "The printed form fails"},
           {"sentence", test_sentence(test)}});
    }
    values["tests"] = tests;
    values["readings"] = said.readings;
    values["has_readings"] = !said.readings.empty();
    errata.push_back(values);
  }
  const Json values{{"errata", errata},
                    {"none", errata.empty()},
                    {"errors", counted(errata.size(), "error")},
                    {"sentence", summary.errata_sentence()}};
  return html_document("Replaybench: errata of the thesis",
                       report_templates().render("errata.html", values), true);
}

}  // namespace replaybench
