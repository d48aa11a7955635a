# cmake -D SOURCE=... -D OUTPUT=... -P build_commit.cmake: defines replaybench::build_commit() in OUTPUT. A build asks each
# time, and compiles only where the answer is another one.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
"#include \"build_info.hpp\"

const char* replaybench::build_commit() { return \"@commit@\"; }
")
