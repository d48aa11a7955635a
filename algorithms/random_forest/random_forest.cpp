#include "algorithms/random_forest/random_forest.hpp"

namespace replaybench::algorithms::random_forest {

using learning::Forest;

learning::ForestExamples examples_of(const learning::TrainingRows& rows,
                                     const learning::ActionTask& task) {
  learning::ForestExamples examples;
  examples.dimension = rows.dimension;
  examples.features.reserve(task.examples.size() * rows.dimension);
  for (std::size_t i = 0; i < task.examples.size(); ++i) {
    examples.add(rows.row(task.examples[i]), task.targets[i]);
  }
  return examples;
}

void RandomForest::train(const Log& log) {
  const learning::TrainingRows rows = learning::training_rows(log, options_.scheme, false);
  forests_.clear();
  std::fill(learnt_.begin(), learnt_.end(), std::uint8_t{0});
  if (rows.scheme == learning::Scheme::clicks) {
    learning::ActionTask task;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      task.examples.push_back(static_cast<std::uint32_t>(i));
      task.targets.push_back(rows.actions[i]);
      learnt_[rows.actions[i]] = 1;
    }
    // OpenCV requires two classes.
    if (std::count(learnt_.begin(), learnt_.end(), 1) > 1) {
      forests_.push_back(learning::grow_forest(examples_of(rows, task), true, options_.forest));
    }
  } else {
    forests_.resize(rows.action_count);
    for (Action action = 0; action < rows.action_count; ++action) {
      const learning::ActionTask task = learning::task_of(rows, action);
      if (!learning::can_be_learnt(rows, task)) continue;
      learnt_[action] = 1;
      // OpenCV requires a reward; without one every tree would predict 0.
      if (std::any_of(task.targets.begin(), task.targets.end(), [](double y) { return y != 0; })) {
        forests_[action] = learning::grow_forest(examples_of(rows, task), false, options_.forest);
      }
    }
  }
  became_trained();
}

void RandomForest::score_all(const Context& context, const ActionSet& actions) const {
  const auto x = context.values();
  for (Action i = 0; i < actions.size(); ++i) {
    scores_[actions[i]] = learnt_[actions[i]] ? 0 : -std::numeric_limits<double>::infinity();
  }
  if (options_.scheme == learning::Scheme::clicks) {
    for (const Forest& forest : forests_) {
      // A vote for an action that is not in the pool is lost.
      for (const std::uint32_t root : forest.roots) {
        scores_[static_cast<std::size_t>(forest.value(root, x))] += 1;
      }
    }
    return;
  }
  for (Action i = 0; i < actions.size(); ++i) {
    const Forest& forest = forests_[actions[i]];
    for (const std::uint32_t root : forest.roots) scores_[actions[i]] += forest.value(root, x);
  }
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(RandomForest(problem.action_count, options));
}

using learning::ForestOptions;

const auto parameters = bind_parameters<Options>(
    learning::scheme_parameter(&Options::scheme,
                               {learning::Scheme::clicks, learning::Scheme::regressors}),
    group(&Options::forest,
          bind_parameters<ForestOptions>(
              integer(&ForestOptions::trees, "trees", "trees of a forest")
                  .at_least(1)
                  .at_most(10'000),
              integer(&ForestOptions::depth, "depth", "largest depth of a tree")
                  .at_least(1)
                  .at_most(25),
              integer(&ForestOptions::leaf, "leaf", "a node of fewer examples is not split")
                  .at_least(1)
                  .at_most(1e6),
              integer(&ForestOptions::features, "features",
                      "features tried at a node; 0: the root of their number")
                  .at_least(0)
                  .at_most(1e6),
              integer(&ForestOptions::seed, "seed", "of the resamples and of the features tried")
                  .at_least(0)
                  .at_most(4294967295.0))));

}  // namespace

const AlgorithmDescription description{
    {.name = "random_forest",
     .group = Group::trained_offline,
     .is_core = true,
     .summary = "a random forest over rewarded records, trained on a log",
     .source = "thesis, table 4.1 (section 4.5, p. 117; RF), appendix B.4 (p. 242); Breiman 2001",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::random_forest
