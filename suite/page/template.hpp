#pragma once
// Templates of pages: the Mustache language of libkainjow-mustache, on JSON values, with nothing
// left out in silence.
//
//   {{name}}                  the value, escaped for the kind of file: `.html` or `.md`
//   {{{name}}}                the value as it is
//   {{a.b}}                   a member of an object
//   {{#name}}...{{/name}}     once for each entry of a list (whose members then come first; {{.}}
//   is
//                             the entry itself), once inside an object, once for any other value;
//                             not at all for nothing
//   {{^name}}...{{/name}}     once for nothing
//   {{> file}}                another template, here, with the same values
//
// Nothing is null, false, an empty text or an empty list. A line with nothing but tags of sections
// that are shown is left out.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/embedded_text.hpp"

namespace replaybench {

/// A text inside HTML, in an element or in an attribute in double quotes. O(length).
std::string html_escaped(const std::string& text);

/// Templates that can include each other.
class Templates {
 public:
  /// Keeps a reference to `files`.
  explicit Templates(const std::vector<EmbeddedText>& files) : files_(files) {}

  /// The text of a file as it is. Throws std::logic_error if there is none of this name.
  std::string_view text(std::string_view name) const;

  /// The template with its values, which are text, booleans, integers, lists and objects (the
  /// caller formats numbers with a fraction, because it knows their digits). Values are never read
  /// as templates. Throws std::logic_error, with the template's name and line if known, for a
  /// tag whose name has no value, a section that is not closed, a file that is not there, a number
  /// with a fraction, and a file that is neither `.html` nor `.md`. Time and memory are linear in
  /// the template, the values and the result.
  std::string render(const std::string& name, const nlohmann::json& values) const;

 private:
  const std::vector<EmbeddedText>& files_;
};

/// The files of suite/page/templates.
const Templates& page_templates();

/// A whole page: `body` between the head, with the one style sheet, and the end. With `sortable` it
/// has the script that sorts tables by their headers: see page.js. It asks the network for nothing.
std::string html_document(const std::string& title, const std::string& body, bool sortable);

}  // namespace replaybench
