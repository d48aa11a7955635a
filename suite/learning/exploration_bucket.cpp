#include "suite/learning/exploration_bucket.hpp"

namespace replaybench::learning {

std::vector<ParameterInfo> bucket_parameters() {
  return {real("epsilon", 0.1, "share of the random bucket in the visits")
              .at_least(0)
              .at_most(1)
              .source("not given (Li et al. 2011, section 4.3)")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5}),
          choice("learn_from", {"bucket", "all"},
                 "estimates from the rewards of the random bucket, or from all rewards")
              .source("Li et al. 2011, section 4.3: the bucket"),
          choice("ties", {"random", "lowest"},
                 "which of several best actions is served; actions without an estimate tie below "
                 "all others")};
}

BucketOptions bucket_options(const Parameters& parameters) {
  BucketOptions options;
  options.epsilon = parameters.real("epsilon");
  options.learn_from = parameters.text("learn_from") == "all" ? LearnFrom::all : LearnFrom::bucket;
  options.ties = ties_of(parameters);
  return options;
}

}  // namespace replaybench::learning
