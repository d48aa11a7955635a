#pragma once
// Studies: read, planned, run, stored, made into tables and pages. Link replaybench::study.
//
//   read_experiment(file, ...)   a study's experiment.toml
//   make_plan(spec, profile)     its cells
//   Store                        the results of cells, by content
//   run(plan, store, ...)        computes the cells without a stored result
//   judge_study, write_study     verdicts on its claims; its tables, figures and page

#include "suite/plan/experiment.hpp"
#include "suite/plan/plan.hpp"
#include "suite/report/study_report.hpp"
#include "suite/run/runner.hpp"
#include "suite/store/store.hpp"
