#include "suite/cli/evaluate_parts.hpp"

#include <fmt/format.h>

#include <utility>

#include "suite/cli/commands.hpp"
#include "suite/cli/output_file.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/logs/log_parts.hpp"
#include "suite/text/files.hpp"

namespace replaybench::cli {

void add_part_flags(CLI::App& command, EvaluateRequest& request) {
  auto* const partial =
      add_output_file(command, "--partial", request.partial,
                      "write what --log, a part of a larger log, adds to the evaluation to this "
                      "file (.rbp), and stop: for policies of its columns, under most evaluators "
                      "by propensities, and the doubly robust ones with model=\"given\"; another "
                      "evaluator is refused with the list");
  auto* const from = command.add_option(
      "--from", request.parts,
      "in place of --log: the files of all parts, as written by --partial, in any order; a pattern "
      "('parts/*.rbp'), a folder, or repeated. The same numbers as of the whole log, for any "
      "number of parts");
  from->allow_extra_args(false);
  from->excludes(partial);
  for (const char* name :
       {"--log", "--dataset", "--algorithm", "--evaluator", "--seed", "--repetitions",
        "--propensities", "--baseline", "--bootstrap", "--rehearse", "--report"}) {
    from->excludes(command.get_option(name));
  }
}

void refuse_flags_of_whole_logs(const EvaluateRequest& request) {
  if (request.partial.empty()) return;
  const EvaluationOptions& evaluation = request.options.evaluation;
  const std::pair<const char*, bool> given[] = {
      {"--dataset", !request.dataset.empty()},   {"--repetitions", evaluation.repetitions > 1},
      {"--baseline", !request.baseline.empty()}, {"--bootstrap", request.options.bootstrap > 0},
      {"--rehearse", request.rehearse > 0},      {"--format", !request.format.empty()},
      {"--report", !request.report.empty()}};
  std::vector<SpecProblem> problems;
  for (const auto& [flag, is_given] : given) {
    if (is_given)
      problems.push_back({{}, std::string("--partial: the part of a log takes no ") + flag});
  }
  if (!problems.empty()) throw SpecErrors(problems);
}

void write_part(const EvaluateRequest& request, const NamedComponents& named,
                const InputLog& part) {
  for (const std::string& sentence : part.warnings) tell("warning: " + with_flags(sentence));
  PartialPlan plan;
  plan.seed = request.options.evaluation.seed;
  std::vector<SpecProblem> problems;
  plan.reading = request.reading_flags.resolve(log_parameters().described(), problems).canonical();
  for (const auto& policy : named.algorithms) plan.policies.push_back(policy.canonical());
  for (const auto& evaluator : named.evaluators) plan.evaluators.push_back(evaluator.canonical());
  plan.policy_labels = request.output.labels;
  plan.evaluator_labels = request.output.evaluators;
  const std::string bytes = sum_part(part, digest_of_log(request.reading), named.algorithms,
                                     named.evaluators, plan, request.options.evaluation.jobs);
  write_file(request.partial, bytes);
  tell(fmt::format("{}: {} records in {} bytes", request.partial, part.blocks_of_log()->size(),
                   bytes.size()));
}

MergedLog merge_requested_parts(EvaluateRequest& request) {
  const std::vector<std::string> flags = request.reading_flags.flags();
  if (!flags.empty()) {
    throw SpecErrors(
        fmt::format("--from: the parts are read already: {} not allowed", fmt::join(flags, ", ")));
  }
  std::vector<NamedPart> parts;
  for (const LogPart& part : log_parts(request.parts)) {
    parts.push_back({part.path, read_file(part.path)});
  }
  MergedLog merged = evaluate_parts(parts);
  request.output.log = fmt::format("{}", fmt::join(request.parts, ", "));
  request.output.labels = merged.plan.policy_labels;
  request.output.evaluators = merged.plan.evaluator_labels;
  request.options.evaluation.seed = merged.plan.seed;
  return merged;
}

}  // namespace replaybench::cli
