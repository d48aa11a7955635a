#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suite/cli/commands.hpp"
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
};

constexpr const char* list_kinds[] = {"algorithms", "evaluators", "datasets", "experiments"};

template <class Table>
std::vector<ListedRow> component_rows(const Table& table) {
  std::vector<ListedRow> rows;
  for (const auto* description : table) {
    rows.push_back({description->name, description->summary, description->aliases});
  }
  return rows;
}

std::vector<ListedRow> experiment_rows(const CommandContext& context) {
  std::vector<ListedRow> rows;
  const auto folder = context.home / "experiments";
  for (const auto& name : list_experiments(folder)) {
    const auto spec = read_experiment(folder / name / "experiment.toml", Profile::smoke);
    rows.push_back({name, spec.title, spec.question});
  }
  return rows;
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

// Gives whether there was one.
bool print_rows_with(const std::vector<std::string>& words, const std::string& heading,
                     std::vector<ListedRow> rows) {
  rows.erase(std::remove_if(rows.begin(), rows.end(),
                            [&](const ListedRow& row) { return !has_words(row, words); }),
             rows.end());
  if (rows.empty() && !words.empty()) return false;
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.name.size());
  fmt::print("{}\n", heading);
  for (const auto& row : rows) fmt::print("  {:<{}}  {}\n", row.name, width, row.summary);
  return true;
}

void print_algorithm_table() {
  nlohmann::json rows;
  for (const auto* description : algorithms_table()) {
    const auto traits = traits_by_default(*description);
    const auto word = [&](bool AlgorithmTraits::*trait) {
      return !traits ? "-" : (*traits).*trait ? "yes" : "no";
    };
    rows.push_back({{"name", description->name},
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

void add_list(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("list", "algorithms, evaluators, data sets and studies, one line each");
  auto words = std::make_shared<std::vector<std::string>>();
  auto table = std::make_shared<bool>(false);
  auto defaults = std::make_shared<bool>(false);
  command
      ->add_option("words", *words,
                   "algorithms, evaluators, datasets or experiments [all]; other words are looked "
                   "for in names and summaries")
      ->type_name("[KIND] [WORD...]");
  command->add_flag("--table", *table, "the algorithms as the table of algorithms/README.md");
  command->add_flag("--defaults", *defaults,
                    "the evaluators that evaluate takes where none is named, and why");
  command->callback([words, table, defaults, &context] {
    if (*table) return print_algorithm_table();
    if (*defaults) return print_default_table();
    std::vector<std::string> wanted = *words;
    std::string kind;
    for (const char* known : list_kinds) {
      if (!wanted.empty() && wanted.front() == known) kind = known;
    }
    if (!kind.empty()) wanted.erase(wanted.begin());
    const bool no_study = (kind.empty() || kind == "experiments") &&
                          list_experiments(context.home / "experiments").empty();
    if (no_study && !kind.empty()) throw FileError(why_no_study(context));
    bool found = false;
    const auto show = [&](const char* name, const auto& rows) {
      if (kind.empty() || kind == name) found = print_rows_with(wanted, name, rows()) || found;
    };
    show("algorithms", [] { return component_rows(algorithms_table()); });
    show("evaluators", [] { return component_rows(evaluators_table()); });
    show("datasets", [] { return component_rows(datasets_table()); });
    show("experiments", [&] { return experiment_rows(context); });
    if (no_study && wanted.empty()) fmt::print("  none: {}\n", why_no_study(context));
    if (found) return;
    std::string sought;
    for (const auto& word : wanted) sought += (sought.empty() ? "" : " ") + word;
    const std::string nearest =
        kind.empty() ? nearest_name(wanted.front(), {std::begin(list_kinds), std::end(list_kinds)})
                     : std::string();
    throw SpecErrors("nothing has " + quoted_text(sought, 60) + " in its name or summary" +
                     (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)"));
  });
}

}  // namespace replaybench::cli
