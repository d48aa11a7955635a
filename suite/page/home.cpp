#include "suite/page/home.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suite/page/template.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view links_begin = "<!-- links -->";
constexpr std::string_view links_end = "<!-- /links -->";
constexpr std::string_view studies_begin = "<!-- studies -->";
constexpr std::string_view studies_end = "<!-- /studies -->";

// The text between two marks replaced; a page without them stays as it is.
void put_between(std::string& page, std::string_view begin, std::string_view end,
                 const std::string& text) {
  const auto from = page.find(begin);
  if (from == std::string::npos) return;
  const auto to = page.find(end, from);
  if (to == std::string::npos) return;
  page.replace(from + begin.size(), to - from - begin.size(), "\n" + text);
}

nlohmann::json links(const std::vector<std::pair<std::string, std::string>>& list) {
  auto values = nlohmann::json::array();
  for (const auto& [address, words] : list) {
    values.push_back({{"address", address}, {"words", words}});
  }
  return values;
}

}  // namespace

void refresh_home(const fs::path& results) {
  if (!fs::exists(results / "index.html")) {
    write_file(results / "index.html",
               html_document("Replaybench: results",
                             std::string(page_templates().text("home.html")), false));
  }
  std::vector<std::pair<std::string, std::string>> boards;
  for (const auto& [address, words] :
       {std::pair("leaderboard/index.html", "Leaderboard of algorithms"),
        std::pair("leaderboard/evaluators.html", "Leaderboard of evaluators"),
        std::pair("site/index.html", "Documents and reference")}) {
    if (fs::exists(results / address)) boards.emplace_back(address, words);
  }
  std::vector<std::pair<std::string, std::string>> studies;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(results / "studies", none)) {
    if (file.path().extension() != ".html") continue;
    studies.emplace_back("studies/" + file.path().filename().string(), file.path().stem().string());
  }
  std::sort(studies.begin(), studies.end());
  const Templates& templates = page_templates();
  for (const char* name : {"index.html", "selection.html"}) {
    if (!fs::exists(results / name)) continue;
    const std::string before = read_file(results / name);
    std::string page = before;
    put_between(page, links_begin, links_end,
                templates.render("links.html", {{"links", links(boards)}}));
    put_between(page, studies_begin, studies_end,
                templates.render("links.html", {{"links", links(studies)}}));
    if (page != before) write_file(results / name, page);
  }
}

}  // namespace replaybench
