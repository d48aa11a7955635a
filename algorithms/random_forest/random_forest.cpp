#include "algorithms/random_forest/random_forest.hpp"

#include <mutex>
#include <opencv2/ml.hpp>

namespace replaybench::algorithms::random_forest {

double Forest::value(std::uint32_t root, std::span<const double> x) const {
  const Node* node = &nodes[root];
  while (node->feature >= 0) {
    const auto feature = static_cast<float>(x[static_cast<std::size_t>(node->feature)]);
    node = &nodes[feature <= node->threshold ? node->left : node->right];
  }
  return node->value;
}

Forest grow(const learning::TrainingRows& rows, const learning::ActionTask& task, bool classify,
            const Options& options, std::vector<float>* predictions) {
  static std::once_flag single;
  std::call_once(single, [] { cv::setNumThreads(1); });

  // The trees draw from this generator, of which each thread has its own.
  cv::theRNG() = cv::RNG(0x5eed + options.seed);
  const int n = static_cast<int>(task.examples.size());
  const int d = static_cast<int>(rows.dimension);
  cv::Mat samples(n, d, CV_32F);
  cv::Mat responses(n, 1, classify ? CV_32S : CV_32F);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto x = rows.row(task.examples[at]);
    for (int f = 0; f < d; ++f) {
      samples.at<float>(i, f) = static_cast<float>(x[static_cast<std::size_t>(f)]);
    }
    if (classify) {
      responses.at<int>(i) = static_cast<int>(task.targets[at]);
    } else {
      responses.at<float>(i) = static_cast<float>(task.targets[at]);
    }
  }
  const auto forest = cv::ml::RTrees::create();
  forest->setMaxDepth(static_cast<int>(options.depth));
  forest->setMinSampleCount(static_cast<int>(options.leaf));
  forest->setRegressionAccuracy(0);
  forest->setUseSurrogates(false);
  forest->setCVFolds(0);
  forest->setActiveVarCount(std::min(static_cast<int>(options.features), d));
  forest->setTermCriteria(
      cv::TermCriteria(cv::TermCriteria::MAX_ITER, static_cast<int>(options.trees), 0));
  if (!forest->train(cv::ml::TrainData::create(samples, cv::ml::ROW_SAMPLE, responses))) {
    throw std::logic_error("OpenCV could not grow the forest");
  }
  if (predictions) {
    cv::Mat results;
    forest->predict(samples, results);
    predictions->assign(results.begin<float>(), results.end<float>());
  }

  Forest copy;
  for (const int root : forest->getRoots()) copy.roots.push_back(static_cast<std::uint32_t>(root));
  const auto& splits = forest->getSplits();
  for (const auto& grown : forest->getNodes()) {
    Node node;
    node.value = grown.value;
    if (grown.split >= 0) {
      const auto& split = splits[static_cast<std::size_t>(grown.split)];
      node.feature = split.varIdx;
      node.threshold = split.c;
      node.left = static_cast<std::uint32_t>(grown.left);
      node.right = static_cast<std::uint32_t>(grown.right);
    }
    copy.nodes.push_back(node);
  }
  return copy;
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
    // OpenCV asks for two classes.
    if (std::count(learnt_.begin(), learnt_.end(), 1) > 1) {
      forests_.push_back(grow(rows, task, true, options_));
    }
  } else {
    forests_.resize(rows.action_count);
    for (Action action = 0; action < rows.action_count; ++action) {
      const learning::ActionTask task = learning::task_of(rows, action);
      if (!learning::can_be_learnt(rows, task)) continue;
      learnt_[action] = 1;
      // OpenCV asks for a reward; without one every tree would say 0.
      if (std::any_of(task.targets.begin(), task.targets.end(), [](double y) { return y != 0; })) {
        forests_[action] = grow(rows, task, false, options_);
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

const auto parameters = bind_parameters<Options>(
    learning::scheme_parameter(&Options::scheme,
                               {learning::Scheme::clicks, learning::Scheme::regressors}),
    integer(&Options::trees, "trees", "trees of a forest").at_least(1).at_most(10'000),
    integer(&Options::depth, "depth", "largest depth of a tree").at_least(1).at_most(25),
    integer(&Options::leaf, "leaf", "a node of fewer examples is not split")
        .at_least(1)
        .at_most(1e6),
    integer(&Options::features, "features", "features tried at a node; 0: the root of their number")
        .at_least(0)
        .at_most(1e6),
    integer(&Options::seed, "seed", "of the resamples and of the features tried")
        .at_least(0)
        .at_most(4294967295.0));

}  // namespace

const AlgorithmDescription description{
    {.name = "random_forest",
     .summary = "a random forest over the rewarded records, trained offline on a log",
     .source = "thesis, table 4.1 (section 4.5, p. 117; RF), appendix B.4 (p. 242); Breiman 2001",
     .parameters = parameters.described()},
    parameters.factory(make),
    RewardRange::binary};

}  // namespace replaybench::algorithms::random_forest
