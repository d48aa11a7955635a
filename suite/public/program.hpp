#pragma once
// The program as a function: run_program(argc, argv, ...). Link replaybench::replaybench.

#include "suite/cli/program.hpp"
