#pragma once
// Request of `evaluate`: its flags, and the components that they name.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "suite/cli/bound_options.hpp"
#include "suite/cli/evaluation_output.hpp"
#include "suite/evaluate/dataset_log.hpp"
#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench::cli {

struct EvaluateRequest {
  EvaluationOutput output;
  std::vector<std::string> logs;  ///< its files; none if a data set is named
  std::string dataset;            ///< component text
  DatasetLogOptions written;      ///< of the data set; its seed is that of the evaluation
  std::vector<std::string> algorithms;
  std::vector<std::string> evaluators;
  std::vector<std::string> evaluator_labels;  ///< of the evaluators in tables; empty: their texts
  /// The kind of log that a command is for; nothing means that the evaluators decide.
  std::optional<LogKind> kind;
  std::vector<std::string> targets;  ///< of a log of doses: the columns of the policies
  ComparisonOptions options;
  GivenOptions reading_flags;
  LogOptions reading;  ///< of these flags, and of `log`
  std::string baseline;
  std::string propensities = "given";  ///< or a way to estimate them
  bool progress = false;
  std::string partial;  ///< the file for what a part of a log adds; empty: an evaluation is printed
  std::vector<std::string> parts;  ///< such files, in the place of a log
  std::string schema;  ///< of the output, which is all that is asked for; empty: an evaluation
  std::string format;  ///< empty: text for one estimate, else a table
  std::uint64_t rehearse = 0;    ///< twins of each kind; 0 means the evaluation is not rehearsed
  bool twins_by_default = true;  ///< the command line has no number of twins
  double minutes = 0;            ///< of the rehearsal; 0 means no limit
  bool whole_log = false;        ///< the command needs all records in memory
  std::string report;            ///< the file of the page; empty if none
  std::string command;           ///< the command line, for the page
};

/// The components in the order of the table's lines, the log's target policies first.
struct NamedComponents {
  std::vector<Component<AlgorithmDescription>> algorithms;
  std::vector<Component<EvaluatorDescription>> evaluators;
};

/// Adds the flags that name a log and its columns, and fill `request`.
void add_log_flags(CLI::App& command, EvaluateRequest& request);

/// Adds --bootstrap, whose default is that of `request`.
void add_bootstrap_flag(CLI::App& command, EvaluateRequest& request);

/// Adds the flags, which fill `request`; it must live as long as the command.
void add_flags(CLI::App& command, EvaluateRequest& request);

/// Adds --seed, --repetitions, --jobs and --progress.
void add_run_flags(CLI::App& command, EvaluateRequest& request);

/// Twins of each kind unless the user chooses their number.
inline constexpr std::uint64_t usual_twins = 100;

/// Adds --rehearse and its time limit, which is for --rehearse only unless `request` rehearses without it.
void add_rehearsal_flags(CLI::App& command, EvaluateRequest& request);

/// Adds the flags of the log's columns, except for the parameters `without`, and those of comparisons and of
/// the output.
void add_reading_and_comparison_flags(CLI::App& command, EvaluateRequest& request,
                                      const std::vector<std::string_view>& without);

/// Reads the flags of the log, of which what is wrong is added to `problems`. Throws like `finish_flags` without a log.
void finish_log_flags(EvaluateRequest& request, std::vector<SpecProblem>& problems);

/// Reads the flags whose values have parts. Throws SpecErrors with everything wrong in them, or where
/// neither a log nor a data set is named, and FileError where the log is no file, but the name
/// of a data set.
void finish_flags(EvaluateRequest& request);

/// The log that is asked for, a file's or a data set's; sets its name in the output. `shown`: with the
/// progress of the reading. Throws as open_log and open_dataset_log.
InputLog read_requested_log(EvaluateRequest& request, bool shown);

/// Estimates the log's propensities where the request asks for it.
void use_propensities(const EvaluateRequest& request, InputLog& input);

/// The components that the request names, and an algorithm for each target policy of the log; sets
/// the labels of the output. Throws SpecErrors with everything wrong in the texts, or when there is
/// nothing to evaluate.
NamedComponents find_components(EvaluateRequest& request, const std::shared_ptr<const Log>& log);

/// Reads the log, evaluates and prints. Throws as the functions above, open_log and evaluate_all.
void run_evaluate(EvaluateRequest& request);

/// True if one estimate is requested, without anything to compare it with.
bool is_single(const EvaluateRequest& request, std::size_t algorithms, std::size_t evaluators,
               const InputLog& input);

}  // namespace replaybench::cli
