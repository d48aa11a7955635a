#pragma once
// The templates of a report's pages (suite/report/templates), and the values of claims and verdicts in them.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "suite/page/template.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench {

/// The files of suite/report/templates.
const Templates& report_templates();

/// A verdict on a page: a sign and words, so that colour is never the only sign.
struct ShownVerdict {
  std::string_view key;  ///< class of the style sheet, value of the filter
  std::string_view sign;
  std::string_view words;
};

/// All kinds, in the order in which they are counted.
const std::vector<ShownVerdict>& shown_verdicts();

/// Sign and words of a verdict.
const ShownVerdict& shown(const Verdict& verdict);

/// A chapter of the cited text, or the group of claims outside its chapters.
struct ChapterLabel {
  std::string key;    ///< "5", "A", "own", "other"
  std::string name;   ///< "Chapter 5", "Appendix A", "Our own experiments"
  std::string title;  ///< as the text has it
  std::size_t page = 0;
};
ChapterLabel chapter_of(const Claim& claim);

/// Place of a study: the chapter of most of its claims, and the first page of its claims in it.
struct StudyPlace {
  ChapterLabel chapter;
  std::size_t page = 0;
};
StudyPlace place_of(const StudyReport& report);

/// A text as the name of a place in a page: letters, digits, '-' and '.', the other bytes as "_2F".
/// Different texts have different names.
std::string anchor(std::string_view text);

/// "1 claim", "3 claims"
std::string counted(std::size_t count, const std::string& noun);

/// Counts of the verdicts, in the order of `shown_verdicts`; zero counts are left out.
class ShownCounts {
 public:
  void add(const ShownVerdict& verdict) { ++counts_[verdict.key], ++all_; }
  std::size_t all() const { return all_; }
  std::size_t of(std::string_view key) const {
    const auto found = counts_.find(key);
    return found == counts_.end() ? 0 : found->second;
  }
  nlohmann::json values() const;

 private:
  std::map<std::string_view, std::size_t> counts_;
  std::size_t all_ = 0;
};
ShownCounts counts_of(const StudyReport& report);

/// A verdict, and its report.
struct JudgedClaim {
  const Verdict* verdict = nullptr;
  const StudyReport* report = nullptr;
};

/// All claims in the order of the cited text; claims of one place by study, in the order of the file.
/// `reports` must outlive them.
std::vector<JudgedClaim> claims_in_order(const std::vector<StudyReport>& reports);

/// The verdicts of each chapter, for claims in order.
std::vector<std::pair<ChapterLabel, ShownCounts>> chapter_counts(
    const std::vector<JudgedClaim>& claims);

/// One error of the cited text, and the claims that show it.
struct Erratum {
  JudgedClaim first;              ///< the claim that `same_as` of the others names
  std::vector<JudgedClaim> also;  ///< the others, in the order of the text
};

/// The errata among claims, in the order of their first claims. O(n log n).
std::vector<Erratum> errata_of(const std::vector<JudgedClaim>& claims);

/// The values of a claim's row.
nlohmann::json claim_values(const Verdict& verdict, const StudyReport& report);

}  // namespace replaybench
