#include "suite/page/template.hpp"

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace replaybench {

// Generated from the folder by cmake/embed.cmake.
const std::vector<EmbeddedText>& page_template_files();

namespace {

namespace mustache = kainjow::mustache;

// A text inside Markdown: it must not end a table's row or column.
std::string markdown_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') {
      out += "\\|";
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

mustache::data data_of(const nlohmann::json& value) {
  switch (value.type()) {
    case nlohmann::json::value_t::object: {
      mustache::object members;
      for (const auto& [name, member] : value.items()) members.emplace(name, data_of(member));
      return members;
    }
    case nlohmann::json::value_t::array: {
      mustache::list entries;
      entries.reserve(value.size());
      for (const auto& entry : value) entries.push_back(data_of(entry));
      return entries;
    }
    case nlohmann::json::value_t::string: {
      const auto& text = value.get_ref<const std::string&>();
      return text.empty() ? mustache::data(false) : mustache::data(text);
    }
    case nlohmann::json::value_t::null:
      return mustache::data(false);
    case nlohmann::json::value_t::boolean:
      return mustache::data(value.get<bool>());
    case nlohmann::json::value_t::number_integer:
    case nlohmann::json::value_t::number_unsigned:
      return value.dump();
    default:
      throw std::logic_error("a template's value is neither text, list, object nor integer: " +
                             value.dump());
  }
}

std::string at_line(const std::string& name, std::string_view text, std::size_t position) {
  const auto lines =
      std::count(text.begin(),
                 text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size())), '\n');
  return name + ":" + std::to_string(lines + 1);
}

// Position of the first tag of this name in a text, or npos.
std::size_t position_of_tag(std::string_view text, const std::string& name) {
  for (auto at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at + 2)) {
    const auto begin = text.find_first_not_of("{#^&> ", at);
    if (begin == std::string_view::npos) break;
    const auto end = text.find_first_of("} ", begin);
    if (text.substr(begin, end - begin) == name) return at;
  }
  return std::string_view::npos;
}

// The parser's own words end in "at <offset>".
void require_valid(const mustache::mustache& parsed, const std::string& name,
                   std::string_view text) {
  if (parsed.is_valid()) return;
  const std::string& message = parsed.error_message();
  const auto at = message.rfind(" at ");
  if (at == std::string::npos) throw std::logic_error(name + ": " + message);
  throw std::logic_error(at_line(name, text, std::stoul(message.substr(at + 4))) + ": " +
                         message.substr(0, at));
}

// The values of a template, which must be there, and the files that it includes.
class StrictContext final : public mustache::context<std::string> {
 public:
  StrictContext(const Templates& templates, const std::string& name, const mustache::data& values)
      : context(&values), templates_(templates) {
    texts_.emplace(name, templates.text(name));
  }

  const mustache::data* get(const std::string& name) const override {
    if (const auto* found = context::get(name)) return found;
    for (const auto& [file, text] : texts_) {
      const std::size_t position = position_of_tag(text, name);
      if (position != std::string_view::npos) {
        throw std::logic_error(at_line(file, text, position) + ": no value for {{" + name + "}}");
      }
    }
    throw std::logic_error(texts_.begin()->first + ": no value for {{" + name + "}}");
  }

  // The line end after the tag is the line's; the file's own last one would be one too many.
  const mustache::data* get_partial(const std::string& name) const override {
    const auto known = partials_.find(name);
    if (known != partials_.end()) return &known->second;
    std::string text(templates_.text(name));
    require_valid(mustache::mustache(text), name, text);
    texts_.emplace(name, templates_.text(name));
    if (!text.empty() && text.back() == '\n') text.pop_back();
    return &partials_.emplace(name, mustache::data(text)).first->second;
  }

 private:
  const Templates& templates_;
  mutable std::map<std::string, std::string_view> texts_;
  mutable std::map<std::string, mustache::data> partials_;
};

}  // namespace

std::string html_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string_view Templates::text(std::string_view name) const {
  for (const EmbeddedText& file : files_) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("there is no template " + std::string(name));
}

std::string Templates::render(const std::string& name, const nlohmann::json& values) const {
  const std::string_view source = text(name);
  mustache::mustache parsed{std::string(source)};
  require_valid(parsed, name, source);
  if (ends_with(name, ".html")) {
    parsed.set_custom_escape(html_escaped);
  } else if (ends_with(name, ".md")) {
    parsed.set_custom_escape(markdown_escaped);
  } else {
    throw std::logic_error(name + " is neither HTML nor Markdown");
  }
  const mustache::data data = data_of(values);
  StrictContext context(*this, name, data);
  std::string result = parsed.render(context);
  require_valid(parsed, name, source);
  return result;
}

const Templates& page_templates() {
  static const Templates templates(page_template_files());
  return templates;
}

std::string html_document(const std::string& title, const std::string& body, bool sortable) {
  const Templates& templates = page_templates();
  const auto script = sortable ? std::string(templates.text("page.js")) : std::string();
  return templates.render("page.html", {{"title", title},
                                        {"style", std::string(templates.text("page.css"))},
                                        {"body", body},
                                        {"script", script}});
}

}  // namespace replaybench
