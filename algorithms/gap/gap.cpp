#include "algorithms/gap/gap.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::gap {

namespace {

std::size_t weights_of(Form form, std::size_t parts) {
  switch (form) {
    case Form::linear:
      return 1;
    case Form::affine:
      return 2 * parts + 2;
    default:
      return parts + 2;
  }
}

}  // namespace

Gap::Gap(Action action_count, Options options) : options_(std::move(options)) {
  std::size_t max_active = options_.added_intercept ? 1 : 0;
  for (const Form form : options_.forms) {
    first_.push_back(2 * weight_count_);
    weight_count_ += weights_of(form, options_.parts);
    max_active += form == Form::affine ? 2 : 1;
  }
  if (options_.added_intercept) ++weight_count_;
  alpha_ = options_.exploration / (static_cast<double>(max_active) * options_.prior_variance);
  active_.resize(max_active);
  weights_.resize(2 * weight_count_ * action_count);
  for (std::size_t i = 0; i < weights_.size(); i += 2) {
    weights_[i] = options_.prior_mean;
    weights_[i + 1] = options_.prior_variance;
  }
}

// 0 .. parts - 1 inside the range, parts below it (and for a value that is no number), parts + 1
// above.
std::size_t Gap::part_of(double value) const {
  const std::size_t parts = options_.parts;
  if (!(value >= options_.lowest)) return parts;
  if (value > options_.highest) return parts + 1;
  const double width = (options_.highest - options_.lowest) / static_cast<double>(parts);
  return std::min(parts - 1, static_cast<std::size_t>((value - options_.lowest) / width));
}

void Gap::read(const Context& context) const {
  const std::size_t parts = options_.parts;
  std::size_t count = 0;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double x = context[i];
    const Form form = options_.forms[i];
    if (form == Form::linear) {
      active_[count++] = {first_[i], x};
      continue;
    }
    const std::size_t part = part_of(x);
    const bool outside = part >= parts;
    if (form == Form::affine && !outside) {
      active_[count++] = {first_[i] + 4 * part, 1};
      active_[count++] = {first_[i] + 4 * part + 2, x};
    } else if (form == Form::affine) {
      active_[count++] = {first_[i] + 2 * (parts + part), 1};
    } else {
      active_[count++] = {first_[i] + 2 * part, form == Form::hybrid && !outside ? x : 1};
    }
  }
  if (options_.added_intercept) active_[count++] = {2 * (weight_count_ - 1), 1};
  active_count_ = count;
}

void Gap::update(const Context& context, Action action, double reward) {
  read(context);
  const Gaussian distribution = active_score(action);
  const double y = reward > 0.5 ? 1 : -1;
  const learning::ProbitStep step =
      learning::probit_step(y, distribution.mean, distribution.variance, options_.beta);
  double* row = weights_.data() + 2 * weight_count_ * action;
  for (const Active& active : std::span(active_).first(active_count_)) {
    double& mean = row[active.place];
    double& variance = row[active.place + 1];
    mean += learning::mean_step(step, variance, options_.gain) * active.value;
    variance = learning::shrunk(step, variance);
  }
  if (!std::isfinite(active_score(action).mean)) {
    throw NumericalFailure(
        "gap: the weights overflowed; the features are too large for beta and prior_variance");
  }
}

std::vector<Gaussian> Gap::active_weights(const Context& context, Action action) const {
  read(context);
  std::vector<Gaussian> list;
  const double* row = weights_.data() + 2 * weight_count_ * action;
  for (const Active& active : std::span(active_).first(active_count_)) {
    list.push_back({row[active.place], row[active.place + 1]});
  }
  return list;
}

namespace {

enum class Intercept { last_feature, added, none };

// Parameters in the user's form.
struct UserOptions : Options {
  Form form = Form::affine;
  std::vector<std::int64_t> discrete_features;
  std::vector<std::int64_t> linear_features;
  std::vector<std::int64_t> hybrid_features;
  std::vector<std::int64_t> affine_features;
  Intercept intercept = Intercept::last_feature;
};

std::vector<Form> forms_of(const UserOptions& written, std::size_t dimension) {
  std::vector<Form> forms(dimension, written.form);
  const bool constant_last = written.intercept == Intercept::last_feature;
  std::vector<bool> named(dimension, false);
  if (constant_last) {
    forms.back() = Form::linear;
    named.back() = true;
  }
  const auto assign = [&](Form form, const char* list, const std::vector<std::int64_t>& features) {
    for (const std::int64_t feature : features) {
      const auto i = static_cast<std::size_t>(feature);
      if (feature < 0 || i >= dimension) {
        throw NotApplicable("gap: " + std::string(list) + " names feature " +
                            std::to_string(feature) + ", contexts have features 0 to " +
                            std::to_string(dimension - 1));
      }
      if (named[i]) {
        throw NotApplicable("gap: feature " + std::to_string(feature) +
                            (constant_last && i + 1 == dimension
                                 ? " is the intercept (intercept=\"last_feature\")"
                                 : " has two forms"));
      }
      named[i] = true;
      forms[i] = form;
    }
  };
  assign(Form::discrete, "discrete_features", written.discrete_features);
  assign(Form::linear, "linear_features", written.linear_features);
  assign(Form::hybrid, "hybrid_features", written.hybrid_features);
  assign(Form::affine, "affine_features", written.affine_features);
  return forms;
}

Agent make(const UserOptions& written, const Problem& problem) {
  if (problem.dimension == 0 && written.intercept != Intercept::added) {
    throw NotApplicable("gap: contexts have no features; intercept=\"added\" gives it a weight");
  }
  Options options = written;
  options.forms = forms_of(written, problem.dimension);
  options.added_intercept = written.intercept == Intercept::added;
  if (!(options.lowest < options.highest)) {
    throw NotApplicable("gap: lowest must be below highest");
  }
  return Agent(Gap(problem.action_count, std::move(options)));
}

const auto parameters = bind_parameters<UserOptions>(
    choice(&UserOptions::form, "form",
           {{"affine", Form::affine},
            {"hybrid", Form::hybrid},
            {"linear", Form::linear},
            {"discrete", Form::discrete}},
           "how features are treated, where the four lists below do not say otherwise")
        .source("thesis, appendix E.1.2 (p. 264): affine by part is what we want to do most "
                "of the time"),
    integers(&UserOptions::discrete_features, "discrete_features",
             "features with one weight for each part"),
    integers(&UserOptions::linear_features, "linear_features", "features with one linear weight"),
    integers(&UserOptions::hybrid_features, "hybrid_features",
             "features with one linear weight for each part"),
    integers(&UserOptions::affine_features, "affine_features",
             "features with two weights for each part"),
    choice(&UserOptions::intercept, "intercept",
           {{"last_feature", Intercept::last_feature},
            {"added", Intercept::added},
            {"none", Intercept::none}},
           "the constant: the last feature is it (and is linear); one more weight; neither")
        .source("thesis, appendix E.1.2 (p. 264): an always active non-linear weight"),
    integer(&UserOptions::parts, "parts",
            "equal parts of [lowest, highest]; outside there are two more")
        .at_least(1)
        .at_most(1'000'000)
        .source("thesis, appendix E.1.2 (p. 264): accuracy versus learning speed; no value"),
    real(&UserOptions::lowest, "lowest", "where the parts begin")
        .finite()
        .source("three standard deviations of a standardised feature"),
    real(&UserOptions::highest, "highest", "where the parts end")
        .finite()
        .source("three standard deviations of a standardised feature"),
    real(&UserOptions::exploration, "exploration", "variance of a score before any reward")
        .at_least(0)
        .finite()
        .source("thesis, section 2.6.5 (p. 60), for LAP"),
    real(&UserOptions::beta, "beta", "the larger, the slower it learns")
        .above(0)
        .finite()
        .source("thesis table 2.2 (section 2.6.5, p. 60), for LAP")
        .tuned_over({1, 3, 10, 30, 100, 300, 1000, 3000}),
    real(&UserOptions::prior_mean, "prior_mean", "mean of every weight before any reward")
        .finite()
        .source("thesis, section 2.6.5 (p. 60), for LAP"),
    real(&UserOptions::prior_variance, "prior_variance",
         "variance of every weight before any reward")
        .above(0)
        .finite()
        .source("thesis, section 2.6.5 (p. 60), for LAP"),
    choice(&UserOptions::gain, "gain",
           {{"printed", learning::Gain::printed}, {"corrected", learning::Gain::corrected}},
           "a mean steps by sigma / Sigma, or by sigma^2 / Sigma (the exact posterior mean)")
        .source("thesis, section 2.6.1 (p. 57); Graepel et al. 2010"));

}  // namespace

const AlgorithmDescription description{
    {.name = "gap",
     .group = Group::linear_models,
     .summary = "Generalized Ad Predictor: discrete, linear, linear-by-part and affine-by-part "
                "features; explores by sampling its score",
     .source = "thesis section 2.6.2 (p. 57), appendix E.1 (p. 263)",
     .revision = 2,  // another probit: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::gap
