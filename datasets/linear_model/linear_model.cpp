#include "datasets/linear_model/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"

namespace replaybench::datasets::linear_model {

namespace {

LinearArm draw_arm(const LinearOptions& options, bool universal, Draws draws) {
  LinearArm arm;
  arm.quality = (universal ? 0.4 : 0.1) + 0.1 * draws.uniform();
  if (universal) return arm;
  const auto q_max = static_cast<std::uint32_t>(options.q_max);
  const std::uint32_t relevant = options.always_q_max ? q_max : 1 + draws.below(q_max);
  std::vector<std::size_t> features(options.features);
  std::iota(features.begin(), features.end(), std::size_t{0});
  for (std::uint32_t i = 0; i < relevant; ++i) {
    const auto left = static_cast<std::uint32_t>(options.features) - i;
    std::swap(features[i], features[i + draws.below(left)]);
    arm.relevant.push_back({features[i], options.weight_deviation * draws.normal()});
  }
  return arm;
}

double clip(double probability) { return std::clamp(probability, 0.0, 1.0); }

}  // namespace

std::vector<LinearArm> draw_linear_arms(const LinearOptions& options, StreamKey model) {
  std::vector<LinearArm> arms;
  for (Action a = 0; a < options.actions; ++a) {
    arms.push_back(draw_arm(options, a < options.universal, Draws(model, a)));
  }
  if (!options.listed_order) {
    Draws draws(model, options.actions);
    for (Action i = options.actions; i > 1; --i) std::swap(arms[i - 1], arms[draws.below(i)]);
  }
  return arms;
}

LinearEnvironment::LinearEnvironment(const LinearOptions& options,
                                     std::shared_ptr<const std::vector<LinearArm>> arms,
                                     StreamKey environment)
    : options_(options),
      arms_(std::move(arms)),
      environment_(environment),
      shrink_(options.signal_is_x ? 1
                                  : 1 / (1 + options.noise_deviation * options.noise_deviation)),
      normals_(2 * options.features),
      c_(options.features, 0),
      x_(options.features + (options.intercept ? 1 : 0), 1) {}

void LinearEnvironment::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  uniform_ = draws.uniform();
  draws.normals(normals_);
  for (std::size_t i = 0; i < c_.size(); ++i) {
    c_[i] = normals_[2 * i];
    x_[i] = c_[i] + options_.noise_deviation * normals_[2 * i + 1];
  }
}

double LinearEnvironment::reward(Action action) const {
  // A uniform below the score needs no clipping.
  return uniform_ < (*arms_)[action].score(options_.signal_is_x ? x_ : c_) ? 1 : 0;
}

double LinearEnvironment::expected_reward(const Context& context, Action action,
                                          Knowledge knowledge) const {
  const LinearArm& arm = (*arms_)[action];
  if (knowledge == Knowledge::plug_in) return arm.score(context.values());
  if (knowledge == Knowledge::posterior) return arm.score(context.values(), shrink_);
  if (options_.signal_is_x) return clip(arm.score(context.values()));
  if (context.hidden().size() != c_.size()) {
    throw std::logic_error("linear_model: this context has no hidden part");
  }
  return clip(arm.score(context.hidden()));
}

namespace {

struct UserOptions : LinearOptions {
  bool variances = false;        // noise and weight_scale are variances
  std::int64_t model_seed = -1;  // below 0: the replicate's
};

std::shared_ptr<const Dataset> make(const UserOptions& written) {
  LinearOptions options = written;
  if (written.variances) {
    options.noise_deviation = std::sqrt(options.noise_deviation);
    options.weight_deviation = std::sqrt(options.weight_deviation);
  }
  if (options.universal > options.actions) {
    refuse_parameters("linear_model", "more universal actions than actions");
  }
  if (options.q_max > options.features) {
    refuse_parameters("linear_model", "q_max is larger than the number of features");
  }
  const std::int64_t seed = written.model_seed;
  return std::make_shared<Simulator>([options, seed](StreamKey model, StreamKey environment) {
    const StreamKey key =
        seed < 0 ? model : derive_key(static_cast<std::uint64_t>(seed), "model", "linear_model");
    auto arms = std::make_shared<const std::vector<LinearArm>>(draw_linear_arms(options, key));
    return std::make_unique<LinearEnvironment>(options, std::move(arms), environment);
  });
}

const auto parameters = bind_parameters<UserOptions>(
    integer(&UserOptions::features, "features", "F, number of features without the constant")
        .at_least(1)
        .at_most(100'000)
        .source("15 or 50, section 2.6.5 (p. 60); 10, section 4.4.2 (p. 113); 15, section "
                "5.2 (p. 123)"),
    integer(&UserOptions::actions, "actions", "K").at_least(1).at_most(100'000),
    integer(&UserOptions::universal, "universal", "actions that do not depend on the context")
        .at_least(0),
    integer(&UserOptions::q_max, "q_max", "most relevant features of a specific action")
        .at_least(1)
        .source("2, 5, 10, section 2.6.5 (p. 60); 4, section 4.4.2 (p. 113); 3, section 5.2 "
                "(p. 123)"),
    choice(&UserOptions::signal_is_x, "signal", {{"c", false}, {"x", true}},
           "what the reward depends on: the context without noise, or as "
           "seen")
        .source("c: ICML 2014; x: section 2.6.5 (p. 60)"),
    real(&UserOptions::noise_deviation, "noise", "second parameter of the noise n ~ N(0, 1/2)")
        .at_least(0)
        .at_most(1e6),
    real(&UserOptions::weight_deviation, "weight_scale",
         "second parameter of the weights N(0, 1/5)")
        .at_least(0)
        .at_most(1e6),
    choice(&UserOptions::variances, "scale", {{"standard_deviation", false}, {"variance", true}},
           "what noise and weight_scale are; the thesis does not say"),
    choice(&UserOptions::always_q_max, "relevant", {{"uniform", false}, {"fixed", true}},
           "relevant features of a specific action: U{1..q_max}, or q_max"),
    choice(&UserOptions::listed_order, "order", {{"shuffled", false}, {"listed", true}},
           "indices of the actions: permuted at random, or universal "
           "actions first"),
    integer(&UserOptions::model_seed, "model_seed",
            "-1: a new model each replicate; else one model, from this "
            "number")
        .at_least(-1),
    intercept_parameter(&UserOptions::intercept));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "linear_model",
     .summary = "the thesis's synthetic model: noisy Gaussian contexts, linear "
                "Bernoulli rewards",
     .source = "thesis section 2.6.5 (p. 60)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::linear_model
