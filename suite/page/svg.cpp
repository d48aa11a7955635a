#include "suite/page/svg.hpp"

#include <string_view>
#include <utility>

#include "suite/text/replace_all.hpp"

namespace replaybench {

namespace {

constexpr std::string_view font_attribute = "font-family=\"";

// The value of every font-family, where all are equal; otherwise empty.
std::string only_font(std::string_view svg) {
  std::string_view font;
  for (std::size_t at = svg.find(font_attribute); at != std::string::npos;
       at = svg.find(font_attribute, at)) {
    at += font_attribute.size();
    const std::string_view found = svg.substr(at, svg.find('"', at) - at);
    if (!font.empty() && found != font) return {};
    font = found;
  }
  return std::string(font);
}

// Without each "<g ...>" that is closed at once. gnuplot opens one for each change of colour or width.
std::string without_empty_groups(std::string_view svg) {
  std::string out;
  constexpr std::string_view end = "</g>\n";
  while (!svg.empty()) {
    const std::size_t line_end = svg.find('\n');
    if (line_end == std::string::npos) break;
    const std::string_view line = svg.substr(0, line_end + 1);
    svg.remove_prefix(line.size());
    const bool opens =
        line.starts_with("<g ") && line.ends_with(">\n") && line.find('>') == line.size() - 2;
    if (opens && svg.starts_with(end)) {
      svg.remove_prefix(end.size());
    } else {
      out += line;
    }
  }
  return out.append(svg);
}

// True if a blank is at the end of a part of this text, next to another part.
bool has_blank_between_parts(std::string_view text) {
  constexpr std::string_view border = "</tspan><tspan";
  for (std::size_t at = text.find(border); at != text.npos; at = text.find(border, at + 1)) {
    const std::size_t next = text.find('>', at + border.size());
    if (text[at - 1] == ' ' || text.substr(next, 2) == "> ") return true;
  }
  return false;
}

// With these blanks kept, which some programs drop: gnuplot begins a part after each index.
std::string with_all_blanks(const std::string& svg) {
  constexpr std::string_view open = "<text>", close = "</text>";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = svg.find(open); at != std::string::npos; at = svg.find(open, at + 1)) {
    if (!has_blank_between_parts(std::string_view(svg).substr(at, svg.find(close, at) - at))) {
      continue;
    }
    out += svg.substr(done, at - done) + "<text xml:space=\"preserve\">";
    done = at + open.size();
  }
  return out + svg.substr(done);
}

}  // namespace

std::string with_other_fonts(std::string svg) {
  replace_all(svg, "font-family=\"DejaVu Sans", "font-family=\"DejaVu Sans, Verdana, sans-serif");
  return svg;
}

std::string with_title(std::string svg, std::string title) {
  for (const auto& [plain, escaped] : {std::pair("&", "&amp;"), std::pair("<", "&lt;")}) {
    replace_all(title, plain, escaped);
  }
  if (!title.empty()) replace_all(svg, "<title>Gnuplot</title>", "<title>" + title + "</title>");
  return svg;
}

std::string shorter_svg(std::string svg) {
  svg = with_all_blanks(without_empty_groups(svg));
  // gnuplot's groups of strokes do not lie in one another: what is the default holds if nothing is said.
  constexpr std::string_view joins = " stroke-linecap=\"butt\" stroke-linejoin=\"miter\"";
  replace_all(svg, " stroke-width=\"1.00\"" + std::string(joins), "");
  replace_all(svg, joins, "");
  if (const std::string font = only_font(svg); !font.empty()) {
    replace_all(svg, "<tspan " + std::string(font_attribute) + font + "\" ", "<tspan ");
  }
  return svg;
}

}  // namespace replaybench
