#include "suite/ratings/taste_world.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench::ratings {

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

TasteWorld::TasteWorld(const TasteOptions& options, StreamKey model, StreamKey environment)
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

void TasteWorld::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  current_ = draws.below(static_cast<std::uint32_t>(options_.users));
  uniform_ = draws.uniform();
}

double TasteWorld::expected_reward(const Context& context, Action action, Knowledge) const {
  return click_probability(OneHotContexts::place_in(context), action);
}

double TasteWorld::taste(std::size_t user, std::size_t item, double time) const {
  const std::size_t place = user * options_.items + item;
  if (own_.empty()) return tastes_[place];
  double sine = 0;
  double cosine = 0;
  numeric::sincos_pi(options_.drift * time / 2, sine, cosine);
  return tastes_[place] + (cosine - 1) * own_[place] + sine * other_[place];
}

double TasteWorld::signal(std::size_t user, std::size_t item, double time) const {
  return 3 + generosity_[user] + taste(user, item, time);
}

double TasteWorld::true_rating(std::size_t user, std::size_t item) const {
  const double mean = signal(user, item, 1);
  return options_.stars ? mean_star(mean, options_.rating_noise) : mean;
}

RatingTable TasteWorld::rate(StreamKey key) const {
  std::vector<Rating> ratings;
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
      ratings.push_back({u, i, options_.stars ? star_of(value) : value, time});
    }
  }
  return RatingTable(options_.users, options_.items, std::move(ratings));
}

}  // namespace replaybench::ratings
