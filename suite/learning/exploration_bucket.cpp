#include "suite/learning/exploration_bucket.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::learning {

Binding<BucketOptions> bucket_parameters() {
  return bind_parameters<BucketOptions>(
      real(&BucketOptions::epsilon, "epsilon", "share of the random bucket in the visits")
          .at_least(0)
          .at_most(1)
          .source("not given (Li et al. 2011, section 4.3)")
          .tuned_over(exploration_shares()),
      choice(&BucketOptions::learn_from, "learn_from",
             {{"bucket", LearnFrom::bucket}, {"all", LearnFrom::all}},
             "estimates from the rewards of the random bucket, or from all rewards")
          .source("Li et al. 2011, section 4.3: the bucket"),
      ties_parameter(&BucketOptions::ties, "actions without an estimate tie below all others"));
}

}  // namespace replaybench::learning
