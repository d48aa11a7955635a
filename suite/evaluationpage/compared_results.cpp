#include "suite/evaluationpage/compared_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/evaluate/shown_value.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/statistics/student_t.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluationpage {

namespace {

constexpr std::size_t min_stretches = 10;

// Common facts of two readings of one log, regardless of the features or propensities that were read.
Json content_of(const Json& result) {
  Json content = {{"records", result.at("records")}, {"actions", Json::array()}};
  for (const Json& action : result.at("action_table")) {
    if (action.at("records") == 0) continue;  // a policy has it, not the log
    content["actions"].push_back(
        {action.at("action"), action.at("records"), action.at("mean_reward")});
  }
  for (const Json& stretch : result.at("profile").at("stretches")) {
    content["rewards"].push_back(stretch.at("mean_reward"));
  }
  return content;
}

void require_result(const NamedResult& result) {
  if (result.json->is_object() && result.json->contains("segments") &&
      !result.json->contains("profile")) {
    throw SpecErrors(result.file + ": an evaluation of parts (" + option("from") +
                     ") has no sums by stretch of the log, which a comparison needs; evaluate both "
                     "policies at once");
  }
  if (result.json->is_object() && result.json->contains("profile") &&
      result.json->contains("log_mean") + result.json->contains("segments") > 0) {
    return;
  }
  throw DataError(result.file + ": not the output of evaluate, slates or continuous in JSON");
}

void require_same_log(const NamedResult& first, const NamedResult& second) {
  if (content_of(*first.json) == content_of(*second.json)) return;
  const auto log = [](const NamedResult& of) {
    return fmt::format("{} is of {} ({} records)", of.file, text_at(*of.json, "/log"),
                       number_at(*of.json, "/records"));
  };
  throw SpecErrors("different logs: " + log(first) + ", " + log(second) +
                   "; only estimates from the same records can be compared");
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::vector<std::string> evaluators_of(const PartResult& part) {
  std::vector<std::string> names;
  for (const PairResult& pair : part.pairs) {
    const std::string name = text_at(*pair.json, "/evaluator");
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

// Sums of the records' parts up to some records, which are in the list.
struct Parts {
  std::vector<double> records, sums;
};
Parts parts_of(const PairResult& pair) {
  const Json::json_pointer place("/details/running");
  if (!pair.json->contains(place)) return {};
  const Json& running = pair.json->at(place);
  // Clusters have no sequence: their records depend on each other, so stretches may.
  if (running.empty() || !std::isfinite(number_at(running.back(), "/low"))) return {};
  return {column(running, "records"), column(running, "part")};
}

// Standard error of the second estimate less the first, and its degrees of freedom; NaN if the stretches do not fit.
struct PairedError {
  double value = nan, freedom = 0;
};
PairedError paired_error(const PairResult& first, const PairResult& second) {
  const Parts a = parts_of(first), b = parts_of(second);
  const std::size_t count = a.records.size();
  if (count < min_stretches || a.records != b.records) return {};
  const double n = a.records.back();
  double sum = 0, before = 0, records = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double so_far = b.sums[i] - a.sums[i];
    const double size = a.records[i] - records;
    const double off = so_far - before - (b.sums.back() - a.sums.back()) * size / n;
    sum += off * off / size;
    before = so_far;
    records = a.records[i];
  }
  const double freedom = static_cast<double>(count) - 1;
  return {std::sqrt(n * sum / freedom), freedom};
}

void set_interval(Estimated& difference, double half) {
  difference.low = difference.value - half;
  difference.high = difference.value + half;
}

// The part of its interval for actions that the log never shows; 0 in a result without it.
double unknown_in(const PairResult& pair) {
  const double unknown = number_at(*pair.json, "/interval/unknown");
  return unknown > 0 ? unknown : 0;
}

ComparedEstimates compared(const PairResult& first, const PairResult& second) {
  ComparedEstimates of{.segment = {},
                       .evaluator = second.evaluator,
                       .first_policy = first.policy,
                       .second_policy = second.policy,
                       .first = first.estimate,
                       .second = second.estimate,
                       .difference = {}};
  of.difference.value = of.second.value - of.first.value;
  if (!std::isfinite(of.difference.value)) return of;
  // What actions that the log never shows may earn.
  const double unknown = unknown_in(first) + unknown_in(second);
  const PairedError paired = paired_error(first, second);
  if (std::isfinite(paired.value)) {
    of.difference.standard_error = paired.value;
    set_interval(of.difference,
                 statistics::student_t_quantile(0.975, paired.freedom) * paired.value + unknown);
    of.pairing = Pairing::stretches;
  } else if (const double sum = of.first.standard_error + of.second.standard_error; sum >= 0) {
    of.difference.standard_error = sum;
    set_interval(of.difference, numeric::normal_quantile(0.975) * sum + unknown);
    of.pairing = Pairing::any;
  }
  return of;
}

void add_rows(ComparedResults& results, const PartResult& first, const PartResult& second,
              const std::string& segment, bool by_name) {
  for (const PairResult& a : first.pairs) {
    for (const PairResult& b : second.pairs) {
      if (text_at(*a.json, "/evaluator") != text_at(*b.json, "/evaluator")) continue;
      if (by_name && text_at(*a.json, "/algorithm") != text_at(*b.json, "/algorithm")) continue;
      results.rows.push_back(compared(a, b));
      results.rows.back().segment = segment;
    }
  }
}

}  // namespace

std::string ComparedEstimates::first_name() const {
  return first_policy == second_policy ? "the first result" : first_policy;
}

std::string ComparedEstimates::second_name() const {
  return first_policy == second_policy ? "the second result" : second_policy;
}

std::string ComparedEstimates::answer() const {
  const std::string under =
      (first_policy == second_policy ? " of " + first_policy : "") + " under " + evaluator;
  if (!std::isfinite(difference.value)) {
    return fmt::format(
        "{} and {}{} cannot be compared: {}", first_name(), second_name(), under,
        std::isfinite(first.value) ? "the second has no estimate" : "the first has no estimate");
  }
  const double error = difference.error();
  const auto size = [&](double value) {
    return std::isfinite(error) ? shown_value(value, error) : shown_number(value);
  };
  if (!difference.has_interval()) {
    return fmt::format("{} earns {} {} than {}{}, without an interval", second_name(),
                       size(std::fabs(difference.value)), difference.value < 0 ? "less" : "more",
                       first_name(), under);
  }
  const auto [value, low, high, standard_error] = difference;
  if (low > 0 || high < 0) {
    return fmt::format("{} earns {} {} ({} to {}) than {}{}", second_name(), size(std::fabs(value)),
                       low > 0 ? "more" : "less", size(low > 0 ? low : -high),
                       size(low > 0 ? high : -low), first_name(), under);
  }
  return fmt::format("the log cannot tell {} from {}{}: between {} less and {} more", second_name(),
                     first_name(), under, size(-low), size(high));
}

std::string_view word_of(Pairing pairing) {
  switch (pairing) {
    case Pairing::stretches:
      return "paired";
    case Pairing::any:
      return "any dependence";
    case Pairing::none:
      break;
  }
  return "none";
}

std::vector<std::string> interval_sentences(const ComparedResults& compared) {
  const auto occurs = [&](Pairing pairing) {
    return std::any_of(compared.rows.begin(), compared.rows.end(),
                       [&](const ComparedEstimates& row) { return row.pairing == pairing; });
  };
  std::vector<std::string> sentences;
  if (occurs(Pairing::stretches)) {
    sentences.push_back(
        "Paired: the interval follows from the difference of both estimates' parts over stretches "
        "of the log (Student's t)");
  }
  if (occurs(Pairing::any)) {
    sentences.push_back(
        "Any dependence: a result has no parts by stretch, so the interval adds up both standard "
        "errors; one evaluation of both policies has a narrower one");
  }
  if (occurs(Pairing::none)) {
    sentences.push_back("None: an estimate or its standard error is missing");
  }
  return sentences;
}

ComparedResults compare_results(const NamedResult& first, const NamedResult& second) {
  require_result(first);
  require_result(second);
  require_same_log(first, second);
  const PageResult a = read_result(*first.json), b = read_result(*second.json);
  const bool by_name = a.policies.size() > 1 || b.policies.size() > 1;
  ComparedResults results{.log = text_at(*second.json, "/log"),
                          .records = number_at(*second.json, "/records"),
                          .log_mean = b.whole.log_mean,
                          .rows = {}};
  add_rows(results, a.whole, b.whole, "", by_name);
  if (results.rows.empty()) {
    const auto differ = [&](const char* what, const auto& own, const auto& other) {
      return fmt::format("no {} in common: {} has {}, {} has {}", what, first.file, list_of(own),
                         second.file, list_of(other));
    };
    const auto own = evaluators_of(a.whole), other = evaluators_of(b.whole);
    const bool shares = std::any_of(own.begin(), own.end(), [&](const std::string& name) {
      return std::find(other.begin(), other.end(), name) != other.end();
    });
    throw SpecErrors(shares ? differ("policy", a.policies, b.policies)
                            : differ("evaluator", own, other));
  }
  for (const PartResult& segment : a.segments) {
    for (const PartResult& other : b.segments) {
      if (segment.name == other.name) add_rows(results, segment, other, segment.name, by_name);
    }
  }
  return results;
}

}  // namespace replaybench::evaluationpage
