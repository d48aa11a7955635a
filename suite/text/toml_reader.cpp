#include "suite/text/toml_reader.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "suite/text/files.hpp"
#include "suite/text/toml_blocks.hpp"
#include "suite/text/toml_syntax.hpp"
#include "suite/text/toml_types.hpp"

namespace replaybench {

struct TomlReader::Document {
  std::string file;
  std::string text;
  toml::table root;
  // At most `max_problems` have a text, because a file can have a million.
  static constexpr std::size_t max_problems = 100;
  std::vector<SpecProblem> problems;
  std::size_t further = 0;     // problems without a text
  std::set<std::string> told;  // their texts: a problem that is found twice is reported once
  // Blocks with their defaults and cases, and where each of their values stands in the text.
  std::vector<std::unique_ptr<toml::table>> blocks;
  std::map<const toml::node*, toml::source_region> sources;

  bool is_full() const { return problems.size() == max_problems; }

  SourcePlace place(const toml::source_region& region) const {
    return {file, region.begin.line, region.begin.column};
  }
  const toml::source_region& source(const toml::node& value) const {
    const auto copied = sources.find(&value);
    return copied == sources.end() ? value.source() : copied->second;
  }
  void add(SourcePlace place, std::string message) {
    SpecProblem problem{std::move(place), std::move(message)};
    if (!told.insert(problem.text()).second) return;
    if (is_full()) {
      ++further;
    } else {
      problems.push_back(std::move(problem));
    }
  }
};

struct TomlReader::Node {
  std::shared_ptr<Document> document;
  const toml::table* table = nullptr;  // of the document; null for a required table that is missing
  SourcePlace place;
  std::string note;  // behind every message: the case of a block
  std::set<std::string, std::less<>> asked;
  std::set<std::string, std::less<>> documented;  // empty: any key may be asked
  std::vector<std::shared_ptr<Node>> children;
  bool finished = false;
};

// Access of the templates below to a reader.
struct TomlAccess {
  using Node = TomlReader::Node;

  static const toml::node* ask(Node& node, std::string_view key) {
    if (!node.documented.empty() && !node.documented.contains(key)) {
      throw std::logic_error("the key \"" + std::string(key) + "\" of a format is not documented");
    }
    node.asked.emplace(key);
    return node.table == nullptr ? nullptr : node.table->get(key);
  }
  static SourcePlace place(const Node& node, const toml::node& value) {
    return node.document->place(node.document->source(value));
  }
  static void add(Node& node, const SourcePlace& place, const std::string& message) {
    node.document->add(place, message + node.note);
  }
  // Each table has one node, so that a second request keeps one set of requested keys.
  static TomlReader nested(Node& node, const toml::table* table, SourcePlace place) {
    for (const auto& known : node.children) {
      if (table != nullptr && known->table == table) return TomlReader(known);
    }
    auto child = std::make_shared<Node>();
    child->document = node.document;
    child->table = table;
    child->place = std::move(place);
    child->note = node.note;
    node.children.push_back(child);
    return TomlReader(child);
  }
};

namespace {

using namespace toml_types;
using Node = TomlAccess::Node;

// One value or a list of them, as `Shape<T>::from`; records the problems of what is not one.
template <class T>
struct Shape {
  static constexpr std::string_view name = Type<T>::name;
  static T fallback() { return Type<T>::fallback(); }
  static std::optional<T> from(Node& node, std::string_view key, const toml::node& value) {
    auto result = Type<T>::from(value);
    if (!result) {
      TomlAccess::add(node, TomlAccess::place(node, value),
                      in_quotes(key) + " is " + describe(value) + "; expected " +
                          expected_instead_of<T>(value));
    }
    return result;
  }
};

template <class T>
struct Shape<std::vector<T>> {
  static constexpr std::string_view name = Type<T>::list;
  static std::vector<T> fallback() { return {}; }
  static std::optional<std::vector<T>> from(Node& node, std::string_view key,
                                            const toml::node& value) {
    const auto* array = value.as_array();
    if (array == nullptr) {
      TomlAccess::add(
          node, TomlAccess::place(node, value),
          in_quotes(key) + " is " + describe(value) + "; expected " + std::string(Type<T>::list));
      return std::nullopt;
    }
    std::vector<T> result;
    bool good = true;
    for (std::size_t i = 0; i < array->size(); ++i) {
      auto element = Type<T>::from((*array)[i]);
      if (element) {
        result.push_back(std::move(*element));
        continue;
      }
      good = false;
      TomlAccess::add(node, TomlAccess::place(node, (*array)[i]),
                      "value " + std::to_string(i + 1) + " of " + in_quotes(key) + " is " +
                          describe((*array)[i]) + "; expected " +
                          expected_instead_of<T>((*array)[i]));
    }
    if (!good) return std::nullopt;
    return result;
  }
};

void add_missing(Node& node, std::string_view key, std::string_view expected) {
  if (node.table == nullptr) return;  // the missing table is the problem, not its keys
  TomlAccess::add(node, node.place, "missing key " + in_quotes(key) + ": " + std::string(expected));
}

template <class T>
T required(Node& node, std::string_view key) {
  const toml::node* value = TomlAccess::ask(node, key);
  if (value == nullptr) {
    add_missing(node, key, Shape<T>::name);
    return Shape<T>::fallback();
  }
  auto result = Shape<T>::from(node, key, *value);
  return result ? std::move(*result) : Shape<T>::fallback();
}

template <class T>
T optional(Node& node, std::string_view key, T otherwise) {
  const toml::node* value = TomlAccess::ask(node, key);
  if (value == nullptr) return otherwise;
  auto result = Shape<T>::from(node, key, *value);
  return result ? std::move(*result) : std::move(otherwise);
}

template <class T>
T for_profile(Node& node, std::string_view key, Profile profile, std::optional<T> otherwise) {
  const std::vector<std::string> names(profile_names.begin(), profile_names.end());
  const toml::node* value = TomlAccess::ask(node, key);
  if (value == nullptr) {
    if (otherwise) return std::move(*otherwise);
    add_missing(node, key,
                std::string(Shape<T>::name) + ", or a table of them for smoke, standard and full");
    return Shape<T>::fallback();
  }
  const toml::table* by_profile = value->as_table();
  if (by_profile == nullptr) {
    auto result = Shape<T>::from(node, key, *value);
    return result ? std::move(*result) : Shape<T>::fallback();
  }
  std::optional<T> chosen;
  std::string given;
  for (const auto& [name, element] : *by_profile) {
    if (std::find(names.begin(), names.end(), name.str()) == names.end()) {
      TomlAccess::add(node, node.document->place(name.source()),
                      in_quotes(name.str()) + " is not a profile" + suggestion(name.str(), names));
      continue;
    }
    given += (given.empty() ? "" : ", ") + std::string(name.str());
    auto result = Shape<T>::from(node, std::string(key) + '.' + std::string(name.str()), element);
    if (name.str() == profile_names[profile])
      chosen = result ? std::move(*result) : Shape<T>::fallback();
  }
  if (chosen) return std::move(*chosen);
  TomlAccess::add(node, TomlAccess::place(node, *value),
                  in_quotes(key) + " has no value for the profile " +
                      in_quotes(profile_names[profile]) +
                      "; given: " + (given.empty() ? "none" : given));
  return Shape<T>::fallback();
}

std::vector<std::string> texts_of(std::vector<Spelling> spellings) {
  std::vector<std::string> texts;
  for (Spelling& spelling : spellings) texts.push_back(std::move(spelling.text));
  return texts;
}

void finish_node(Node& node) {
  for (const auto& child : node.children) finish_node(*child);
  if (node.finished || node.table == nullptr) return;
  node.finished = true;
  const std::vector<std::string> known(node.asked.begin(), node.asked.end());
  for (const auto& [key, value] : *node.table) {
    if (node.asked.contains(key.str())) continue;
    if (node.document->is_full()) {  // finding the nearest name is expensive, and it is not shown
      ++node.document->further;
      continue;
    }
    TomlAccess::add(node, node.document->place(key.source()),
                    "unknown key " + in_quotes(key.str()) + suggestion(key.str(), known));
  }
}

}  // namespace

TomlReader::TomlReader(std::shared_ptr<Node> node) : node_(std::move(node)) {}

TomlReader TomlReader::parse(std::string_view text, const std::string& file) {
  auto node = std::make_shared<Node>();
  node->document = std::make_shared<Document>();
  node->document->file = file;
  node->document->text = text;
  node->place.file = file;
  try {
    toml_syntax::require_short_keys(text, file);
    node->document->root = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const SourcePlace place = node->document->place(error.source());
    throw SpecErrors({toml_syntax::problem(text, place, error.description())});
  }
  node->table = &node->document->root;
  return TomlReader(std::move(node));
}

TomlReader TomlReader::read_file(const std::filesystem::path& path) {
  return parse(replaybench::read_file(path), path.string());
}

bool TomlReader::has(std::string_view key) { return TomlAccess::ask(*node_, key) != nullptr; }

bool TomlReader::has_table(std::string_view key) {
  const toml::node* value = TomlAccess::ask(*node_, key);
  return value != nullptr && value->is_table();
}

std::vector<std::string> TomlReader::keys() const {
  std::vector<std::tuple<std::size_t, std::size_t, std::string>> keys;
  if (node_->table != nullptr) {
    for (const auto& [key, value] : *node_->table) {
      keys.emplace_back(key.source().begin.line, key.source().begin.column, key.str());
    }
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::string> names;
  for (auto& [line, column, name] : keys) names.push_back(std::move(name));
  return names;
}

std::string TomlReader::required_text(std::string_view key) {
  return required<std::string>(*node_, key);
}
double TomlReader::required_number(std::string_view key) { return required<double>(*node_, key); }
std::int64_t TomlReader::required_integer(std::string_view key) {
  return required<std::int64_t>(*node_, key);
}
std::vector<std::string> TomlReader::required_texts(std::string_view key) {
  return required<std::vector<std::string>>(*node_, key);
}
std::string TomlReader::required_scalar_text(std::string_view key) {
  return required<Spelling>(*node_, key).text;
}
std::vector<std::string> TomlReader::required_scalar_texts(std::string_view key) {
  return texts_of(required<std::vector<Spelling>>(*node_, key));
}

std::string TomlReader::optional_text(std::string_view key, std::string otherwise) {
  return optional(*node_, key, std::move(otherwise));
}
double TomlReader::optional_number(std::string_view key, double otherwise) {
  return optional(*node_, key, otherwise);
}
std::int64_t TomlReader::optional_integer(std::string_view key, std::int64_t otherwise) {
  return optional(*node_, key, otherwise);
}
bool TomlReader::optional_boolean(std::string_view key, bool otherwise) {
  return optional(*node_, key, otherwise);
}
std::vector<std::string> TomlReader::optional_texts(std::string_view key,
                                                    std::vector<std::string> otherwise) {
  return optional(*node_, key, std::move(otherwise));
}

std::optional<TomlReader> TomlReader::optional_table(std::string_view key) {
  const toml::node* value = TomlAccess::ask(*node_, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_table()) {
    problem(key, in_quotes(key) + " is " + describe(*value) + "; expected a table");
    return std::nullopt;
  }
  return TomlAccess::nested(*node_, value->as_table(), TomlAccess::place(*node_, *value));
}

TomlReader TomlReader::required_table(std::string_view key) {
  const bool missing = !has(key);
  if (missing) add_missing(*node_, key, "a table");
  const auto table = optional_table(key);
  return table ? *table : TomlAccess::nested(*node_, nullptr, place(key));
}

std::vector<TomlReader> TomlReader::tables(std::string_view key) {
  const toml::node* value = TomlAccess::ask(*node_, key);
  if (value == nullptr) return {};
  const toml::array* array = value->as_array();
  const std::string expected = "expected tables, each under [[" + std::string(key) + "]]";
  if (array == nullptr) {
    problem(key, in_quotes(key) + " is " + describe(*value) + "; " + expected);
    return {};
  }
  std::vector<TomlReader> readers;
  for (const toml::node& element : *array) {
    const SourcePlace element_place = TomlAccess::place(*node_, element);
    if (element.is_table()) {
      readers.push_back(TomlAccess::nested(*node_, element.as_table(), element_place));
    } else {
      problem(element_place, in_quotes(key) + " contains " + describe(element) + "; " + expected);
    }
  }
  return readers;
}

std::string TomlReader::one_of(std::string_view key, const std::vector<std::string>& allowed,
                               std::optional<std::string> otherwise) {
  const bool given = has(key);
  if (!given && otherwise) return *otherwise;
  const std::size_t before = problem_count();
  std::string text = required_text(key);
  if (!given || problem_count() > before) return otherwise.value_or("");
  if (std::find(allowed.begin(), allowed.end(), text) != allowed.end()) return text;
  if (allowed.empty()) {
    problem(key, in_quotes(key) + " is " + in_quotes(text) + "; there is none to choose from");
    return otherwise.value_or("");
  }
  std::string list;
  for (const auto& name : allowed) list += (list.empty() ? "" : ", ") + in_quotes(name);
  const std::string nearest = nearest_name(text, allowed);
  problem(key, in_quotes(key) + " is " + in_quotes(text) + "; expected one of " + list +
                   (nearest.empty() ? "" : " (did you mean " + in_quotes(nearest) + "?)"));
  return otherwise.value_or("");
}

std::int64_t TomlReader::integer_for_profile(std::string_view key, Profile profile,
                                             std::optional<std::int64_t> otherwise) {
  return for_profile(*node_, key, profile, otherwise);
}
std::string TomlReader::text_for_profile(std::string_view key, Profile profile,
                                         std::optional<std::string> otherwise) {
  return for_profile(*node_, key, profile, std::move(otherwise));
}
std::vector<std::string> TomlReader::texts_for_profile(
    std::string_view key, Profile profile, std::optional<std::vector<std::string>> otherwise) {
  return for_profile(*node_, key, profile, std::move(otherwise));
}

std::vector<TomlReader> TomlReader::blocks(std::string_view kind, std::string_view name_key,
                                           FormatKeys keys, std::string_view sizes) {
  std::set<std::string, std::less<>> documented;
  for (const FormatKey& key : keys) {
    if (key.block == kind) documented.emplace(key.key);
  }
  toml_blocks::Further further{.name_key = name_key, .defaults = {}};
  const std::vector<TomlReader> sections = default_sections(kind, name_key);
  auto by_profile = sizes.empty() ? std::nullopt : optional_table(sizes);
  if (by_profile) further.sizes = by_profile->node_->table;
  const toml_blocks::SourceOf source =
      [this](const toml::node& value) -> const toml::source_region& {
    return node_->document->source(value);
  };
  std::vector<TomlReader> readers;
  const std::vector<toml_blocks::Block> all_blocks = named_blocks(kind, name_key);
  for (std::size_t i = 0; i < all_blocks.size(); ++i) {
    const toml_blocks::Block& block = all_blocks[i];
    const std::size_t line =
        block.name != nullptr ? block.name->source().begin.line : source(*block.table).begin.line;
    toml_blocks::Likes likes;
    if (!name_key.empty()) likes = toml_blocks::likes_of(all_blocks, i, name_key, source);
    for (const auto& wrong : likes.problems) {
      TomlAccess::add(*node_, node_->document->place(wrong.source), wrong.message);
    }
    further.defaults = std::move(likes.tables);
    const std::size_t nearest = further.defaults.size();
    for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
      const bool is_first = &*section == &sections.front();
      if (!is_first && (section->place().line > line || further.defaults.size() > nearest))
        continue;
      further.defaults.push_back(section->node_->table);
      // A wrong key is reported for the blocks that take it.
      for (const auto& [key, value] : *section->node_->table) {
        if (key.str() != name_key) section->node_->asked.emplace(key.str());
      }
    }
    for (toml_blocks::Expanded& expanded : toml_blocks::expand(block, further, source)) {
      Document& document = *node_->document;
      for (const auto& wrong : expanded.problems) {
        TomlAccess::add(*node_, document.place(wrong.source), wrong.message);
      }
      if (by_profile && !expanded.name.empty()) by_profile->node_->asked.insert(expanded.name);
      document.sources.merge(expanded.sources);
      document.blocks.push_back(std::move(expanded.table));
      TomlReader reader = TomlAccess::nested(*node_, document.blocks.back().get(),
                                             document.place(source(*block.table)));
      reader.node_->documented = documented;
      if (expanded.case_line != 0) {
        reader.node_->note += " (the case in line " + std::to_string(expanded.case_line) + ")";
      }
      readers.push_back(std::move(reader));
    }
  }
  return readers;
}

std::vector<TomlReader> TomlReader::default_sections(std::string_view kind,
                                                     std::string_view name_key) {
  if (name_key.empty()) return {};
  auto all = optional_table("defaults");
  if (!all) return {};
  const toml::node* of_kind = all->node_->table->get(kind);
  if (of_kind != nullptr && of_kind->is_array()) return all->tables(kind);
  auto one = all->optional_table(kind);
  return one ? std::vector<TomlReader>{*one} : std::vector<TomlReader>{};
}

std::vector<toml_blocks::Block> TomlReader::named_blocks(std::string_view kind,
                                                         std::string_view name_key) {
  std::vector<toml_blocks::Block> blocks;
  const toml::node* value = TomlAccess::ask(*node_, kind);
  if (value == nullptr) return blocks;
  if (const toml::array* array = value->as_array()) {
    for (const toml::node& element : *array) {
      if (element.is_table()) {
        blocks.push_back({element.as_table(), nullptr});
      } else {
        problem(TomlAccess::place(*node_, element),
                in_quotes(kind) + " contains " + describe(element) +
                    "; expected tables, each under [[" + std::string(kind) + "]]");
      }
    }
    return blocks;
  }
  if (!value->is_table()) {
    problem(kind, in_quotes(kind) + " is " + describe(*value) + "; expected tables, each under [[" +
                      std::string(kind) + "]]");
    return blocks;
  }
  if (name_key.empty()) return {{value->as_table(), nullptr}};
  for (const auto& [key, element] : *value->as_table()) {
    if (element.is_table()) {
      blocks.push_back({element.as_table(), &key});
    } else {
      problem(TomlAccess::place(*node_, element),
              in_quotes(key.str()) + " is " + describe(element) + "; expected a table, [" +
                  std::string(kind) + "." + std::string(key.str()) + "]");
    }
  }
  std::sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) {
    return std::tie(a.name->source().begin.line, a.name->source().begin.column) <
           std::tie(b.name->source().begin.line, b.name->source().begin.column);
  });
  return blocks;
}

SourcePlace TomlReader::place() const { return node_->place; }

SourcePlace TomlReader::place(std::string_view key) const {
  const toml::node* value = node_->table == nullptr ? nullptr : node_->table->get(key);
  return value == nullptr ? node_->place : TomlAccess::place(*node_, *value);
}

SourcePlace TomlReader::place_in_text(std::string_view key, std::size_t offset) const {
  SourcePlace result = place(key);
  const toml::node* node = node_->table == nullptr ? nullptr : node_->table->get(key);
  const auto* value = node == nullptr ? nullptr : node->as_string();
  if (value == nullptr || offset > value->get().size()) return result;
  const std::string_view text = node_->document->text;
  std::size_t at = toml_syntax::byte_of(text, result.line, result.column);
  if (at >= text.size()) return result;
  const std::string_view rest = text.substr(at);
  std::size_t column = result.column;
  std::size_t line = result.line;
  const bool triple = rest.starts_with("\"\"\"") || rest.starts_with("'''");
  std::size_t skip = triple ? 3 : 1;
  column += skip;
  if (triple && rest.substr(skip).starts_with('\n')) {  // not part of the value
    ++skip;
    ++line;
    column = 1;
  }
  if (!rest.substr(skip).starts_with(value->get())) return result;  // it has escapes
  for (const char c : rest.substr(skip, offset)) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++column;
    }
  }
  return {result.file, line, column};
}

std::vector<SourcePlace> TomlReader::element_places(std::string_view key) const {
  std::vector<SourcePlace> places;
  const toml::node* node = node_->table == nullptr ? nullptr : node_->table->get(key);
  if (node == nullptr || !node->is_array()) return places;
  for (const toml::node& element : *node->as_array()) {
    places.push_back(TomlAccess::place(*node_, element));
  }
  return places;
}

void TomlReader::problem(std::string_view key, const std::string& message) {
  TomlAccess::add(*node_, place(key), message);
}

void TomlReader::problem(const SourcePlace& place, const std::string& message) {
  TomlAccess::add(*node_, place, message);
}

bool TomlReader::expect(bool fulfilled, std::string_view key, const std::string& expected,
                        std::optional<Profile> profile) {
  const toml::node* value = TomlAccess::ask(*node_, key);
  std::string name(key);
  if (value != nullptr && profile && value->is_table()) {
    value = value->as_table()->get(profile_names[*profile]);  // a missing one has been reported
    name += '.' + to_string(*profile);
  }
  if (!fulfilled && value != nullptr) {
    TomlAccess::add(*node_, TomlAccess::place(*node_, *value),
                    in_quotes(name) + " is " + describe(*value) + "; expected " + expected);
  }
  return fulfilled;
}

void TomlReader::finish() { finish_node(*node_); }

std::vector<SpecProblem> TomlReader::problems() const {
  std::vector<SpecProblem> sorted = node_->document->problems;
  std::stable_sort(sorted.begin(), sorted.end(), [](const SpecProblem& a, const SpecProblem& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  if (const std::size_t further = node_->document->further; further > 0) {
    sorted.push_back({{node_->document->file},
                      std::to_string(further) + " further problem" + (further == 1 ? "" : "s") +
                          "; mend the first " + std::to_string(Document::max_problems) +
                          ", then the others are shown"});
  }
  return sorted;
}

std::size_t TomlReader::problem_count() const {
  return node_->document->problems.size() + node_->document->further;
}

void TomlReader::throw_if_problems() const {
  if (!node_->document->problems.empty()) throw SpecErrors(problems());
}

}  // namespace replaybench
