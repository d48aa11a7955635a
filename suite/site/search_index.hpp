#pragma once
// The index of a site's search.

#include <string>
#include <vector>

#include "suite/site/documents.hpp"

namespace replaybench {

/// Something that can be found.
struct SearchEntry {
  std::string title;
  std::string kind;     ///< "algorithm", "page", "section", "term", "study", "claim"
  std::string address;  ///< relative to the site's root
  std::string text;
};

/// A document's page and its sections, their texts cut to some hundred characters.
void add_document(std::vector<SearchEntry>& entries, const Document& document);

/// A script that sets `searchIndex`: a browser that reads from disk loads scripts, and no data.
std::string search_script(const std::vector<SearchEntry>& entries);

}  // namespace replaybench
