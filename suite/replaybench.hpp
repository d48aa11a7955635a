#pragma once
// All that a program needs which uses the suite as a library: #include
// <replaybench/replaybench.hpp>. The files below can be included one by one, too, under the names
// that stand here; so do the sources of components. Link replaybench::core for the first two
// groups, replaybench::study for the third, replaybench::replaybench for all.

// Logs: in memory, and read from a file. Evaluation of one algorithm on one, or of several; play in
// a simulator.
#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/play.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/model/log.hpp"

// Components: what there is, made by name; what one has to provide.
#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

// Studies: read, planned, run, stored, made into tables.
#include "suite/plan/experiment.hpp"
#include "suite/plan/plan.hpp"
#include "suite/report/study_report.hpp"
#include "suite/run/runner.hpp"
#include "suite/store/store.hpp"

// The program.
#include "suite/cli/program.hpp"
