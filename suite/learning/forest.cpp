#include "suite/learning/forest.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#if __has_include(<opencv2/ml.hpp>)
#include <opencv2/ml.hpp>
#define REPLAYBENCH_HAS_OPENCV 1
#endif

#include "suite/component/description.hpp"

namespace replaybench::learning {

#ifdef REPLAYBENCH_HAS_OPENCV
namespace {

// A header over the examples' own numbers, which OpenCV reads and does not change.
cv::Mat samples_of(const ForestExamples& examples) {
  return cv::Mat(static_cast<int>(examples.targets.size()), static_cast<int>(examples.dimension),
                 CV_32F, const_cast<float*>(examples.features.data()));
}

cv::Mat responses_of(const ForestExamples& examples, bool classify) {
  cv::Mat responses(static_cast<int>(examples.targets.size()), 1, classify ? CV_32S : CV_32F);
  for (int i = 0; i < responses.rows; ++i) {
    const double target = examples.targets[static_cast<std::size_t>(i)];
    if (classify) {
      responses.at<int>(i) = static_cast<int>(target);
    } else {
      responses.at<float>(i) = static_cast<float>(target);
    }
  }
  return responses;
}

Forest copy_of(const cv::ml::RTrees& grown_forest) {
  Forest copy;
  for (const int root : grown_forest.getRoots()) {
    copy.roots.push_back(static_cast<std::uint32_t>(root));
  }
  const auto& splits = grown_forest.getSplits();
  for (const auto& grown : grown_forest.getNodes()) {
    TreeNode node;
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

}  // namespace
#endif

double Forest::value(std::uint32_t root, std::span<const double> x) const {
  const TreeNode* node = &nodes[root];
  while (node->feature >= 0) {
    const auto feature = static_cast<float>(x[static_cast<std::size_t>(node->feature)]);
    node = &nodes[feature <= node->threshold ? node->left : node->right];
  }
  return node->value;
}

double Forest::sum(std::span<const double> x) const {
  double sum = 0;
  for (const std::uint32_t root : roots) sum += value(root, x);
  return sum;
}

#ifdef REPLAYBENCH_HAS_OPENCV
Forest grow_forest(const ForestExamples& examples, bool classify, const ForestOptions& options,
                   std::vector<float>* predictions) {
  static std::once_flag single;
  std::call_once(single, [] { cv::setNumThreads(1); });

  // The trees draw from this generator, of which each thread has its own.
  cv::theRNG() = cv::RNG(0x5eed + options.seed);
  const cv::Mat samples = samples_of(examples);
  const auto forest = cv::ml::RTrees::create();
  forest->setMaxDepth(static_cast<int>(options.depth));
  forest->setMinSampleCount(static_cast<int>(options.leaf));
  forest->setRegressionAccuracy(0);
  forest->setUseSurrogates(false);
  forest->setCVFolds(0);
  forest->setActiveVarCount(
      std::min(static_cast<int>(options.features), static_cast<int>(examples.dimension)));
  forest->setTermCriteria(
      cv::TermCriteria(cv::TermCriteria::MAX_ITER, static_cast<int>(options.trees), 0));
  if (!forest->train(cv::ml::TrainData::create(samples, cv::ml::ROW_SAMPLE,
                                               responses_of(examples, classify)))) {
    throw std::logic_error("OpenCV could not grow the forest");
  }
  if (predictions) {
    cv::Mat results;
    forest->predict(samples, results);
    predictions->assign(results.begin<float>(), results.end<float>());
  }
  return copy_of(*forest);
}
#else
Forest grow_forest(const ForestExamples&, bool, const ForestOptions&, std::vector<float>*) {
  throw NotApplicable("this build has no OpenCV, which grows the random forests");
}
#endif

}  // namespace replaybench::learning
