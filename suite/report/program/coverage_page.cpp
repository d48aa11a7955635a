// The page experiments/COVERAGE.md, on standard output: what was asked for, item by item, with where
// it is and which claims test it.
//
//   coverage_page HOME [--allow-todo]
//
// HOME holds experiments/coverage.toml (the items; its header has the keys), experiments/thesis.toml
// and the studies. Everything wrong goes to standard error, one line each: an item that names a claim
// or a path that is not there, or that has neither a claim nor a reason; a figure, table, theorem or
// algorithm of the thesis that nothing covers; and, without --allow-todo, an item that is to do.
// Exit codes: 0 all is covered, 1 something is not, 2 usage or a file that cannot be read as it should.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suite/claim/citation.hpp"
#include "suite/claim/claim.hpp"
#include "suite/page/template.hpp"
#include "suite/plan/experiment.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

// Generated from suite/report/program/coverage.md by cmake/embed.cmake.
const std::vector<EmbeddedText>& coverage_template_files();

namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;
using Claims = std::vector<Claim>;
using Json = nlohmann::json;

// Numbered parts of the thesis. Sections are not listed: they are covered by their parts.
constexpr std::array numbered_kinds{"figure", "table",     "theorem",
                                    "lemma",  "corollary", "algorithm"};

struct Item {
  std::string name;
  std::string where;
  Texts paths;
  std::vector<const Claim*> claims;
  std::string reason;
  bool todo = false;
};

struct Part {
  std::string title;
  std::vector<Item> items;
};

struct Place {
  std::string kind;    // "figure"
  std::string number;  // "5.6"

  std::string name() const { return kind + ' ' + number; }
};

std::string joined(const Texts& texts, std::string_view between) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += between;
    all += text;
  }
  return all;
}

std::string name_of_claim(const Claim& claim) { return claim.study + '/' + claim.id; }

// Untestable: nothing was computed. Calibration: what a generator was set to.
bool is_evidence(const Claim& claim) {
  return claim.expected != Expected::untestable && claim.expected != Expected::calibration;
}

bool is_tested(const std::vector<const Claim*>& claims) {
  return std::any_of(claims.begin(), claims.end(), [](const Claim* c) { return is_evidence(*c); });
}

// True if a pattern, in which one * stands for any letters, is of the text.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  const std::string_view end = pattern.substr(star + 1);
  return text.size() + 1 >= pattern.size() && text.starts_with(pattern.substr(0, star)) &&
         text.ends_with(end);
}

// The figures, tables, theorems, ... of a `where`, of this thesis or another work, without captions
// and words in parentheses.
Texts numbered_places(std::string_view where) {
  Texts places;
  while (!where.empty()) {
    std::string_view place = where.substr(0, where.find(';'));
    where.remove_prefix(std::min(place.size() + 2, where.size()));
    place = place.substr(0, place.find(" ("));
    if (place.ends_with(", caption")) place.remove_suffix(std::string_view(", caption").size());
    const std::string_view within =
        place.substr(place.find(", ") == std::string_view::npos ? 0 : place.find(", ") + 2);
    const std::string_view kind = within.substr(0, within.find(' '));
    if (std::find(numbered_kinds.begin(), numbered_kinds.end(), kind) != numbered_kinds.end()) {
      places.emplace_back(place);
    }
  }
  return places;
}

// True if one place is the other or a part of it: figure 5.6 and figure 5.6a.
bool same_place(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return a == b ||
         (b.size() == a.size() + 1 && b.starts_with(a) && b.back() >= 'a' && b.back() <= 'd');
}

bool cites(std::string_view where, std::string_view place) {
  const Texts places = numbered_places(where);
  return std::any_of(places.begin(), places.end(),
                     [&](const auto& p) { return same_place(p, place); });
}

Claims read_all_claims(const StudyFiles& studies) {
  Claims all;
  for (const auto& [study, experiment] : studies) {
    const fs::path file = experiment.parent_path() / "claims.toml";
    if (!fs::exists(file)) continue;
    Claims claims = read_claims(file, theory_functions());
    std::move(claims.begin(), claims.end(), std::back_inserter(all));
  }
  return all;
}

std::vector<Place> read_places(const fs::path& outline) {
  TomlReader reader = TomlReader::read_file(outline);
  std::vector<Place> places;
  for (const std::string kind : numbered_kinds) {
    for (TomlReader& item : reader.tables(kind)) {
      places.push_back({kind, item.required_text("number")});
    }
  }
  return places;
}

// The claims that an item names or, if it names none, those about the places of its `where`.
std::vector<const Claim*> claims_of(TomlReader& table, const std::string& where,
                                    const Claims& all) {
  std::vector<const Claim*> found;
  const Texts patterns = table.optional_texts("claims");
  for (const std::string& pattern : patterns) {
    const std::size_t before = found.size();
    for (const Claim& claim : all) {
      const bool known = std::find(found.begin(), found.end(), &claim) != found.end();
      if (!known && matches(pattern, name_of_claim(claim))) found.push_back(&claim);
    }
    if (found.size() > before) continue;
    Texts names;
    for (const Claim& claim : all) names.push_back(name_of_claim(claim));
    table.problem("claims", "no claim that is not already listed matches \"" + pattern + '"' +
                                suggestion(pattern, names));
  }
  for (const Claim& claim : all) {
    if (!patterns.empty()) break;
    const Texts places = numbered_places(where);
    if (std::any_of(places.begin(), places.end(),
                    [&](const auto& p) { return cites(claim.where, p); })) {
      found.push_back(&claim);
    }
  }
  return found;
}

Item read_item(TomlReader& table, const fs::path& home, const Outline& outline, const Claims& all) {
  Item item{table.required_text("name"),   table.required_text("where"),
            table.optional_texts("paths"), {},
            table.optional_text("reason"), table.optional_boolean("todo", false)};
  for (const auto& problem : outline.problems(item.where)) {
    table.problem(table.place_in_text("where", problem.offset), problem.message);
  }
  for (const char* key : {"name", "reason"}) {
    const std::string& text = key == std::string_view("name") ? item.name : item.reason;
    table.expect(text.find('|') == std::string::npos, key,
                 "a text without \"|\", which ends a cell");
  }
  for (const std::string& path : item.paths) {
    if (!fs::exists(home / path)) table.problem("paths", "there is no " + path);
  }
  item.claims = claims_of(table, item.where, all);
  if (item.todo) {
    table.expect(item.reason.empty(), "todo", "no \"reason\" beside it");
  } else if (!is_tested(item.claims) && item.reason.empty()) {
    table.problem("name", item.name + ": no claim tests it; expected a claim or a \"reason\"");
  }
  return item;
}

std::vector<Part> read_parts(const fs::path& home, const Outline& outline, const Claims& claims) {
  TomlReader reader = TomlReader::read_file(home / "experiments" / "coverage.toml");
  std::vector<Part> parts;
  std::set<std::string> names;
  for (TomlReader& table : reader.tables("part")) {
    Part part{table.required_text("title"), {}};
    for (TomlReader& entry : table.tables("item")) {
      part.items.push_back(read_item(entry, home, outline, claims));
      entry.expect(names.insert(part.items.back().name).second, "name",
                   "a name that no other item has");
    }
    parts.push_back(std::move(part));
  }
  reader.finish();
  reader.throw_if_problems();
  return parts;
}

std::string status(const Item& item) {
  if (item.todo) return "to do";
  if (is_tested(item.claims)) return "tested";
  return item.paths.empty() ? "absent" : "built";
}

// Coverage of a numbered place: the claims and the items that name it, and the items' claims.
struct Coverage {
  std::vector<const Claim*> claims;
  const Part* part = nullptr;  // the first part with such an item
};

Coverage coverage_of(const Place& place, const std::vector<Part>& parts, const Claims& claims) {
  Coverage coverage;
  const auto add = [&](const Claim* claim) {
    const auto& known = coverage.claims;
    if (std::find(known.begin(), known.end(), claim) == known.end())
      coverage.claims.push_back(claim);
  };
  for (const Claim& claim : claims) {
    if (cites(claim.where, place.name())) add(&claim);
  }
  for (const Part& part : parts) {
    for (const Item& item : part.items) {
      if (!cites(item.where, place.name())) continue;
      if (coverage.part == nullptr) coverage.part = &part;
      for (const Claim* claim : item.claims) add(claim);
    }
  }
  return coverage;
}

// The anchor that code hosts and the site give to a heading.
std::string anchor(std::string_view heading) {
  std::string id;
  for (const char c : heading) {
    if (c == ' ') id += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return id;
}

// A `where` with "§" for "section".
std::string short_place(std::string where) {
  constexpr std::string_view word = "section ";
  for (std::size_t at = where.find(word); at != std::string::npos; at = where.find(word)) {
    where.replace(at, word.size(), "§");
  }
  return where;
}

// Prefix of the claims with a verdict: none for the most frequent one, short for the next.
std::string verdict_prefix(Expected expected) {
  if (expected == Expected::reproduces) return "";
  if (expected == Expected::stand_in) return "*on a stand-in*: ";
  return '*' + std::string(name_of(expected)) + "*: ";
}

// The studies with their claims' names by verdict.
Json claims_of_item(const std::vector<const Claim*>& claims, const fs::path& home,
                    const StudyFiles& files) {
  std::map<std::string, std::map<Expected, Texts>> by_study;
  for (const Claim* claim : claims) by_study[claim->study][claim->expected].push_back(claim->id);
  Json studies = Json::array();
  for (const auto& [study, by_verdict] : by_study) {
    Json verdicts = Json::array();
    for (const auto& [expected, ids] : by_verdict) {
      verdicts.push_back({{"between", verdicts.empty() ? "" : "; "},
                          {"verdict", verdict_prefix(expected)},
                          {"ids", joined(ids, ", ")}});
    }
    studies.push_back(
        {{"between", studies.empty() ? "" : "<br>"},
         {"study", study},
         {"folder",
          files.at(study).parent_path().lexically_relative(home / "experiments").string()},
         {"verdicts", std::move(verdicts)}});
  }
  return studies;
}

// Files and folders, without the studies that the item's claims name.
Json paths_of(const Item& item) {
  Json list = Json::array();
  for (const std::string& path : item.paths) {
    const std::string name = fs::path(path).filename();
    if (path.starts_with("experiments/") &&
        std::any_of(item.claims.begin(), item.claims.end(),
                    [&](const Claim* claim) { return claim->study == name; })) {
      continue;
    }
    list.push_back({{"between", list.empty() ? "" : ", "}, {"path", path}});
  }
  return list;
}

Json values_of(const std::vector<Part>& parts, const fs::path& home, const StudyFiles& studies) {
  Json list = Json::array();
  for (const Part& part : parts) {
    Json rows = Json::array();
    for (const Item& item : part.items) {
      rows.push_back({{"name", item.name},
                      {"where", short_place(item.where)},
                      {"status", is_tested(item.claims) && !item.todo ? "" : status(item)},
                      {"paths", paths_of(item)},
                      {"claims", claims_of_item(item.claims, home, studies)},
                      {"reason", item.reason}});
    }
    list.push_back({{"title", part.title}, {"rows", std::move(rows)}});
  }
  return list;
}

// Counts of items by status, and of claims by verdict.
void add_counts(const std::vector<Part>& parts, const Claims& claims, Json& page) {
  std::map<std::string, std::size_t> by_status;
  std::size_t items = 0;
  for (const Part& part : parts) {
    for (const Item& item : part.items) ++by_status[status(item)];
    items += part.items.size();
  }
  std::map<Expected, std::size_t> by_verdict;
  for (const Claim& claim : claims) ++by_verdict[claim.expected];
  Texts states, verdicts;
  for (const char* name : {"tested", "built", "absent", "to do"}) {
    if (by_status[name] > 0) states.push_back(std::to_string(by_status[name]) + ' ' + name);
  }
  for (const Expected expected : expectation_names.values()) {
    verdicts.push_back(std::to_string(by_verdict[expected]) + ' ' + std::string(name_of(expected)));
  }
  page["items"] = items;
  page["states"] = joined(states, ", ");
  page["claims"] = claims.size();
  page["verdicts"] = joined(verdicts, ", ");
}

// Every numbered place, by kind, with its part of the page. Places that neither a claim nor an item
// is about go to `missing`.
void add_places(const std::vector<Place>& places, const std::vector<Part>& parts,
                const Claims& claims, Json& page, Texts& missing) {
  Json kinds = Json::array();
  std::size_t tested = 0;
  for (const Place& place : places) {
    const Coverage coverage = coverage_of(place, parts, claims);
    if (coverage.claims.empty() && coverage.part == nullptr) {
      missing.push_back(place.name() + ": no claim and no item is about it");
    }
    tested += is_tested(coverage.claims);
    if (kinds.empty() || kinds.back()["kind"] != place.kind) {
      kinds.push_back({{"kind", place.kind}, {"numbers", Json::array()}});
    }
    Json& numbers = kinds.back()["numbers"];
    numbers.push_back({{"between", numbers.empty() ? "" : ", "},
                       {"number", place.number},
                       {"anchor", coverage.part == nullptr ? "" : anchor(coverage.part->title)},
                       {"claims", coverage.claims.size()}});
  }
  page["places"] = places.size();
  page["tested"] = tested;
  page["by_number"] = std::move(kinds);
}

std::string page(Json parts_of_page, const std::vector<Part>& parts, const Claims& claims,
                 const std::vector<Place>& places, Texts& missing) {
  Json values{{"parts", std::move(parts_of_page)}};
  add_counts(parts, claims, values);
  add_places(places, parts, claims, values, missing);
  return Templates(coverage_template_files()).render("coverage.md", values);
}

int run(const fs::path& home, bool allow_todo) {
  const fs::path experiments = home / "experiments";
  const auto outline = Outline::beside(experiments / "any" / "claims.toml");
  if (!outline) throw FileError("there is no " + (experiments / "thesis.toml").string());
  const StudyFiles studies = find_studies(experiments);
  const Claims claims = read_all_claims(studies);
  const std::vector<Part> parts = read_parts(home, *outline, claims);
  Texts missing;
  std::cout << page(values_of(parts, home, studies), parts, claims,
                    read_places(experiments / "thesis.toml"), missing);
  for (const Part& part : parts) {
    for (const Item& item : part.items) {
      if (item.todo && !allow_todo) missing.push_back(part.title + ": " + item.name + " is to do");
    }
  }
  for (const std::string& line : missing) std::cerr << line << '\n';
  return missing.empty() ? 0 : 1;
}

}  // namespace
}  // namespace replaybench

int main(int count, char** words) {
  const bool allow_todo = count == 3 && std::string_view(words[2]) == "--allow-todo";
  if (count != 2 && !allow_todo) {
    std::cerr << "usage: coverage_page HOME [--allow-todo]\n";
    return 2;
  }
  try {
    return replaybench::run(words[1], allow_todo);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
