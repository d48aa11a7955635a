#pragma once
// Evaluation of algorithms on logs, and play in simulators. Link replaybench::core.
//
//   Log                            a log in memory, one column per member; Log::check throws on a broken invariant
//   open_log(options)              reads a log from a file: CSV, Parquet, Vowpal Wabbit's text, dsjson, npz, SQLite, prepared
//   find_evaluation_components     an algorithm and an evaluator by name, "ucb{alpha=1}"
//   evaluate(log, algorithm, ...)  one algorithm on one log: estimate, interval, warnings
//   evaluate_all(...)              several algorithms and evaluators, with comparisons and segments
//   play(...)                      an algorithm in a simulator
//
// Errors are exceptions derived from Error (suite/text/errors.hpp): SpecErrors for a wrong name or parameter, DataError for
// a wrong file, NotApplicable if a component cannot be used. Warnings name options by marks; in_style writes them.

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/play.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/model/log.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/option.hpp"
