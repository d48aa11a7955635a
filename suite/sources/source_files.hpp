#pragma once
// Digests of the sources that decide a component's numbers. The build makes them (program/main.cpp) before anything else
// is compiled: from the other libraries it needs only SHA-256.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace replaybench {

/// Data of a source: a digest of its code, and its includes, as written.
struct SourceFile {
  std::string digest;
  std::vector<std::string> includes;

  bool operator==(const SourceFile&) const = default;
};

/// By the path below the folder that has algorithms/, evaluators/, datasets/ or suite/. So nothing depends on where
/// that folder is.
using SourceFiles = std::map<std::string, SourceFile>;

/// Adds the *.hpp and *.cpp of components and of suite/ below `root`, but tests; what was known of a path is replaced.
/// Adds each file that was read to `read`. Throws std::runtime_error for one that cannot be read.
/// O(bytes).
void add_sources(const std::filesystem::path& root, SourceFiles& files,
                 std::vector<std::filesystem::path>& read);

/// One line per source file; `read_sources` reads such a text from a file, and throws std::runtime_error for any
/// other.
std::string text_of(const SourceFiles& files);
SourceFiles read_sources(const std::filesystem::path& file);

/// Digests of a component, "algorithms/NAME", or of the formulas, "suite/theory". 16 hexadecimal digits each.
struct ComponentSources {
  std::string component;
  std::string own;     ///< of all sources in its folder
  std::string engine;  ///< of what these reach in suite/
};

/// Digests of all components, in order; before them, without a name, the digest of the code that computes every cell: the
/// files that `engine` reaches. A file reaches the files that it includes, and a header of suite/ also reaches the .cpp
/// file in its folder that has its name or includes it first. O(components * files).
std::vector<ComponentSources> component_sources(const SourceFiles& files,
                                                const std::string& engine);

/// The C++ source of the table of these (suite/component/source_digests.hpp).
std::string table_source(const std::vector<ComponentSources>& components);

}  // namespace replaybench
