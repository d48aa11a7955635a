#include "algorithms/semp/semp.hpp"

#include <string>

namespace replaybench::algorithms::semp {

std::size_t Segmentation::size() const {
  if (by == SegmentBy::largest) return features.size();
  std::size_t cells = 1;
  for (std::size_t i = 0; i < features.size(); ++i) cells *= cuts.size() + 1;
  return cells;
}

std::size_t Segmentation::of(const Context& context) const {
  std::size_t segment = 0;
  if (by == SegmentBy::largest) {
    for (std::size_t i = 1; i < features.size(); ++i) {
      if (context[features[i]] > context[features[segment]]) segment = i;
    }
    return segment;
  }
  for (const std::size_t feature : features) {
    std::size_t cell = 0;
    while (cell < cuts.size() && context[feature] >= cuts[cell]) ++cell;
    segment = segment * (cuts.size() + 1) + cell;
  }
  return segment;
}

namespace {

constexpr double max_estimates = 1 << 26;  // 3 numbers each: 1.5 GiB

struct Options {
  learning::BucketOptions bucket;
  Segmentation segmentation;
};

Agent make(const Options& options, const Problem& problem) {
  const Segmentation& segmentation = options.segmentation;
  for (const std::size_t feature : segmentation.features) {
    if (feature >= problem.dimension) {
      throw NotApplicable("semp: there is no feature " + std::to_string(feature) +
                          "; contexts have " + std::to_string(problem.dimension));
    }
  }
  if (segmentation.features.empty()) throw NotApplicable("semp: features is empty");
  for (std::size_t i = 1; i < segmentation.cuts.size(); ++i) {
    if (!(segmentation.cuts[i - 1] < segmentation.cuts[i])) {
      throw NotApplicable("semp: cuts must increase");
    }
  }
  // In reals, for the product may pass every integer.
  double segments = 1;
  if (segmentation.by == SegmentBy::cells) {
    for (std::size_t i = 0; i < segmentation.features.size(); ++i) {
      segments *= static_cast<double>(segmentation.cuts.size() + 1);
    }
  }
  if (segments * problem.action_count > max_estimates) {
    throw NotApplicable("semp: too many segments; segment_by=\"largest\" has one a feature");
  }
  return Agent(Semp(problem.action_count, segmentation, options.bucket));
}

const auto parameters = bind_parameters<Options>(
    group(&Options::bucket, learning::bucket_parameters()),
    group(&Options::segmentation,
          bind_parameters<Segmentation>(
              integers(&Segmentation::features, "features",
                       "the features that define the segments, from 0")
                  .source("Li et al. 2011, section 4.3: age and gender"),
              choice(&Segmentation::by, "segment_by",
                     {{"cells", SegmentBy::cells}, {"largest", SegmentBy::largest}},
                     "the combination of the cells between the cuts, or the largest feature")
                  .source("Li et al. 2011, section 4.3: 18 clusters, not given"),
              reals(&Segmentation::cuts, "cuts",
                    "segment_by = cells: where each feature is cut, increasing"))));

}  // namespace

const AlgorithmDescription description{
    {.name = "semp",
     .group = Group::other_models,
     .summary = "segmented most popular: EMP in each segment of the visitors",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.3",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::semp
