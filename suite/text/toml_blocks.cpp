#include "suite/text/toml_blocks.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "suite/text/errors.hpp"
#include "suite/text/profile.hpp"
#include "suite/text/toml_types.hpp"

namespace replaybench::toml_blocks {

namespace {

constexpr std::string_view cases_key = "cases";
constexpr std::string_view like_key = "like";

bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class Expansion {
 public:
  Expansion(const toml::table* values, const SourceOf& source) : values_(values), source_(source) {
    result_.table = std::make_unique<toml::table>();
    if (values != nullptr) result_.case_line = source(*values).begin.line;
  }

  // Copies the keys that are not there yet.
  void add(const toml::table& from, std::string_view without = {}) {
    for (const auto& [key, value] : from) {
      if (key.str() == cases_key || key.str() == without) continue;
      if (!result_.table->contains(key.str())) put(key, value);
    }
  }

  void remove(std::string_view key) { result_.table->erase(key); }

  // The keys of the case that stand for themselves: they come before the block's.
  void add_case(std::string_view name_key) {
    if (values_ == nullptr) return;
    for (const auto& [key, value] : *values_) {
      if (used_.contains(key.str()) && key.str() != name_key) continue;
      result_.table->erase(key.str());
      put(key, value, false);
    }
  }

  void add_name(const toml::key& name, std::string_view name_key) {
    if (const toml::node* other = result_.table->get(name_key)) {
      const auto source = result_.sources.find(other)->second;
      result_.problems.push_back(
          {source, toml_types::in_quotes(name_key) + " is there twice: the block is named " +
                       toml_types::in_quotes(name.str()) + " in its heading"});
      return;
    }
    const toml::value<std::string> text(replaced(std::string(name.str())));
    result_.table->insert_or_assign(toml::key(name_key, name.source()), text);
    result_.sources[result_.table->get(name_key)] = name.source();
  }

  // A list of a value for each profile becomes the table of them that a key by profile has.
  void add_sizes(const toml::table& sizes, std::string_view name_key) {
    const auto name = name_of_block(name_key);
    if (!name) return;
    result_.name = *name;
    const toml::node* sized = sizes.get(*name);
    if (sized == nullptr) return;
    const toml::table* own = sized->as_table();
    if (own == nullptr) {
      result_.problems.push_back({source_(*sized), toml_types::in_quotes(*name) + " is " +
                                                       toml_types::describe(*sized) +
                                                       "; expected a table of keys by profile"});
      return;
    }
    for (const auto& [key, value] : *own) {
      const auto wrong = [&, &at = value, &of = key](const std::string& what) {
        result_.problems.push_back({source_(at), toml_types::in_quotes(of.str()) + what});
      };
      const toml::array* list = value.as_array();
      if (result_.table->contains(key.str())) {
        wrong(" is there twice: block " + toml_types::in_quotes(*name) + " has it too");
      } else if (list == nullptr || list->size() != profile_names.size()) {
        wrong(" is " + toml_types::describe(value) +
              "; expected a list of three values: of smoke, standard and full");
      } else {
        result_.table->insert_or_assign(key, toml::table());
        toml::table& copy = *result_.table->get_as<toml::table>(key.str());
        result_.sources[&copy] = source_(value);
        for (std::size_t i = 0; i < list->size(); ++i) {
          const toml::node& element = (*list)[i];
          const std::string profile(*(profile_names.begin() + i));
          copy.insert_or_assign(toml::key(profile, source_(element)), element);
          adopt(element, *copy.get(profile), true);
        }
      }
    }
  }

  Expanded take() { return std::move(result_); }

 private:
  std::optional<std::string> name_of_block(std::string_view name_key) const {
    const bool in_case = values_ != nullptr && values_->contains(name_key);
    return (in_case ? *values_ : *result_.table)[name_key].value<std::string>();
  }

  void put(const toml::key& key, const toml::node& value, bool replace = true) {
    const toml::node& from = origin(value, replace);
    result_.table->insert_or_assign(key, from);
    adopt(from, *result_.table->get(key.str()), replace);
  }

  // The value of the case for which the text stands alone, if it is not a text itself; otherwise `value`.
  const toml::node& origin(const toml::node& value, bool replace) {
    const auto* text = value.as_string();
    if (!replace || values_ == nullptr || text == nullptr || !text->get().starts_with('$')) {
      return value;
    }
    const toml::node* other = values_->get(std::string_view(text->get()).substr(1));
    if (other == nullptr || other->is_string()) return value;
    used_.insert(text->get().substr(1));
    return *other;
  }

  // Puts the case's values into the texts of a copy, and notes where each value comes from.
  void adopt(const toml::node& original, toml::node& copy, bool replace) {
    result_.sources[&copy] = source_(original);
    if (auto* text = copy.as_string()) {
      if (replace) *text = replaced(text->get());
    } else if (auto* array = copy.as_array()) {
      for (std::size_t i = 0; i < array->size(); ++i) {
        const toml::node& element = origin((*original.as_array())[i], replace);
        if (&element != &(*original.as_array())[i]) {
          array->replace(array->begin() + static_cast<std::ptrdiff_t>(i), element);
        }
        adopt(element, (*array)[i], replace);
      }
    } else if (auto* table = copy.as_table()) {
      for (const auto& [key, value] : *original.as_table()) {
        const toml::node& element = origin(value, replace);
        if (&element != &value) table->insert_or_assign(key, element);
        adopt(element, *table->get(key.str()), replace);
      }
    }
  }

  // "$key" of the case by its value; other names, sweep variables say, stay.
  std::string replaced(const std::string& text) {
    if (values_ == nullptr) return text;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at + 1;
      while (text[at] == '$' && end < text.size() && in_name(text[end])) ++end;
      const toml::node* value =
          end == at + 1 ? nullptr
                        : values_->get(std::string_view(text).substr(at + 1, end - at - 1));
      std::optional<toml_types::Spelling> spelling;
      if (value != nullptr) spelling = toml_types::Type<toml_types::Spelling>::from(*value);
      if (spelling) {
        used_.insert(text.substr(at + 1, end - at - 1));
        out += spelling->text;
      } else {
        out += text.substr(at, end - at);
      }
      at = end;
    }
    return out;
  }

  const toml::table* values_;
  const SourceOf& source_;
  Expanded result_;
  std::set<std::string, std::less<>> used_;
};

Expanded expand_one(const Block& block, const Further& further, const SourceOf& source,
                    const toml::table* values) {
  Expansion expansion(values, source);
  expansion.add(*block.table);
  const bool case_has_name = values != nullptr && values->contains(further.name_key);
  if (block.name != nullptr && !case_has_name) expansion.add_name(*block.name, further.name_key);
  if (further.sizes != nullptr) expansion.add_sizes(*further.sizes, further.name_key);
  for (const toml::table* defaults : further.defaults) expansion.add(*defaults, further.name_key);
  if (!further.name_key.empty()) expansion.remove(like_key);
  expansion.add_case(further.name_key);
  return expansion.take();
}

}  // namespace

Likes likes_of(const std::vector<Block>& blocks, std::size_t index, std::string_view name_key,
               const SourceOf& source) {
  Likes likes;
  const auto name_of = [&](const Block& block) {
    return block.name != nullptr ? std::string(block.name->str())
                                 : (*block.table)[name_key].value_or(std::string());
  };
  while (const toml::node* like = blocks[index].table->get(like_key)) {
    const std::string name = like->value_or(std::string());
    std::vector<std::string> earlier;
    for (std::size_t i = 0; i < index; ++i) earlier.push_back(name_of(blocks[i]));
    const auto found = std::find(earlier.begin(), earlier.end(), name);
    if (name.empty() || found == earlier.end()) {
      const std::string wrong = "\"like\" is " + toml_types::describe(*like);
      likes.problems.push_back(
          {source(*like), wrong + "; expected the name of an earlier block" +
                              (name.empty() ? "" : suggestion(name, earlier))});
      break;
    }
    index = static_cast<std::size_t>(found - earlier.begin());
    likes.tables.push_back(blocks[index].table);
  }
  return likes;
}

std::vector<Expanded> expand(const Block& block, const Further& further, const SourceOf& source) {
  std::vector<Expanded> blocks;
  const toml::node* cases = block.table->get(cases_key);
  if (cases == nullptr) {
    blocks.push_back(expand_one(block, further, source, nullptr));
    return blocks;
  }
  const toml::array* list = cases->as_array();
  if (list == nullptr || list->empty() || !list->is_homogeneous(toml::node_type::table)) {
    blocks.push_back(expand_one(block, further, source, nullptr));
    blocks.back().problems.push_back(
        {source(*cases), "\"cases\" is " + toml_types::describe(*cases) +
                             "; expected a list of one or more tables: [{key = value, ...}, ...]"});
    return blocks;
  }
  for (const toml::node& values : *list) {
    blocks.push_back(expand_one(block, further, source, values.as_table()));
  }
  return blocks;
}

}  // namespace replaybench::toml_blocks
