#include "suite/rehearsal/candidates.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "suite/rehearsal/rehearsal.hpp"
#include "suite/text/embedded_text.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

// Generated from suite/rehearsal/candidates by cmake/embed.cmake.
const std::vector<EmbeddedText>& rehearsal_candidate_files();

namespace rehearsal {

namespace {

std::vector<Candidate> read_candidates() {
  const EmbeddedText& file = rehearsal_candidate_files().front();
  TomlReader reader = TomlReader::parse(file.text, std::string(file.name));
  std::vector<Candidate> table;
  std::vector<SpecProblem> problems;
  for (TomlReader row : reader.tables("candidate")) {
    Candidate candidate;
    candidate.evaluator = row.required_text("evaluator");
    candidate.validator = row.optional_boolean("validator", false);
    const auto found =
        find_component(candidate.evaluator, {}, evaluators_table(), "evaluator", problems);
    if (found) candidate.canonical = found->canonical();
    table.push_back(std::move(candidate));
  }
  reader.finish();
  reader.throw_if_problems();
  if (!problems.empty()) throw std::logic_error("a candidate of rehearsals is no evaluator");
  return table;
}

}  // namespace

const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> table = read_candidates();
  return table;
}

const std::vector<std::string>& default_candidates() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> all;
    for (const Candidate& candidate : candidates()) all.push_back(candidate.evaluator);
    return all;
  }();
  return texts;
}

std::size_t assumptions_of(const Component<EvaluatorDescription>& evaluator) {
  const std::string text = evaluator.canonical();
  const auto& table = candidates();
  return static_cast<std::size_t>(
      std::find_if(table.begin(), table.end(),
                   [&](const Candidate& candidate) { return candidate.canonical == text; }) -
      table.begin());
}

std::string model_class_of(const Component<EvaluatorDescription>& evaluator) {
  const auto& known = evaluator.description->parameters;
  const bool has_model =
      std::any_of(known.begin(), known.end(),
                  [](const ParameterInfo& parameter) { return parameter.name == "model"; });
  if (!has_model) return "";
  const auto* const text = std::get_if<std::string>(&evaluator.parameters.value("model"));
  return text ? *text : "";
}

}  // namespace rehearsal
}  // namespace replaybench
