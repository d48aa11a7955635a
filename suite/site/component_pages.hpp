#pragma once
// The reference: a page of each component, from its own description.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/site/component_uses.hpp"
#include "suite/site/search_index.hpp"

namespace replaybench {

/// A page of a site.
struct SitePage {
  std::string address;
  std::string html;
};

/// Sources of the pages of components, in addition to their descriptions.
struct ReferenceSources {
  std::filesystem::path
      home;  ///< the folder of algorithms/, evaluators/, datasets/, where there are
  ComponentUses uses;
};

/// A page of every algorithm, evaluator and data set of the program; adds them to what can be
/// found. Throws FileError for a source that cannot be read.
std::vector<SitePage> component_pages(const ReferenceSources& sources,
                                      std::vector<SearchEntry>& entries);

/// The table of all components of a kind, by its folder ("algorithms"), for the page of the folder.
std::string component_list(const std::string& folder);

/// Address of every component's page, by name. If components of two kinds share a name, it is the address of the
/// algorithm, or otherwise of the evaluator, as in `describe`.
std::map<std::string, std::string> component_addresses();

}  // namespace replaybench
