// The parameters of ad_predictor, and their requirements on a problem.

#include <algorithm>
#include <string>

#include "algorithms/ad_predictor/ad_predictor.hpp"
#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::ad_predictor {

namespace {

// Parameters in the user's form.
struct UserOptions : Options {
  double sigma_discrete = 20;
  double sigma_continuous = 20;
  double mean_discrete = 0;
  double mean_continuous = 0;
  std::int64_t first_code = -1;  // below 0: there is none
};

bool leaves_features_to_cross(const Options& options, std::size_t dimension) {
  const bool by_list = options.items == Items::none || options.items == Items::feature;
  if (!by_list || options.used == Used::continuous) return false;
  for (std::size_t i = options.first_categorical; i < dimension; ++i) {
    const auto& list = options.crossed;
    if (std::find(list.begin(), list.end(), static_cast<std::int64_t>(i)) == list.end())
      return true;
  }
  return false;
}

Agent make(const UserOptions& written, const Problem& problem) {
  Options options = written;
  options.discrete = {written.mean_discrete, written.sigma_discrete * written.sigma_discrete};
  options.continuous = {written.mean_continuous,
                        written.sigma_continuous * written.sigma_continuous};
  options.first_categorical =
      written.first_code < 0 ? problem.dimension : static_cast<std::size_t>(written.first_code);
  if (options.form == Continuous::hybrid && options.discretiser == Discretiser::cuts) {
    throw NotApplicable(
        "ad_predictor: continuous = \"hybrid\" needs parts that stay; discretiser = \"cuts\" "
        "chooses them anew");
  }
  if (options.search.after > 0 && !leaves_features_to_cross(options, problem.dimension)) {
    throw NotApplicable("ad_predictor: anova_after = " + std::to_string(options.search.after) +
                        " looks for categorical features to cross with the item, and there is none "
                        "that is used and not crossed already; see first_categorical, items, "
                        "crossed and features");
  }
  for (const std::int64_t feature : options.crossed) {
    if (feature < 0 || static_cast<std::size_t>(feature) >= problem.dimension) {
      throw NotApplicable("ad_predictor: crossed names feature " + std::to_string(feature) +
                          "; contexts have " + std::to_string(problem.dimension) +
                          ", numbered from 0");
    }
    const bool categorical = static_cast<std::size_t>(feature) >= options.first_categorical;
    if (options.used == (categorical ? Used::continuous : Used::discrete)) {
      throw NotApplicable("ad_predictor: crossed names feature " + std::to_string(feature) +
                          ", which features = " + (categorical ? "continuous" : "discrete") +
                          " leaves out");
    }
  }
  return Agent(AdPredictor(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<UserOptions>(
    integer(&UserOptions::explore, "explore",
            "updates before which it chooses the score of largest variance (T)")
        .at_least(0)
        .source("thesis, section 2.4.4 (p. 52): 5000 batches, 1 % of phase 1"),
    real(&UserOptions::alpha, "alpha",
         "factor of the variance of the sampled score; 0: no exploration")
        .at_least(0)
        .finite()
        .source("thesis, section 2.4.4 (p. 52): 1 until the last days, then 0"),
    real(&UserOptions::beta, "beta", "the larger, the slower it learns")
        .above(0)
        .finite()
        .source("thesis, appendix E.3.2 (p. 269): 300 to 600")
        .tuned_over({1, 3, 10, 30, 100, 300, 1000, 3000}),
    real(&UserOptions::sigma_discrete, "sigma_discrete",
         "standard deviation of the weights of categorical features before any reward")
        .above(0)
        .finite()
        .source("thesis, appendix E.3.2 (p. 269)"),
    real(&UserOptions::sigma_continuous, "sigma_continuous", "the same for continuous features")
        .above(0)
        .finite()
        .source("thesis, appendix E.3.2 (p. 269)"),
    real(&UserOptions::mean_discrete, "mean_discrete",
         "mean of the weights of categorical features at first")
        .finite()
        .source("thesis, section 2.4.1 (p. 48)"),
    real(&UserOptions::mean_continuous, "mean_continuous", "the same for continuous features")
        .finite()
        .source("thesis, section 2.4.1 (p. 48)"),
    choice(&UserOptions::gain, "gain",
           {{"corrected", learning::Gain::corrected}, {"printed", learning::Gain::printed}},
           "a mean steps by sigma^2 / Sigma (the exact posterior mean), or by sigma / Sigma")
        .source("Graepel et al. 2010; thesis, algorithm 7 (section 2.4.5, p. 53)"),
    choice(&UserOptions::interpolated, "table", {{"exact", false}, {"interpolated", true}},
           "v and w themselves, or from a table")
        .source("thesis, section 2.3.3 (p. 46)"),
    choice(&UserOptions::items, "items",
           {{"all", Items::all},
            {"discrete", Items::discrete},
            {"none", Items::none},
            {"feature", Items::feature}},
           "which features are crossed with the item; feature: the item is one itself")
        .source("thesis, sections 2.4.1 (p. 48), 2.4.2 (p. 49) and 2.4.5 (p. 53)"),
    choice(&UserOptions::used, "features",
           {{"all", Used::all}, {"discrete", Used::discrete}, {"continuous", Used::continuous}},
           "which features are used")
        .source("thesis, section 2.4.1 (p. 48): the discrete ones alone at first"),
    integer(&UserOptions::first_code, "first_categorical",
            "features from this one on are codes, those before are numbers; -1: all numbers")
        .at_least(-1),
    integer(&UserOptions::values, "values", "codes of a categorical feature: 0 to values - 1")
        .at_least(1)
        .at_most(1'000'000),
    real(&UserOptions::missing, "missing", "the number that stands for a missing value")
        .finite()
        .source("NA: thesis, sections 2.3.1 (p. 45) and 2.4.1 (p. 48)"),
    choice(&UserOptions::discretiser, "discretiser",
           {{"groups", Discretiser::groups}, {"em", Discretiser::em}, {"cuts", Discretiser::cuts}},
           "buckets for groups of similar features; five by EM; the best cut into two")
        .source("thesis, section 2.4.2 (p. 49)"),
    group(&UserOptions::threshold,
          bind_parameters<Threshold>(
              real(&Threshold::start, "threshold_start", "cuts: T(t) at the start")
                  .finite()
                  .source("thesis, section 2.4.2 (p. 49)"),
              real(&Threshold::slope, "threshold_slope",
                   "cuts: by how much T(t) decreases per update")
                  .at_least(0)
                  .finite()
                  .source("gamma, thesis section 2.4.2 (p. 49); no value"),
              real(&Threshold::least, "threshold_min", "cuts: the least of T(t)")
                  .finite()
                  .source("thesis, section 2.4.2 (p. 49); no value"))),
    real(&UserOptions::forgetting, "forgetting",
         "epsilon: by how much weights go back to their prior per update")
        .at_least(0)
        .below(1)
        .source("thesis, appendix E.2.1 (p. 268); 0 was best"),
    integer(&UserOptions::models, "models",
            "shifting models: how many learn at the same time (M_max)")
        .at_least(1)
        .at_most(1000)
        .source("thesis algorithm 19"),
    integer(&UserOptions::tau, "tau", "updates between two changes of models; 0: never")
        .at_least(0)
        .source("thesis algorithm 19"),
    choice(&UserOptions::reset, "reset", {{"sigmas", Reset::sigmas}, {"all", Reset::all}},
           "what a new model does not copy from the newest")
        .source("thesis, algorithm 19 (appendix E.2, p. 267) and appendix E.2.2 (p. 268)"),
    choice(&UserOptions::form, "continuous",
           {{"parts", Continuous::parts},
            {"linear", Continuous::linear},
            {"both", Continuous::both},
            {"hybrid", Continuous::hybrid}},
           "a continuous feature has a weight for each part; one slope; both; or a weight and a "
           "slope for each part")
        .source("thesis, appendix E.1 (p. 263): linear ones lose, hybrid ones do not hurt"),
    integers(&UserOptions::crossed, "crossed",
             "features crossed with the item besides those of items")
        .source("thesis, section 2.4.2 (p. 49): a few continuous ones"),
    group(&UserOptions::search,
          bind_parameters<CrossingOptions>(
              integer(&CrossingOptions::after, "anova_after",
                      "updates before the first analysis of variance that looks for categorical "
                      "features to cross with the item (then twice as many, and so on); 0: never")
                  .at_least(0)
                  .added_later()
                  .source("thesis, section 2.4.2 (p. 49): \"an ANOVA\"; no value"),
              real(&CrossingOptions::level, "anova_level",
                   "probability that it crosses any feature that does not interact with the item")
                  .above(0)
                  .below(1)
                  .added_later()
                  .source("thesis, section 2.4.2 (p. 49): no value"))),
    real(&UserOptions::slope_unit, "slope_unit",
         "what a slope is multiplied by: sign(x) ln(1 + |x|) over this; the larger, the slower it "
         "learns")
        .above(0)
        .finite()
        .source("thesis, appendix E.1 (p. 263): no value"),
    real(&UserOptions::decreasing, "decreasing",
         "c: the n-th choice is uniform with probability min(1, c / n); 0: never")
        .at_least(0)
        .finite()
        .source("thesis, section 2.4.4 (p. 52): epsilon_n-greedy, no improvement; no value"),
    learning::ties_parameter(&UserOptions::ties)
        .source("thesis, algorithm 7 (section 2.4.5, p. 53): not said"));

}  // namespace

const AlgorithmDescription description{
    {.name = "ad_predictor",
     .group = Group::linear_models,
     .summary = "a Gaussian weight for each value of each feature, learned by probit regression; "
                "won challenge 2",
     .source = "thesis algorithm 7 (section 2.4.5, p. 53); Graepel et al. 2010",
     .revision = 3,  // the slope of a missing value has no variance
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::ad_predictor
