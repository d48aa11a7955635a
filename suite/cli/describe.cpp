#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "suite/cli/commands.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/component/registry.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

constexpr const char* list_hint = "; \"replaybench list --all\" shows all";

struct DescribeRequest {
  std::string name;
  std::string kind;  // empty: any
};

void print_paragraph(const std::string& heading, const std::string& text) {
  fmt::print("{}\n", wrapped("  " + heading + (heading.empty() ? "" : ": "), text, 4));
}

void print_parameters(const ComponentDescription& description) {
  if (description.parameters.empty()) {
    fmt::print("  no parameters\n");
    return;
  }
  std::size_t width = 0;
  for (const auto& info : description.parameters) width = std::max(width, info.name.size());
  fmt::print("  parameters\n");
  const std::size_t indent = std::min<std::size_t>(width, 24) + 6;
  const std::string margin(indent, ' ');
  for (const auto& info : description.parameters) {
    fmt::print("{}\n", wrapped(fmt::format("    {:<{}}  ", info.name, indent - 6),
                               fmt::format("{}, default {}, range {}", info.type_name(),
                                           to_text(info.default_value), info.range_text()),
                               indent));
    fmt::print("{}\n", wrapped(margin, info.meaning, indent));
    if (!info.source_text.empty()) {
      fmt::print("{}\n", wrapped(margin, "source: " + info.source_text, indent));
    }
    if (info.candidates.empty()) continue;
    std::string values;
    for (const double value : info.candidates) {
      values += (values.empty() ? "" : ", ") + numeric::to_decimal(value);
    }
    fmt::print("{}\n", wrapped(margin, "tuned over: " + values, indent));
  }
}

// Prints an algorithm's requirements on the data, and its known flaws.
void print_needs(const AlgorithmDescription& description) {
  if (description.rewards == RewardRange::binary) fmt::print("  rewards: 0 or 1\n");
  if (description.rewards == RewardRange::unit) fmt::print("  rewards: in [0, 1]\n");
  if (description.properties.changes_state_in_choose) {
    print_paragraph("flaw", "learns from being asked, so every evaluation by replay changes it");
  }
}

void print_needs(const EvaluatorDescription& description) {
  const EvaluatorProperties& properties = description.properties;
  print_paragraph("reads", properties.plays_environment
                               ? "a simulator, which it plays"
                               : fmt::format("a log of {}", log_kind_names[properties.reads]));
  print_paragraph("applicability", description.applicability);
  for (const std::string& use : uses_by_default(description.name)) {
    print_paragraph("default of", use);
  }
}

void print_needs(const DatasetDescription&) {}

template <class Description>
void print_component(const std::string& kind, const Description& description,
                     const std::string& alias, const std::vector<const Description*>& table) {
  if (!alias.empty() && alias != description.name) {
    fmt::print("{} is {}\n\n", alias.substr(0, alias.find('{')),
               meaning_of_alias(description, alias));
  }
  fmt::print("{} ({})\n", description.name, kind);
  print_paragraph("", description.summary);
  if (description.group != Group::none) {
    print_paragraph("group", std::string(group_titles[description.group]));
  }
  std::string names;
  for (const auto& other : aliases_of(description)) {
    const std::size_t brace = other.find('{');
    names += (names.empty() ? "" : "; ") + other.substr(0, brace);
    if (brace != std::string::npos) names += " = " + meaning_of_alias(description, other);
  }
  if (!names.empty()) print_paragraph("other names", names);
  std::string members;
  for (const Description* member : family_of(description, table)) {
    if (member == &description) continue;
    members += (members.empty() ? "" : "; ") + member->family + " = " + member->name;
  }
  if (members.empty()) members = description.family;
  if (!members.empty()) print_paragraph("family", members);
  print_paragraph("source", description.source);
  fmt::print("  revision: {}\n", description.revision);
  print_needs(description);
  print_parameters(description);
}

/// Looks a name up in all tables and among the studies; prints the first that has it, and says of
/// the others how to see them.
class Description {
 public:
  Description(const DescribeRequest& request, const CommandContext& context)
      : request_(request), context_(context) {}

  /// Throws SpecErrors if nothing has the name.
  void print() {
    if (request_.name.empty()) {
      throw SpecErrors(std::string("describe what? Give a name; \"replaybench list WORD\" shows "
                                   "those with a word in them") +
                       list_hint);
    }
    look(algorithms_table());
    look(evaluators_table());
    look(datasets_table());
    look_among_studies();
    for (const auto& kind : also_) {
      fmt::print("\nalso {} {}: replaybench describe {} --kind {}\n",
                 kind.starts_with('a') || kind.starts_with('e') ? "an" : "a", kind, request_.name,
                 kind);
    }
    if (!found_) refuse();
  }

 private:
  bool wanted(const std::string& kind) {
    if (!request_.kind.empty() && !means_kind(request_.kind, kind)) return false;
    if (found_) also_.push_back(kind);
    return !found_;
  }

  template <class Component>
  void look(const std::vector<const Component*>& table) {
    const auto names = names_of(table);
    known_.insert(known_.end(), names.begin(), names.end());
    std::string alias;
    const Component* component = find_description(request_.name, table, &alias);
    if (!component) return;
    const std::string kind = kind_word(*component);
    if (!wanted(kind)) {
      of_other_kinds_.push_back(kind);
      return;
    }
    print_component(kind == "dataset" ? "data set" : kind, *component, alias, table);
    found_ = true;
  }

  void look_among_studies() {
    const auto folder = context_.home / "experiments";
    const std::string name = today_name(request_.name, folder);
    for (const auto& [study, file] : find_studies(folder)) {
      known_.push_back(study);
      if (study != name || !wanted("study")) continue;
      const auto spec = read_experiment(file, Profile::standard);
      fmt::print("{} (study)\n", spec.name);
      print_paragraph("", spec.title);
      print_paragraph("", spec.question);
      for (const auto& table : spec.tables) fmt::print("  table {}\n", table.name);
      found_ = true;
    }
  }

  [[noreturn]] void refuse() const {
    if (!of_other_kinds_.empty()) {
      throw SpecErrors(quoted_text(request_.name, 60) + " is of another kind; use --kind " +
                       of_other_kinds_.front());
    }
    std::error_code error;
    for (const char* folder : {"algorithms", "evaluators", "evaluators/measures", "datasets"}) {
      if (request_.name.find('/') != std::string::npos) break;
      const auto path = context_.home / folder / request_.name;
      if (!std::filesystem::is_directory(path, error)) continue;
      throw SpecErrors(std::string(folder) + "/" + request_.name +
                       "/ exists but is not in this program: make build");
    }
    const std::string nearest = nearest_name(request_.name, known_);
    std::string hint = nearest.empty() ? std::string() : " (did you mean \"" + nearest + "\"?)";
    std::string others;
    for (const auto& name : nearest_names(request_.name, known_)) {
      others += (others.empty() ? "" : ", ") + name;
    }
    throw SpecErrors("unknown name " + quoted_text(request_.name, 60) + hint +
                     "; the nearest: " + others + list_hint);
  }

  const DescribeRequest& request_;
  const CommandContext& context_;
  std::vector<std::string> known_, also_, of_other_kinds_;
  bool found_ = false;
};

}  // namespace

void add_describe(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "describe", "a component's parameters: type, default, range, meaning, source");
  auto request = std::make_shared<DescribeRequest>();
  command->add_option("name", request->name, "algorithm, evaluator, data set or study");
  command->add_option("--kind", request->kind, "where things of several kinds have the name")
      ->check(CLI::IsMember({"algorithm", "evaluator", "wrapper", "measure", "dataset", "study"}));
  command->callback([request, &context] { Description(*request, context).print(); });
}

}  // namespace replaybench::cli
