#include "datasets/tastes/tastes.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/simulator.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::tastes {

namespace {

// What the draws of a model are for; each of its users and items is a step.
enum Purpose : std::uint64_t { of_item, of_user, of_noise, purposes };

double logistic(double x) { return 1 / (1 + numeric::exp(-x)); }

double logit(double p) { return numeric::log(p / (1 - p)); }

double star_of(double signal) { return std::clamp(std::floor(signal + 0.5), 1.0, 5.0); }

// Mean of the star that is nearest to signal + noise.
double mean_star(double signal, double noise) {
  if (noise == 0) return star_of(signal);
  double mean = 1;
  for (int star = 2; star <= 5; ++star) {
    mean += numeric::normal_cdf((signal - (star - 0.5)) / noise);
  }
  return mean;
}

}  // namespace

Tastes::Tastes(const TasteOptions& options, StreamKey model, StreamKey environment)
    : options_(options),
      environment_(environment),
      tastes_(options.users * options.items),
      clicks_(tastes_.size()),
      generosity_(options.users),
      users_(options.users) {
  const std::size_t rank = options.rank;
  std::vector<double> quality(options.items), appeal(options.items), b(options.items * rank);
  for (std::size_t i = 0; i < options.items; ++i) {
    Draws draws(model, purposes * i + of_item);
    quality[i] = options.quality * draws.normal();
    appeal[i] = options.appeal * draws.normal();
    for (std::size_t j = 0; j < rank; ++j) b[i * rank + j] = draws.normal();
  }
  std::vector<double> a(rank);
  for (std::size_t u = 0; u < options.users; ++u) {
    Draws draws(model, purposes * u + of_user);
    Draws noise(model, purposes * u + of_noise);
    generosity_[u] = options.generosity * draws.normal();
    for (double& factor : a) factor = draws.normal();
    for (std::size_t i = 0; i < options.items; ++i) {
      double product = 0;
      for (std::size_t j = 0; j < rank; ++j) product += a[j] * b[i * rank + j];
      const double taste = quality[i] +
                           options.taste * product / std::sqrt(static_cast<double>(rank)) +
                           options.noise * noise.normal();
      tastes_[u * options.items + i] = taste;
      clicks_[u * options.items + i] = logistic(options.base + options.slope * taste + appeal[i]);
    }
  }
}

void Tastes::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  current_ = draws.below(static_cast<std::uint32_t>(options_.users));
  uniform_ = draws.uniform();
}

double Tastes::expected_reward(const Context& context, Action action, Knowledge) const {
  return click_probability(OneHotContexts::place_in(context), action);
}

double Tastes::signal(std::size_t user, std::size_t item) const {
  return 3 + generosity_[user] + taste(user, item);
}

double Tastes::true_rating(std::size_t user, std::size_t item) const {
  return options_.stars ? mean_star(signal(user, item), options_.rating_noise) : signal(user, item);
}

ratings::RatingTable Tastes::rate(StreamKey key) const {
  std::vector<ratings::Rating> ratings;
  for (std::uint32_t u = 0; u < options_.users; ++u) {
    Draws draws(key, u);
    for (std::uint32_t i = 0; i < options_.items; ++i) {
      const double lot = draws.uniform();
      const double value = signal(u, i) + options_.rating_noise * draws.normal();
      if (options_.observed < 1 &&
          lot >= logistic(logit(options_.observed) + options_.selection * taste(u, i))) {
        continue;
      }
      ratings.push_back({u, i, options_.stars ? star_of(value) : value});
    }
  }
  return ratings::RatingTable(options_.users, options_.items, std::move(ratings));
}

namespace {

std::shared_ptr<const Dataset> make(const TasteOptions& options) {
  return std::make_shared<Simulator>([options](StreamKey model, StreamKey environment) {
    return std::make_unique<Tastes>(options, model, environment);
  });
}

BoundParameter<TasteOptions> deviation(double TasteOptions::*member, const char* name,
                                       const char* meaning) {
  return real(member, name, meaning).at_least(0).at_most(100);
}

const auto parameters = bind_parameters<TasteOptions>(
    integer(&TasteOptions::users, "users", "number of users").at_least(1).at_most(10'000),
    integer(&TasteOptions::items, "items", "number of items, the actions")
        .at_least(1)
        .at_most(10'000),
    integer(&TasteOptions::rank, "rank", "factors of a taste").at_least(1).at_most(100),
    deviation(&TasteOptions::quality, "quality", "standard deviation of what all like of an item"),
    deviation(&TasteOptions::taste, "taste",
              "standard deviation of a user's own taste, of low rank"),
    deviation(&TasteOptions::noise, "noise", "standard deviation of taste that has no low rank"),
    deviation(&TasteOptions::generosity, "generosity",
              "standard deviation of the users' mean ratings; no effect on clicks"),
    deviation(&TasteOptions::rating_noise, "rating_noise",
              "standard deviation of a rating when the same user rates the same item again"),
    boolean(&TasteOptions::stars, "stars", "ratings are whole numbers, 1 to 5"),
    real(&TasteOptions::observed, "observed",
         "probability that a user has rated an item of taste 0; 1: every item of any taste")
        .above(0)
        .at_most(1),
    real(&TasteOptions::selection, "selection",
         "log-odds of being rated per unit of taste; 0: missing at random")
        .at_least(-100)
        .at_most(100),
    real(&TasteOptions::base, "base", "log-odds of a click at taste 0").at_least(-30).at_most(30),
    real(&TasteOptions::slope, "slope", "log-odds of a click per unit of taste")
        .at_least(-30)
        .at_most(30),
    deviation(&TasteOptions::appeal, "appeal",
              "standard deviation of an item's log-odds of clicks that no rating shows"));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "tastes",
     .summary =
         "users with tastes of low rank plus noise, who rate items and click on them; one-hot "
         "contexts",
     .source = "our design, for thesis appendices C and D",
     .parameters = parameters.described()},
    parameters.factory(make)};

}  // namespace replaybench::datasets::tastes
