// The program: subcommands, and one place where errors become messages and exit codes.

#include "suite/cli/program.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <system_error>

#include "build_info.hpp"
#include "suite/cli/cluster_scripts.hpp"
#include "suite/cli/commands.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/text/mapped_files.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

int fail(ExitCode code, const std::string& message) {
  cli::tell(message);
  return static_cast<int>(code);
}

// A standard stream that the caller closed would have its number taken by the next file that is
// opened, and our messages would go into that file. What is written to a closed standard output
// must fail, so it is opened to read.
void keep_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    if (::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
      return;
  }
}

// Exit code of a shell for a program whose output pipe was closed (128 + SIGPIPE): `| head` is
// not an error, and there is no message.
constexpr int reader_left = 128 + SIGPIPE;

int finish_output(ExitCode code) {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) || !std::cout.flush()) {
    if (errno == EPIPE) return reader_left;
    return fail(ExitCode::system_error, "cannot write to the standard output");
  }
  return static_cast<int>(code);
}

// The only option that begins with the word, otherwise one of a similar name.
std::string nearest_option(const std::string& word, const std::vector<std::string>& options) {
  std::string longer;
  for (const std::string& option : options) {
    if (word.size() < 4 || !option.starts_with(word)) continue;
    if (!longer.empty()) return nearest_name(word, options);
    longer = option;
  }
  return longer.empty() ? nearest_name(word, options) : longer;
}

// CLI11 says which word it did not expect; we add which one may have been meant.
std::string with_suggestion(const CLI::App& app, const CLI::ParseError& error) {
  std::string message = error.what();
  const CLI::App* command = &app;
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = command->get_subcommands()) {
    command = chosen.back();
  }
  std::vector<std::string> options;
  for (const CLI::Option* option : command->get_options()) {
    if (!option->get_lnames().empty()) options.push_back("--" + option->get_lnames().front());
  }
  std::vector<std::string> commands;
  for (const CLI::App* child : cli::visible_commands(*command)) {
    commands.push_back(child->get_name());
  }
  for (const auto& word : command->remaining()) {
    const bool is_option = word.starts_with('-');
    if (!is_option && !commands.empty()) {
      const std::string moved = cli::where_command_is(word);
      if (command == &app && !moved.empty()) return quoted_text(word) + " is " + moved + " now";
      return "unknown command " + quoted_text(word) + suggestion(word, commands);
    }
    std::error_code failure;
    if (!is_option && std::ranges::count(options, "--log") > 0 &&
        std::filesystem::exists(word, failure)) {
      message += "; a log is given by --log " + word;
    }
    const std::string nearest = nearest_option(word.substr(0, word.find('=')), options);
    if (is_option && !nearest.empty()) message += " (did you mean \"" + nearest + "\"?)";
  }
  return message;
}

// A flag whose value was forgotten would take the next flag for it.
void refuse_flags_as_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 0 || option->get_positional()) continue;
    option->check([&command, option](const std::string& text) -> std::string {
      const std::string flag = text.substr(0, text.find('='));
      if (!flag.starts_with("--") || command.get_option_no_throw(flag) == nullptr) return {};
      throw CLI::ArgumentMismatch(option->get_name() + " needs a value; " + flag +
                                  " is a flag of its own");
    });
  }
  for (CLI::App* child : command.get_subcommands({})) refuse_flags_as_values(*child);
}

// On every command, so that it may stand anywhere on the line; the first help shows it.
void add_home(CLI::App& command, std::string& home, bool shown) {
  auto* option = command.add_option(
      "--home", home,
      "the folder of experiments/ and results/ [$REPLAYBENCH_HOME, or the nearest folder upwards "
      "that has a file replaybench.home]");
  if (!shown) option->group("");
  for (CLI::App* child : command.get_subcommands({})) add_home(*child, home, false);
}

}  // namespace

int run_program(int argc, char** argv, const ProgramPlaces& places) {
  keep_standard_streams();
  end_when_mapped_bytes_are_lost();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that left is found out where we write

  CLI::App app(
      "Replaybench: would this recommendation algorithm do better than the one in production? "
      "Estimates from a log alone.",
      "replaybench");
  app.formatter(cli::wrapping_formatter());
  app.set_version_flag("-V,--version",
                       fmt::format("replaybench {} ({}, numeric profile {})", REPLAYBENCH_VERSION,
                                   build_commit(), REPLAYBENCH_PROFILE));
  app.require_subcommand(1);
  app.fallthrough(false);
  cli::CommandContext context;
  context.command = cli::shell_words({argv + 1, argv + argc});
  cli::add_list(app, context);
  cli::add_describe(app, context);
  cli::add_plan(app, context);
  cli::add_run(app, context);
  cli::add_report(app, context);
  cli::add_verify(app, context);
  cli::add_publish(app, context);
  cli::add_store(app, context);
  cli::add_cluster(app, context);
  cli::add_evaluate(app, context);
  cli::add_rehearse(app, context);
  cli::add_slates(app, context);
  cli::add_continuous(app, context);
  cli::add_compare(app, context);
  cli::add_play(app, context);
  cli::add_leaderboard(app, context);
  cli::add_data(app, context);
  cli::add_new(app, context);

  cli::add_manual(app);
  cli::add_completion(app, context);
  cli::add_help(app);
  std::string home;
  add_home(app, home, true);
  refuse_flags_as_values(app);

  try {
    app.parse_complete_callback([&] {
      const cli::Home found = cli::find_home(places, home);
      context.home_option = home;
      context.home = found.studies;
      context.workplace = found.results;
      context.at_home = found.is_users;
      context.shipped = cli::shipped_home(places);
    });
    app.parse(argc, argv);
    return finish_output(context.exit_code);
  } catch (const CLI::Success& success) {  // --help, --version
    app.exit(success);
    return finish_output(ExitCode::success);
  } catch (const CLI::ParseError& error) {
    return fail(ExitCode::spec_error,
                with_suggestion(app, error) +
                    "\n\"replaybench help\" and \"replaybench help COMMAND\" have more.");
  } catch (const Error& error) {
    return fail(exit_code_of(error.kind()), cli::with_flags(error.marked()));
  } catch (
      const std::system_error& error) {  // of the file system, of writing, of starting a thread
    if (error.code() == std::errc::broken_pipe) return reader_left;
    return fail(ExitCode::system_error, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::out_of_memory, "out of memory" + context.out_of_memory);
  } catch (const std::exception& error) {
    return fail(ExitCode::bug, std::string("bug, please report: ") + error.what());
  }
}

}  // namespace replaybench
