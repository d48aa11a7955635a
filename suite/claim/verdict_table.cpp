// Verdicts as an aligned text table, and as a table for CSV.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "suite/claim/verdict.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench {

namespace {

std::string fixed(double value, int decimals) {
  std::array<char, 400> buffer;  // the largest double has 309 digits before the point
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::fixed, decimals);
  return {buffer.data(), result.ptr};
}

std::string significant(double value, int digits) {
  std::array<char, 64> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::general, digits);
  return {buffer.data(), result.ptr};
}

// Decimals that show two significant digits of a positive number, from its decimal exponent as
// printed (rounding 0.0996 to two digits gives 0.10, so a logarithm would not do).
int decimals_of(double error) {
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), error,
                                    std::chars_format::scientific, 1);
  const char* exponent = std::find(buffer.data(), result.ptr, 'e') + 1;
  if (*exponent == '+') ++exponent;
  int value = 0;
  std::from_chars(exponent, result.ptr, value);
  return std::max(0, 1 - value);
}

std::string mark(const Verdict& verdict, const char* no) {
  if (!verdict.is_judged()) return "-";
  return verdict.as_expected ? "yes" : no;
}

}  // namespace

std::string number_with_error(double value, std::optional<double> standard_error) {
  if (!standard_error) return significant(value, 6);
  const double error = *standard_error;
  const bool readable = std::isfinite(value) && std::isfinite(error) && error >= 1e-9 &&
                        error < 1e9 && std::fabs(value) < 1e12;
  if (!readable) return significant(value, 6) + " ± " + significant(error, 2);
  const int decimals = decimals_of(error);
  return fixed(value, decimals) + " ± " + fixed(error, decimals);
}

std::string reproduced_number(const Verdict& verdict) {
  if (!verdict.value) return "";
  return number_with_error(*verdict.value, verdict.standard_error);
}

namespace {

// "[0.2490, 0.2572]", with the decimals of the estimate's standard error.
std::string shown(const statistics::Interval& interval, const Measurement& estimate) {
  const int decimals = estimate.standard_error > 0 && !estimate.is_proportion
                           ? decimals_of(estimate.standard_error)
                           : 4;
  return "[" + fixed(interval.low, decimals) + ", " + fixed(interval.high, decimals) + "]";
}

}  // namespace

std::string interval_sentence(const Verdict& verdict) {
  if (verdict.tests.empty() || verdict.tests.front().test.is_exact()) return "";
  const TestedNumber& number = verdict.tests.front().result.deciding();
  return shown(number.decision.interval, number.estimate) + ", " +
         significant(number.estimate.repetitions, 6) + " repetitions";
}

std::string test_sentence(const JudgedTest& judged) {
  const DeclaredTest& test = judged.test;
  const TestedNumber& number = judged.result.deciding();
  const Measurement& estimate = number.estimate;
  std::string text = test.label.empty() ? std::string() : test.label + ": ";
  if (test.is_exact()) {
    text += number_with_error(estimate.value, std::nullopt) + " (" + test.number.exact + ")";
  } else {
    const auto error =
        estimate.is_proportion ? std::nullopt : std::optional<double>(estimate.standard_error);
    const double confidence =
        confidence_of_each(test.confidence, std::max<std::size_t>(1, judged.result.numbers.size()));
    text += number_with_error(estimate.value, error) + ", interval " +
            shown(number.decision.interval, estimate) + " at " + significant(100 * confidence, 5) +
            " % from " + significant(estimate.repetitions, 6) + " repetitions";
  }
  if (judged.result.numbers.size() > 1) {
    text += ", the least clear of " + std::to_string(judged.result.numbers.size()) + " rows";
  }
  text += "; asked: " + test.words();
  if (!test.because.empty()) text += " (" + test.because + ")";
  text += ": " + std::string(name_of(judged.result.answer));
  if (judged.result.answer == Answer::undecided && number.decision.repetitions_needed) {
    text += "; about " + significant(*number.decision.repetitions_needed, 3) +
            " repetitions would decide";
  }
  return text;
}

std::string printed_number(const Claim& claim) {
  if (!claim.printed_text.empty()) return claim.printed_text;
  return claim.printed ? significant(*claim.printed, 6) : "";
}

std::string number_comparison(const Verdict& verdict) {
  const std::string ours = reproduced_number(verdict);
  if (ours.empty()) return "";
  const std::string printed = printed_number(verdict.claim);
  if (printed.empty()) return "The number here is " + ours + ". ";
  std::string text = ours + " here, " + printed + " in the thesis";
  if (verdict.claim.printed && verdict.standard_error && *verdict.standard_error > 0) {
    const double apart = std::fabs(*verdict.value - *verdict.claim.printed);
    text += ": " + fixed(apart / *verdict.standard_error, 1) + " standard errors apart";
  }
  return text + ". ";
}

std::string verdict_table(const std::vector<Verdict>& verdicts) {
  std::vector<TextRow> rows{{"study", "id", "where", "thesis", "ours", "verdict", "as expected"}};
  for (const Verdict& verdict : verdicts) {
    const Claim& claim = verdict.claim;
    rows.push_back({claim.study, claim.id, claim.where, printed_number(claim),
                    reproduced_number(verdict), std::string(name_of(verdict.kind)),
                    mark(verdict, "NO")});
  }
  TextRow rule;
  for (const std::size_t width : column_widths(rows)) rule.emplace_back(width, '-');
  rows.insert(rows.begin() + 1, rule);
  std::string text = aligned_table(rows, {Alignment::left});
  bool is_first = true;
  for (const Verdict& verdict : verdicts) {
    if (verdict.as_expected && verdict.is_judged()) continue;
    text += (is_first ? "\n" : "") + verdict.claim.study + '/' + verdict.claim.id + ": " +
            verdict.message + '\n';
    is_first = false;
  }
  return text;
}

Table verdicts_as_table(const std::vector<Verdict>& verdicts) {
  const auto texts = [&](auto get) {
    TextColumn column;
    for (const Verdict& verdict : verdicts) column.emplace_back(get(verdict));
    return column;
  };
  const auto numbers = [&](auto get) {
    NumberColumn column;
    for (const Verdict& verdict : verdicts) {
      column.push_back(get(verdict).value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    return column;
  };
  Table table;
  table.add_column("study", texts([](const Verdict& v) { return v.claim.study; }));
  table.add_column("id", texts([](const Verdict& v) { return v.claim.id; }));
  table.add_column("where", texts([](const Verdict& v) { return v.claim.where; }));
  table.add_column("statement", texts([](const Verdict& v) { return v.claim.statement; }));
  table.add_column("expected", texts([](const Verdict& v) { return name_of(v.claim.expected); }));
  table.add_column("printed", numbers([](const Verdict& v) { return v.claim.printed; }));
  table.add_column("printed_text", texts([](const Verdict& v) { return v.claim.printed_text; }));
  table.add_column("value", numbers([](const Verdict& v) { return v.value; }));
  table.add_column("standard_error", numbers([](const Verdict& v) { return v.standard_error; }));
  table.add_column("repetitions", numbers([](const Verdict& v) { return v.repetitions; }));
  table.add_column("verdict", texts([](const Verdict& v) { return name_of(v.kind); }));
  table.add_column("as_expected", texts([](const Verdict& v) { return mark(v, "no"); }));
  table.add_column("evidence", texts([](const Verdict& v) { return name_of(v.evidence()); }));
  table.add_column("message", texts([](const Verdict& v) { return v.message; }));
  return table;
}

}  // namespace replaybench
