#include "suite/site/documents.hpp"

#include <algorithm>

#include "suite/site/markdown.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

bool is_picture(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".svg" || extension == ".png" || extension == ".jpg";
}

bool leads_out(const std::string& link) {
  return link.find("://") != std::string::npos || link.rfind("mailto:", 0) == 0;
}

}  // namespace

std::string way_to_root(const std::string& address) {
  std::string way;
  for (const char c : address) way += c == '/' ? "../" : "";
  return way;
}

std::string page_of_document(const fs::path& document) {
  const std::string path = document.generic_string();
  const std::string folder = document.parent_path().generic_string();
  if (path == "README.md") return "index.html";
  if (document.filename() == "README.md") {
    for (const char* kind : {"algorithms", "evaluators", "datasets"}) {
      if (folder == kind) return folder + "/index.html";
    }
    if (folder == "tutorial") return "tutorial.html";
    if (folder == "experiments") return "studies/index.html";
    if (document.parent_path().parent_path() == "experiments") {
      return "studies/" + document.parent_path().filename().string() + ".html";
    }
  }
  std::string name = document.filename() == "README.md"
                         ? folder
                         : (document.parent_path() / document.stem()).generic_string();
  std::replace(name.begin(), name.end(), '/', '-');
  return "docs/" + name + ".html";
}

DocumentReader::DocumentReader(fs::path home, fs::path results,
                               std::map<std::string, std::string> names)
    : home_(std::move(home)), results_(std::move(results)), names_(std::move(names)) {}

std::string DocumentReader::address_in_site(const fs::path& document, const std::string& link) {
  const std::string place = link.find('#') == std::string::npos ? "" : link.substr(link.find('#'));
  const fs::path path =
      (document.parent_path() / link.substr(0, link.size() - place.size())).lexically_normal();
  const std::string text = path.generic_string();
  const fs::path trimmed = path.has_filename() ? path : path.parent_path();
  std::error_code error;
  const fs::path parent = trimmed.parent_path();
  if (parent == "algorithms" || parent == "evaluators" || parent == "evaluators/measures" ||
      parent == "datasets") {
    const auto known = names_.find(trimmed.filename().string());
    if (known != names_.end()) return known->second;
  }
  // A study's files stand beside its report; its page leads there.
  if (path.parent_path().parent_path() == "experiments" && path.extension() == ".toml" &&
      fs::is_regular_file(home_ / path.parent_path() / "experiment.toml", error)) {
    return "studies/" + path.parent_path().filename().string() + ".html";
  }
  const bool is_result = text.rfind("results/", 0) == 0;
  fs::path file = home_ / path;
  if (is_result && fs::is_regular_file(results_ / text.substr(8), error)) {
    file = results_ / text.substr(8);
  }
  if (fs::is_directory(file, error) && fs::is_regular_file(file / "README.md", error)) {
    wanted_.push_back(trimmed / "README.md");
    return page_of_document(trimmed / "README.md") + place;
  }
  if (!fs::is_regular_file(file, error) || text.rfind("..", 0) == 0) {
    if (!fs::is_directory(file, error)) {
      dead_links_.insert(document.generic_string() + ": there is no " + text);
    }
    return {};
  }
  if (path.extension() == ".md") {
    wanted_.push_back(path);
    return page_of_document(path) + place;
  }
  // A browser shows a text, and saves what it does not know.
  const std::string address = is_picture(path) ? "images/" + text : "files/" + text + ".txt";
  files_.emplace(address, file);
  return address;
}

std::vector<Document> DocumentReader::read(const std::vector<fs::path>& documents) {
  std::error_code error;
  wanted_.clear();
  for (const fs::path& document : documents) {
    if (fs::is_regular_file(home_ / document, error)) wanted_.push_back(document);
  }
  std::vector<Document> read;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    const fs::path file = wanted_[i];
    if (!seen.insert(file.generic_string()).second) continue;
    Document document{file, page_of_document(file), {}, {}};
    const std::string root = way_to_root(document.address);
    document.html =
        with_links(html_of_markdown(read_file(home_ / file)), [&](const std::string& link) {
          if (link.empty() || link.front() == '#' || leads_out(link)) return LinkTarget{link};
          const std::string address = address_in_site(file, link);
          return LinkTarget{root + address, address.empty()};
        });
    document.html = with_linked_names(document.html, [&](const std::string& name) {
      const auto known = names_.find(name);
      return known == names_.end() || known->second == document.address ? std::string()
                                                                        : root + known->second;
    });
    const auto sections = sections_of_html(document.html);
    document.title = sections.empty() ? file.generic_string() : sections.front().heading;
    read.push_back(std::move(document));
  }
  return read;
}

}  // namespace replaybench
