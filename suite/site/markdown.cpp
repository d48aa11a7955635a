#include "suite/site/markdown.hpp"

#include <map>
#include <string_view>

#include "suite/site/filter_program.hpp"
#include "suite/text/replace_all.hpp"

namespace replaybench {

namespace {

// The next heading at or behind `from`: "<h2>", "<h2 id=...>". npos: none.
std::size_t next_heading(const std::string& html, std::size_t from) {
  for (auto at = html.find("<h", from); at != std::string::npos; at = html.find("<h", at + 1)) {
    if (at + 3 < html.size() && html[at + 2] >= '1' && html[at + 2] <= '6' &&
        (html[at + 3] == '>' || html[at + 3] == ' ')) {
      return at;
    }
  }
  return std::string::npos;
}

std::string closing_tag(const std::string& html, std::size_t heading) {
  return std::string("</h") + html[heading + 2] + ">";
}

// Headings get the names of their places; one that is repeated a number, as on GitHub.
std::string with_heading_names(const std::string& html) {
  std::string out;
  std::map<std::string, std::size_t> seen;
  std::size_t from = 0;
  for (auto at = next_heading(html, 0); at != std::string::npos; at = next_heading(html, from)) {
    const auto begin = html.find('>', at) + 1;
    const auto end = html.find(closing_tag(html, at), begin);
    std::string slug = heading_slug(html.substr(begin, end - begin));
    const std::size_t repeats = seen[slug]++;
    if (repeats > 0) slug += "-" + std::to_string(repeats);
    out += html.substr(from, at + 3 - from) + " id=\"" + slug + "\">";
    from = begin;
  }
  return out + html.substr(from);
}

bool within_link(const std::string& html, std::size_t at) {
  const auto opened = html.rfind("<a ", at);
  if (opened == std::string::npos) return false;
  const auto closed = html.rfind("</a>", at);
  return closed == std::string::npos || closed < opened;
}

std::string attribute_of(const std::string& tag, const std::string& name) {
  const auto at = tag.find(" " + name + "=\"");
  if (at == std::string::npos) return {};
  const auto begin = at + name.size() + 3;
  return tag.substr(begin, tag.find('"', begin) - begin);
}

}  // namespace

std::string html_text(const std::string& text) {
  std::string out = text;
  replace_all(out, "&", "&amp;");
  replace_all(out, "<", "&lt;");
  replace_all(out, ">", "&gt;");
  replace_all(out, "\"", "&quot;");
  return out;
}

std::string text_of_html(const std::string& html) {
  std::string text;
  bool in_tag = false;
  for (const char c : html) {
    if (c == '<') in_tag = true;
    if (!in_tag) text += c == '\n' ? ' ' : c;
    if (c == '>') in_tag = false;
  }
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  return text;
}

std::string heading_slug(const std::string& inner) {
  std::string slug;
  for (const char c : text_of_html(inner)) {
    if (c >= 'A' && c <= 'Z') {
      slug += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               static_cast<unsigned char>(c) >= 0x80) {
      slug += c;
    } else if (c == ' ') {
      slug += '-';
    }
  }
  return slug;
}

std::string html_of_markdown(const std::string& text) {
  std::string html = filtered_by({"cmark-gfm", "--extension", "table", "--extension", "autolink",
                                  "--extension", "strikethrough", "--to", "html"},
                                 text, "pages of Markdown (scripts/setup site installs cmark-gfm)");
  html = with_heading_names(html);
  replace_all(html, "<table>",
              "<div class=scroll tabindex=0 role=region aria-label=\"table\"><table class=prose>");
  replace_all(html, "</table>", "</table></div>");
  replace_all(html, "<th>", "<th scope=col>");
  replace_all(html, "<th align", "<th scope=col align");
  replace_all(html, "<pre>", "<pre tabindex=0>");
  return html;
}

std::vector<PageSection> sections_of_html(const std::string& html) {
  std::vector<PageSection> sections;
  for (auto at = next_heading(html, 0); at != std::string::npos;) {
    const auto begin = html.find('>', at) + 1;
    const std::string closing = closing_tag(html, at);
    const auto end = html.find(closing, begin);
    const auto next = next_heading(html, end);
    const auto rest = end + closing.size();
    sections.push_back({attribute_of(html.substr(at, begin - at), "id"),
                        text_of_html(html.substr(begin, end - begin)),
                        text_of_html(html.substr(rest, next - rest))});
    at = next;
  }
  return sections;
}

std::string with_links(const std::string& html,
                       const std::function<LinkTarget(const std::string&)>& resolve) {
  std::string out;
  std::size_t from = 0;
  bool drop_closing = false;
  for (auto at = html.find('<'); at != std::string::npos; at = html.find('<', from)) {
    const auto end = html.find('>', at) + 1;
    std::string tag = html.substr(at, end - at);
    out += html.substr(from, at - from);
    from = end;
    const bool is_link = tag.rfind("<a ", 0) == 0;
    if (drop_closing && tag == "</a>") {
      drop_closing = false;
    } else if (!is_link && tag.rfind("<img ", 0) != 0) {
      out += tag;
    } else {
      const std::string address = attribute_of(tag, is_link ? "href" : "src");
      const LinkTarget target = resolve(text_of_html(address));
      if (target.leads_nowhere) {
        if (is_link)
          drop_closing = true;
        else
          out += "<em>" + attribute_of(tag, "alt") + "</em>";
        continue;
      }
      const auto place = tag.find("\"" + address + "\"");
      tag.replace(place + 1, address.size(), html_text(target.address));
      if (!is_link) tag.insert(4, " loading=lazy");
      out += tag;
    }
  }
  return out + html.substr(from);
}

std::string with_linked_names(const std::string& html,
                              const std::function<std::string(const std::string&)>& address_of) {
  constexpr std::string_view open = "<code>";
  constexpr std::string_view close = "</code>";
  const std::string block = "<pre tabindex=0>";
  std::string out;
  std::size_t from = 0;
  for (auto at = html.find(open); at != std::string::npos; at = html.find(open, from)) {
    const auto end = html.find(close, at) + close.size();
    const std::string code = html.substr(at, end - at);
    out += html.substr(from, at - from);
    from = end;
    const std::string text = code.substr(open.size(), code.size() - open.size() - close.size());
    const bool is_block =
        at >= block.size() && html.compare(at - block.size(), block.size(), block) == 0;
    const std::string address =
        is_block || within_link(html, at) ? "" : address_of(text.substr(0, text.find('{')));
    out += address.empty() ? code : "<a href=\"" + html_text(address) + "\">" + code + "</a>";
  }
  return out + html.substr(from);
}

}  // namespace replaybench
