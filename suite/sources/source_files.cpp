#include "suite/sources/source_files.hpp"

#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "suite/sources/source_text.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// A component's folder is KIND/NAME/, or evaluators/measures/NAME/ for some evaluators; the formulas, which cells of
// grids tabulate, have one folder.
constexpr std::string_view formulas = "suite/theory";
constexpr std::array<std::string_view, 3> component_kinds{"algorithms", "evaluators", "datasets"};
constexpr std::string_view measures = "evaluators/measures/";

// 64 bits: two of a thousand components' states are equal with probability 3e-14.
constexpr std::size_t digest_digits = 16;

std::string short_digest(std::string_view text) {
  return sha256_hex(text).substr(0, digest_digits);
}

bool is_production(const std::string& path) {
  if (path.ends_with("_test.cpp") || !(path.ends_with(".hpp") || path.ends_with(".cpp")))
    return false;
  for (const char* folder : {"suite/testing/", "suite/tests/", "suite/bench/", "suite/fuzz/"}) {
    if (path.starts_with(folder)) return false;
  }
  return true;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

// "algorithms/ucb" of "algorithms/ucb/ucb.cpp", "evaluators/x" of "evaluators/measures/x/x.cpp"; empty for a file of no
// component.
std::string component_of(const std::string& path) {
  if (path.starts_with(formulas) && path[formulas.size()] == '/') return std::string(formulas);
  if (path.starts_with(measures)) {
    const std::size_t end = path.find('/', measures.size());
    if (end == std::string::npos) return {};
    return "evaluators/" + path.substr(measures.size(), end - measures.size());
  }
  for (const std::string_view kind : component_kinds) {
    if (!path.starts_with(kind) || path[kind.size()] != '/') continue;
    const std::size_t end = path.find('/', kind.size() + 1);
    return end == std::string::npos ? std::string() : path.substr(0, end);
  }
  return {};
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return std::move(bytes).str();
}

// The files, with the ways between them.
class Graph {
 public:
  explicit Graph(const SourceFiles& files) : files_(files) {
    for (const auto& [path, file] : files) {
      if (!path.ends_with(".cpp")) continue;
      const std::string same_name = path.substr(0, path.size() - 4) + ".hpp";
      std::set<std::string> headers{same_name};
      if (!file.includes.empty()) headers.insert(resolved(path, file.includes.front()));
      for (const std::string& header : headers) {
        if (folder_of(header) == folder_of(path)) defined_by_[header].push_back(path);
      }
    }
  }

  std::set<std::string> reached_from(const std::vector<std::string>& begin) const {
    std::set<std::string> reached;
    std::vector<std::string> open = begin;
    while (!open.empty()) {
      const std::string path = std::move(open.back());
      open.pop_back();
      const auto file = files_.find(path);
      if (file == files_.end() || !reached.insert(path).second) continue;
      for (const std::string& name : file->second.includes) open.push_back(resolved(path, name));
      const auto defined = defined_by_.find(path);
      if (defined != defined_by_.end()) {
        open.insert(open.end(), defined->second.begin(), defined->second.end());
      }
    }
    return reached;
  }

 private:
  // As a compiler looks for it: beside the file, then from the top.
  std::string resolved(const std::string& path, const std::string& name) const {
    const std::string beside = (fs::path(folder_of(path)) / name).lexically_normal().string();
    return files_.count(beside) ? beside : name;
  }

  const SourceFiles& files_;
  std::map<std::string, std::vector<std::string>> defined_by_;  // by header
};

// Digest of the files that are sources of components (`own`), or of the others.
std::string digest_of(const SourceFiles& files, const std::set<std::string>& paths, bool own) {
  std::string text;
  for (const std::string& path : paths) {
    if (component_of(path).empty() == own) continue;
    text += path + " " + files.at(path).digest + "\n";
  }
  return short_digest(text);
}

}  // namespace

void add_sources(const fs::path& root, SourceFiles& files, std::vector<fs::path>& read) {
  std::vector<std::string_view> folders(component_kinds.begin(), component_kinds.end());
  folders.push_back("suite");
  for (const std::string_view folder : folders) {
    std::error_code error;
    if (!fs::is_directory(root / folder, error)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string path = entry.path().lexically_relative(root).generic_string();
      if (!is_production(path) || !entry.is_regular_file()) continue;
      const SourceText source = read_source(bytes_of(entry.path()));
      files[path] = {sha256_hex(source.code), source.includes};
      read.push_back(entry.path());
    }
  }
}

std::string text_of(const SourceFiles& files) {
  std::string text;
  for (const auto& [path, file] : files) {
    text += path + " " + file.digest;
    for (const std::string& name : file.includes) text += " " + name;
    text += "\n";
  }
  return text;
}

SourceFiles read_sources(const fs::path& file) {
  SourceFiles files;
  std::istringstream lines(bytes_of(file));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string path;
    SourceFile source;
    words >> path >> source.digest;
    if (source.digest.size() != 64) {
      throw std::runtime_error(file.string() + ": \"" + line +
                               "\" is not a path, a digest of 64 digits and includes");
    }
    for (std::string name; words >> name;) source.includes.push_back(name);
    files[path] = std::move(source);
  }
  return files;
}

std::vector<ComponentSources> component_sources(const SourceFiles& files,
                                                const std::string& engine) {
  const Graph graph(files);
  if (files.count(engine) == 0) throw std::runtime_error("there is no source " + engine);
  std::vector<ComponentSources> components{
      {"", "", digest_of(files, graph.reached_from({engine}), false)}};
  std::map<std::string, std::vector<std::string>> by_component;
  for (const auto& [path, file] : files) {
    if (const std::string name = component_of(path); !name.empty()) {
      by_component[name].push_back(path);
    }
  }
  for (const auto& [name, own] : by_component) {
    const auto reached = graph.reached_from(own);
    components.push_back({name, digest_of(files, reached, true), digest_of(files, reached, false)});
  }
  return components;
}

std::string table_source(const std::vector<ComponentSources>& components) {
  std::string entries;
  for (const auto& [component, own, engine] : components) {
    entries += "      {\"" + component + "\", \"" + own + "\", \"" + engine + "\"},\n";
  }
  return "// Generated from the sources of components and of suite/; do not edit.\n"
         "#include \"suite/component/source_digests.hpp\"\n\n"
         "namespace replaybench {\n"
         "const std::vector<SourceDigest>& source_digests() {\n"
         "  static const std::vector<SourceDigest> table{\n" +
         entries + "  };\n  return table;\n}\n}  // namespace replaybench\n";
}

}  // namespace replaybench
