// Tuning by entangled validation, with a test set that is used once: the three-way protocol of
// supervised learning for algorithms that learn from replayed interactions.
//
// Source: thesis, appendix A.3 (p. 224).
//
//   thesis                      here
//   training set                what is left
//   validation set              `validation` of the records that are no tests, drawn again in each
//                               resample; entangled with the training set for every candidate
//   test set                    `test` of the records, drawn once; entangled with all the others
//                               ("training + validation") for the winner only
//
// The algorithm of the trial is tuned over the candidates that its description lists for one of its
// parameters; the other parameters keep their values. Alternatively `algorithm` is a text of the
// same algorithm with $candidate. The winner is the first candidate with the highest validation
// estimate. All candidates are evaluated on the same resamples.
//
// The algorithm of the trial, with its own parameters, is evaluated on the same test set, with the
// same resamples as the winner, for comparison (`untuned`).
//
// Our readings: "one can only use the test set once" means for one candidate. Its records are met
// once in a resample; the estimate is pooled over `resamples` resamples, which differ in the slots and
// in the teaching records. A resample has K n slots for the n records that take part (if pools change, K is their
// harmonic mean: expansion.hpp), so that as many interactions are simulated: (1 - test) T while
// tuning, T for the test.
//
// Columns of a row:
//   estimate        of the winner on the test set
//   standard_error  see entangled_replay.hpp
//   chosen          the winner's place in `candidates`, from 0
//   candidate       the winner's value if it is a number, otherwise NaN
//   validation      the winner's validation estimate
//   optimism        validation - estimate. Selection raises it on average; the smaller number of
//                   records and interactions during validation lowers it.
//   untuned         the trial's own algorithm on the test set
//   tested          accepted tests in a resample of the winner's test, mean
//   accepted        all acceptances in such a resample, mean
//
// Costs (candidates + 2) resamples of about K T slots. Memory O(T + state).

#include <fmt/core.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "suite/component/inner_algorithm.hpp"
#include "suite/estimation/entangled_passes.hpp"
#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/resample/pass.hpp"
#include "suite/text/component_text.hpp"

namespace replaybench::evaluators::entangled_tuning {

namespace {

struct EntangledTuningOptions : estimation::EntangledOptions {
  std::string algorithm;                ///< with $candidate; empty: the trial's, as it declares
  std::vector<std::string> candidates;  ///< empty: as it declares
  double test = 0.2;
  double validation = 0.1;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn chosen = add("chosen");
  RowColumn candidate = add("candidate");
  RowColumn validation = add("validation");
  RowColumn optimism = add("optimism");
  RowColumn untuned = add("untuned");
  RowColumn tested = add("tested", Role::count);
  RowColumn accepted = add(Role::accepted);
} result{};

constexpr std::string_view placeholder = "$candidate";

// The parameter that a description gives candidates for; null if there is none.
const ParameterInfo* declared_parameter(const AlgorithmDescription& algorithm) {
  for (const ParameterInfo& parameter : algorithm.parameters) {
    if (!parameter.candidates.empty()) return &parameter;
  }
  return nullptr;
}

std::string with_candidate(std::string text, const std::string& candidate) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;) {
    text.replace(at, placeholder.size(), candidate);
    at += candidate.size();
  }
  return text;
}

/// The name in the text of a component.
std::string name_of_component(const std::string& text) {
  std::vector<SpecProblem> problems;
  return parse_component(text, {}, problems).name;
}

/// The number that `text` is; NaN if it is none.
double number_in(const std::string& text) { return numeric::parse_decimal(text).value_or(nan); }

/// The algorithm of a text. Throws SpecErrors.
Component<AlgorithmDescription> algorithm_of(const std::string& text) {
  return inner_algorithm("entangled_tuning", "algorithm", text);
}

/// As many slots per interaction as the pool has actions, all from `training` except for the tests.
estimation::EntangledDesign design_of(const Log& log, std::size_t records, std::size_t tests) {
  estimation::EntangledDesign design;
  design.records = records;
  design.slots = static_cast<std::uint64_t>(
      std::floor(estimation::mean_pool_size(log) * static_cast<double>(records) + 0.5));
  estimation::require_slots(design.slots, tests);
  design.training_source = [](const EntangledSplit& split, StreamKey key) {
    return std::make_unique<PlainTraining>(
        make_source(Drawing::with_replacement, split.training, 0, key));
  };
  return design;
}

class EntangledTuning final : public Evaluator {
 public:
  explicit EntangledTuning(EntangledTuningOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
    assumptions.whole_horizon = true;
    return assumptions;
  }
  const RowSchema& schema() const override { return result; }
  /// One row whose step is the size of the log. Throws NotApplicable if the algorithm of the
  /// trial is not the tuned one or has no parameter to tune, if a share is less than one record or
  /// leaves none to learn from, or if a candidate cannot be used here.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const std::vector<Candidate> tried = candidates(trial);
    const std::size_t test = estimation::test_count(options_.test, log->size());
    const std::size_t rest = log->size() - test;
    const std::size_t validation = estimation::test_count(options_.validation, rest);
    const StreamKey split_key = replicate_key(trial.policy_stream(), std::uint64_t{1} << 41);
    const EntangledSplit held_out =
        estimation::random_split(*log, test)(estimation::OriginalSplits(*log), split_key);

    estimation::EntangledDesign tuning = design_of(*log, rest, validation);
    tuning.split = [&](const estimation::OriginalSplits& splits, StreamKey key) {
      return splits.split(held_out.training, validation, key);
    };
    std::size_t chosen = 0;
    double best = 0;
    for (std::size_t c = 0; c < tried.size(); ++c) {
      const auto algorithm = algorithm_of(tried[c].algorithm);
      const double estimate =
          estimation::run_entangled({*log, make_agent(algorithm, problem_of_log(log, rest)), tuning,
                                     options_, trial.policy_stream()})
              .estimate();
      if (c > 0 && !(estimate > best)) continue;
      best = estimate;
      chosen = c;
    }

    estimation::EntangledDesign verification = design_of(*log, log->size(), test);
    verification.split = [&](const estimation::OriginalSplits&, StreamKey key) {
      EntangledSplit split = held_out;
      split.tests = EntangledSplit(held_out.tests, held_out.tests.size(), key).tests;
      return split;
    };
    const StreamKey policy = replicate_key(split_key, 1);
    const auto winner = algorithm_of(tried[chosen].algorithm);
    const auto verified =
        estimation::run_entangled({*log, make_agent(winner, problem_of_log(log, log->size())),
                                   verification, options_, policy});
    const auto untuned =
        estimation::run_entangled({*log, trial.agent(), verification, options_, policy});
    const ResultRow row = verified.row(log->size());
    const estimation::EntangledColumns& c = estimation::EntangledStatistics::columns();
    rows.push_back(result.row(
        log->size(), {result.estimate(row[c.estimate]),
                      result.standard_error(row[c.standard_error]), result.chosen(chosen),
                      result.candidate(number_in(tried[chosen].value)), result.validation(best),
                      result.optimism(best - row[c.estimate]), result.untuned(untuned.estimate()),
                      result.tested(row[c.tested]), result.accepted(row[c.accepted])}));
  }
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    evaluate(trial, rows);
    return estimation::basis_of_resamples(*this, trial, options_.weighting);
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log&, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    const auto chosen = static_cast<std::size_t>(row[result.chosen]);
    const std::string winner =
        options_.algorithm.empty()
            ? fmt::format("the value {:g} of its tuned parameter", row[result.candidate])
            : with_candidate(options_.algorithm, options_.candidates.at(chosen));
    remarks.push_back(
        fmt::format("of the candidates {} won with {:.4f} in validation; on the test set, which "
                    "none of them had met, it has {:.4f}: {} by {:.4f}",
                    winner, row[result.validation], row[result.estimate],
                    row[result.optimism] >= 0 ? "less" : "more", std::fabs(row[result.optimism])));
    remarks.push_back(
        fmt::format("with the parameters that were given the algorithm has {:.4f} on the same test "
                    "set: tuning brought {:+.4f}",
                    row[result.untuned], row[result.estimate] - row[result.untuned]));
    if (agent.learns()) {
      remarks.push_back(estimation::tested_rewards_remark() +
                        ", which might also have chosen another candidate");
    }
    remarks.push_back(
        "the test set is used up: whoever changes the candidates after seeing this number needs "
        "another");
    return remarks;
  }

 private:
  /// One of what is tried.
  struct Candidate {
    std::string algorithm;  ///< its text
    std::string value;      ///< of $candidate
  };
  /// Throws NotApplicable as above.
  std::vector<Candidate> candidates(const Trial& trial) const {
    std::vector<Candidate> found;
    const auto add_all = [&](const std::string& text, const std::vector<std::string>& values) {
      for (const std::string& value : values) found.push_back({with_candidate(text, value), value});
    };
    const auto* given = trial.algorithm();
    if (!options_.algorithm.empty()) {
      const std::string tuned = name_of_component(options_.algorithm);
      if (given && given->description->name != tuned) {
        throw NotApplicable(fmt::format(
            "entangled_tuning tunes {}, and the algorithm to evaluate is {}: tune that one, with "
            "algorithm=\"{}{{PARAMETER=$candidate}}\", or leave `algorithm` out",
            options_.algorithm, given->description->name, given->description->name));
      }
      add_all(options_.algorithm, options_.candidates);
      return found;
    }
    if (!given) throw NotApplicable("entangled_tuning: `algorithm` must name what is tuned");
    const ParameterInfo* parameter = declared_parameter(*given->description);
    if (!parameter) {
      throw NotApplicable(
          fmt::format("entangled_tuning: {} does not declare a parameter to tune; name one, with "
                      "algorithm=\"{}{{PARAMETER=$candidate}}\" and candidates=\"...\"",
                      given->description->name, given->description->name));
    }
    std::vector<std::string> values = options_.candidates;
    if (values.empty()) {
      for (const double value : parameter->candidates) {
        values.push_back(to_text(ParameterValue(value)));
      }
    }
    std::string text;
    for (const ParameterInfo& other : given->description->parameters) {
      text += (text.empty() ? "{" : ", ") + other.name + "=" +
              (other.name == parameter->name ? std::string(placeholder)
                                             : to_text(given->parameters.value(other.name)));
    }
    add_all(given->description->name + text + "}", values);
    return found;
  }

  EntangledTuningOptions options_;
};

struct UserOptions : EntangledTuningOptions {
  UserOptions() { resamples = 30; }
  std::string candidate_list;
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  EntangledTuningOptions options = written;
  options.candidates = split_components(written.candidate_list);
  if (options.candidates.empty() &&
      !(options.algorithm.empty() && written.candidate_list.empty())) {
    throw SpecErrors("entangled_tuning: there are no candidates");
  }
  if (options.algorithm.empty()) return std::make_shared<EntangledTuning>(std::move(options));
  if (options.algorithm.find(placeholder) == std::string::npos && options.candidates.size() > 1) {
    throw SpecErrors("entangled_tuning: the algorithm has no $candidate: \"" + options.algorithm +
                     "\"");
  }
  for (const std::string& candidate : options.candidates) {
    algorithm_of(with_candidate(options.algorithm, candidate));
  }
  return std::make_shared<EntangledTuning>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    text(&UserOptions::algorithm, "algorithm",
         "how the evaluated algorithm is tuned: its text, with $candidate; empty: by the parameter "
         "that its description says is tuned, the others as they were given"),
    text(&UserOptions::candidate_list, "candidates",
         "what stands for $candidate, separated by semicolons; empty: what its description gives"),
    real(&UserOptions::test, "test", "share of the records that are the test set")
        .above(0)
        .below(1),
    real(&UserOptions::validation, "validation",
         "share of the other records that are validation in a resample, as tau in t_bred")
        .above(0)
        .below(1),
    estimation::resamples_parameter(&UserOptions::resamples,
                                    "B, resamples for each candidate, and for the test"),
    boolean(&UserOptions::tweaked, "tweaked", "learn from a record at its first acceptance only")
        .source("thesis, appendix A.4.2 (p. 228)"),
    group(&UserOptions::jitter, estimation::jitter_parameters()),
    group(&UserOptions::weighting, estimation::weighting_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "entangled_tuning",
     .group = Group::bred,
     .summary = "tunes the algorithm by entangled validation, then tests the winner once",
     .source = "thesis, appendix A.3 (p. 224)",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "As t_bred, where one log both chooses a parameter and evaluates the choice. "
                      "The estimate is of the winner. The log must be large enough for a test set "
                      "of its own: 0.2 T / K accepted tests per resample."}};

}  // namespace replaybench::evaluators::entangled_tuning
