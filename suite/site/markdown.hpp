#pragma once
// Markdown as HTML. The program cmark-gfm does the work; here is what a site needs beside it.

#include <functional>
#include <string>
#include <vector>

namespace replaybench {

/// GitHub's Markdown, with its tables, as HTML: no raw HTML, each heading with the name of its place
/// (`heading_slug`), tables and code in regions that scroll. Throws FileError where cmark-gfm
/// is missing or fails. Starts one process.
std::string html_of_markdown(const std::string& text);

/// The name that GitHub gives to a heading's place: small letters, digits, '-' and '_', blanks as
/// '-', the rest left out. `inner` is the heading's HTML.
std::string heading_slug(const std::string& inner);

/// The text of HTML: tags left out, entities of cmark-gfm resolved.
std::string text_of_html(const std::string& html);

/// A text with what has a meaning in HTML escaped.
std::string html_text(const std::string& text);

/// A heading of a page and the text up to the next one.
struct PageSection {
  std::string slug;
  std::string heading;
  std::string text;
};
/// The sections of what `html_of_markdown` gave, in order; what comes before the first heading is
/// left out. O(html).
std::vector<PageSection> sections_of_html(const std::string& html);

/// Where a link leads: another address, or nowhere (then its words stay, without a link).
struct LinkTarget {
  std::string address;
  bool leads_nowhere = false;
};
/// `html` with the address of every link and picture replaced by what `resolve` gives for it; a
/// picture that leads nowhere becomes its description. O(html).
std::string with_links(const std::string& html,
                       const std::function<LinkTarget(const std::string&)>& resolve);

/// `html` with code that is a known name, `name` or `name{...}`, as a link to what `address_of` gives;
/// an empty address: none. Code within a link or a block stays as it is. O(html).
std::string with_linked_names(const std::string& html,
                              const std::function<std::string(const std::string&)>& address_of);

}  // namespace replaybench
