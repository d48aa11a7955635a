#include "suite/store/store.hpp"

#include <algorithm>
#include <fstream>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// heading, canonical text, end, sources, end, payload, seal. Cells of version 1 have no sources and one end.
constexpr std::string_view heading = "replaybench cell 2\n";
constexpr std::string_view heading_1 = "replaybench cell 1\n";
static_assert(heading.size() == heading_1.size());
constexpr std::string_view end_of_canonical = "\n---\n";
constexpr std::string_view end_of_sources = "---\n";
constexpr std::string_view seal = "sha256 ";

// Maximum length of a cell's sources: one line per component that it names.
constexpr std::size_t longest_sources = 4096;

bool begins_as_cell(std::string_view text) {
  return text.starts_with(heading) || text.starts_with(heading_1);
}

// The sources at the beginning of what follows the canonical text, with their end; nothing if there is no end.
std::optional<std::string_view> sources_at(std::string_view text) {
  if (text.starts_with(end_of_sources)) return text.substr(0, 0);
  const std::size_t end = text.find(end_of_canonical);  // the last line's own end before it
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(0, end + 1);
}

// Empty for what is there and cannot be read, such as a folder or a pipe. Other processes may remove a file between
// the two looks: then there is none.
std::optional<std::string> bytes_of(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  try {
    return read_regular_file(file).value_or(std::string());
  } catch (const FileError&) {
    if (!fs::exists(file, error)) return std::nullopt;
    throw;
  }
}

}  // namespace

Store::Store(fs::path root, Access access) : root_(std::move(root)) {
  if (access == Access::write) make_folder(root_);
}

std::optional<Store::Entry> Store::entry_of(const std::string& text) {
  const std::size_t seal_at =
      text.size() < seal.size() + 65 ? std::string::npos : text.size() - seal.size() - 65;
  if (seal_at == std::string::npos || text.compare(seal_at, seal.size(), seal) != 0 ||
      text.back() != '\n' || !begins_as_cell(text)) {
    return std::nullopt;
  }
  const std::string body = text.substr(0, seal_at);
  if (text.substr(seal_at + seal.size(), 64) != sha256_hex(body)) return std::nullopt;
  const std::size_t split = body.find(end_of_canonical);
  if (split == std::string::npos) return std::nullopt;
  Entry entry;
  entry.canonical = body.substr(heading.size(), split - heading.size());
  entry.key = key_of(entry.canonical);
  entry.payload = body.substr(split + end_of_canonical.size());
  if (body.starts_with(heading_1)) return entry;
  const auto sources = sources_at(entry.payload);
  if (!sources) return std::nullopt;
  entry.sources = *sources;
  entry.payload.erase(0, entry.sources.size() + end_of_sources.size());
  return entry;
}

std::string Store::key_of(const std::string& canonical) { return sha256_hex(canonical); }

fs::path Store::file_of(const std::string& key, const char* extension) const {
  return root_ / key.substr(0, 2) / (key + extension);
}

Store::Found Store::load(const std::string& canonical) const {
  Found found;
  const auto bytes = cell_bytes(key_of(canonical));
  if (!bytes) return found;
  auto entry = entry_of(*bytes);
  if (entry && entry->canonical == canonical) {
    found.payload = std::move(entry->payload);
    found.sources = std::move(entry->sources);
  } else {
    found.damaged = true;
  }
  return found;
}

bool Store::holds(const std::string& canonical) const {
  std::error_code error;
  return fs::exists(file_of(key_of(canonical), ".cell"), error);
}

std::optional<std::string> Store::recorded_sources(const std::string& canonical) const {
  const fs::path place = file_of(key_of(canonical), ".cell");
  std::error_code error;
  if (!fs::exists(place, error)) return std::nullopt;
  if (!fs::is_regular_file(place, error)) return std::string();
  std::ifstream file(place, std::ios::binary);
  const std::size_t before = heading.size() + canonical.size() + end_of_canonical.size();
  std::string head(before + longest_sources, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  if (!head.starts_with(heading)) return std::string();
  const auto sources = sources_at(std::string_view(head).substr(std::min(before, head.size())));
  return std::string(sources.value_or(std::string_view()));
}

void Store::save(const std::string& canonical, const std::string& payload,
                 const std::string& sources) const {
  std::string body(heading);
  body += canonical;
  body += end_of_canonical;
  body += sources;
  body += end_of_sources;
  body += payload;
  const std::string digest = sha256_hex(body);
  const std::string key = key_of(canonical);
  std::error_code ignored;
  if (fs::is_directory(file_of(key, ".cell"), ignored)) {
    throw DataError(file_of(key, ".cell").string() +
                    " is a folder, so the cell cannot be stored; remove the folder");
  }
  write_file(file_of(key, ".cell"), body + std::string(seal) + digest + "\n");
  fs::remove(file_of(key, ".failed"), ignored);
}

void Store::remove_parts(const std::string& key, long process) const {
  const std::string part = part_prefix(file_of(key, ".cell"), process).filename().string();
  std::error_code error;
  for (fs::directory_iterator file(root_ / key.substr(0, 2), error), end; !error && file != end;
       file.increment(error)) {
    if (!file->path().filename().string().starts_with(part)) continue;
    std::error_code ignored;
    fs::remove(file->path(), ignored);
  }
}

void Store::note_failure(const std::string& canonical, const std::string& reason) const {
  write_file(file_of(key_of(canonical), ".failed"), reason);
}

std::optional<std::string> Store::failure(const std::string& canonical) const {
  return bytes_of(failure_file(key_of(canonical)));
}

std::optional<std::string> Store::cell_bytes(const std::string& key) const {
  return bytes_of(cell_file(key));
}

Store::Entry Store::find(const std::string& key) const {
  if (key.size() < 4 || key.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw DataError("\"" + key + "\" is not the beginning of a key: at least 4 of 0-9 a-f");
  }
  std::vector<fs::path> matches;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(root_ / key.substr(0, 2), error)) {
    const std::string name = file.path().filename().string();
    if (file.path().extension() == ".cell" && name.compare(0, key.size(), key) == 0) {
      matches.push_back(file.path());
    }
  }
  if (matches.empty()) {
    throw DataError("no cell in " + root_.string() + " has a key that begins with " + key);
  }
  if (matches.size() > 1) {
    throw DataError(std::to_string(matches.size()) + " cells begin with " + key +
                    "; give more digits");
  }
  auto entry = entry_of(read_regular_file(matches.front()).value_or(std::string()));
  if (!entry) {
    throw DataError(matches.front().string() + " is cut short or altered; run again to mend it");
  }
  return *entry;
}

fs::path Store::beside(const char* extension) const {
  // With a name, which "." and ".." have not, and without a last slash: both would put it elsewhere.
  fs::path path = fs::absolute(root_ / "x").lexically_normal().parent_path();
  return path += extension;
}

}  // namespace replaybench
