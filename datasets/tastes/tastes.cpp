#include "datasets/tastes/tastes.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/simulator.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::tastes {

namespace {

// Purposes of a model's draws; each of its users and items is a step.
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
  const bool drifts = options.drift > 0;
  if (drifts) own_.resize(tastes_.size());
  if (drifts) other_.resize(tastes_.size());
  std::vector<double> a(rank), to(rank);
  for (std::size_t u = 0; u < options.users; ++u) {
    Draws draws(model, purposes * u + of_user);
    Draws noise(model, purposes * u + of_noise);
    generosity_[u] = options.generosity * draws.normal();
    for (double& factor : a) factor = draws.normal();
    if (drifts) std::generate(to.begin(), to.end(), [&] { return draws.normal(); });
    for (std::size_t i = 0; i < options.items; ++i) {
      const auto own = [&](const std::vector<double>& factors) {
        double product = 0;
        for (std::size_t j = 0; j < rank; ++j) product += factors[j] * b[i * rank + j];
        return options.taste * product / std::sqrt(static_cast<double>(rank));
      };
      const std::size_t place = u * options.items + i;
      tastes_[place] = quality[i] + own(a) + options.noise * noise.normal();
      if (drifts) own_[place] = own(a);
      if (drifts) other_[place] = own(to);
      clicks_[place] = logistic(options.base + options.slope * taste(u, i) + appeal[i]);
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

double Tastes::taste(std::size_t user, std::size_t item, double time) const {
  const std::size_t place = user * options_.items + item;
  if (own_.empty()) return tastes_[place];
  double sine = 0;
  double cosine = 0;
  numeric::sincos_pi(options_.drift * time / 2, sine, cosine);
  return tastes_[place] + (cosine - 1) * own_[place] + sine * other_[place];
}

double Tastes::signal(std::size_t user, std::size_t item, double time) const {
  return 3 + generosity_[user] + taste(user, item, time);
}

double Tastes::true_rating(std::size_t user, std::size_t item) const {
  const double mean = signal(user, item, 1);
  return options_.stars ? mean_star(mean, options_.rating_noise) : mean;
}

ratings::RatingTable Tastes::rate(StreamKey key) const {
  std::vector<ratings::Rating> rated;
  for (std::uint32_t u = 0; u < options_.users; ++u) {
    Draws draws(key, u);
    Draws times(key, options_.users + u);
    for (std::uint32_t i = 0; i < options_.items; ++i) {
      const double lot = draws.uniform();
      const double time = times.uniform();
      const double value = signal(u, i, time) + options_.rating_noise * draws.normal();
      if (options_.observed < 1 &&
          lot >= logistic(logit(options_.observed) + options_.selection * taste(u, i, time))) {
        continue;
      }
      rated.push_back({u, i, options_.stars ? star_of(value) : value, time});
    }
  }
  return ratings::RatingTable(options_.users, options_.items, std::move(rated));
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
              "standard deviation of an item's log-odds of clicks that no rating shows"),
    real(
        &TasteOptions::drift, "drift",
        "how far a user's own taste turns while ratings are given: 0 stays, 1 to another's; clicks "
        "come after")
        .at_least(0)
        .at_most(1)
        .added_later());

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "tastes",
     .summary =
         "users with tastes of low rank plus noise, who rate items and click on them; one-hot "
         "contexts",
     .source = "our design, for thesis appendices C and D",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::tastes
