#include <fmt/core.h>

#include <algorithm>

#include "suite/cli/commands.hpp"

namespace replaybench::cli {

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

template <class Table>
Rows component_rows(const Table& table) {
  Rows rows;
  for (const auto* description : table) rows.emplace_back(description->name, description->summary);
  return rows;
}

Rows experiment_rows(const CommandContext& context) {
  Rows rows;
  const auto folder = context.home / "experiments";
  for (const auto& name : list_experiments(folder)) {
    rows.emplace_back(name,
                      read_experiment(folder / name / "experiment.toml", Profile::smoke).title);
  }
  return rows;
}

void print(const std::string& heading, const Rows& rows) {
  std::size_t width = 0;
  for (const auto& [name, summary] : rows) width = std::max(width, name.size());
  fmt::print("{}\n", heading);
  for (const auto& [name, summary] : rows) fmt::print("  {:<{}}  {}\n", name, width, summary);
}

}  // namespace

void add_list(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("list", "what there is, one line each");
  auto kind = std::make_shared<std::string>();
  command->add_option("kind", *kind, "algorithms, evaluators, datasets or experiments [all]")
      ->check(CLI::IsMember({"algorithms", "evaluators", "datasets", "experiments"}));
  command->callback([kind, &context] {
    const auto wanted = [&](const char* name) { return kind->empty() || *kind == name; };
    if (wanted("algorithms")) print("algorithms", component_rows(algorithms_table()));
    if (wanted("evaluators")) print("evaluators", component_rows(evaluators_table()));
    if (wanted("datasets")) print("datasets", component_rows(datasets_table()));
    if (wanted("experiments")) print("experiments", experiment_rows(context));
  });
}

}  // namespace replaybench::cli
