#pragma once
// The reference: a page of each component, from its own description.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/site/component_uses.hpp"
#include "suite/site/measured_costs.hpp"
#include "suite/site/search_index.hpp"

namespace replaybench {

/// A page of a site.
struct SitePage {
  std::string address;
  std::string html;
};

/// What the pages of components are made of, beside their descriptions.
struct ReferenceSources {
  std::filesystem::path
      home;  ///< the folder of algorithms/, evaluators/, datasets/, where there are
  ComponentUses uses;
  MeasuredCosts costs;
};

/// A page of every algorithm, evaluator and data set of the program; adds them to what can be
/// found. Throws FileError for a source that cannot be read.
std::vector<SitePage> component_pages(const ReferenceSources& sources,
                                      std::vector<SearchEntry>& entries);

/// The table of all components of a kind, by its folder ("algorithms"), for the page of the folder.
std::string component_list(const std::string& folder);

/// Of every component the address of its page, by name. Of two that share one: the algorithm, then
/// the evaluator, as `describe` has it.
std::map<std::string, std::string> component_addresses();

}  // namespace replaybench
