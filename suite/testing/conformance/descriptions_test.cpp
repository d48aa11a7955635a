// Every component's description of itself can be used.

#include <filesystem>
#include <map>
#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/subjects.hpp"

using namespace replaybench;

namespace {

bool is_name(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

template <class Description>
void check_table(const std::vector<const Description*>& table, const std::string& kind) {
  REQUIRE_FALSE(table.empty());
  std::string previous;
  for (const Description* description : table) {
    INFO(kind << "/" << description->name);
    CHECK(is_name(description->name));
    CHECK(previous < description->name);  // sorted, each once
    previous = description->name;
    CHECK_FALSE(description->summary.empty());
    CHECK(description->summary.find('\n') == std::string::npos);
    CHECK_FALSE(description->source.empty());
    CHECK(description->revision >= 1);
    CHECK(description->make != nullptr);

    std::set<std::string> names;
    int tuned = 0;
    for (const ParameterInfo& info : description->parameters) {
      INFO("parameter " << info.name);
      CHECK(is_name(info.name));
      CHECK(names.insert(info.name).second);
      CHECK_FALSE(info.meaning.empty());
      if (info.type == ParameterType::choice) CHECK_FALSE(info.choices.empty());

      // The default, written out by the user, is accepted: it is in its own range.
      std::vector<SpecProblem> problems;
      find_component(description->name + "{" + info.name + "=" + to_text(info.default_value) + "}",
                     {}, table, kind, problems);
      CHECK(problems.empty());
      tuned += !info.candidates.empty();
      for (const double value : info.candidates) {
        find_component(
            description->name + "{" + info.name + "=" + to_text(ParameterValue(value)) + "}", {},
            table, kind, problems);
        INFO("candidate " << value);
        CHECK(problems.empty());
      }
    }
    CHECK(tuned <= 1);

    std::vector<SpecProblem> problems;
    const auto defaults = find_component(description->name, {}, table, kind, problems);
    REQUIRE(defaults.has_value());
    CHECK(problems.empty());
    const auto again = find_component(defaults->canonical(), {}, table, kind, problems);
    REQUIRE(again.has_value());
    CHECK(again->identity() == defaults->identity());
  }
}

// The folders of the sources, where the tests run beside them.
template <class Description>
void check_folders(const std::vector<const Description*>& table, const std::string& kind,
                   const std::string& section = "") {
  const auto root = std::filesystem::path(__FILE__).parent_path() / "../../..";
  if (!std::filesystem::is_directory(root / kind)) {
    WARN("the sources are not here: " << kind << "/ is not compared with the table");
    return;
  }
  std::set<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(root / kind)) {
    if (entry.is_directory() && entry.path().filename() != section) {
      folders.insert(entry.path().filename().string());
    }
  }
  std::set<std::string> names;
  for (const Description* description : table) names.insert(description->name);
  CHECK(names == folders);
}

}  // namespace

TEST_CASE("descriptions of algorithms") { check_table(algorithms_table(), "algorithms"); }
TEST_CASE("descriptions of evaluators") { check_table(evaluators_table(), "evaluators"); }
TEST_CASE("descriptions of data sets") { check_table(datasets_table(), "datasets"); }

TEST_CASE("a component is named as its folder") {
  check_folders(algorithms_table(), "algorithms");
  std::vector<const EvaluatorDescription*> evaluators, measures;
  for (const EvaluatorDescription* description : evaluators_table()) {
    (kind_of(*description) == EvaluatorKind::measure ? measures : evaluators)
        .push_back(description);
  }
  check_folders(evaluators, "evaluators", "measures");
  check_folders(measures, "evaluators/measures");
  check_folders(datasets_table(), "datasets");
}

TEST_CASE("descriptions: every algorithm and evaluator has a group of its kind") {
  for (const AlgorithmDescription* description : algorithms_table()) {
    INFO("algorithms/" << description->name << ": " << group_titles[description->group]);
    CHECK(description->group > Group::none);
    CHECK(description->group < Group::simulators);
  }
  for (const EvaluatorDescription* description : evaluators_table()) {
    INFO("evaluators/" << description->name << ": " << group_titles[description->group]);
    CHECK(description->group >= Group::simulators);
    // Wrappers may be of an evaluator that estimates no value.
    if (kind_of(*description) == EvaluatorKind::estimator) {
      CHECK(description->properties.estimates_value);
    }
  }
  for (const DatasetDescription* description : datasets_table()) {
    INFO("datasets/" << description->name);
    CHECK(description->group == Group::none);
  }
}

TEST_CASE("descriptions: no two components share a name, and each alias stands for something") {
  std::map<std::string, std::string> owners;  // folded name -> component
  const auto collect = [&](const auto& table, const std::string& kind) {
    for (const auto* description : table) {
      const auto claim = [&](const std::string& name) {
        INFO(kind << "/" << description->name << ": " << name);
        const auto [owner, is_new] = owners.emplace(folded_name(name), description->name);
        INFO("taken by " << owner->second);
        CHECK(is_new);
      };
      claim(description->name);
      for (const auto& alias : aliases_of(*description)) {
        claim(alias.substr(0, alias.find('{')));
        std::vector<SpecProblem> problems;
        const auto found = find_component(alias, {}, table, kind, problems);
        REQUIRE(found.has_value());
        CHECK(found->description == description);
        const auto meant =
            find_component(meaning_of_alias(*description, alias), {}, table, kind, problems);
        REQUIRE(meant.has_value());
        CHECK(found->canonical() == meant->canonical());
      }
    }
  };
  collect(algorithms_table(), "algorithm");
  collect(evaluators_table(), "evaluator");
  collect(datasets_table(), "data set");
}

TEST_CASE("descriptions: the text of a member of a family names that component") {
  const auto check = [](const auto& table, const std::string& kind) {
    for (const auto* description : table) {
      if (description->family.empty()) continue;
      INFO(kind << "/" << description->name << ": " << description->family);
      std::vector<SpecProblem> problems;
      const auto found = find_component(description->family, {}, table, kind, problems);
      const auto by_name = find_component(description->name, {}, table, kind, problems);
      REQUIRE(problems.empty());
      CHECK(found->identity() == by_name->identity());
      const FamilyMember member = family_member(*description);
      for (const ParameterInfo& info : description->parameters) {
        CHECK(info.name != member.parameter.name);
      }
      const auto* head = find_description(member.head, table);
      REQUIRE(head != nullptr);
      CHECK(family_member(*head).head == head->name);
    }
  };
  check(algorithms_table(), "algorithm");
  check(evaluators_table(), "evaluator");
}

TEST_CASE("every algorithm makes an agent from its defaults, or says why not") {
  using namespace replaybench::testing;
  for (const Shape& shape : shapes()) {
    Problem without_environment = test_problem(shape);
    without_environment.environment = nullptr;
    for (const Subject& subject : subjects()) {
      INFO(subject.text() << " in " << testing::to_text(shape));
      try_agent(subject, test_problem(shape));
      try {
        subject.component.description->make(subject.component.parameters, without_environment);
      } catch (const NotApplicable& reason) {
        CHECK_FALSE(std::string(reason.what()).empty());
      }
    }
  }
}
