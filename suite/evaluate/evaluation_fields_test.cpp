#include "suite/evaluate/evaluation_fields.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "suite/testing/catch.hpp"

namespace replaybench {

namespace {

std::vector<std::span<const Field>> all_lists() {
  return {log_fields(), action_fields(), segment_fields(), evaluation_fields(),
          difference_fields()};
}

Evaluation some_evaluation() {
  Evaluation of;
  of.algorithm = "a{}";
  of.evaluator = "e{}";
  of.records = 4000;
  of.estimate = 0.714179;
  of.standard_error = 0.0123794;
  of.interval = {EvaluationIntervalKind::wilson, 0.689336,  0.73779, 0.95,
                 "Wilson score interval",        {nan, nan}};
  of.accepted = 1333;
  of.offered = 4000;
  of.weights = WeightDiagnostics{1406879.3, 4000, 1e6, 0.988, 84.2, 3.14, false};
  of.log_value = {0.40925, 0.394107, 0.424568};
  of.difference = statistics::IntervalEstimate{0.304929, 0.285333, 0.324524};
  return of;
}

std::string line(const FieldSource& source, std::string_view title,
                 FieldPlace Field::*place = &Field::text) {
  for (const FieldCell& cell : cells_of(evaluation_fields(), source, place)) {
    if (cell.title == title) return cell.applies ? cell.text : "does not apply";
  }
  return "no such title";
}

}  // namespace

TEST_CASE("evaluation fields: no name stands twice in a list, and each has a value and words") {
  for (const auto& list : all_lists()) {
    std::set<std::string_view> json, csv, python;
    for (const Field& field : list) {
      INFO(field.json << " " << field.csv << " " << field.python);
      CHECK(field.value != nullptr);
      CHECK((field.json.empty() || json.insert(field.json).second));
      CHECK((field.csv.empty() || csv.insert(field.csv).second));
      CHECK((field.python.empty() || python.insert(field.python).second));
      CHECK((field.json.empty() || !field.about.empty()));
      CHECK_NOTHROW(field.value({}));
    }
  }
}

TEST_CASE("evaluation fields: the columns of a difference are those of an evaluation") {
  for (const Field& field : difference_fields()) {
    const auto same = [&](const Field& other) { return other.csv == field.csv; };
    CHECK(std::ranges::any_of(evaluation_fields(), same));
  }
}

TEST_CASE("evaluation fields: numbers of an estimate as text") {
  const Evaluation of = some_evaluation();
  const FieldSource source = source_of(of, false);
  CHECK(line(source, "estimate") == "0.714");
  CHECK(line(source, "standard error") == "0.012");
  CHECK(line(source, "interval") == "[0.689, 0.738]  (95%, Wilson score interval)");
  CHECK(line(source, "difference") ==
        "+0.305  [+0.285, +0.325]  (estimate minus the log's mean, 95%)");
  CHECK(line(source, "log's mean") ==
        "0.4093  [0.3941, 0.4246]  (reward of the policy that wrote the log, 95%)");
  CHECK(line(source, "accepted") == "1333 of 4000 offered");
  CHECK(line(source, "weights") ==
        "effective sample size 1,407,000 of 4000 records used; mean weight 84.2 (should be 1, z = "
        "3.14); largest 1,000,000, 98.8% of all");
  CHECK(line(source, "normal interval") == "does not apply");
  CHECK(line(source, "propensities") == "does not apply");
  CHECK(line(source, "method", &Field::table) == "95% Wilson");
  CHECK(line(source, "effective", &Field::table) == "1,407,000");
}

TEST_CASE("evaluation fields: what is withheld is NaN, and a dash") {
  Evaluation of = some_evaluation();
  of.withheld = "withheld: few";
  for (const bool shown : {false, true}) {
    const FieldSource source = source_of(of, shown);
    for (const Field& field : evaluation_fields()) {
      if (field.json != "estimate" && field.json != "interval.low") continue;
      CHECK(is_missing(field, value_of(field, source)) == !shown);
    }
    CHECK(line(source, "estimate") == (shown ? "0.714" : "-"));
    CHECK(line(source, "accepted") == "1333 of 4000 offered");
  }
}

TEST_CASE("evaluation fields: a number that does not exist") {
  Evaluation of = some_evaluation();
  of.estimate = of.standard_error = of.interval.low = of.interval.high = nan;
  of.interval.kind = EvaluationIntervalKind::none;
  of.interval.method = "none: no record";
  of.accepted = nan;
  of.difference.reset();
  const FieldSource source = source_of(of, false);
  CHECK(line(source, "estimate") == "-");
  CHECK(line(source, "interval") == "-  (95%, none: no record)");
  CHECK(line(source, "interval", &Field::table) == "-");
  CHECK(line(source, "method", &Field::table) == "-");
  CHECK(line(source, "accepted") == "does not apply");
  CHECK(line(source, "difference") == "does not apply");
  of.estimates_value = false;
  CHECK(line(source, "estimate") == "does not apply");
}

// Estimate and log's mean share their records: the error of the difference is a hundredth of theirs.
TEST_CASE("evaluation fields: a paired difference has the digits of its own error") {
  Evaluation of = some_evaluation();
  of.difference = statistics::IntervalEstimate{0.0003, 0.0001, 0.0005};
  CHECK(line(source_of(of, false), "difference") ==
        "+0.00030  [+0.00010, +0.00050]  (estimate minus the log's mean, 95%)");
}

TEST_CASE("evaluation fields: a difference is withheld with either estimate") {
  EvaluationTable table{{"a", "b"}, {"e"}, {}};
  EvaluatedSegment segment;
  segment.whole = true;
  for (std::size_t i = 0; i < 2; ++i) {
    segment.pairs.push_back({i, 0, some_evaluation(), {}, {}});
    segment.pairs[i].evaluation->withheld = i == 1 ? "withheld: few" : "";
  }
  segment.differences.push_back({0, 1, 0, {{0.1, 0.05, 0.15}, "paired"}});
  const std::vector<std::string> names{"A", "B"}, evaluators{"E"};
  const auto withheld = source_of(table, segment, segment.differences[0], {names, evaluators});
  CHECK(withheld.withheld == std::vector<std::string>{"withheld: few"});
  CHECK(withheld.label == "A");
  CHECK(withheld.minus == "B");
  const auto shown = source_of(table, segment, segment.differences[0], {names, evaluators, true});
  CHECK(shown.withheld.empty());
  const auto cells = cells_of(difference_fields(), shown, &Field::table);
  CHECK(cells[1].text == "A - B");
  CHECK(cells[3].text == "+0.100 [+0.050, +0.150]");
}

}  // namespace replaybench
