#pragma once
// A site of static files: the documents, a reference of all components, the studies, a tutorial and
// a search, readable from disk.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace replaybench {

/// Where a site comes from and goes to.
struct SitePlaces {
  std::filesystem::path home;     ///< documents, experiments/, sources
  std::filesystem::path results;  ///< reports and figures; pages link to those that are there
  std::filesystem::path out;      ///< the site; index.html is its first page
};

struct SiteSummary {
  std::size_t pages = 0;
  std::uintmax_t bytes = 0;          ///< of all files but pictures
  std::set<std::string> dead_links;  ///< of documents: "README.md: there is no x.md"
};

/// Writes a site; one that is there is replaced. The same sources and results give the same
/// bytes. Throws FileError where cmark-gfm is missing, where something cannot be read or
/// written, and for an `out` that is neither empty nor a site; SpecErrors for a wrong study. Linear
/// in documents, components and claims.
SiteSummary write_site(const SitePlaces& places);

}  // namespace replaybench
