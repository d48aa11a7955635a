// `help`, and help that fits the terminal. What stands below a command's options (examples, tables)
// is in suite/cli/help.

#include <fmt/core.h>

#include <map>
#include <sstream>

#include "suite/cli/commands.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/text/embedded_text.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench {

// Generated from suite/cli/help by cmake/embed.cmake: what stands below a command's options.
const std::vector<EmbeddedText>& command_help_files();

}  // namespace replaybench

namespace replaybench::cli {

namespace {

// A line of CLI11's help in lines that fit: what follows the column of descriptions goes on there.
std::string fitted(const std::string& line, std::size_t width) {
  constexpr std::size_t descriptions = 30;
  const std::size_t margin = std::min(line.find_first_not_of(' '), line.size());
  if (character_count(line) <= width || line.compare(margin, 11, "replaybench") == 0) return line;
  if (margin < 2) return wrapped("", line, 0, width);
  if (margin >= descriptions) return wrapped(std::string(margin, ' '), line, margin, width);
  // A name that ends before the descriptions begin; otherwise the description is on the next line.
  const bool has_both = line.size() > descriptions && line[descriptions - 1] == ' ';
  const std::size_t column = width < 60 ? 6 : descriptions;
  if (!has_both) return wrapped(std::string(margin, ' '), line, margin + 4, width);
  return wrapped(line.substr(0, descriptions), line.substr(descriptions), column, width);
}

class WrappedHelp : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::istringstream lines(Formatter::make_help(app, std::move(name), mode));
    std::string help;
    for (std::string line; std::getline(lines, line);) {
      help += fitted(line, terminal_width()) + '\n';
    }
    return help;
  }
};

CLI::App* child_named(const CLI::App& command, const std::string& name) {
  for (const CLI::App* child : documented_commands(command)) {
    if (child->get_name() == name) return const_cast<CLI::App*>(child);
  }
  return nullptr;
}

// The file of a command: its words with _ between them.
void add_footers(CLI::App& command, const std::string& name) {
  for (const EmbeddedText& file : command_help_files()) {
    if (file.name == (name.empty() ? "replaybench" : name) + ".txt") {
      command.footer(std::string(file.text));
    }
  }
  for (CLI::App* child : command.get_subcommands([](CLI::App*) { return true; })) {
    add_footers(*child, (name.empty() ? name : name + "_") + child->get_name());
  }
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> wrapping_formatter() { return std::make_shared<WrappedHelp>(); }

std::vector<const CLI::App*> visible_commands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* child) { return !child->get_group().empty(); });
}

std::vector<const CLI::App*> documented_commands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* child) {
    return !child->get_group().empty() || !child->get_footer().empty();
  });
}

std::string where_command_is(const std::string& name) {
  static const std::map<std::string, std::string> places{
      {"completion", "a file of the package, suite/cli/completion/replaybench.bash (.zsh, .fish),"},
      {"confirm", "\"replaybench verify --seeds\""},
      {"explain", "\"replaybench store explain\""},
      {"site", "\"make site\""},
      {"status", "\"replaybench plan\""}};
  const auto found = places.find(name);
  return found == places.end() ? std::string() : found->second;
}

void add_help(CLI::App& app) {
  auto* command = app.add_subcommand("help", "the help of a command, as COMMAND --help");
  auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("command", *words, "a command, and its subcommand")->type_name("COMMAND...");
  command->callback([words, &app] {
    const CLI::App* at = &app;
    std::string name = "replaybench";
    for (const auto& word : *words) {
      if (at != &app) name += " " + at->get_name();
      const CLI::App* child = child_named(*at, word);
      if (!child) {
        const std::string moved = at == &app ? where_command_is(word) : std::string();
        if (!moved.empty()) throw SpecErrors(quoted_text(word) + " is " + moved + " now");
        std::vector<std::string> known;
        for (const CLI::App* other : visible_commands(*at)) known.push_back(other->get_name());
        throw SpecErrors("there is no command " + quoted_text(word) + " of " + name +
                         suggestion(word, known));
      }
      at = child;
    }
    if (at != &app) name += " " + at->get_name();
    fmt::print("{}", at->get_formatter()->make_help(at, name, CLI::AppFormatMode::Normal));
  });
  add_footers(app, "");
}

}  // namespace replaybench::cli
