#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "suite/cli/commands.hpp"
#include "suite/component/registry.hpp"
#include "suite/text/embedded_text.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

// Generated from suite/cli/templates by cmake/embed.cmake.
const std::vector<EmbeddedText>& cli_template_files();

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

// Files written for a kind.
struct Draft {
  std::string folder;     // "algorithms/NAME"
  std::string templates;  // name of their files, without the ending
  std::string group;      // of an evaluator
};

Draft draft_of(const std::string& kind, const std::string& name) {
  if (kind == "measure") return {"evaluators/measures/" + name, "evaluator", "log_measures"};
  return {kind + "s/" + name, kind, "replay"};
}

std::string filled(std::string text, const Draft& draft, const std::string& name) {
  const auto replace = [&](const std::string& hole, const std::string& word) {
    for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at)) {
      text.replace(at, hole.size(), word);
    }
  };
  replace("@NAME@", name);
  replace("@FOLDER@", draft.folder);
  replace("@GROUP@", draft.group);
  replace("@TYPE@", type_name(name));
  return text;
}

// Endings of a draft's files. Evaluators are made from their names only, so they have no header.
std::vector<std::string> endings_of(const std::string& templates) {
  if (templates == "evaluator") return {".cpp", "_test.cpp"};
  return {".hpp", ".cpp", "_test.cpp"};
}

std::string template_of(const std::string& file) {
  for (const EmbeddedText& known : cli_template_files()) {
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

// The words of C++, and the names that its headers define for the preprocessor.
constexpr std::string_view cpp_words[] = {
    "alignas",       "alignof",     "and",       "and_eq",       "asm",          "assert",
    "auto",          "bitand",      "bitor",     "bool",         "break",        "case",
    "catch",         "char",        "char16_t",  "char32_t",     "char8_t",      "class",
    "co_await",      "co_return",   "co_yield",  "compl",        "concept",      "const",
    "const_cast",    "consteval",   "constexpr", "constinit",    "continue",     "decltype",
    "default",       "delete",      "do",        "double",       "dynamic_cast", "else",
    "enum",          "errno",       "explicit",  "export",       "extern",       "false",
    "float",         "for",         "friend",    "goto",         "if",           "inline",
    "int",           "linux",       "long",      "mutable",      "namespace",    "new",
    "noexcept",      "not",         "not_eq",    "nullptr",      "operator",     "or",
    "or_eq",         "private",     "protected", "public",       "register",     "reinterpret_cast",
    "requires",      "return",      "short",     "signed",       "sizeof",       "static",
    "static_assert", "static_cast", "stderr",    "stdin",        "stdout",       "struct",
    "switch",        "template",    "this",      "thread_local", "throw",        "true",
    "try",           "typedef",     "typeid",    "typename",     "union",        "unix",
    "unsigned",      "using",       "virtual",   "void",         "volatile",     "wchar_t",
    "while",         "xor",         "xor_eq"};

// Namespaces that the files of components use.
constexpr std::string_view suite_namespaces[] = {
    "algorithms", "datasets",    "estimation", "evaluators", "learning",
    "numeric",    "replaybench", "statistics", "testing",    "theory"};

// The identifiers of a template's code: without comments, texts and the names of headers.
std::vector<std::string> identifiers(const std::string& code) {
  std::vector<std::string> words;
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    line.resize(std::min(line.find("//"), line.size()));
    bool in_text = false;
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == '"') in_text = !in_text;
      std::size_t end = at;
      while (!in_text && end < line.size() && in_word(line[end])) ++end;
      if (end > at) words.push_back(line.substr(at, end - at));
      at = std::max(end, at + 1);
    }
  }
  return words;
}

// The name becomes a namespace and a type: they must hide nothing that the files use.
void require_usable_name(const std::string& kind, const std::string& templates,
                         const std::string& name) {
  const auto refuse = [&](const std::string& why) {
    throw SpecErrors("\"" + name + "\" cannot be the name of a component: " + why);
  };
  if (std::find(std::begin(cpp_words), std::end(cpp_words), name) != std::end(cpp_words)) {
    refuse("it is a word of C++");
  }
  if (std::find(std::begin(suite_namespaces), std::end(suite_namespaces), name) !=
      std::end(suite_namespaces)) {
    refuse("the suite has a namespace of that name");
  }
  if (name.find("__") != std::string::npos || name.ends_with('_')) {
    refuse("two _ together, or one at the end");
  }
  for (const std::string& ending : endings_of(templates)) {
    for (const auto& word : identifiers(template_of(templates + ending + ".in"))) {
      if (word == name || word == type_name(name)) {
        refuse("C++ or the suite has a \"" + word + "\" that its files use");
      }
    }
  }
  std::string ignored;
  const auto same = [&](const auto& table) {
    const auto* known = find_description(name, table, &ignored);
    if (known) refuse("it is another name of " + known->name);
  };
  if (kind == "algorithm") same(algorithms_table());
  if (kind == "evaluator" || kind == "measure") same(evaluators_table());
  if (kind == "dataset") same(datasets_table());
}

// Prints the next steps for the new files, one per line; a project outside this repository has no scripts/.
void print_next_steps(const fs::path& workplace, const std::string& kind, const std::string& name) {
  const bool of_suite = fs::exists(workplace / "scripts" / "build");
  const std::string program = of_suite ? "build/release/replaybench" : "your program's";
  fmt::print("Next: fill them in, then\n");
  fmt::print("  build it:         {}\n",
             of_suite ? "scripts/build release replaybench" : "cmake --build <your build folder>");
  fmt::print("  try it:           {} {}{}\n", program,
             kind == "algorithm"
                 ? std::string("evaluate --log ") +
                       (of_suite ? "suite/tests/example_log.csv" : "log.csv") + " --algorithm "
                 : std::string("describe "),
             name);
  if (of_suite) fmt::print("  run its tests:    make check {}\n", name);
}

}  // namespace

void add_new(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("new", "write the folder of a new component from a template");
  auto kind = std::make_shared<std::string>();
  auto name = std::make_shared<std::string>();
  command->add_option("kind", *kind, "algorithm, evaluator, measure or dataset")
      ->required()
      ->check(CLI::IsMember({"algorithm", "evaluator", "measure", "dataset"}));
  command->add_option("name", *name, "small letters, digits and _")->required();
  command->callback([kind, name, &context] {
    const Draft draft = draft_of(*kind, *name);
    const fs::path folder = context.workplace / draft.folder;
    if (!context.at_home) {
      throw FileError(
          "this is no home of components; go to the source folder, or name one with --home");
    }
    require_new_name(folder, *name);
    require_usable_name(*kind, draft.templates, *name);
    for (const std::string& ending : endings_of(draft.templates)) {
      const fs::path file = folder / (*name + ending);
      write_file(file, filled(template_of(draft.templates + ending + ".in"), draft, *name));
      fmt::print("{}\n", file.string());
    }
    print_next_steps(context.workplace, *kind, *name);
  });
}

}  // namespace replaybench::cli
