#include "suite/site/component_pages.hpp"

#include <fmt/core.h>

#include <exception>
#include <nlohmann/json.hpp>

#include "suite/component/algorithm_traits.hpp"
#include "suite/component/registry.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/site/markdown.hpp"
#include "suite/site/site_page.hpp"
#include "suite/site/source_notes.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::json;

// The definitions that evaluators of fixed policies use, each with its formula.
constexpr const char* estimator_header = "suite/offpolicy/estimators.hpp";
constexpr const char* estimator_space = "offpolicy::estimators";

constexpr const char* example_log = "suite/tests/example_log.csv";
constexpr const char* example_action = "a";  // of that log, where actions have names
constexpr std::size_t max_uses = 4;

// A text as HTML, with what is between ` as code.
std::string with_code(const std::string& text) {
  std::string html;
  bool in_code = false;
  for (const char c : html_text(text)) {
    if (c == '`') {
      html += in_code ? "</code>" : "<code>";
      in_code = !in_code;
    } else {
      html += c;
    }
  }
  return in_code ? html + "</code>" : html;
}

Json fact(const std::string& term, const std::string& text) {
  return {{"term", term}, {"text", with_code(text)}};
}

// Facts of one kind of component, and its example.
struct KindOf {
  Json facts = Json::array();
  std::string command;
};

// The component as it is called on the example's log: parameters that name actions name one of it.
std::string call_on_example(const ComponentDescription& component) {
  std::string given;
  for (const auto& parameter : component.parameters) {
    if (parameter.type != ParameterType::action && parameter.type != ParameterType::actions) {
      continue;
    }
    given += fmt::format("{}{}=\"{}\"", given.empty() ? "" : ", ", parameter.name, example_action);
  }
  return given.empty() ? component.name : fmt::format("'{}{{{}}}'", component.name, given);
}

KindOf about(const AlgorithmDescription& algorithm) {
  KindOf kind;
  if (algorithm.rewards == RewardRange::binary) kind.facts.push_back(fact("rewards", "0 or 1"));
  if (algorithm.rewards == RewardRange::unit) kind.facts.push_back(fact("rewards", "in [0, 1]"));
  if (algorithm.properties.changes_state_in_choose) {
    kind.facts.push_back(
        fact("flaw", "learns from being asked, so every evaluation by replay changes it"));
  }
  const auto traits = traits_by_default(algorithm);
  if (!traits) {
    kind.facts.push_back(fact("needs", "columns of the log, or the truth of a simulator"));
    return kind;
  }
  kind.facts.push_back(fact("learns", traits->learns ? "yes" : "no"));
  kind.facts.push_back(fact("uses contexts", traits->uses_contexts ? "yes" : "no"));
  kind.facts.push_back(fact("gives probabilities", traits->has_probabilities ? "yes" : "no"));
  if (traits->is_trained_offline) {
    kind.facts.push_back(fact("needs", "a log to be trained on, before it is evaluated"));
    return kind;
  }
  kind.command = fmt::format("replaybench evaluate --log {} --algorithm {} --evaluator {}",
                             example_log, call_on_example(algorithm), default_on_log());
  return kind;
}

KindOf about(const EvaluatorDescription& evaluator) {
  KindOf kind;
  kind.facts.push_back(fact("right for", evaluator.applicability));
  if (!evaluator.properties.on_known_propensities.empty()) {
    kind.facts.push_back(fact("known propensities", evaluator.properties.on_known_propensities));
  }
  kind.facts.push_back(fact("estimates", evaluator.properties.estimates_value
                                             ? "the mean reward of an algorithm"
                                             : "something else than a mean reward"));
  kind.facts.push_back(
      fact("reads", evaluator.properties.plays_environment
                        ? "a simulator, which it plays"
                        : fmt::format("a log of {}", log_kind_names[evaluator.properties.reads])));
  if (evaluator.properties.estimates_value && !evaluator.properties.plays_environment) {
    kind.command = fmt::format(
        "replaybench evaluate --log FILE --algorithm ALGORITHM --evaluator {}", evaluator.name);
  }
  return kind;
}

// Where the sources are, below the home.
template <class Description>
std::string folder_of(const Description&, const std::string& folder) {
  return folder;
}
std::string folder_of(const EvaluatorDescription& description, const std::string& folder) {
  return kind_of(description) == EvaluatorKind::measure ? folder + "/measures" : folder;
}

bool is_simulator(const DatasetDescription& description) {
  try {
    std::vector<SpecProblem> problems;
    const auto found = find_component<DatasetDescription>(description.name, {}, {&description},
                                                          "data set", problems);
    return found && description.make(found->parameters)->environment({}, {}) != nullptr;
  } catch (const std::exception&) {  // it needs a file, or parameters that have no default
    return false;
  }
}

KindOf about(const DatasetDescription& dataset) {
  KindOf kind;
  const bool playable = is_simulator(dataset);
  kind.facts.push_back(
      fact("is", playable ? "a simulator" : "a file, or made of what its parameters name"));
  if (playable) {
    kind.command =
        fmt::format("replaybench play {} --on {} --steps 1000", default_logging(), dataset.name);
  }
  return kind;
}

Json common_facts(const ComponentDescription& description) {
  Json facts = Json::array();
  std::string names;
  for (const auto& other : aliases_of(description)) {
    const auto brace = other.find('{');
    names += (names.empty() ? "" : "; ") + other.substr(0, brace);
    if (brace != std::string::npos) names += " = " + meaning_of_alias(description, other);
  }
  if (!names.empty()) facts.push_back(fact("other names", names));
  facts.push_back(fact("source", description.source));
  facts.push_back(fact("revision", std::to_string(description.revision)));
  return facts;
}

Json parameter_rows(const ComponentDescription& description) {
  Json rows = Json::array();
  for (const ParameterInfo& info : description.parameters) {
    std::string tuned;
    for (const double value : info.candidates) {
      tuned += (tuned.empty() ? "" : ", ") + numeric::to_decimal(value);
    }
    rows.push_back({{"name", info.name},
                    {"type", info.type_name()},
                    {"range", info.range_text()},
                    {"default", to_text(info.default_value)},
                    {"meaning", with_code(info.meaning)},
                    {"source", info.source_text},
                    {"tuned", tuned}});
  }
  return rows;
}

// The pages of one kind.
struct Reference {
  const ReferenceSources& sources;
  const std::string definitions;  // the header of estimators
  std::vector<SearchEntry>& entries;
  std::vector<SitePage>& pages;

  template <class Description>
  void add(const std::string& folder, const std::string& kind, const std::string& kinds,
           const std::vector<const Description*>& table) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      const Description& description = *table[i];
      KindOf kind_of = about(description);
      Json facts = common_facts(description);
      for (const Json& more : kind_of.facts) facts.push_back(more);
      const std::string place = folder_of(description, folder) + "/" + description.name;
      const Json values{{"name", description.name},
                        {"kinds", kinds},
                        {"summary", description.summary},
                        {"facts", facts},
                        {"parameters", parameter_rows(description)},
                        {"has_parameters", !description.parameters.empty()},
                        {"folder", place},
                        {"notes", source_notes(sources.home / place, definitions, estimator_space)},
                        {"command", kind_of.command},
                        {"before", i > 0 ? table[i - 1]->name : ""},
                        {"after", i + 1 < table.size() ? table[i + 1]->name : ""}};
      const std::string address = folder + "/" + description.name + ".html";
      pages.push_back({address, site_page(address, description.name,
                                          site_templates().render("component.html",
                                                                  with_uses(values, folder)))});
      entries.push_back(
          {description.name, kind, address,
           description.summary + ". " + description.aliases + ". " + description.source});
    }
  }

  Json with_uses(Json values, const std::string& folder) const {
    const auto& of_kind = sources.uses.find(folder);
    static const std::vector<ComponentUse> none;
    const std::vector<ComponentUse>* uses = &none;
    if (of_kind != sources.uses.end()) {
      const auto found = of_kind->second.find(values["name"].get<std::string>());
      if (found != of_kind->second.end()) uses = &found->second;
    }
    Json rows = Json::array();
    for (const ComponentUse& use : *uses) {
      if (rows.size() == max_uses) break;
      rows.push_back({{"study", use.study},
                      {"algorithm", use.algorithm},
                      {"evaluator", use.evaluator},
                      {"dataset", use.dataset}});
    }
    const std::size_t more = uses->size() - rows.size();
    values["uses"] = rows;
    values["has_uses"] = !rows.empty();
    values["studies"] = uses->size() == 1 ? "a study" : fmt::format("{} studies", uses->size());
    values["more"] = more > 0 ? std::to_string(more) : "";
    return values;
  }
};

template <class Description>
std::string list_of(const std::string& folder, const std::string& kinds,
                    const std::vector<const Description*>& table) {
  Json components = Json::array();
  for (const Description* description : table) {
    components.push_back({{"name", description->name},
                          {"summary", description->summary},
                          {"source", description->source}});
  }
  return site_templates().render("components.html",
                                 {{"folder", folder},
                                  {"kinds", kinds},
                                  {"count", fmt::format("{} {}", table.size(), kinds)},
                                  {"components", components}});
}

template <class Description>
void add_addresses(std::map<std::string, std::string>& addresses, const std::string& folder,
                   const std::vector<const Description*>& table) {
  for (const Description* description : table) {
    addresses.try_emplace(description->name, folder + "/" + description->name + ".html");
  }
}

}  // namespace

std::vector<SitePage> component_pages(const ReferenceSources& sources,
                                      std::vector<SearchEntry>& entries) {
  std::error_code error;
  const auto header = sources.home / estimator_header;
  std::vector<SitePage> pages;
  Reference reference{
      sources, std::filesystem::is_regular_file(header, error) ? read_file(header) : std::string(),
      entries, pages};
  reference.add("algorithms", "algorithm", "algorithms", algorithms_table());
  reference.add("evaluators", "evaluator", "evaluators", evaluators_table());
  reference.add("datasets", "data set", "data sets", datasets_table());
  return pages;
}

std::string component_list(const std::string& folder) {
  if (folder == "algorithms") return list_of(folder, "algorithms", algorithms_table());
  if (folder == "evaluators") return list_of(folder, "evaluators", evaluators_table());
  return list_of(folder, "data sets", datasets_table());
}

std::map<std::string, std::string> component_addresses() {
  std::map<std::string, std::string> addresses;
  add_addresses(addresses, "algorithms", algorithms_table());
  add_addresses(addresses, "evaluators", evaluators_table());
  add_addresses(addresses, "datasets", datasets_table());
  return addresses;
}

}  // namespace replaybench
