// The errata of the cited text, fit to be sent to its author.

#include <map>
#include <nlohmann/json.hpp>

#include "suite/page/template.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/report/pages.hpp"

namespace replaybench {

std::string errata_page(const std::vector<StudyReport>& reports) {
  using Json = nlohmann::json;
  const auto claims = claims_in_order(reports);
  // One error that several studies show is one erratum.
  std::map<std::string, Json> repeats;
  for (const JudgedClaim& claim : claims) {
    const std::string& same = claim.verdict->claim.same_as;
    if (claim.verdict->kind != VerdictKind::erratum || same.empty()) continue;
    auto& list = repeats.try_emplace(same, Json::array()).first->second;
    list.push_back(claim_values(*claim.verdict, *claim.report));
  }
  auto errata = Json::array();
  for (const JudgedClaim& claim : claims) {
    const Claim& said = claim.verdict->claim;
    if (claim.verdict->kind != VerdictKind::erratum || !said.same_as.empty()) continue;
    Json values = claim_values(*claim.verdict, *claim.report);
    const auto also = repeats.find(said.study + '/' + said.id);
    values["number"] = errata.size() + 1;
    values["also"] = also == repeats.end() ? Json::array() : also->second;
    values["has_also"] = also != repeats.end();
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
  const Json values{{"errata", errata}, {"none", errata.empty()}, {"number", errata.size()}};
  return html_document("Replaybench: errata of the thesis",
                       page_templates().render("errata.html", values), true);
}

}  // namespace replaybench
