#pragma once
// Subjects of the conformance tests: every component of the registry, with several parameter sets
// each, and for the algorithms a small environment. A component's author writes nothing here.
//
// Each component has a section of its name in each test case, so `conformance_tests -c ucb` looks
// at one; so does the environment variable REPLAYBENCH_COMPONENT, which scripts/check sets.

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench::testing {

/// A component with parameters to try.
template <class Description>
struct SubjectOf {
  Component<Description> component;
  bool has_defaults = false;
  std::string changed = {};  ///< "name=value": the parameter without its default, if any

  std::string text() const { return component.canonical(); }
  const std::string& name() const { return component.description->name; }
};
using Subject = SubjectOf<AlgorithmDescription>;

/// The one component that is tested, or empty: all are.
inline std::string_view tested_component() {
  const char* name = std::getenv("REPLAYBENCH_COMPONENT");
  return name ? name : "";
}

/// The other values that a parameter is tried with, as text.
std::vector<std::string> other_values(const ParameterInfo& info);

/// Every component of `table` with its defaults; then, one parameter changed at a time, with each
/// other choice, with each boolean turned, and with the middle of each closed range of reals: so
/// paths that the defaults leave out are run as well. Only the tested component, where one is.
template <class Description>
std::vector<SubjectOf<Description>> subjects_of(const std::vector<const Description*>& table) {
  std::vector<SubjectOf<Description>> list;
  const auto add = [&](const std::string& name, const std::string& changed) {
    std::vector<SpecProblem> problems;
    auto component =
        find_component<Description>(name + "{" + changed + "}", {}, table, "component", problems);
    if (!component) throw SpecErrors(problems);
    for (const auto& seen : list) {
      if (seen.text() == component->canonical()) return;
    }
    list.push_back({std::move(*component), changed.empty(), changed});
  };
  for (const Description* description : table) {
    if (!tested_component().empty() && description->name != tested_component()) continue;
    add(description->name, {});
    for (const ParameterInfo& info : description->parameters) {
      for (const std::string& value : other_values(info)) {
        add(description->name, info.name + "=" + value);
      }
    }
  }
  return list;
}

/// Calls test(subject) for each of `list`, those of one component in a section of its name.
template <class Description, class Test>
void in_sections(const std::vector<SubjectOf<Description>>& list, const Test& test) {
  for (std::size_t first = 0, end = 0; first < list.size(); first = end) {
    while (end < list.size() && list[end].name() == list[first].name()) ++end;
    DYNAMIC_SECTION(list[first].name()) {
      for (std::size_t i = first; i < end; ++i) {
        INFO(list[i].text());
        test(list[i]);
      }
    }
  }
}

/// The algorithms, made once.
const std::vector<Subject>& subjects();

/// Shape of an environment in which every algorithm must work.
struct Shape {
  Action action_count;
  std::size_t dimension;
  bool pools;
  bool sparse;
};

/// A linear environment with K actions: hidden signals, features that are the signals plus noise,
/// the constant feature last (alone when dimension = 1), Bernoulli rewards. With `pools`, each step
/// a random set of the actions. With `sparse`, the features are 0 or 1, one in six is 1, and some
/// contexts have the constant alone (the signals are then the features).
class TestEnvironment final : public Environment {
 public:
  TestEnvironment(const Shape& shape, StreamKey key);

  const Shape& shape() const { return shape_; }
  Action action_count() const override { return shape_.action_count; }
  std::size_t dimension() const override { return features_.size(); }
  std::size_t hidden_dimension() const override { return hidden_.size(); }
  bool has_pools() const override { return shape_.pools; }
  bool has_sparse_contexts() const override { return shape_.sparse; }
  void observe(std::uint64_t step) override;
  Context context() const override {
    return shape_.sparse
               ? Context::sparse(features_, std::span(active_).first(active_size_), hidden_)
               : Context(features_, hidden_);
  }
  ActionSet actions() const override {
    return shape_.pools ? ActionSet(std::span(pool_).first(pool_size_))
                        : ActionSet::all(shape_.action_count);
  }
  double reward(Action action) const override;
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

 private:
  Shape shape_;
  StreamKey key_;
  std::vector<double> weights_;  // a row an action
  std::vector<double> features_;
  std::vector<double> hidden_;
  std::vector<std::uint32_t> active_;
  std::size_t active_size_ = 0;
  std::vector<Action> pool_;
  std::size_t pool_size_ = 0;
  std::vector<double> lots_;  // one uniform number an action
};

std::vector<Shape> shapes();
std::string to_text(const Shape& shape);

/// The problem of an environment of this shape; `problem.environment` is set.
Problem test_problem(const Shape& shape);

/// The agent, or nothing (with a Catch2 warning) when the algorithm says that it does not apply.
/// One that is trained offline is trained, on a log of the problem's environment.
std::optional<Agent> try_agent(const Subject& subject, const Problem& problem);

/// A log of uniform choices in an environment of this shape; kept for the next who asks.
const Log& test_log(const Shape& shape, std::uint64_t records);

/// `log`, whose contexts are listed, with these packed into bits: rows `first` .. of a longer table,
/// as of a mapped file.
Log packed_log(const Log& log, std::size_t first = 0);

/// Calls test(subject, shape, fresh agent) for every algorithm, parameter set and shape in which it
/// applies.
template <class Test>
void for_all_agents(const Test& test) {
  in_sections(subjects(), [&](const Subject& subject) {
    for (const Shape& shape : shapes()) {
      INFO("in " << to_text(shape));
      if (const auto agent = try_agent(subject, test_problem(shape))) test(subject, shape, *agent);
    }
  });
}

/// True if every number of both tallies has the same bits.
bool same_bytes(const Tally& a, const Tally& b);

/// The digest of the agent's state; 0 for an algorithm that does not list its state.
inline std::uint64_t digest_if_told(const Agent& agent) {
  return agent.tells_state() ? agent.state_digest() : 0;
}

}  // namespace replaybench::testing
