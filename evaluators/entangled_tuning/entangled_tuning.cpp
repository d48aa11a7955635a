#include "evaluators/entangled_tuning/entangled_tuning.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numeric>

#include "suite/estimation/entangled_passes.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/resample/pass.hpp"
#include "suite/text/component_text.hpp"

namespace replaybench::evaluators {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn chosen = add("chosen");
  RowColumn validation = add("validation");
  RowColumn optimism = add("optimism");
  RowColumn untuned = add("untuned");
  RowColumn tested = add("tested", Role::count);
  RowColumn accepted = add(Role::accepted);
} result{};

constexpr std::string_view placeholder = "$candidate";

std::string with_candidate(std::string text, const std::string& candidate) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;) {
    text.replace(at, placeholder.size(), candidate);
    at += candidate.size();
  }
  return text;
}

/// The algorithm of a text. Throws SpecErrors.
Component<AlgorithmDescription> algorithm_of(const std::string& text) {
  std::vector<SpecProblem> problems;
  auto found =
      find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", problems);
  for (SpecProblem& wrong : problems) wrong.message = "entangled_tuning: " + wrong.message;
  if (!found) throw SpecErrors(problems);
  return *found;
}

/// As many slots an interaction as the log has actions, all from `training` but for the tests.
estimation::EntangledDesign design_of(const Log& log, std::size_t records, std::size_t tests) {
  estimation::EntangledDesign design;
  design.records = records;
  design.slots = static_cast<std::uint64_t>(records) * log.action_count;
  estimation::require_slots(design.slots, tests);
  design.teaching = [](std::span<const std::uint32_t> training, StreamKey key) {
    return std::make_unique<PlainTeaching>(
        make_source(Drawing::with_replacement, training, 0, key));
  };
  return design;
}

}  // namespace

LogAssumptions EntangledTuning::assumptions() const {
  LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
  assumptions.whole_horizon = true;
  return assumptions;
}

const RowSchema& EntangledTuning::schema() const { return result; }

void EntangledTuning::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const std::size_t test = estimation::test_count(options_.test, log->size());
  const std::size_t rest = log->size() - test;
  const std::size_t validation = estimation::test_count(options_.validation, rest);

  // The test set is drawn apart from all resamples.
  const StreamKey split_key = replicate_key(trial.policy(), std::uint64_t{1} << 41);
  const EntangledSplit held_out = estimation::split_anew(*log, test)(split_key);

  estimation::EntangledDesign tuning = design_of(*log, rest, validation);
  tuning.split = [&](StreamKey key) { return EntangledSplit(held_out.training, validation, key); };
  std::size_t chosen = 0;
  double best = 0;
  for (std::size_t c = 0; c < options_.candidates.size(); ++c) {
    const auto algorithm = algorithm_of(with_candidate(options_.algorithm, options_.candidates[c]));
    const double estimate =
        estimation::run_entangled({*log, make_agent(algorithm, problem_of_log(log, rest)), tuning,
                                   options_, trial.policy()})
            .estimate();
    if (c > 0 && !(estimate > best)) continue;
    best = estimate;
    chosen = c;
  }

  estimation::EntangledDesign verification = design_of(*log, log->size(), test);
  verification.split = [&](StreamKey key) {
    EntangledSplit split = held_out;
    split.tests = EntangledSplit(held_out.tests, test, key).tests;  // in another order
    return split;
  };
  const StreamKey policy = replicate_key(split_key, 1);
  const auto winner = algorithm_of(with_candidate(options_.algorithm, options_.candidates[chosen]));
  const auto verified = estimation::run_entangled(
      {*log, make_agent(winner, problem_of_log(log, log->size())), verification, options_, policy});
  const auto untuned =
      estimation::run_entangled({*log, trial.agent(), verification, options_, policy});
  const ResultRow row = verified.row(log->size());
  const estimation::EntangledColumns& c = estimation::EntangledStatistics::columns();
  rows.push_back(result.row(
      log->size(), {result.estimate(row[c.estimate]), result.standard_error(row[c.standard_error]),
                    result.chosen(chosen), result.validation(best),
                    result.optimism(best - row[c.estimate]), result.untuned(untuned.estimate()),
                    result.tested(row[c.tested]), result.accepted(row[c.accepted])}));
}

std::vector<std::string> EntangledTuning::remarks(const Log&, const Agent&,
                                                  const ResultRow& row) const {
  std::vector<std::string> remarks;
  const std::size_t chosen = static_cast<std::size_t>(row[result.chosen]);
  remarks.push_back(fmt::format(
      "of {} candidates {} won with {:.4f} in validation; on the test set, which none of them had "
      "met, it has {:.4f}: {} by {:.4f}",
      options_.candidates.size(),
      with_candidate(options_.algorithm, options_.candidates.at(chosen)), row[result.validation],
      row[result.estimate], row[result.optimism] >= 0 ? "less" : "more",
      std::fabs(row[result.optimism])));
  remarks.push_back(fmt::format(
      "the algorithm that was not tuned has {:.4f} on the same test set: tuning brought {:+.4f}",
      row[result.untuned], row[result.estimate] - row[result.untuned]));
  remarks.push_back(
      "the test set is used up: whoever changes the candidates after seeing this number needs "
      "another");
  return remarks;
}

namespace entangled_tuning {

namespace {

struct Written : EntangledTuningOptions {
  Written() { resamples = 30; }
  std::string candidate_list = "0.01; 0.03; 0.1; 0.3; 1; 3";
};

std::shared_ptr<const Evaluator> make(const Written& written) {
  EntangledTuningOptions options = written;
  options.candidates = split_components(written.candidate_list);
  if (options.candidates.empty()) throw SpecErrors("entangled_tuning: there are no candidates");
  if (options.algorithm.find(placeholder) == std::string::npos && options.candidates.size() > 1) {
    throw SpecErrors("entangled_tuning: the algorithm has no $candidate: \"" + options.algorithm +
                     "\"");
  }
  for (const std::string& candidate : options.candidates) {
    algorithm_of(with_candidate(options.algorithm, candidate));
  }
  return std::make_shared<EntangledTuning>(std::move(options));
}

const auto parameters = bind_parameters<Written>(
    text(&Written::algorithm, "algorithm", "what is tuned: its text, with $candidate"),
    text(&Written::candidate_list, "candidates",
         "what stands for $candidate, separated by semicolons"),
    real(&Written::test, "test", "share of the records that are the test set").above(0).below(1),
    real(&Written::validation, "validation",
         "share of the other records that are validation in a resample, as tau in t_bred")
        .above(0)
        .below(1),
    estimation::resamples_parameter(&Written::resamples,
                                    "B, resamples for each candidate, and for the test"),
    boolean(&Written::tweaked, "tweaked", "learn from a record at its first acceptance only")
        .source("thesis, appendix A.4.2 (p. 228)"),
    group(&Written::jitter, estimation::jitter_parameters()),
    group(&Written::weighting, estimation::weighting_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "entangled_tuning",
     .summary = "tunes an algorithm by entangled validation, then tests the winner once",
     .source = "thesis, appendix A.3 (p. 224)",
     .parameters = parameters.described()},
    parameters.factory(make),
    "As t_bred, where a parameter is to be chosen on the same log that is to say what the choice "
    "is worth. The log must be large enough for a test set of its own: 0.2 T / K accepted tests a "
    "resample.",
    /*estimates_value=*/false};

}  // namespace entangled_tuning

}  // namespace replaybench::evaluators
