// Ends the program with a message on a processor that lacks the instructions of the numeric profile x86-64-v3. Without
// it every command ends with an illegal instruction and without a word. Compiled for any x86-64, and run before the
// initialisers of all other files: these may have the instructions already.

#include <unistd.h>

#include <cstring>

namespace {

// The exit code of a FileError (suite/text/errors.hpp).
constexpr int system_error = 4;

constexpr char message[] =
    "replaybench: this processor lacks AVX2, FMA, BMI1 or BMI2, which this build needs (x86-64-v3: "
    "Intel since "
    "Haswell, 2013; AMD since Zen, 2017). Build for any x86-64 with: cmake --preset portable && "
    "cmake --build "
    "--preset portable\n";

__attribute__((constructor(101))) void check_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
    return;
  }
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message, std::strlen(message));
  ::_exit(system_error);
}

}  // namespace
