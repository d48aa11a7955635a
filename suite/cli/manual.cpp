// `manual`, hidden: the man page of the package, from the same descriptions as --help.

#include <fmt/core.h>

#include <sstream>

#include "build_info.hpp"
#include "suite/cli/commands.hpp"

namespace replaybench::cli {

namespace {

// Text for troff: backslashes and hyphens as such, and no line that begins a request.
std::string troff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
      escaped += c;
    }
  }
  return escaped;
}

void print_options(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty() || option->get_name() == "--help") continue;
    const bool positional = option->get_positional();
    const std::string value = positional ? std::string() : option->get_type_name();
    fmt::print(".TP\n\\fB{}\\fR{}\n{}\n", troff(option->get_name(positional, true)),
               value.empty() ? value : " " + troff(value), troff(option->get_description()));
    if (!option->get_default_str().empty()) {
      fmt::print("Default: {}.\n", troff(option->get_default_str()));
    }
  }
}

// Examples and tables as they are, sentences filled.
void print_footer(const CLI::App& command) {
  std::istringstream lines(command.get_footer());
  bool example = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const bool indented = line.starts_with("  ");
    if (indented != example) fmt::print("{}\n", indented ? ".PP\n.nf" : ".fi");
    if (!indented) fmt::print(".PP\n");
    example = indented;
    fmt::print("{}\n", troff(line));
  }
  if (example) fmt::print(".fi\n");
}

void print_command(const CLI::App& command, const std::string& name) {
  fmt::print(".SS \"{}\"\n{}\n", troff(name), troff(command.get_description()));
  print_options(command);
  print_footer(command);
  for (const CLI::App* child : visible_commands(command)) {
    print_command(*child, name + " " + child->get_name());
  }
}

}  // namespace

void add_manual(CLI::App& app) {
  auto* command = app.add_subcommand("manual", "the man page, as troff");
  command->group("");
  command->callback([&app] {
    fmt::print(".TH REPLAYBENCH 1 \"\" \"replaybench {}\" \"User Commands\"\n",
               REPLAYBENCH_VERSION);
    fmt::print(".SH NAME\nreplaybench \\- offline evaluation of contextual bandit algorithms\n");
    fmt::print(".SH SYNOPSIS\n.B replaybench\n[\\-\\-home FOLDER] COMMAND [OPTIONS]\n");
    fmt::print(".SH DESCRIPTION\n{}\n", troff(app.get_description()));
    print_footer(app);
    fmt::print(".SH OPTIONS\n");
    print_options(app);
    fmt::print(".SH COMMANDS\n");
    for (const CLI::App* child : documented_commands(app)) print_command(*child, child->get_name());
    fmt::print(
        ".SH ENVIRONMENT\n.TP\n.B REPLAYBENCH_HOME\nThe folder of experiments/ and results/.\n"
        ".TP\n.B REPLAYBENCH_DATA\nThe folder of the real data sets.\n"
        ".SH FILES\n.TP\n.B {}\nMarks a folder as a home. Studies are read from its experiments/, "
        "results go into its results/. Outside a home results go into results/ below the current "
        "folder.\n",
        home_marker);
  });
}

}  // namespace replaybench::cli
