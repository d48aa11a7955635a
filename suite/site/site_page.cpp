#include "suite/site/site_page.hpp"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "suite/site/documents.hpp"

namespace replaybench {

// Generated from suite/site/templates by cmake/embed.cmake.
const std::vector<EmbeddedText>& site_template_files();

const Templates& site_templates() {
  static const Templates templates(site_template_files());
  return templates;
}

std::string site_page(const std::string& address, const std::string& title,
                      const std::string& body) {
  static const std::pair<const char*, const char*> sections[] = {
      {"index.html", "Start"},
      {"tutorial.html", "Tutorial"},
      {"algorithms/index.html", "Algorithms"},
      {"evaluators/index.html", "Evaluators"},
      {"datasets/index.html", "Data sets"},
      {"studies/index.html", "Studies"},
      {"results.html", "Results"},
      {"glossary.html", "Glossary"}};
  auto links = nlohmann::json::array();
  for (const auto& [page, words] : sections) {
    const std::string of(page);
    const auto folder = of.find('/');
    const bool current = of == address || (folder != std::string::npos &&
                                           address.compare(0, folder + 1, of, 0, folder + 1) == 0);
    links.push_back({{"address", page}, {"words", words}, {"current", current}});
  }
  return site_templates().render(
      "site_page.html",
      {{"root", way_to_root(address)}, {"title", title}, {"sections", links}, {"body", body}});
}

std::string site_style() {
  return std::string(page_templates().text("page.css")) +
         std::string(site_templates().text("site.css"));
}

std::string site_script() {
  return std::string(page_templates().text("page.js")) +
         std::string(site_templates().text("search.js"));
}

}  // namespace replaybench
