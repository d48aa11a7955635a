#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suite/cli/commands.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/component/algorithm_traits.hpp"
#include "suite/component/registry.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/page/template.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

// Generated from suite/cli/tables by cmake/embed.cmake.
const std::vector<EmbeddedText>& listed_table_files();

}  // namespace replaybench

namespace replaybench::cli {

namespace {

struct ListedRow {
  std::string name;
  std::string summary;
  std::string other_names;
  Group group = Group::none;
  bool is_core = false;
};

struct ListedKind {
  std::string name;
  std::vector<ListedRow> rows;
};

template <class Description>
ListedRow row_of(const Description& description) {
  return {description.name, description.summary, description.aliases, description.group,
          description.is_core};
}

template <class Table>
std::vector<ListedRow> component_rows(const Table& table) {
  std::vector<ListedRow> rows;
  for (const auto* description : table) rows.push_back(row_of(*description));
  return rows;
}

std::vector<ListedRow> evaluator_rows(EvaluatorKind kind) {
  std::vector<ListedRow> rows;
  for (const EvaluatorDescription* description : evaluators_table()) {
    if (kind_of(*description) == kind) rows.push_back(row_of(*description));
  }
  return rows;
}

std::vector<ListedRow> experiment_rows(const CommandContext& context) {
  std::vector<ListedRow> rows;
  for (const auto& [name, file] : find_studies(context.home / "experiments")) {
    const auto spec = read_experiment(file, Profile::smoke);
    rows.push_back({name, spec.title, spec.question});
  }
  return rows;
}

std::vector<ListedKind> listed_components() {
  return {{"algorithms", component_rows(algorithms_table())},
          {"evaluators", evaluator_rows(EvaluatorKind::estimator)},
          {"wrappers", evaluator_rows(EvaluatorKind::wrapper)},
          {"measures", evaluator_rows(EvaluatorKind::measure)},
          {"datasets", component_rows(datasets_table())}};
}

std::string in_small_letters(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// True if all words are in the row, capitals or not.
bool has_words(const ListedRow& row, const std::vector<std::string>& words) {
  const std::string text = in_small_letters(row.name + '\n' + row.summary + '\n' + row.other_names);
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return text.find(in_small_letters(word)) != std::string::npos;
  });
}

std::size_t longest_name(const std::vector<ListedRow>& rows) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.name.size());
  return width;
}

// A line each, below the title of its group.
void print_rows(const std::string& heading, std::vector<ListedRow> rows, std::size_t width) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const ListedRow& a, const ListedRow& b) { return a.group < b.group; });
  fmt::print("{}\n", heading);
  Group group = Group::none;
  for (const auto& row : rows) {
    if (row.group != group) fmt::print(" {}\n", group_titles[row.group]);
    group = row.group;
    fmt::print("{}\n", wrapped_on_terminal(fmt::format("  {:<{}}  ", row.name, width), row.summary,
                                           width + 4));
  }
}

// Returns true if a row has all words.
bool print_rows_with(const std::vector<std::string>& words, ListedKind kind) {
  std::erase_if(kind.rows, [&](const ListedRow& row) { return !has_words(row, words); });
  if (kind.rows.empty() && !words.empty()) return false;
  print_rows(kind.name, kind.rows, longest_name(kind.rows));
  return true;
}

// The components that most users need, at most 80 characters per line.
void print_core() {
  std::vector<ListedKind> kinds;
  std::size_t width = 0;
  for (ListedKind kind : listed_components()) {
    kind.name += fmt::format(" (some of {})", kind.rows.size());
    std::erase_if(kind.rows, [](const ListedRow& row) { return !row.is_core; });
    width = std::max(width, longest_name(kind.rows));
    if (!kind.rows.empty()) kinds.push_back(std::move(kind));
  }
  for (const ListedKind& kind : kinds) print_rows(kind.name, kind.rows, width);
  std::string names;
  for (const auto& name : listed_kinds()) names += (names.empty() ? "" : ", ") + name;
  fmt::print(
      "\nall: replaybench list --all; one kind: replaybench list KIND, with KIND one of\n{}\n",
      wrapped_on_terminal("", names, 0));
}

void print_algorithm_table() {
  nlohmann::json rows;
  auto sorted = algorithms_table();
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto* a, const auto* b) { return a->group < b->group; });
  for (const auto* description : sorted) {
    const auto traits = traits_by_default(*description);
    const auto word = [&](bool AlgorithmTraits::*trait) {
      return !traits ? "-" : (*traits).*trait ? "yes" : "no";
    };
    rows.push_back({{"name", description->name},
                    {"group", group_titles[description->group]},
                    {"summary", description->summary},
                    {"learns", word(&AlgorithmTraits::learns)},
                    {"uses_contexts", word(&AlgorithmTraits::uses_contexts)},
                    {"gives_probabilities", word(&AlgorithmTraits::has_probabilities)}});
  }
  const Templates templates(listed_table_files());
  fmt::print("{}", templates.render("algorithms.md", {{"algorithms", rows}}));
}

void print_default_table() {
  fmt::print("| policy | log | evaluator | because |\n|---|---|---|---|\n");
  for (const DefaultEvaluator& row : default_evaluators()) {
    fmt::print("| {} | {} | `{}` | {} |\n", row.policy, row.log, row.evaluator, row.because);
  }
}

}  // namespace

std::vector<std::string> listed_kinds() {
  std::vector<std::string> names;
  for (const ListedKind& kind : listed_components()) names.push_back(kind.name);
  names.push_back("experiments");
  return names;
}

void add_list(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "list", "algorithms, evaluators, data sets and studies: those that most users need, or all");
  auto words = std::make_shared<std::vector<std::string>>();
  auto all = std::make_shared<bool>(false);
  auto table = std::make_shared<bool>(false);
  auto defaults = std::make_shared<bool>(false);
  command
      ->add_option("words", *words,
                   "algorithms, evaluators, wrappers (of evaluators), measures, datasets or "
                   "experiments; other words are looked for in names and summaries")
      ->type_name("[KIND] [WORD...]");
  command->add_flag("--all", *all, "every component and study, one line each");
  command->add_flag("--table", *table, "the algorithms as a Markdown table, with their properties");
  command->add_flag("--defaults", *defaults,
                    "the evaluators that evaluate takes where none is named, and why");
  command->callback([words, all, table, defaults, &context] {
    if (*table) return print_algorithm_table();
    if (*defaults) return print_default_table();
    if (words->empty() && !*all) return print_core();
    std::vector<std::string> wanted = *words;
    const auto kinds = listed_kinds();
    std::string kind;
    if (!wanted.empty() && std::find(kinds.begin(), kinds.end(), wanted.front()) != kinds.end()) {
      kind = wanted.front();
      wanted.erase(wanted.begin());
    }
    const bool with_studies = kind.empty() || kind == "experiments";
    const bool no_study = with_studies && find_studies(context.home / "experiments").empty();
    if (no_study && !kind.empty()) throw FileError(why_no_study(context));
    bool found = false;
    for (ListedKind& listed : listed_components()) {
      if (!kind.empty() && kind != listed.name) continue;
      found = print_rows_with(wanted, std::move(listed)) || found;
    }
    if (with_studies) {
      found = print_rows_with(wanted, {"experiments", experiment_rows(context)}) || found;
    }
    if (no_study && wanted.empty()) fmt::print("  none: {}\n", why_no_study(context));
    if (found) return;
    std::string sought;
    for (const auto& word : wanted) sought += (sought.empty() ? "" : " ") + word;
    const std::string nearest = kind.empty() ? nearest_name(wanted.front(), kinds) : std::string();
    throw SpecErrors("nothing has " + quoted_text(sought, 60) + " in its name or summary" +
                     (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)"));
  });
}

}  // namespace replaybench::cli
