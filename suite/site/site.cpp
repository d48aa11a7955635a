#include "suite/site/site.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "suite/component/registry.hpp"
#include "suite/site/component_pages.hpp"
#include "suite/site/markdown.hpp"
#include "suite/site/site_page.hpp"
#include "suite/site/study_pages.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

constexpr const char* search_file = "search_index.js";

// An old site goes; a folder of something else stays, with an error.
void clear_folder_for_site(const fs::path& out) {
  std::error_code error;
  if (!fs::exists(out, error) || fs::is_empty(out, error)) return;
  if (!fs::is_regular_file(out / search_file, error)) {
    throw FileError(out.string() + " is neither empty nor a site; give " + option("out") +
                    " a folder of its own");
  }
  for (const auto& entry : fs::directory_iterator(out)) fs::remove_all(entry.path());
}

std::string way_between(const fs::path& from, const fs::path& to) {
  return fs::proximate(fs::weakly_canonical(to), fs::weakly_canonical(from)).generic_string();
}

// The pages of documents and studies before they are put into the frame.
class SiteWriter {
 public:
  explicit SiteWriter(const SitePlaces& places)
      : places_(places), way_to_results_(way_between(places.out, places.results)) {}

  SiteSummary write() {
    clear_folder_for_site(places_.out);
    studies_ = read_studies(places_.home, places_.results, way_to_results_);
    std::vector<ExperimentSpec> specs;
    for (const SiteStudy& study : studies_) specs.push_back(study.spec);
    const ComponentUses uses = component_uses(specs);
    write_documents(uses);
    const ReferenceSources reference{places_.home, uses};
    for (const SitePage& page : component_pages(reference, entries_)) put(page.address, page.html);
    for (const SiteStudy& study : studies_) add_study(entries_, study);
    write_results();
    put("style.css", site_style());
    put("site.js", site_script());
    put(search_file, search_script(entries_));
    return summary_;
  }

 private:
  void put(const std::string& address, const std::string& text) {
    write_file(places_.out / address, text);
    summary_.bytes += text.size();
    if (address.ends_with(".html")) ++summary_.pages;
  }

  void put_page(const std::string& address, const std::string& title, const std::string& body) {
    put(address, site_page(address, title, body));
  }

  std::map<std::string, std::string> known_names() const {
    auto names = component_addresses();
    for (const SiteStudy& study : studies_) {
      names.try_emplace(study.spec.name, "studies/" + study.spec.name + ".html");
    }
    return names;
  }

  void write_documents(const ComponentUses& uses) {
    std::vector<fs::path> wanted{"README.md",
                                 "tutorial/README.md",
                                 "algorithms/README.md",
                                 "evaluators/README.md",
                                 "datasets/README.md",
                                 "experiments/README.md"};
    for (const SiteStudy& study : studies_) {
      wanted.push_back(fs::path("experiments") / study.spec.name / "README.md");
    }
    DocumentReader reader(places_.home, places_.results, known_names());
    std::map<std::string, Document> documents;
    for (Document& document : reader.read(wanted)) {
      add_document(entries_, document);
      documents.emplace(document.address, std::move(document));
    }
    complete_documents(documents, uses);
    for (const auto& [address, document] : documents) {
      put_page(address, document.title, document.html);
    }
    for (const auto& [address, file] : reader.files()) {
      fs::create_directories((places_.out / address).parent_path());
      fs::copy_file(file, places_.out / address, fs::copy_options::overwrite_existing);
      if (address.starts_with("files/")) summary_.bytes += fs::file_size(file);
    }
    summary_.dead_links = reader.dead_links();
    const auto readme = documents.find("index.html");
    write_glossary(readme == documents.end() ? std::string() : readme->second.html);
  }

  // Adds the program's own facts below the title of a document, or as a document if there is none.
  void complete_documents(std::map<std::string, Document>& documents, const ComponentUses& uses) {
    const auto add = [&](const std::string& address, const std::string& title,
                         const std::string& html, bool below_title) {
      Document& document =
          documents.try_emplace(address, Document{{}, address, title, {}}).first->second;
      if (document.html.empty()) document.html = "<h1>" + html_text(title) + "</h1>\n";
      const auto title_end = document.html.find("</h1>");
      const auto place =
          below_title && title_end != std::string::npos ? title_end + 5 : document.html.size();
      document.html.insert(place, "\n" + html);
    };
    for (const SiteStudy& study : studies_) {
      add("studies/" + study.spec.name + ".html", study.spec.title, study_facts(study, uses), true);
    }
    add("studies/index.html", "Studies", study_list(studies_), false);
    for (const auto& [folder, title] :
         {std::pair("algorithms", "Algorithms"), std::pair("evaluators", "Evaluators"),
          std::pair("datasets", "Data sets")}) {
      add(std::string(folder) + "/index.html", title, component_list(folder), false);
    }
    add("index.html", "Replaybench", "", true);
  }

  // The table of the README's section, and each of its rows for the search.
  void write_glossary(const std::string& readme) {
    const auto heading = readme.find("id=\"glossary\"");
    std::string table;
    if (heading != std::string::npos) {
      const auto begin = readme.find("</h2>", heading) + 5;
      table = readme.substr(begin, readme.find("<h2", begin) - begin);
    }
    static const std::regex row("<tr>\\s*<td>(.*)</td>\\s*<td>(.*)</td>\\s*</tr>");
    for (std::sregex_iterator at(table.begin(), table.end(), row), end; at != end; ++at) {
      entries_.push_back({text_of_html((*at)[1]), "term", "glossary.html", text_of_html((*at)[2])});
    }
    put_page("glossary.html", "Glossary",
             site_templates().render("glossary.html", {{"table", table}}));
  }

  void write_results() {
    const struct {
      const char* file;
      const char* words;
      const char* about;
      const char* command;
    } pages[] = {
        {"index.html", "Report and claims",
         "All studies; every claim with its verdict, with filters; verdicts by chapter.",
         "make reproduce"},
        {"errata.html", "Errata",
         "Errors of the thesis, each with its correction and its evidence.", "make reproduce"},
        {"leaderboard/index.html", "Leaderboard of algorithms",
         "Every algorithm on every task, tuned and ranked.", "make leaderboard"},
        {"leaderboard/evaluators.html", "Leaderboard of evaluators",
         "Every evaluator against the truth: bias, error, coverage, order.", "make leaderboard"}};
    auto values = nlohmann::json::array();
    for (const auto& page : pages) {
      std::error_code error;
      const bool is_here = fs::is_regular_file(places_.results / page.file, error);
      const std::string address = way_to_results_ + "/" + page.file;
      values.push_back({{"address", is_here ? address : ""},
                        {"words", page.words},
                        {"about", page.about},
                        {"command", page.command}});
      entries_.push_back({page.words, "page", is_here ? address : "results.html", page.about});
    }
    auto counts = nlohmann::json::array();
    for (const auto& [words, count] : verdict_counts(studies_)) {
      counts.push_back({{"words", words}, {"count", count}});
    }
    put_page("results.html", "Results",
             site_templates().render(
                 "results.html",
                 {{"pages", values}, {"counts", counts}, {"has_counts", !counts.empty()}}));
  }

  const SitePlaces& places_;
  std::string way_to_results_;
  std::vector<SiteStudy> studies_;
  std::vector<SearchEntry> entries_;
  SiteSummary summary_;
};

}  // namespace

SiteSummary write_site(const SitePlaces& places) { return SiteWriter(places).write(); }

}  // namespace replaybench
