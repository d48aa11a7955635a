#include "suite/catalogue/manifest.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>

#include "suite/text/toml_reader.hpp"

namespace replaybench {

namespace {

// A path below the data folder wherever that is: relative, and in its shortest form.
bool stays_below(const std::string& text) {
  const std::filesystem::path path(text);
  if (text.empty() || text.find_first_of("\n\r\t") != std::string::npos || path.is_absolute() ||
      path.lexically_normal().string() != text)
    return false;
  return !path.filename().empty() && *path.begin() != ".." && *path.begin() != ".";
}

bool is_sha256(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Facts other_keys(TomlReader& reader, const std::set<std::string>& known) {
  Facts facts;
  for (const auto& key : reader.keys()) {
    if (known.contains(key)) continue;
    std::string value = reader.required_scalar_text(key);
    const bool is_finite = value != "inf" && value != "-inf" && value != "nan";
    reader.expect(is_finite, key, "a text, a finite number or a boolean");
    facts.emplace_back(key, std::move(value));
  }
  return facts;
}

ManifestFile read_file(TomlReader& reader) {
  ManifestFile file;
  const std::size_t before = reader.problem_count();
  file.path = reader.required_text("path");
  if (reader.problem_count() == before) {
    reader.expect(stays_below(file.path), "path", "a path below the folder of the data");
  }
  file.group = reader.optional_text("group");
  if (reader.has("size")) {
    const auto size = reader.required_integer("size");
    if (reader.expect(size >= 0, "size", "a number of bytes")) {
      file.size = static_cast<std::uint64_t>(size);
    }
  }
  file.sha256 = reader.optional_text("sha256");
  if (!file.sha256.empty()) {
    reader.expect(is_sha256(file.sha256), "sha256", "64 lower-case hexadecimal digits");
  }
  file.url = reader.optional_text("url");
  file.append = reader.optional_text("append");
  if (!file.url.empty()) {
    reader.expect(file.url.starts_with("https://") || file.url.starts_with("http://"), "url",
                  "https:// or http://");
    if (!file.size || file.sha256.empty()) {
      reader.problem("url", "a file with a url needs \"size\" and \"sha256\"");
    } else if (*file.size < file.append.size()) {
      reader.problem("append", "\"append\" has more bytes than the file");
    }
  }
  file.facts = other_keys(reader, {"path", "group", "size", "sha256", "url", "append"});
  return file;
}

void read_section(TomlReader reader, const std::string& name, std::vector<Manifest::Section>& to) {
  const std::size_t own = to.size();
  to.push_back({name, {}});
  for (const auto& key : reader.keys()) {
    if (reader.has_table(key)) {
      read_section(reader.required_table(key), name.empty() ? key : name + "." + key, to);
    } else {
      to[own].texts.emplace_back(key, reader.required_scalar_text(key));
    }
  }
}

Manifest read(TomlReader reader, const std::string& id) {
  Manifest manifest;
  manifest.id = id;
  manifest.name = reader.required_text("name");
  manifest.source = reader.required_text("source");
  manifest.licence = reader.required_text("licence");
  manifest.licence_url = reader.optional_text("licence_url");
  manifest.citation = reader.required_text("citation");
  manifest.obtain = reader.optional_text("obtain");
  if (auto meaning = reader.optional_table("meaning")) {
    read_section(*meaning, "", manifest.meaning);
  }
  std::set<std::string> paths;
  for (TomlReader& entry : reader.tables("file")) {
    manifest.files.push_back(read_file(entry));
    const std::string& path = manifest.files.back().path;
    if (!path.empty() && !paths.insert(path).second) {
      entry.problem("path", "\"" + path + "\" is there twice");
    }
  }
  if (manifest.files.empty()) reader.problem("file", "a manifest needs at least one [[file]]");
  manifest.facts = other_keys(reader, {"name", "source", "licence", "licence_url", "citation",
                                       "obtain", "meaning", "file"});
  reader.finish();
  reader.throw_if_problems();
  return manifest;
}

struct KnownManifests {
  std::mutex mutex;
  std::map<std::string, Manifest, std::less<>> by_id;
};

KnownManifests& known_manifests() {
  static KnownManifests known;
  return known;
}

}  // namespace

const ManifestFile& Manifest::file(std::string_view path) const {
  for (const auto& file : files) {
    if (file.path == path) return file;
  }
  throw std::logic_error("the manifest of " + id + " has no file " + std::string(path));
}

std::vector<const ManifestFile*> Manifest::group(std::string_view group) const {
  std::vector<const ManifestFile*> found;
  for (const auto& file : files) {
    if (group.empty() || file.group == group) found.push_back(&file);
  }
  return found;
}

std::uint64_t Manifest::size() const {
  std::uint64_t bytes = 0;
  for (const auto& file : files) bytes += file.size.value_or(0);
  return bytes;
}

bool Manifest::can_be_fetched() const {
  return std::none_of(files.begin(), files.end(),
                      [](const auto& file) { return file.url.empty(); });
}

Manifest parse_manifest(std::string_view text, const std::string& id, const std::string& file) {
  return read(TomlReader::parse(text, file), id);
}

Manifest read_manifest(const std::filesystem::path& path) {
  const auto folder = std::filesystem::absolute(path).parent_path();
  return read(TomlReader::read_file(path), folder.filename().string());
}

const Manifest& manifest_of(std::string_view id) {
  KnownManifests& known = known_manifests();
  const std::lock_guard lock(known.mutex);
  if (const auto found = known.by_id.find(id); found != known.by_id.end()) return found->second;
  std::vector<std::string> ids;
  for (const auto& text : manifest_texts()) {
    ids.emplace_back(text.id);
    if (text.id != id) continue;
    const std::string name(id);
    return known.by_id
        .emplace(name, parse_manifest(text.text, name, "datasets/" + name + "/manifest.toml"))
        .first->second;
  }
  throw SpecErrors("no data set \"" + std::string(id) + "\" has a manifest" + suggestion(id, ids));
}

void replace_manifest(Manifest manifest) {
  KnownManifests& known = known_manifests();
  const std::lock_guard lock(known.mutex);
  const std::string id = manifest.id;
  known.by_id.insert_or_assign(id, std::move(manifest));
}

}  // namespace replaybench
