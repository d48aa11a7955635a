#include "algorithms/hoeffding_tree/hoeffding_tree.hpp"

#include <algorithm>
#include <cmath>

#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::hoeffding_tree {

namespace {

constexpr std::uint32_t thresholds = 10;

}  // namespace

HoeffdingTree::HoeffdingTree(Action action_count, std::size_t dimension, const Options& options)
    : options_(options),
      dimension_(dimension),
      nodes_(action_count + 2 * std::size_t{options.splits}),
      leaves_(action_count + std::size_t{options.splits}),
      features_(leaves_.size() * dimension),
      trained_(action_count),
      node_count_(action_count),
      leaf_count_(action_count) {
  for (Action a = 0; a < action_count; ++a) nodes_[a].left = leaves_[a].node = a;
}

void HoeffdingTree::update(const Context& context, Action action, double reward) {
  const std::size_t at = leaf_of(context, action);
  Leaf& leaf = leaves_[at];
  trained_[action] = 1;
  leaf.count += 1;
  leaf.reward += reward;
  if (leaf_count_ == leaves_.size()) return;
  double spread = 0;
  const auto features = features_of(at);
  for (std::size_t i = 0; i < dimension_; ++i) {
    features[i].add(context[i], reward, leaf.records == 0);
    spread += features[i].classes[0].squares + features[i].classes[1].squares;
  }
  if (!std::isfinite(spread)) {
    throw NumericalFailure(
        "hoeffding_tree: the spread of a feature overflowed; scale the features");
  }
  if (++leaf.records % options_.grace == 0) consider_splits(at);
}

void HoeffdingTree::consider_splits(std::size_t leaf) {
  Split best;
  double second = 0;  // not to split gains nothing
  std::size_t feature = 0;
  const auto features = features_of(leaf);
  for (std::size_t i = 0; i < dimension_; ++i) {
    const Split split = best_split(features[i], thresholds);
    if (split.gain > best.gain) {
      second = best.gain;
      best = split;
      feature = i;
    } else {
      second = std::max(second, split.gain);
    }
  }
  const double bound = hoeffding_bound(options_.delta, leaves_[leaf].records);
  if (best.gain - second > bound || (best.gain > 0 && bound < options_.tie)) {
    divide(leaf, feature, best);
  }
}

void HoeffdingTree::divide(std::size_t leaf, std::size_t feature, const Split& split) {
  const std::size_t other = leaf_count_++;
  Node& parent = nodes_[leaves_[leaf].node];
  parent.feature = static_cast<std::int32_t>(feature);
  parent.threshold = split.threshold;
  const auto grow = [&](std::size_t at, const std::array<double, 2>& expected) {
    const auto node = static_cast<std::uint32_t>(node_count_++);
    nodes_[node].left = static_cast<std::uint32_t>(at);
    leaves_[at] = {.count = expected[0] + expected[1], .reward = expected[1], .node = node};
    std::ranges::fill(features_of(at), FeatureRecord());
    return node;
  };
  parent.left = grow(leaf, split.left);
  parent.right = grow(other, split.right);
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(HoeffdingTree(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::delta, "delta", "one minus the confidence that the best split is the best")
        .above(0)
        .below(1)
        .source("1e-7 in Domingos, Hulten, for millions of records"),
    real(&Options::tie, "tie", "below this bound the best split is taken however close the second")
        .at_least(0)
        .finite()
        .source("0.05 in Domingos, Hulten, for millions of records"),
    integer(&Options::grace, "grace", "records of a leaf between two looks at its splits")
        .at_least(1)
        .at_most(1'000'000)
        .source("200 in Domingos, Hulten, for millions of records"),
    integer(&Options::splits, "splits", "most splits of all trees together")
        .at_least(0)
        .at_most(10'000),
    learning::epsilon_choice_parameters());

}  // namespace

const AlgorithmDescription description{
    {.name = "hoeffding_tree",
     .group = Group::other_models,
     .is_core = true,
     .summary = "a decision tree per action, grown online; epsilon-greedy",
     .source = "thesis, section 5.13 (p. 201), which asks for one; Domingos, Hulten, KDD 2000",
     .parameters = parameters.described(),
     .aliases = "vfdt"},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::hoeffding_tree
