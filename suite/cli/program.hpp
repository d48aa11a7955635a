#pragma once
// The command-line program as a function, so that a project with components of its own can build
// the same program with them in it (cmake/package/replaybench_functions.cmake).

#include <string>

namespace replaybench {

/// Places of the studies that come with the suite, for use if no folder of the user has any. Empty:
/// none.
struct ProgramPlaces {
  std::string build;   ///< a program that runs from below this folder
  std::string source;  ///< uses this one, for its results too
  std::string share;   ///< any other: reads here, where it has no share/replaybench of its own
};

/// Runs the command that `argv` names, with the components of the linked tables, and returns the
/// exit code (0, 1, 2, 3, 4, 5 or 70; see --help; 75 where SIGTERM stopped a run, 141 where the reader
/// of the output has left).
/// Errors become messages on the standard error;
/// nothing is thrown. Opens closed standard streams and ignores SIGPIPE for the whole process, so
/// it is to be called once, from `main`.
int run_program(int argc, char** argv, const ProgramPlaces& places = {});

}  // namespace replaybench
