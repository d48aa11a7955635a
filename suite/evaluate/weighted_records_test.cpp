// A log whose source dropped interactions with known probabilities.

#include <cmath>

#include "suite/evaluate/evaluation.hpp"
#include "suite/format/dsjson.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

constexpr double dropped = 0.75;
constexpr double rates[] = {0.8, 0.2};

// Uniform choices of two actions; three in four of the events without a reward are not in the log.
InputLog log_of_kept(bool with_pdrop) {
  std::string text;
  for (std::uint64_t i = 0; i < 8000; ++i) {
    Draws draws({24}, i);
    const std::uint32_t action = draws.below(2);
    const bool reward = draws.uniform() < rates[action];
    if (!reward && draws.uniform() < dropped) continue;
    text += std::string(R"({"_label_cost":)") + (reward ? "-1" : "0") + R"(,"a":)" +
            (action == 0 ? "[1,2]" : "[2,1]") + R"(,"p":[0.5,0.5])" +
            (with_pdrop && !reward ? R"(,"pdrop":0.75)" : "") + "}\n";
  }
  LogOptions options;
  const auto rows = dsjson_rows(text_in_memory(text, "log.json"));
  return open_log(*rows, options);
}

Evaluation evaluation_of(const InputLog& log) {
  const auto components = find_evaluation_components("fixed_action{action=\"1\"}", "snips");
  return evaluate(log, components.algorithm, components.evaluator);
}

bool doubts_propensities(const Evaluation& evaluation) {
  for (const auto& warning : evaluation.assumption_violations) {
    if (warning.kind == WarningKind::propensities_contradicted ||
        warning.kind == WarningKind::propensities_do_not_fit) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("evaluate: events count in proportion to what was dropped") {
  const InputLog log = log_of_kept(true);
  const Evaluation weighted = evaluation_of(log);
  CHECK_FALSE(doubts_propensities(weighted));
  CHECK(std::abs(weighted.estimate - rates[0]) < 4 * weighted.standard_error);
  CHECK(std::abs(weighted.log_value.value - 0.5) < 0.05);
  // The error of a ratio by the delta method, over the records as they are in the file.
  double weights = 0, squares = 0;
  for (std::size_t i = 0; i < log.log->size(); ++i) weights += log.log->actions[i] == 0;
  for (std::size_t i = 0; i < log.log->size(); ++i) {
    if (log.log->actions[i] != 0) continue;
    const bool rewarded = log.log->rewards[i] > 0;
    const double residual = log.log->rewards[i] - weighted.estimate;
    // Each of its four copies gives a quarter of 4^2.
    squares += (rewarded ? 1 : 4) * residual * residual;
  }
  CHECK(weighted.standard_error == Approx(std::sqrt(squares) / weights).epsilon(0.01));

  const Evaluation unweighted = evaluation_of(log_of_kept(false));
  CHECK(unweighted.estimate > 0.9);
  CHECK(doubts_propensities(unweighted));
}

TEST_CASE("evaluate: an event is one record, however many were dropped for it") {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    const bool second = i % 4 == 0, reward = i % 7 == 0;
    text += std::string(R"({"_label_cost":)") + (reward ? "-1" : "0") + R"(,"a":)" +
            (second ? "[2,1]" : "[1,2]") + R"(,"p":)" + (second ? "[0.25,0.75]" : "[0.75,0.25]") +
            (reward ? "" : R"(,"pdrop":0.95)") + "}\n";
  }
  const auto rows = dsjson_rows(text_in_memory(text, "log.json"));
  const InputLog log = open_log(*rows, {});
  for (const char* evaluator : {"snips", "replay{weights=\"propensity\"}"}) {
    const auto components = find_evaluation_components("fixed_action{action=\"2\"}", evaluator);
    const Evaluation evaluation = evaluate(log, components.algorithm, components.evaluator);
    INFO(evaluator);
    REQUIRE(evaluation.weights);
    CHECK(evaluation.weights->records == 15);
    CHECK(evaluation.weights->effective < 15);
    CHECK_FALSE(evaluation.withheld.empty());
  }
}
