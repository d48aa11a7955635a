#include "suite/plan/cell_sources.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "suite/component/registry.hpp"
#include "suite/text/component_text.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

constexpr std::size_t digest_digits = 16;

// Calls `visit` with the words between quotes that may name a component: those that no path or number goes on with.
template <class Visit>
void for_each_quoted_word(std::string_view text, const Visit& visit) {
  const auto is_of_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  };
  bool in_quotes = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') in_quotes = !in_quotes;
    if (text[i] == '\\') ++i;  // and the quote that it stands before
    if (i >= text.size() || !in_quotes || !is_of_word(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_of_word(text[i])) ++i;
    visit(text.substr(begin, i - begin));
  }
}

// All components by the names that a user may give them.
class ComponentNames {
 public:
  ComponentNames() {
    add("algorithms", algorithms_table());
    add("evaluators", evaluators_table());
    add("datasets", datasets_table());
  }

  // Adds "algorithms/ucb" for each component with this name, and those that its parameters name if nothing is given.
  void find(std::string_view word, std::set<std::string>& found) const {
    const auto [begin, end] = by_name_.equal_range(folded_name(word));
    for (auto one = begin; one != end; ++one) {
      const std::string& component = one->second.component;
      if (!found.insert(component).second) continue;
      // By another name it may head a family too.
      find(std::string_view(component).substr(component.find('/') + 1), found);
      for_each_quoted_word(one->second.defaults,
                           [&](std::string_view inner) { find(inner, found); });
    }
  }

 private:
  struct Named {
    std::string component;
    std::string defaults;  // of its parameters
  };

  template <class Description>
  void add(const std::string& kind, const std::vector<const Description*>& table) {
    for (const Description* description : table) {
      std::vector<SpecProblem> ignored;  // a parameter without a default
      const Named named{
          kind + "/" + description->name,
          resolve_parameters({description->name, {}, {}}, description->parameters, ignored)
              .canonical()};
      by_name_.emplace(folded_name(description->name), named);
      // The head of a family may name any member, by a parameter.
      if (!description->family.empty()) {
        const std::string head = folded_name(family_member(*description).head);
        if (head != folded_name(description->name)) by_name_.emplace(head, named);
      }
      for (const std::string& alias : aliases_of(*description)) {
        const std::string name = folded_name(std::string_view(alias).substr(0, alias.find('{')));
        if (name != folded_name(description->name)) by_name_.emplace(name, named);
      }
    }
  }

  std::multimap<std::string, Named> by_name_;
};

// "algorithms" of a canonical text's line "logging ucb#1{...}", which then loses its first word; empty for other lines.
std::string_view take_kind(std::string_view& line) {
  const auto begins = [&line](std::string_view field) {
    if (!line.starts_with(field)) return false;
    line.remove_prefix(field.size());
    return true;
  };
  if (begins("logging ") || begins("algorithm ")) return "algorithms";
  if (begins("evaluator ")) return "evaluators";
  if (begins("dataset ")) return "datasets";
  return {};
}

std::set<std::string> components_of(std::string_view canonical) {
  static const ComponentNames names;
  std::set<std::string> found;
  if (canonical.starts_with("replaybench grid\n")) found.insert("suite/theory");
  while (!canonical.empty()) {
    std::string_view line = canonical.substr(0, canonical.find('\n'));
    canonical.remove_prefix(std::min(line.size() + 1, canonical.size()));
    const std::string_view kind = take_kind(line);
    if (kind.empty()) continue;
    found.insert(std::string(kind) + "/" + std::string(line.substr(0, line.find('#'))));
    for_each_quoted_word(line, [&](std::string_view word) { names.find(word, found); });
  }
  return found;
}

CellOrigin origin_here(std::string_view recorded, const Cell& cell) {
  // A cell that was made without a plan has no record to compare with.
  return cell.sources ? origin_of(recorded, *cell.sources) : CellOrigin();
}

void add_names(const std::vector<std::string>& names, std::vector<std::string>& sorted) {
  for (const std::string& name : names) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), name);
    if (place == sorted.end() || *place != name) sorted.insert(place, name);
  }
}

std::string cells_text(std::size_t cells) {
  return std::to_string(cells) + (cells == 1 ? " cell" : " cells");
}

}  // namespace

std::string cell_sources(std::string_view canonical, const std::vector<SourceDigest>& table) {
  const auto find = [&table](std::string_view component) {
    const auto found = std::lower_bound(
        table.begin(), table.end(), component,
        [](const SourceDigest& one, std::string_view name) { return one.component < name; });
    return found != table.end() && found->component == component ? *found : SourceDigest{};
  };
  std::string engines(find("").engine);
  std::string own;
  for (const std::string& component : components_of(canonical)) {
    const SourceDigest digest = find(component);
    engines += " " + std::string(digest.engine);
    own += component + " " + std::string(digest.own) + "\n";
  }
  return std::string(engine_name) + " " + sha256_hex(engines).substr(0, digest_digits) + "\n" + own;
}

StoredCell load_cell(const Store& store, const Cell& cell) {
  Store::Found found = store.load(cell.canonical);
  StoredCell stored{std::move(found.payload), found.damaged, {}};
  if (!stored.payload) return stored;
  stored.origin = origin_here(found.sources, cell);
  if (stored.origin.origin == Origin::other_sources) stored.payload.reset();
  return stored;
}

void save_cell(const Store& store, const Cell& cell, const std::string& payload) {
  store.save(cell.canonical, payload, cell.sources ? *cell.sources : std::string());
}

std::optional<CellOrigin> stored_origin(const Store& store, const Cell& cell) {
  const auto recorded = store.recorded_sources(cell.canonical);
  if (!recorded) return std::nullopt;
  return origin_here(*recorded, cell);
}

bool is_stored(const Store& store, const Cell& cell) {
  const auto origin = stored_origin(store, cell);
  return origin && origin->origin != Origin::other_sources;
}

void OriginCounts::add(const CellOrigin& origin) {
  other_engine += origin.origin == Origin::other_engine;
  unknown += origin.origin == Origin::unknown;
  other_sources += origin.origin == Origin::other_sources;
  add_names(origin.changed, changed);
}

void OriginCounts::add(const OriginCounts& others) {
  other_engine += others.other_engine;
  unknown += others.unknown;
  other_sources += others.other_sources;
  add_names(others.changed, changed);
}

std::string OriginCounts::changed_text() const {
  std::string text = "the sources of ";
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (i > 0) text += i + 1 == changed.size() ? " and " : ", ";
    text += changed[i].substr(changed[i].find('/') + 1);
  }
  return text;
}

std::string OriginCounts::kept_text() const {
  std::string text;
  if (other_engine > 0) {
    text = cells_text(other_engine) + (other_engine == 1 ? " was" : " were") +
           " computed by another engine";
  }
  if (unknown == 0) return text;
  if (!text.empty()) return text + ", " + std::to_string(unknown) + " by an unknown build";
  return cells_text(unknown) + (unknown == 1 ? " was" : " were") + " computed by an unknown build";
}

}  // namespace replaybench
