// The program: subcommands, and one place where errors become messages and exit codes.

#include <fcntl.h>
#include <unistd.h>

#include <Eigen/Core>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

#include "suite/cli/commands.hpp"

namespace {

using namespace replaybench;

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

int finish_output(ExitCode code) {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) || !std::cout.flush()) {
    return fail(ExitCode::environment_error, "cannot write to the standard output");
  }
  return static_cast<int>(code);
}

// CLI11 says which word it did not expect; we add which one may have been meant.
std::string with_suggestion(const CLI::App& app, const CLI::ParseError& error) {
  std::string message = error.what();
  const CLI::App* command = &app;
  for (const CLI::App* chosen : app.get_subcommands()) command = chosen;
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options()) {
    if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames().front());
  }
  for (const CLI::App* child : command->get_subcommands({})) known.push_back(child->get_name());
  for (const auto& word : command->remaining()) {
    const std::string nearest = nearest_name(word.substr(0, word.find('=')), known);
    if (!nearest.empty()) message += " (did you mean \"" + nearest + "\"?)";
  }
  return message;
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  std::signal(SIGPIPE,
              SIG_IGN);  // a reader that left is an error of writing, told like a full disk
  Eigen::setCpuCacheSizes(32 * 1024, 256 * 1024, 2 * 1024 * 1024);  // its blocking decides bits

  CLI::App app(
      "Replaybench: how good is this recommendation algorithm, given only a log of what "
      "another policy did?");
  app.require_subcommand(1);
  app.fallthrough(false);
  app.footer(
      "Exit codes: 0 success, 1 a claim's verdict is not the expected one, 2 wrong flags or "
      "TOML,\n3 bad data, 4 missing file or full disk, 5 failed cells, 70 a bug of ours.");
  cli::CommandContext context;
  cli::add_list(app, context);
  cli::add_describe(app, context);
  cli::add_plan(app, context);
  cli::add_run(app, context);
  cli::add_report(app, context);
  cli::add_verify(app, context);
  cli::add_status(app, context);
  cli::add_explain(app, context);
  cli::add_evaluate(app, context);
  cli::add_play(app, context);
  cli::add_leaderboard(app, context);
  cli::add_data(app, context);
  cli::add_new(app, context);

  try {
    context.home = cli::find_home();
    app.parse(argc, argv);
    return finish_output(context.exit_code);
  } catch (const CLI::Success& success) {  // --help
    app.exit(success);
    return finish_output(ExitCode::success);
  } catch (const CLI::ParseError& error) {
    return fail(ExitCode::spec_error, with_suggestion(app, error) + "\nRun with --help for more.");
  } catch (const SpecErrors& errors) {
    return fail(ExitCode::spec_error, errors.what());
  } catch (const DataError& error) {
    return fail(ExitCode::data_error, error.what());
  } catch (const NotApplicable& error) {
    return fail(ExitCode::spec_error, error.what());
  } catch (const EnvironmentError& error) {
    return fail(ExitCode::environment_error, error.what());
  } catch (
      const std::system_error& error) {  // of the file system, of writing, of starting a thread
    return fail(ExitCode::environment_error, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::environment_error, "out of memory");
  } catch (const std::exception& error) {
    return fail(ExitCode::bug, std::string("bug, please report: ") + error.what());
  }
}
