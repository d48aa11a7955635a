#include <fmt/core.h>

#include <algorithm>

#include "suite/cli/commands.hpp"
#include "suite/text/embedded_text.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

// Generated from suite/cli/templates by cmake/embed.cmake.
const std::vector<EmbeddedText>& component_template_files();

}  // namespace replaybench

namespace replaybench::cli {

namespace fs = std::filesystem;

namespace {

// "my_policy" -> "MyPolicy"
std::string type_name(const std::string& name) {
  std::string type;
  bool capital = true;
  for (const char c : name) {
    if (c == '_') {
      capital = true;
      continue;
    }
    type += capital && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    capital = false;
  }
  return type;
}

std::string filled(std::string text, const std::string& name) {
  const auto replace = [&](const std::string& hole, const std::string& word) {
    for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at)) {
      text.replace(at, hole.size(), word);
    }
  };
  replace("@NAME@", name);
  replace("@TYPE@", type_name(name));
  return text;
}

std::string template_of(const std::string& file) {
  for (const EmbeddedText& known : component_template_files()) {
    if (known.name == file) return std::string(known.text);
  }
  throw std::logic_error("there is no template " + file);
}

void require_new_name(const fs::path& folder, const std::string& name) {
  const bool valid = !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
                     std::all_of(name.begin(), name.end(), [](char c) {
                       return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
                     });
  if (!valid) {
    throw SpecErrors("\"" + name + "\" is not a name: small letters, digits and _, a letter first");
  }
  if (fs::exists(folder)) throw SpecErrors(folder.string() + " is there already");
}

}  // namespace

void add_new(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("new", "the folder of a new component, from a template");
  auto kind = std::make_shared<std::string>();
  auto name = std::make_shared<std::string>();
  command->add_option("kind", *kind, "algorithm, evaluator or dataset")
      ->required()
      ->check(CLI::IsMember({"algorithm", "evaluator", "dataset"}));
  command->add_option("name", *name, "small letters, digits and _")->required();
  command->callback([kind, name, &context] {
    const fs::path folder = context.workplace / (*kind + "s") / *name;
    require_new_name(folder, *name);
    for (const char* ending : {".hpp", ".cpp", "_test.cpp"}) {
      const fs::path file = folder / (*name + ending);
      write_file(file, filled(template_of(*kind + ending + ".in"), *name));
      fmt::print("{}\n", file.string());
    }
    fmt::print("Next: fill them in, then `make build`; `replaybench describe {}` shows it.\n",
               *name);
  });
}

}  // namespace replaybench::cli
