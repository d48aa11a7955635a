#pragma once
// The catalogue of data sets: what each manifest.toml of datasets/ says. The build puts their
// texts into the program, so that a new data set edits no list and no checksum stands twice.
//
//   name = "..."           what it is called
//   source = "https://..." the publisher's page
//   licence = "..."        with licence_url if there is one
//   citation = "..."
//   obtain = "..."         how to get the files that have no url
//   [meaning]              key = "text": what is in the files; tables in it are sections
//   [[file]]
//   path = "uci/letter.csv"  below the folder that REPLAYBENCH_DATA names
//   group = "letter"       files that belong together
//   size = 712611          bytes; of a file that only its licensee has it may be unknown, as may
//   sha256 = "f401..."     its checksum
//   url = "https://..."    where its bytes are, if the licence lets anybody fetch them
//   append = "\n"          what the file has after the bytes of the url
//
// Every other key of the manifest or of a file is a fact that is shown: rows = 20000.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace replaybench {

/// Facts for readers, which the program does not use.
using Facts = std::vector<std::pair<std::string, std::string>>;

struct ManifestFile {
  std::string path;
  std::string group;
  std::optional<std::uint64_t> size;
  std::string sha256;  ///< empty if unknown
  std::string url;     ///< empty if the file can be had only on request
  std::string append;
  Facts facts;
};

struct Manifest {
  struct Section {
    std::string name;  ///< empty: of the whole
    Facts texts;
  };

  std::string id;  ///< the data set's folder, and its name in studies
  std::string name, source, licence, licence_url, citation, obtain;
  Facts facts;
  std::vector<Section> meaning;
  std::vector<ManifestFile> files;

  /// The file at that path. Throws std::logic_error if the manifest has none.
  const ManifestFile& file(std::string_view path) const;
  /// The files of a group, in the manifest's order; of all groups if it is empty.
  std::vector<const ManifestFile*> group(std::string_view group) const;
  /// Bytes of all files whose size is known.
  std::uint64_t size() const;
  /// True if every file has a url.
  bool can_be_fetched() const;
};

/// A manifest as it was when the program was built.
struct ManifestText {
  std::string_view id;
  std::string_view text;
};

/// All of them, by name. Generated.
const std::vector<ManifestText>& manifest_texts();

/// Reads a manifest; `file` names it in messages. Throws SpecErrors with everything wrong in it: a
/// missing key, a path that leaves the data folder, a path twice, a checksum that is none, a url
/// that is not http(s).
Manifest parse_manifest(std::string_view text, const std::string& id, const std::string& file);

/// Reads a manifest from a file; the data set's name is the name of the file's folder. Throws FileError if the
/// file cannot be read, and what the function above throws.
Manifest read_manifest(const std::filesystem::path& path);

/// The manifest of a data set, read once. Throws SpecErrors for a name that has none, with the
/// nearest.
const Manifest& manifest_of(std::string_view id);

/// Puts `manifest` in the place of the one of its name for the rest of the process: tests read
/// made-up files, which have other checksums. References that manifest_of gave see the new one. Not
/// while another thread reads it.
void replace_manifest(Manifest manifest);

}  // namespace replaybench
