#include "suite/report/pages.hpp"

#include <algorithm>
#include <tuple>

#include "suite/page/home.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"

namespace replaybench {

namespace fs = std::filesystem;

fs::path write_pages(std::vector<StudyReport> reports, const fs::path& results, bool complete) {
  // By chapter and page of the cited text.
  std::stable_sort(reports.begin(), reports.end(), [](const StudyReport& a, const StudyReport& b) {
    const auto key = [](const StudyReport& report) {
      const StudyPlace place = place_of(report);
      return std::tuple(place.chapter.page, place.chapter.key, place.page);
    };
    return key(a) < key(b);
  });
  for (const fs::path& folder : {results, results / "studies"}) remove_left_parts(folder);
  const std::string index = complete || reports.size() == 1 ? "index.html" : "selection.html";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    write_file(results / "studies" / (reports[i].name + ".html"),
               study_page(reports[i], i > 0 ? &reports[i - 1] : nullptr,
                          i + 1 < reports.size() ? &reports[i + 1] : nullptr, index));
  }
  const bool has_index = complete || reports.size() != 1;
  if (has_index) {
    write_file(results / index, index_page(reports, complete));
    write_file(results / claims_page_name(complete), claims_page(reports, complete));
  }
  if (complete) write_file(results / "errata.html", errata_page(reports));
  refresh_home(results);
  return has_index ? results / index : results / "studies" / (reports.front().name + ".html");
}

}  // namespace replaybench
