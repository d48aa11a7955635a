#include "suite/cli/log_leaderboard.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "build_info.hpp"
#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/output_file.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/leaderboard/log_board.hpp"
#include "suite/leaderboard/numbers.hpp"
#include "suite/rehearsal/rehearsal.hpp"
#include "suite/text/files.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

namespace {

// Flags that both kinds of leaderboard have.
constexpr std::string_view shared_flags[] = {"--help", "--jobs", "--no-timings"};

void print_ranking(const LogBoard& board) {
  std::vector<TextRow> rows{{"rank", "algorithm", "estimate", "95% interval", "behind", "interval",
                             "best?", "used", "choose ns", "bytes"}};
  for (const LogEntry& entry : board.entries) {
    if (entry.rank == 0) continue;
    const Evaluation& of = *entry.evaluation;
    const statistics::IntervalEstimate& behind = entry.behind.estimate;
    rows.push_back({std::to_string(entry.rank), entry.algorithm, fmt::format("{:.5g}", of.estimate),
                    interval_text(of.interval.low, of.interval.high),
                    entry.rank == 1 ? "-" : fmt::format("{:.4g}", behind.value),
                    entry.rank == 1 ? "-" : interval_text(behind.low, behind.high),
                    entry.may_be_best ? "may be" : "no", decimals(of.accepted, 0),
                    std::isnan(entry.cost.choose_ns) ? "-" : nanoseconds_text(entry.cost.choose_ns),
                    entry.cost.state_bytes ? std::to_string(*entry.cost.state_bytes) : "-"});
  }
  using enum Alignment;
  fmt::print("\n{}", table_on_terminal(
                         rows, {right, left, right, left, right, left, left, right, right, right}));
}

void print_board(const LogBoard& board, const EvaluationOutput& output, const InputLog& input) {
  print_sentence("answer", with_flags(answer_of(board)), true);
  for (const auto& [word, sentence] : explanations_of(board)) {
    print_sentence(word, with_flags(sentence));
  }
  for (const std::string& sentence : warnings_of(board)) {
    print_sentence("warning", with_flags(sentence));
  }
  print_log(output, input);
  print_sentence("logging policy",
                 fmt::format("mean reward {:.5g}, 95% interval {}", board.log_value.value,
                             interval_text(board.log_value.low, board.log_value.high)));
  print_sentence("evaluator", fmt::format("{}: {}", board.evaluator, with_flags(board.because)));
  if (!board.tuner.empty()) {
    print_sentence("tuned by", fmt::format("{} on {} records of a random half", board.tuner,
                                           board.tuning_records));
  }
  if (board.ranked() > 0) print_ranking(board);
  fmt::print("\n");
  for (const Absentee& absent : unranked_by_reason(board)) {
    print_sentence("without rank", fmt::format("{}: {}", absent.text, with_flags(absent.reason)));
  }
}

}  // namespace

void add_log_leaderboard_flags(CLI::App& command, LogLeaderboardRequest& request) {
  const std::vector<CLI::Option*> before = command.get_options();
  EvaluateRequest& of = request.evaluation;
  add_log_flags(command, of);
  command
      .add_option("--algorithm", of.algorithms,
                  "of --log: 'name' or 'name{parameter=value, ...}', tuned unless its tuned "
                  "parameter is given; repeatable; default: every algorithm that fits")
      ->allow_extra_args(false);
  auto* evaluator =
      command
          .add_option("--evaluator", of.evaluators,
                      "of --log: the evaluator that ranks; default: by the log (list --defaults)")
          ->expected(1);
  add_seed(command, of.options.evaluation.seed,
           "of --log: of the halves of the log, and of the draws of algorithms and evaluator");
  add_rehearsal_flags(command, of);
  command.get_option("--rehearse")->excludes(evaluator);
  of.options.bootstrap = 40;
  add_bootstrap_flag(command, of);
  command.add_option("--format", of.format, "of --log: text, csv or json; default: text")
      ->check(CLI::IsMember({"text", "csv", "json"}));
  command
      .add_option("--schema", of.schema,
                  "of --log: print the JSON Schema of --format json, and stop")
      ->check(CLI::IsMember({"json"}));
  add_output_file(command, "--report", of.report,
                  "of --log: write the ranking as one HTML file as well, which needs no other");
  command.add_flag("--progress", of.progress,
                   "of --log: show the progress also when the standard error is no terminal");
  for (const CLI::Option* option : command.get_options()) {
    if (std::find(before.begin(), before.end(), option) == before.end()) {
      request.flags.push_back(option);
    }
  }
}

bool LogLeaderboardRequest::is_given(const CLI::App& command) const {
  const bool given =
      !evaluation.logs.empty() || !evaluation.dataset.empty() || !evaluation.schema.empty();
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::find(std::begin(shared_flags), std::end(shared_flags), name) !=
                                    std::end(shared_flags)) {
      continue;
    }
    const bool of_log = std::find(flags.begin(), flags.end(), option) != flags.end();
    if (of_log == given) continue;
    throw SpecErrors(given
                         ? name + ": a leaderboard of a log has no tasks and stores nothing"
                         : name + ": for the leaderboard of a log, which --log or --dataset names");
  }
  return given;
}

void run_log_leaderboard(LogLeaderboardRequest& request) {
  EvaluateRequest& of = request.evaluation;
  if (!of.schema.empty()) {
    print_json(log_board_schema());
    return;
  }
  std::vector<SpecProblem> problems;
  finish_log_flags(of, problems);
  if (!problems.empty()) throw SpecErrors(problems);
  of.output.sentence = &with_flags;
  require_writable("--report", of.report, page_beginning);
  const bool shown = of.progress || ::isatty(STDERR_FILENO);
  of.whole_log = true;  // it is split, tuned on and judged on
  InputLog input = read_requested_log(of, shown);
  use_propensities(of, input);
  for (const auto& bad : input.bad_line_texts()) tell(with_flags(bad));
  LogBoardProgress state;
  LogBoardOptions options{.evaluation = of.options.evaluation,
                          .evaluator = of.evaluators.empty() ? "" : of.evaluators.front(),
                          .bootstrap = of.options.bootstrap,
                          .minutes = of.minutes,
                          .timings = request.timings,
                          .progress = &state};
  options.evaluation.log_name = of.output.log;
  if (of.rehearse > 0) {
    options.twins = of.twins_by_default ? rehearsal::default_twins_of_learners : of.rehearse;
  }
  const Competitors competitors = competitors_for(*input.log, of.algorithms);
  std::optional<BackgroundProgress> progress;
  if (shown) {
    progress.emplace("leaderboard", [&state] {
      const std::uint64_t done = state.done, all = state.of;
      return BackgroundProgress::State{
          fmt::format("{}, {} of {}", state.stage.load(), done, all),
          all > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(all)) : 0};
    });
  }
  const LogBoard board = make_log_board(input, competitors, options);
  progress.reset();
  if (!of.report.empty()) {
    const bool is_file = !of.logs.empty() && of.reading.path != "-";
    write_file(of.report, log_board_page(board,
                                         {.command = "replaybench " + of.command,
                                          .version = REPLAYBENCH_VERSION,
                                          .log_digest = is_file ? digest_of_log(of.reading) : ""},
                                         OptionStyle::command_line));
    tell("page: " + of.report);
  }
  if (of.format == "json") {
    print_json(log_board_json(board, OptionStyle::command_line));
  } else if (of.format == "csv") {
    fmt::print("{}", log_board_table(board).to_csv());
  } else {
    print_board(board, of.output, input);
  }
}

}  // namespace replaybench::cli
