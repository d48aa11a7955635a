#include "suite/claim/citation.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

namespace {

// Kinds of places, as a `where` and the outline name them, and what an outline says of each.
enum class Says { page, section };
struct KindForm {
  std::string_view name;
  Says says;
};
constexpr std::array kind_forms{
    KindForm{"chapter", Says::page},      KindForm{"section", Says::page},
    KindForm{"appendix", Says::page},     KindForm{"figure", Says::section},
    KindForm{"table", Says::section},     KindForm{"theorem", Says::section},
    KindForm{"lemma", Says::section},     KindForm{"corollary", Says::section},
    KindForm{"algorithm", Says::section}, KindForm{"equation", Says::section}};
constexpr std::array other_kinds{"section", "figure", "table", "theorem", "algorithm", "example"};
constexpr std::array own_work{"design", "our design"};
constexpr std::string_view equation_begin = "equation (";

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_part_letter(char c) { return c >= 'a' && c <= 'd'; }

// "a", "b" or "c"
std::string alternatives(const std::vector<std::string>& texts) {
  std::string list;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    list += (i == 0 ? "" : i + 1 == texts.size() ? " or " : ", ") + in_quotes(texts[i]);
  }
  return list;
}

// Numbers separated by points, and a letter of a part at most: 4, 5.8.2, 5.6a.
bool is_number(std::string_view text) {
  if (!text.empty() && is_part_letter(text.back())) text.remove_suffix(1);
  bool after_digit = false;
  for (const char c : text) {
    if (!is_digit(c) && !(c == '.' && after_digit)) return false;
    after_digit = is_digit(c);
  }
  return after_digit;
}

// The nearest known number, or the range of those there are. Of equally near ones the first of the
// same length: for 5.99 rather 5.9 than 5.
std::string known_numbers(std::string_view number, std::vector<std::string> known) {
  if (known.empty()) return "; none is known";
  const std::string range = "; known: " + known.front() + " to " + known.back();
  std::stable_partition(known.begin(), known.end(),
                        [&](const auto& k) { return k.size() == number.size(); });
  const std::string nearest = nearest_name(number, known);
  return nearest.empty() ? range : " (did you mean " + in_quotes(nearest) + "?)";
}

}  // namespace

Outline Outline::parse(std::string_view text, const std::string& file) {
  TomlReader reader = TomlReader::parse(text, file);
  Outline outline;
  outline.other_works_ = reader.optional_texts("other_works");
  std::set<std::string> sections;
  const auto read = [&](std::string_view name, const char* key, Says says) {
    Kind kind{std::string(name), {}};
    for (TomlReader& table : reader.tables(name)) {
      Item item;
      item.number = table.required_text(key);
      item.title = table.required_text("title");
      if (says == Says::page) {
        const auto page = table.required_integer("page");
        table.expect(page > 0, "page", "a page, from 1 on");
        item.page = static_cast<std::size_t>(std::max<std::int64_t>(page, 0));
        sections.insert(item.number);
      } else {
        item.section = table.required_text("section");
        if (!item.section.empty() && !sections.count(item.section)) {
          table.problem("section", "there is no section " + item.section);
        }
      }
      if (std::any_of(kind.items.begin(), kind.items.end(),
                      [&](const Item& other) { return other.number == item.number; })) {
        table.problem(key, kind.name + ' ' + item.number + " is there already");
      }
      kind.items.push_back(std::move(item));
    }
    outline.kinds_.push_back(std::move(kind));
  };
  for (const KindForm& form : kind_forms) read(form.name, "number", form.says);
  read("part", "name", Says::page);
  for (TomlReader& heading : reader.tables("heading")) {
    heading.required_text("title");
    const std::string section = heading.required_text("section");
    heading.expect(sections.count(section) > 0, "section", "the number of a section");
  }
  if (auto work = reader.optional_table("work")) {
    for (const char* key : {"author", "title", "school", "hal", "url"}) work->optional_text(key);
    work->optional_integer("year", 0);
  }
  reader.finish();
  reader.throw_if_problems();
  return outline;
}

std::optional<Outline> Outline::beside(const std::filesystem::path& claims) {
  namespace fs = std::filesystem;
  const fs::path studies = fs::absolute(claims).parent_path().parent_path();
  for (const fs::path& folder : {studies, studies.parent_path()}) {
    const fs::path file = folder / "thesis.toml";
    std::error_code ignored;
    if (fs::exists(file, ignored)) return parse(read_file(file), file.string());
  }
  return std::nullopt;
}

std::vector<Outline::Problem> Outline::problems(std::string_view where) const {
  if (std::find(own_work.begin(), own_work.end(), where) != own_work.end()) return {};
  std::vector<Problem> problems;
  for (std::size_t begin = 0; begin <= where.size();) {
    const std::size_t end = std::min(where.find(';', begin), where.size());
    if (auto message = problem_of_item(where.substr(begin, end - begin)); !message.empty()) {
      problems.push_back({begin, std::move(message)});
    }
    begin = end + 1;
    // One space behind a semicolon; any other stays and is no beginning of a place.
    if (begin < where.size() && where[begin] == ' ') {
      ++begin;
    } else if (begin < where.size()) {
      problems.push_back({end, "places are separated by \"; \""});
    }
  }
  return problems;
}

const Outline::Kind* Outline::kind(std::string_view name) const {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(),
                                  [&](const Kind& kind) { return kind.name == name; });
  return found == kinds_.end() ? nullptr : &*found;
}

const Outline::Item* Outline::item(std::string_view kind_name, std::string_view number) const {
  const Kind* found = kind(kind_name);
  if (found == nullptr) return nullptr;
  const auto at = std::find_if(found->items.begin(), found->items.end(),
                               [&](const Item& known) { return known.number == number; });
  return at == found->items.end() ? nullptr : &*at;
}

std::optional<Location> Outline::locate(std::string_view where) const {
  const std::string_view place = where.substr(0, where.find(';'));
  const std::string_view name = place.substr(0, place.find_first_of(" ,"));
  if (const Item* part = item("part", name)) {
    return Location{part->number, part->title, part->page, part->page};
  }
  std::string_view number = place.substr(std::min(name.size() + 1, place.size()));
  if (number.starts_with('(')) number.remove_prefix(1);
  number = number.substr(0, number.find_first_of(" ,)"));
  const Item* found = item(name, number);
  if (found == nullptr && !number.empty() && is_part_letter(number.back())) {
    number.remove_suffix(1);
    found = item(name, number);
  }
  if (found == nullptr) return std::nullopt;
  const std::string& section = found->section.empty() ? found->number : found->section;
  const std::string chapter = section.substr(0, section.find('.'));
  const Item* whole = item("chapter", chapter);
  if (whole == nullptr) whole = item("appendix", chapter);
  if (whole == nullptr) return std::nullopt;
  const Item* begin = item("section", section);
  if (begin == nullptr) begin = item("appendix", section);
  return Location{chapter, whole->title, whole->page, begin == nullptr ? whole->page : begin->page};
}

// item = place [ " (" words ")" ]
std::string Outline::problem_of_item(std::string_view item) const {
  if (std::find(own_work.begin(), own_work.end(), item) != own_work.end()) {
    return in_quotes(item) + " is the whole of a \"where\" or no part of it";
  }
  const std::size_t open =
      item.find(" (", item.starts_with(equation_begin) ? equation_begin.size() : 0);
  if (open == std::string_view::npos) return problem_of_place(item);
  const std::string_view words = item.substr(open + 2);
  if (words.size() < 2 || words.find_first_of("()") != words.size() - 1 || words.back() != ')') {
    return "words behind a place are in one pair of parentheses: " + in_quotes(item);
  }
  return problem_of_place(item.substr(0, open));
}

std::string Outline::problem_of_place(std::string_view place) const {
  for (const std::string& work : other_works_) {
    if (place.starts_with(work + ", ")) {
      return problem_of_other_work(place, place.substr(work.size() + 2));
    }
  }
  // The kind of place, its number, and what is behind it.
  const std::size_t space = std::min(place.find_first_of(" ,"), place.size());
  const std::string_view name = place.substr(0, space);
  for (const Item& part : kind("part")->items) {
    if (name != part.number) continue;
    const std::string whole = part.number + ", p. " + std::to_string(part.page);
    if (place == whole) return "";
    return in_quotes(place) + " is no form of this place; expected " + in_quotes(whole);
  }
  const Kind* found = name == "part" ? nullptr : kind(name);
  if (found == nullptr) {
    std::vector<std::string> known;
    for (const Kind& k : kinds_) {
      if (k.name != "part") known.push_back(k.name);
    }
    for (const Item& part : kind("part")->items) known.push_back(part.number);
    known.insert(known.end(), other_works_.begin(), other_works_.end());
    const std::string nearest = nearest_name(name, known);
    return in_quotes(place) + " begins with no kind of place" +
           (nearest.empty() ? "; expected one of " + alternatives(known)
                            : " (did you mean " + in_quotes(nearest) + "?)");
  }
  const bool equation = name == "equation";
  const bool figure = name == "figure";
  std::string_view number = place.substr(std::min(space + 1, place.size()));
  number = number.substr(0, number.find_first_of(", "));
  std::string bare(number);
  if (equation) {
    std::erase(bare, '(');
    std::erase(bare, ')');
  }
  std::string letter;
  if (figure && !bare.empty() && is_part_letter(bare.back())) {
    letter = bare.back();
    bare.pop_back();
  }
  const Item* item = this->item(name, bare);
  if (item == nullptr) {
    std::vector<std::string> known;
    for (const Item& other : found->items) known.push_back(other.number);
    return "there is no " + found->name + ' ' + in_quotes(bare) + known_numbers(bare, known);
  }
  // All spellings of this place.
  const std::string begin = found->name + ' ';
  std::vector<std::string> allowed;
  if (equation) {
    allowed = {begin + '(' + item->number + ')'};
  } else if (figure) {
    allowed = {begin + item->number + letter, begin + item->number + letter + ", caption"};
  } else if (item->page == 0) {
    allowed = {begin + item->number};
  } else {
    allowed = {begin + item->number + ", p. " + std::to_string(item->page)};
    if (name == "appendix") allowed.push_back(begin + item->number);
  }
  if (std::find(allowed.begin(), allowed.end(), place) != allowed.end()) return "";
  return in_quotes(place) + " is no form of this place; expected " + alternatives(allowed);
}

std::string Outline::problem_of_other_work(std::string_view place, std::string_view within) const {
  const std::size_t space = std::min(within.find(' '), within.size());
  const std::string name(within.substr(0, space));
  if (std::find(other_kinds.begin(), other_kinds.end(), name) == other_kinds.end()) {
    return in_quotes(place) + ": in another work " + in_quotes(name) + " is no kind of place" +
           suggestion(name, {other_kinds.begin(), other_kinds.end()});
  }
  if (space == within.size() || !is_number(within.substr(space + 1))) {
    return in_quotes(place) + ": expected \"" + name + "\" and a number, as in \"" + name +
           " 4.5\"";
  }
  return "";
}

}  // namespace replaybench
