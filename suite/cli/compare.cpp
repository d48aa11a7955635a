// `replaybench compare`: two results of `evaluate --format json` on one log.

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "build_info.hpp"
#include "suite/cli/commands.hpp"
#include "suite/cli/evaluation_output.hpp"
#include "suite/cli/output_file.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/comparison_page.hpp"
#include "suite/evaluationpage/json_number.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench::cli {

namespace {

using ResultJson = nlohmann::ordered_json;

struct CompareRequest {
  std::string first, second, format = "text", report;
};

ResultJson read_result_file(const std::string& file) {
  ResultJson json = ResultJson::parse(read_file(file), nullptr, false);
  if (json.is_discarded()) throw DataError(file + ": not JSON");
  return json;
}

ResultJson json_of(const std::string& policy, const evaluationpage::Estimated& of) {
  return {{"policy", policy},
          {"estimate", json_number(of.value)},
          {"standard_error", json_number(of.standard_error)},
          {"low", json_number(of.low)},
          {"high", json_number(of.high)}};
}

ResultJson json_of(const CompareRequest& request, const evaluationpage::ComparedResults& compared) {
  ResultJson rows = ResultJson::array();
  for (const evaluationpage::ComparedEstimates& row : compared.rows) {
    rows.push_back({{"segment", row.segment.empty() ? ResultJson() : ResultJson(row.segment)},
                    {"evaluator", row.evaluator},
                    {"answer", row.answer()},
                    {"first", json_of(row.first_policy, row.first)},
                    {"second", json_of(row.second_policy, row.second)},
                    {"difference",
                     {{"value", json_number(row.difference.value)},
                      {"low", json_number(row.difference.low)},
                      {"high", json_number(row.difference.high)},
                      {"pairing", evaluationpage::word_of(row.pairing)}}}});
  }
  return {{"log", compared.log},    {"records", compared.records},
          {"first", request.first}, {"second", request.second},
          {"level", 0.95},          {"comparisons", rows}};
}

void print_text(const evaluationpage::ComparedResults& compared) {
  bool by_segment = false;
  for (const evaluationpage::ComparedEstimates& row : compared.rows) {
    by_segment = by_segment || !row.segment.empty();
    if (!row.segment.empty()) continue;
    fmt::print("{}\n", emphasised(Emphasis::strong,
                                  wrapped_on_terminal("answer          ", row.answer(), 16)));
  }
  fmt::print("{}\n\n", wrapped_on_terminal(
                           "log             ",
                           fmt::format("{} ({:.0f} records)", compared.log, compared.records), 16));
  std::vector<TextRow> rows = {
      {"evaluator", "first", "estimate", "second", "estimate", "difference, 95%", "interval"}};
  if (by_segment) rows.front().insert(rows.front().begin(), "segment");
  std::vector<Alignment> alignments(rows.front().size(), Alignment::left);
  for (const evaluationpage::ComparedEstimates& row : compared.rows) {
    const evaluationpage::Estimated& of = row.difference;
    rows.push_back(
        {row.evaluator, row.first_policy, shown_value(row.first.value, row.first.error()),
         row.second_policy, shown_value(row.second.value, row.second.error()),
         of.has_interval() ? fmt::format("{} [{}, {}]", shown_difference(of.value, of.error()),
                                         shown_difference(of.low, of.error()),
                                         shown_difference(of.high, of.error()))
                           : shown_difference(of.value, of.error()),
         std::string(evaluationpage::word_of(row.pairing))});
    if (by_segment) {
      rows.back().insert(rows.back().begin(), row.segment.empty() ? "(whole log)" : row.segment);
    }
  }
  fmt::print("{}\n", table_on_terminal(rows, alignments));
  fmt::print("{}\n", wrapped_on_terminal("", "difference: the second less the first", 0));
  for (const std::string& sentence : evaluationpage::interval_sentences(compared)) {
    fmt::print("{}\n", wrapped_on_terminal("", sentence, 0));
  }
}

void run_compare(const CompareRequest& request, const CommandContext& context) {
  require_writable("--report", request.report, page_beginning);
  const ResultJson first = read_result_file(request.first),
                   second = read_result_file(request.second);
  const evaluationpage::ComparedResults compared =
      evaluationpage::compare_results({request.first, &first}, {request.second, &second});
  if (!request.report.empty()) {
    write_file(request.report, comparison_page(compared, second,
                                               {.command = "replaybench " + context.command,
                                                .version = REPLAYBENCH_VERSION,
                                                .log_digest = ""}));
    tell("page: " + request.report);
  }
  request.format == "json" ? print_json(json_of(request, compared)) : print_text(compared);
}

}  // namespace

void add_compare(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "compare", "which of two evaluations of one log earns more, from their JSON?");
  auto request = std::make_shared<CompareRequest>();
  command->add_option("first", request->first, "a result of evaluate --format json")->required();
  command->add_option("second", request->second, "another one, of the same log")->required();
  command->add_option("--format", request->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_output_file(*command, "--report", request->report, "write a page with pictures to this file");
  command->callback([request, &context] { run_compare(*request, context); });
}

}  // namespace replaybench::cli
