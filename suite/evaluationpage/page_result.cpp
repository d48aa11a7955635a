#include "suite/evaluationpage/page_result.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/evaluate/shown_value.hpp"

namespace replaybench::evaluationpage {

namespace {

const Json* at(const Json& json, const std::string& pointer) {
  const Json::json_pointer place(pointer);
  return json.contains(place) ? &json.at(place) : nullptr;
}

std::string name_of(const std::string& component) {
  return component.substr(0, component.find('{'));
}

PairResult read_pair(const Json& json) {
  PairResult pair;
  pair.json = &json;
  pair.policy = text_at(json, "/algorithm_label");
  if (pair.policy.empty()) pair.policy = name_of(text_at(json, "/algorithm"));
  pair.evaluator = text_at(json, "/evaluator_label");
  if (pair.evaluator.empty()) pair.evaluator = text_at(json, "/evaluator");
  pair.estimate = {number_at(json, "/estimate"), number_at(json, "/interval/low"),
                   number_at(json, "/interval/high"), number_at(json, "/standard_error")};
  pair.lift = estimated_at(json, at(json, "/lift/absolute") ? "/lift/absolute" : "/difference");
  return pair;
}

PartResult read_part(const Json& json) {
  PartResult part;
  const std::string name = text_at(json, "/segment");
  part.name = name.empty() ? "(empty)" : name;
  part.records = number_at(json, "/records");
  part.log_mean = estimated_at(json, "/log_mean");
  for (const Json& pair : json.at("evaluations")) part.pairs.push_back(read_pair(pair));
  for (const Json& difference : json.at("differences")) part.differences.push_back(&difference);
  return part;
}

// The name without parameters if no other text has it.
std::string short_name(const std::string& component, const std::vector<std::string>& all) {
  const std::string name = name_of(component);
  const auto same = std::count_if(all.begin(), all.end(),
                                  [&](const std::string& other) { return name_of(other) == name; });
  return same > 1 ? component : name;
}

// Short names, and the series of policies, in all parts alike.
void name_pairs(PartResult& part, const std::vector<std::string>& policies,
                const std::vector<std::string>& evaluators) {
  for (PairResult& pair : part.pairs) {
    const auto place = std::find(policies.begin(), policies.end(), pair.policy) - policies.begin();
    pair.series = policies.size() > 4 ? 1 : static_cast<Series>(place) + 1;
    pair.policy = short_name(pair.policy, policies);
    pair.evaluator = short_name(pair.evaluator, evaluators);
  }
}

// The first of the evaluators that have the most estimates.
std::string evaluator_of_most(const std::vector<PairResult>& pairs) {
  const auto estimates = [&](const std::string& evaluator) {
    return std::count_if(pairs.begin(), pairs.end(), [&](const PairResult& pair) {
      return pair.evaluator == evaluator && std::isfinite(pair.estimate.value);
    });
  };
  const auto most = std::max_element(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
    return estimates(a.evaluator) < estimates(b.evaluator);
  });
  return most == pairs.end() ? "" : most->evaluator;
}

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

double number_at(const Json& json, const std::string& pointer) {
  const Json* const found = at(json, pointer);
  return found && found->is_number() ? found->get<double>() : nan;
}

std::string text_at(const Json& json, const std::string& pointer) {
  const Json* const found = at(json, pointer);
  return found && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<double> column(const Json& list, const std::string& key) {
  std::vector<double> values;
  for (const Json& row : list) values.push_back(number_at(row, "/" + key));
  return values;
}

std::vector<double> middles(const Json& stretches) {
  std::vector<double> middles;
  for (const Json& stretch : stretches) {
    middles.push_back(number_at(stretch, "/first") + (number_at(stretch, "/records") - 1) / 2);
  }
  return middles;
}

bool Estimated::has_interval() const { return std::isfinite(low) && std::isfinite(high); }

Estimated estimated_at(const Json& json, const std::string& pointer) {
  return {number_at(json, pointer + "/value"), number_at(json, pointer + "/low"),
          number_at(json, pointer + "/high")};
}

namespace {

std::string with_minus(std::string text) {
  if (!text.empty() && text.front() == '-' && text.size() > 1) text.replace(0, 1, "\u2212");
  return text;
}

}  // namespace

std::string shown(const Estimated& of, bool is_difference) {
  if (!std::isfinite(of.error())) {
    const std::string text = shown_number(of.value);
    return with_minus((is_difference && of.value > 0 ? "+" : "") + text);
  }
  return with_minus(is_difference ? shown_difference(of.value, of.error())
                                  : shown_value(of.value, of.error()));
}

std::string shown_range(const Estimated& of, bool is_difference) {
  if (!of.has_interval()) return "none";
  const auto end = [&](double value) {
    return shown({value, of.low, of.high, of.standard_error}, is_difference);
  };
  return end(of.low) + " to " + end(of.high);
}

bool PageResult::answers(const PairResult& pair) const {
  for (std::size_t i = 0; i < recommended.size(); ++i) {
    if (policies[i] == pair.policy && !recommended[i].empty()) {
      return pair.evaluator == recommended[i];
    }
  }
  return pair.evaluator == first_evaluator;
}

std::vector<const PairResult*> PageResult::headline() const {
  std::vector<const PairResult*> pairs;
  for (const PairResult& pair : whole.pairs) {
    if (answers(pair)) pairs.push_back(&pair);
  }
  return pairs;
}

PageResult read_result(const Json& json) {
  PageResult result;
  result.json = &json;
  if (json.contains("segments")) {
    for (const Json& part : json.at("segments")) {
      const bool is_whole = &part == &json.at("segments").back();
      (is_whole ? result.whole : result.segments.emplace_back()) = read_part(part);
    }
  } else {
    result.whole.records = number_at(json, "/records");
    result.whole.log_mean = estimated_at(json, "/log_mean");
    result.whole.pairs.push_back(read_pair(json));
  }
  result.whole.name = "whole log";
  std::vector<std::string> evaluators;
  for (const PairResult& pair : result.whole.pairs) {
    add_new(result.policies, pair.policy);
    add_new(evaluators, pair.evaluator);
  }
  name_pairs(result.whole, result.policies, evaluators);
  for (PartResult& segment : result.segments) name_pairs(segment, result.policies, evaluators);
  const std::vector<std::string> written = result.policies;
  for (std::string& policy : result.policies) policy = short_name(policy, written);
  if (const Json* const rehearsed = at(json, "/rehearsal/policies")) {
    result.recommended.resize(written.size());
    for (const Json& policy : *rehearsed) {
      const auto place = std::find(written.begin(), written.end(), text_at(policy, "/policy"));
      if (place == written.end() || policy.at("chosen").is_null()) continue;
      const Json& chosen = policy.at("estimators").at(policy.at("chosen").get<std::size_t>());
      result.recommended[static_cast<std::size_t>(place - written.begin())] =
          short_name(text_at(chosen, "/evaluator"), evaluators);
    }
  }
  result.first_evaluator = evaluator_of_most(result.whole.pairs);
  return result;
}

}  // namespace replaybench::evaluationpage
