// `complete`, hidden: what may follow the words on a line. The scripts for the shells, in
// suite/cli/completion, ask the program itself, so that no list of commands or components stands twice.

#include <fmt/core.h>

#include <algorithm>

#include "suite/catalogue/manifest.hpp"
#include "suite/cli/commands.hpp"

namespace replaybench::cli {

namespace {

using Words = std::vector<std::string>;

template <class Table>
void append_names(const Table& table, Words& words) {
  for (const auto* description : table) words.push_back(description->name);
}

Words studies_of(const CommandContext& context) {
  return study_names(find_studies(context.home / "experiments"));
}

// "TEXT:{smoke,standard,full}": the words between the braces.
Words choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  Words words;
  if (open == std::string::npos || close == std::string::npos) return words;
  for (std::size_t at = open + 1; at < close;) {
    const std::size_t end = std::min(type.find(',', at), close);
    words.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// Possible values of an option; empty if the program does not know them, for example file names.
Words values_of(const CLI::Option& option, const CLI::App& command, const CommandContext& context) {
  Words words = choices_of(option);
  if (!words.empty()) return words;
  const std::string name = option.get_single_name();
  const bool any = command.get_name() == "describe" && name == "name";
  if (any || name == "algorithm" || name == "logging") append_names(algorithms_table(), words);
  if (any || name == "evaluator") append_names(evaluators_table(), words);
  if (any || name == "dataset" || name == "on") append_names(datasets_table(), words);
  if (any || name == "study") {
    const Words studies = studies_of(context);
    words.insert(words.end(), studies.begin(), studies.end());
  }
  if (name == "study") words.push_back("all");
  if (name == "study" && command.get_name() == "cluster") {
    words.insert(words.end(), {"slurm", "parallel", "make"});
  }
  if (command.get_name() == "list" && name == "words") {
    words = listed_kinds();
  }
  const CLI::App* parent = command.get_parent();
  if (parent && parent->get_name() == "data" && name == "name") {
    for (const auto& manifest : manifest_texts()) words.emplace_back(manifest.id);
  }
  if (command.get_name() == "help") {
    for (const CLI::App* child : visible_commands(*parent)) words.push_back(child->get_name());
  }
  return words;
}

bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

// Completions of the last word of `line`, which may be incomplete.
Words words_for(const CLI::App& app, const Words& line, const CommandContext& context) {
  const CLI::App* command = &app;
  const CLI::Option* awaiting = nullptr;  // its value comes next
  std::size_t positionals = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (line[i] == "=") continue;  // bash makes three words of --option=value
    if (awaiting) {
      awaiting = nullptr;
      continue;
    }
    if (line[i].starts_with("-")) {
      const std::size_t equals = line[i].find('=');
      const CLI::Option* option = command->get_option_no_throw(line[i].substr(0, equals));
      if (option && equals == std::string::npos && takes_value(*option)) awaiting = option;
      continue;
    }
    const auto children = documented_commands(*command);
    const auto child = std::find_if(children.begin(), children.end(), [&](const CLI::App* one) {
      return one->get_name() == line[i];
    });
    if (child != children.end()) {
      command = *child;
    } else {
      ++positionals;
    }
  }
  if (awaiting) return values_of(*awaiting, *command, context);
  Words words;
  if (!line.empty() && line.back().starts_with("-")) {
    const std::size_t equals = line.back().find('=');
    if (equals != std::string::npos) {
      const std::string name = line.back().substr(0, equals);
      const CLI::Option* option = command->get_option_no_throw(name);
      if (option) words = values_of(*option, *command, context);
      for (auto& word : words) word.insert(0, name + "=");
      return words;
    }
    for (const CLI::Option* option : command->get_options()) {
      for (const auto& name : option->get_lnames()) words.push_back("--" + name);
    }
    return words;
  }
  if (positionals == 0) {
    for (const CLI::App* child : visible_commands(*command)) words.push_back(child->get_name());
  }
  const CLI::Option* positional = nullptr;
  for (const CLI::Option* option : command->get_options()) {
    if (!option->get_positional()) continue;
    positional = option;
    if (positionals-- == 0) break;  // else the last one, if it takes several
  }
  if (positional) {
    for (std::string& value : values_of(*positional, *command, context)) {
      words.push_back(std::move(value));
    }
  }
  return words;
}

}  // namespace

void add_completion(CLI::App& app, CommandContext& context) {
  auto* complete = app.add_subcommand("complete", "the words that may stand at the end of a line");
  complete->group("");
  auto line = std::make_shared<Words>();
  complete->add_option("line", *line, "the words after the program's name");
  complete->callback([line, &app, &context] {
    std::string begun = line->empty() ? std::string() : line->back();
    if (begun == "=") begun.clear();
    if (begun.starts_with('\'') || begun.starts_with('"')) begun.erase(0, 1);  // an open quote
    Words words = words_for(app, *line, context);
    std::sort(words.begin(), words.end());
    for (const auto& word : words) {
      if (word.starts_with(begun)) fmt::print("{}\n", word);
    }
  });
}

}  // namespace replaybench::cli
