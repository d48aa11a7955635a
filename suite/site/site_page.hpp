#pragma once
// The frame that all pages of a site have, and the templates of what is in it.

#include <string>

#include "suite/page/template.hpp"

namespace replaybench {

/// The files of suite/site/templates.
const Templates& site_templates();

/// A whole page at `address`: head, navigation, search, and `body` in the middle. Style and script
/// are files of the site's root.
std::string site_page(const std::string& address, const std::string& title,
                      const std::string& body);

/// The style sheet of all pages: that of a report, and what a site has beside it.
std::string site_style();
/// The script of all pages: that of a report (tables that can be sorted), and the search.
std::string site_script();

}  // namespace replaybench
