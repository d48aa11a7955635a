#include <fmt/core.h>

#include <algorithm>

#include "suite/cli/commands.hpp"
#include "suite/numeric/decimal.hpp"

namespace replaybench::cli {

namespace {

void print(const std::string& kind, const ComponentDescription& description) {
  fmt::print("{} ({})\n  {}\n  source: {}\n  revision: {}\n", description.name, kind,
             description.summary, description.source, description.revision);
  if (description.parameters.empty()) {
    fmt::print("  no parameters\n");
    return;
  }
  std::vector<std::vector<std::string>> rows{
      {"parameter", "type", "default", "range", "meaning", "source"}};
  for (const auto& info : description.parameters) {
    rows.push_back({info.name, info.type_name(), to_text(info.default_value), info.range_text(),
                    info.meaning, info.source_text});
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("  {:<{}}", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
  for (const auto& info : description.parameters) {
    if (info.candidates.empty()) continue;
    std::string values;
    for (const double value : info.candidates) values += " " + numeric::to_decimal(value);
    fmt::print("  tuned: {} over{}\n", info.name, values);
  }
}

// What an algorithm asks of the data, and what is known to be wrong with it.
void print_needs(const AlgorithmDescription& description) {
  if (description.rewards == RewardRange::binary) fmt::print("  rewards: 0 or 1\n");
  if (description.rewards == RewardRange::unit) fmt::print("  rewards: in [0, 1]\n");
  if (description.changes_when_asked) {
    fmt::print("  flaw: learns from being asked, so every evaluation by replay changes it\n");
  }
}

void print_needs(const EvaluatorDescription& description) {
  fmt::print("  applicability: {}\n", description.applicability);
}

void print_needs(const DatasetDescription&) {}

}  // namespace

void add_describe(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "describe", "a component's parameters: type, default, range, meaning, source");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "algorithm, evaluator, data set or study")->required();
  command->callback([name, &context] {
    std::vector<std::string> known;
    bool found = false;
    const auto look = [&](const std::string& kind, const auto& table) {
      for (const auto* description : table) {
        known.push_back(description->name);
        if (description->name != *name) continue;
        print(kind, *description);
        print_needs(*description);
        found = true;
      }
    };
    look("algorithm", algorithms_table());
    look("evaluator", evaluators_table());
    look("data set", datasets_table());
    const auto folder = context.home / "experiments";
    for (const auto& study : list_experiments(folder)) {
      known.push_back(study);
      if (study != *name) continue;
      const auto spec = read_experiment(folder / study / "experiment.toml", Profile::standard);
      fmt::print("{} (study)\n  {}\n  {}\n", spec.name, spec.title, spec.question);
      for (const auto& table : spec.tables) fmt::print("  table {}\n", table.name);
      found = true;
    }
    if (!found) throw SpecErrors("unknown name \"" + *name + "\"" + suggestion(*name, known));
  });
}

}  // namespace replaybench::cli
