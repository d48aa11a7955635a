#pragma once
// What the conformance tests run over: every algorithm of the registry, with several parameter sets
// each, in a small environment of their own. An algorithm's author writes nothing here.

#include <optional>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::testing {

/// An algorithm with parameters to try.
struct Subject {
  Component<AlgorithmDescription> component;

  std::string text() const { return component.canonical(); }
};

/// Every algorithm with its defaults; then, one parameter changed at a time, with each other
/// choice, with each boolean turned, and with the middle of each closed range of reals: so paths
/// that the defaults leave out are run as well.
std::vector<Subject> subjects();

/// What a environment that every algorithm must work in looks like.
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

/// The problem of a environment of this shape; `problem.environment` is set.
Problem test_problem(const Shape& shape);

/// The agent, or nothing (with a Catch2 warning) when the algorithm says that it does not apply.
/// One that is trained offline is trained, on a log of the problem's environment.
std::optional<Agent> try_agent(const Subject& subject, const Problem& problem);

/// A log of uniform choices in a environment of this shape.
Log test_log(const Shape& shape, std::uint64_t records);

/// True when every number of both tallies has the same bits.
bool same_bytes(const Tally& a, const Tally& b);

}  // namespace replaybench::testing
