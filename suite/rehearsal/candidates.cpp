#include "suite/rehearsal/candidates.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/rehearsal/rehearsal.hpp"
#include "suite/text/embedded_text.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

// Generated from suite/rehearsal/candidates by cmake/embed.cmake.
const std::vector<EmbeddedText>& rehearsal_candidate_files();

namespace rehearsal {

namespace {

// Those of fixed policies, and those of learners on uniform and on other logs.
struct Tables {
  std::vector<Candidate> fixed, uniform, skewed;
};

std::vector<Candidate> read_table(TomlReader& reader, const char* name) {
  std::vector<Candidate> table;
  std::vector<SpecProblem> problems;
  for (TomlReader row : reader.tables(name)) {
    Candidate candidate;
    candidate.evaluator = row.required_text("evaluator");
    candidate.validator = row.optional_boolean("validator", false);
    const auto found =
        find_component(candidate.evaluator, {}, evaluators_table(), "evaluator", problems);
    if (found) candidate.canonical = found->canonical();
    table.push_back(std::move(candidate));
  }
  if (!problems.empty()) throw std::logic_error("a candidate of rehearsals is no evaluator");
  return table;
}

const Tables& tables() {
  static const Tables all = [] {
    const EmbeddedText& file = rehearsal_candidate_files().front();
    TomlReader reader = TomlReader::parse(file.text, std::string(file.name));
    Tables read{read_table(reader, "candidate"), read_table(reader, "learner_on_uniform"),
                read_table(reader, "learner_on_skewed")};
    reader.finish();
    reader.throw_if_problems();
    return read;
  }();
  return all;
}

std::vector<std::string> texts_of(const std::vector<Candidate>& table) {
  std::vector<std::string> all;
  for (const Candidate& candidate : table) all.push_back(candidate.evaluator);
  return all;
}

}  // namespace

const std::vector<Candidate>& candidates() { return tables().fixed; }

const std::vector<Candidate>& candidates_of_learners(const Log& log) {
  const bool skewed = pools_vary(log) || (log.has_propensities() && !propensities_are_uniform(log));
  return skewed ? tables().skewed : tables().uniform;
}

const std::vector<std::string>& default_candidates() {
  static const std::vector<std::string> texts = texts_of(candidates());
  return texts;
}

std::vector<std::string> default_candidates_of_learners(const Log& log) {
  return texts_of(candidates_of_learners(log));
}

std::size_t assumptions_of(const Component<EvaluatorDescription>& evaluator) {
  const std::string text = evaluator.canonical();
  std::size_t place = 0;
  for (const auto* table : {&tables().fixed, &tables().uniform, &tables().skewed}) {
    for (const Candidate& candidate : *table) {
      if (candidate.canonical == text) return place;
      ++place;
    }
  }
  return place;
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
