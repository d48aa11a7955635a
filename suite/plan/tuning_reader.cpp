// The candidates of a tuning.

#include <algorithm>
#include <set>

#include "suite/numeric/decimal.hpp"
#include "suite/plan/sweep_syntax.hpp"

namespace replaybench {

namespace {

std::string in_quotes(const std::string& text) { return '"' + text + '"'; }

bool has_candidate(const std::string& text) {
  return text.find(candidate_word) != std::string::npos;
}

// The description that a component text names; null if there is none.
const AlgorithmDescription* description_of(const std::string& text) {
  const std::string name = trimmed(text.substr(0, text.find('{')));
  for (const AlgorithmDescription* description : algorithms_table()) {
    if (description->name == name) return description;
  }
  return nullptr;
}

// True if `text` has "name=" among its parameters.
bool sets_parameter(const std::string& text, const std::string& name) {
  std::string written;
  for (const char c : text) {
    if (c != ' ' && c != '\t') written += c;
  }
  return written.find('{' + name + '=') != std::string::npos ||
         written.find(',' + name + '=') != std::string::npos;
}

// A number, or a sweep variable of numbers.
bool is_numeric(const std::string& candidate, const std::vector<SweepAxis>& sweep) {
  if (numeric::parse_decimal(candidate)) return true;
  return std::any_of(sweep.begin(), sweep.end(), [&](const SweepAxis& axis) {
    return axis.numeric && candidate == '$' + axis.name;
  });
}

class CandidatesReader {
 public:
  CandidatesReader(TomlReader& table, std::vector<LabelledComponent>& algorithms)
      : table_(table), algorithms_(algorithms), written_(table.optional_table("candidates")) {}

  std::vector<std::vector<std::string>> read() {
    std::vector<std::vector<std::string>> lists;
    for (LabelledComponent& algorithm : algorithms_) {
      if (has_candidate(algorithm.label)) {
        table_.problem("algorithms",
                       in_quotes(algorithm.label) +
                           " needs a label without \"$candidate\": label = component");
        lists.emplace_back();
      } else {
        lists.push_back(written_ && written_->has(algorithm.label) ? given(algorithm)
                                                                   : described(algorithm));
      }
    }
    return lists;
  }

 private:
  std::vector<std::string> given(const LabelledComponent& algorithm) {
    const std::size_t before = table_.problem_count();
    auto list = written_->required_scalar_texts(algorithm.label);
    if (list.empty() && table_.problem_count() == before) {
      written_->problem(algorithm.label, in_quotes(algorithm.label) + " has no candidates");
    }
    std::set<std::string> seen;
    for (const auto& candidate : list) {
      if (!seen.insert(candidate).second) {
        written_->problem(algorithm.label, "the candidate " + candidate + " is there twice");
      }
    }
    if (!has_candidate(algorithm.text)) {
      written_->problem(algorithm.label, "there is no \"$candidate\" in " +
                                             in_quotes(algorithm.text) + " to stand for them");
    }
    return list;
  }

  // The values that the description of an algorithm says, put into its text.
  std::vector<std::string> described(LabelledComponent& algorithm) {
    const auto refuse = [&](const std::string& why) {
      table_.problem("algorithms", in_quotes(algorithm.label) + ": " + why);
      return std::vector<std::string>{};
    };
    if (has_candidate(algorithm.text)) {
      return refuse("its \"$candidate\" has no list in \"candidates\"");
    }
    if (algorithm.text.substr(0, algorithm.text.find('{')).find('$') != std::string::npos) {
      return refuse("its name comes from a sweep: write $candidate and a list in \"candidates\"");
    }
    const AlgorithmDescription* description = description_of(algorithm.text);
    if (!description) return {"?"};  // the plan says that there is no such algorithm
    for (const ParameterInfo& parameter : description->parameters) {
      if (parameter.candidates.empty()) continue;
      if (sets_parameter(algorithm.text, parameter.name)) {
        return refuse("it sets " + parameter.name + ", which is to be tuned; write " +
                      parameter.name + "=$candidate, or leave it out");
      }
      std::vector<std::string> list;
      for (const auto& value : parameter.candidates) list.push_back(to_text(value));
      algorithm.text =
          with_parameter(algorithm.text, parameter.name + "=" + std::string(candidate_word));
      return list;
    }
    return refuse(description->name +
                  " does not say which values to try: write $candidate in its text and a list in "
                  "\"candidates\"");
  }

  TomlReader& table_;
  std::vector<LabelledComponent>& algorithms_;
  std::optional<TomlReader> written_;
};

}  // namespace

TuningSpec read_tuning(TomlReader& table, Profile profile, const std::vector<SweepAxis>& sweep,
                       std::vector<LabelledComponent>& algorithms) {
  TuningSpec tuning;
  tuning.candidates = CandidatesReader(table, algorithms).read();
  for (const auto& list : tuning.candidates) {
    tuning.numeric = tuning.numeric && std::all_of(list.begin(), list.end(), [&](const auto& text) {
                       return is_numeric(text, sweep);
                     });
  }
  const std::int64_t selection = table.integer_for_profile("selection", profile, 0);
  table.expect(selection >= 0, "selection", "a whole number from 0", profile);
  tuning.selection = static_cast<std::uint64_t>(std::max<std::int64_t>(selection, 0));
  return tuning;
}

}  // namespace replaybench
