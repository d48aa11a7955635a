#include "datasets/r6b_like/r6b_like.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "datasets/r6b_like/calendar.hpp"
#include "datasets/r6b_like/model_steps.hpp"
#include "suite/component/simulator.hpp"
#include "suite/model/linear.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::r6b_like {

namespace {

using r6b::VisitorDistribution;

/// Preferences over the features, before they are scaled: as much of age and sex as of interests,
/// less of the place.
std::vector<double> draw_direction(Draws draws) {
  std::vector<double> weights(VisitorDistribution::features);
  for (std::size_t f = 0; f < weights.size(); ++f) {
    weights[f] = (f < VisitorDistribution::groups ? 1.0 : 0.3) * draws.normal();
  }
  return weights;
}

void add(double factor, const std::vector<double>& weights, std::vector<double>& to) {
  for (std::size_t f = 0; f < weights.size(); ++f) to[f] += factor * weights[f];
}

/// How much tastes differ on an article of this click rate: 1 up to 4 %, falling to 0.2 at 10 %.
double divisiveness(double rate) { return std::clamp(1 - (rate - 0.04) / 0.075, 0.2, 1.0); }

}  // namespace

R6bLikeWorld::R6bLikeWorld(const R6bLikeOptions& options, StreamKey model, StreamKey environment)
    : options_(options),
      environment_(environment),
      visitors_(model, options.tail),
      values_(features),
      active_(VisitorDistribution::most_active) {
  for (std::size_t d = 0; d <= r6b::days; ++d) {
    const auto first = static_cast<double>(r6b::records_before(d));
    first_of_day_.push_back(step_at(first));
    if (d < r6b::days) {
      morning_of_day_.push_back(step_at(first + options.night * r6b::calendar[d].records));
    }
  }
  first_step_ = first_of_day_[options.first_day];
  length_ = first_of_day_[options.end_day] - first_step_;
  day_ = options.first_day;
  if (length_ == 0) refuse_parameters("r6b_like", "no impression is left at this scale");
  keep_visible(r6b::draw_schedule(model, options.night));
  draw_appeal(model);
  values_[features - 1] = 1;
  observe(0);
}

std::uint64_t R6bLikeWorld::step_at(double position) const {
  // A position that is a whole step but for roundoff is that step.
  return static_cast<std::uint64_t>(std::ceil(position * options_.scale - 1e-6));
}

double R6bLikeWorld::position_of(std::uint64_t step) const {
  return static_cast<double>(step) / options_.scale;
}

/// Keeps the stretches that have a step of these days and the articles in them, numbered anew.
void R6bLikeWorld::keep_visible(const r6b::NewsSchedule& schedule) {
  const std::uint64_t end = first_step_ + length_;
  std::vector<const r6b::Zone*> kept;
  std::vector<bool> visible(schedule.articles.size());
  for (std::size_t i = 0; i < schedule.zones.size(); ++i) {
    const r6b::Zone& zone = schedule.zones[i];
    const std::uint64_t first = std::max(first_step_, step_at(zone.first));
    const std::uint64_t last =
        i + 1 == schedule.zones.size() ? end : std::min(end, step_at(schedule.zones[i + 1].first));
    if (first >= last) continue;
    kept.push_back(&zone);
    stretches_.push_back({first - first_step_, 0, 0});
    for (const Action a : zone.pool) visible[a] = true;
  }
  std::vector<Action> number(schedule.articles.size());
  for (std::size_t a = 0; a < schedule.articles.size(); ++a) {
    number[a] = static_cast<Action>(articles_.size());
    if (visible[a]) articles_.push_back({schedule.articles[a].born, 0, 0, a});
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    stretches_[i].begin = members_.size();
    for (const Action a : kept[i]->pool) members_.push_back(number[a]);
    stretches_[i].end = members_.size();
  }
}

void R6bLikeWorld::draw_appeal(StreamKey model) {
  constexpr std::uint32_t topics = 8;
  std::vector<std::vector<double>> directions;
  for (std::uint32_t k = 0; k <= topics; ++k) {
    directions.push_back(draw_direction(Draws(model, r6b::directions_step + k)));
  }
  const std::vector<double>& activity = directions[topics];
  const double activity_deviation = visitors_.deviation(activity);
  weights_.resize(articles_.size() * features);
  for (std::size_t i = 0; i < articles_.size(); ++i) {
    News& news = articles_[i];
    Draws draws(model, r6b::appeal_step + news.number);
    const bool star = draws.uniform() < options_.stars;
    const double of_star = options_.star_rate * (0.75 + 0.5 * draws.uniform());
    const double usual = options_.click_rate * numeric::exp(options_.spread * draws.normal());
    const double rate = star ? of_star : usual;
    news.log_rate = numeric::log(rate);
    const bool rising = draws.uniform() < options_.rising;
    const double u = draws.uniform();
    news.decay = rising ? -0.25 * u : options_.decay * (0.4 + 1.2 * u);

    const std::uint32_t main = draws.below(topics);
    const std::uint32_t second = draws.below(topics);
    std::vector<double> liking = directions[main];
    add(0.5, directions[second], liking);
    add(0.5, draw_direction(Draws(model, r6b::preferences_step + news.number)), liking);
    std::vector<double> weights(VisitorDistribution::features);
    add(options_.taste * divisiveness(rate) / visitors_.deviation(liking), liking, weights);
    add(options_.activity / activity_deviation, activity, weights);
    // Exactly one of the groups is 1 by day and none by night: what centres the sum goes there.
    const double centre = visitors_.log_mean_exp(weights);
    for (std::size_t f = 0; f < VisitorDistribution::groups; ++f) weights[f] -= centre;
    std::copy(weights.begin(), weights.end(), weights_.begin() + i * features);
  }
}

void R6bLikeWorld::find_stretch(std::uint64_t step) {
  const auto holds = [&](std::size_t i) {
    return stretches_[i].first <= step &&
           (i + 1 == stretches_.size() || step < stretches_[i + 1].first);
  };
  if (!holds(stretch_)) {
    if (stretch_ + 1 < stretches_.size() && holds(stretch_ + 1)) {
      ++stretch_;
    } else {
      const auto after =
          std::upper_bound(stretches_.begin(), stretches_.end(), step,
                           [](std::uint64_t t, const Stretch& s) { return t < s.first; });
      stretch_ = static_cast<std::size_t>(after - stretches_.begin()) - 1;
    }
  }
  const Stretch& stretch = stretches_[stretch_];
  pool_ = std::span(members_).subspan(stretch.begin, stretch.end - stretch.begin);
}

void R6bLikeWorld::observe(std::uint64_t step) {
  if (step >= length_) {
    throw NotApplicable("r6b_like has " + std::to_string(length_) +
                        " visits in these days at this scale, and one more was wanted");
  }
  find_stretch(step);
  const std::uint64_t visit = first_step_ + step;  // the same visit whatever the days
  position_ = position_of(visit);
  if (visit < first_of_day_[day_] || visit >= first_of_day_[day_ + 1]) day_ = day(step);

  for (std::size_t i = 0; i < active_count_; ++i) values_[active_[i]] = 0;
  WordStream words(environment_, visit);
  uniform_ = words.uniform();
  active_count_ = visit < morning_of_day_[day_] ? 0 : visitors_.draw(words, active_.data());
  active_[active_count_++] = features - 1;
  for (std::size_t i = 0; i < active_count_; ++i) values_[active_[i]] = 1;
}

double R6bLikeWorld::log_click_rate(const News& news) const {
  const double age = std::max(0.0, position_ - news.born) / r6b::usual_day;
  return news.log_rate - news.decay * age;
}

double R6bLikeWorld::click_rate(Action action) const {
  return numeric::exp(log_click_rate(articles_[action]));
}

double R6bLikeWorld::expected_reward(const Context& context, Action action, Knowledge) const {
  const std::span row(weights_.data() + action * features, features);
  return std::min(1.0, numeric::exp(log_click_rate(articles_[action]) + dot(context, row)));
}

std::size_t R6bLikeWorld::day(std::uint64_t step) const {
  const auto after =
      std::upper_bound(first_of_day_.begin(), first_of_day_.end(), first_step_ + step);
  return static_cast<std::size_t>(after - first_of_day_.begin()) - 1;
}

std::string R6bLikeWorld::date(std::size_t day) const { return std::to_string(20'111'002 + day); }

std::uint64_t R6bLikeWorld::unix_time(std::uint64_t step) const {
  const std::size_t of = day(step);
  const double share =
      (position_of(first_step_ + step) - static_cast<double>(r6b::records_before(of))) /
      r6b::calendar[of].records;
  return r6b::first_second + of * r6b::seconds_of_day +
         static_cast<std::uint64_t>(
             r6b::second_of_day(std::clamp(share, 0.0, 1.0), options_.night));
}

std::uint64_t R6bLikeWorld::article_number(Action action) const {
  return 552'000 + 17 * articles_[action].number;
}

namespace {

/// "3-5", or "3" for one day. Throws SpecErrors.
void read_days(const std::string& text, R6bLikeOptions& options) {
  const char* const end = text.data() + text.size();
  std::size_t first = 0;
  auto [at, error] = std::from_chars(text.data(), end, first);
  std::size_t last = first;
  if (error == std::errc{} && at != end && *at == '-') {
    const auto second = std::from_chars(at + 1, end, last);
    at = second.ptr;
    error = second.ec;
  }
  if (error != std::errc{} || at != end || first < 1 || last < first || last > r6b::days) {
    refuse_parameters("r6b_like",
                      "days = \"" + text + "\" is neither \"first-last\" nor one day, of 1 to 15");
  }
  options.first_day = first - 1;
  options.end_day = last;
}

struct Written : R6bLikeOptions {
  std::string days = "1-15";
  std::int64_t model_seed = 4;  // below 0: the replicate's
};

std::shared_ptr<const Dataset> make(const Written& written) {
  R6bLikeOptions options = written;
  read_days(written.days, options);
  const std::int64_t model_seed = written.model_seed;
  return std::make_shared<Simulator>([=](StreamKey model, StreamKey environment) {
    const StreamKey key =
        model_seed < 0 ? model
                       : derive_key(static_cast<std::uint64_t>(model_seed), "model", "r6b_like");
    return std::make_unique<R6bLikeWorld>(options, key, environment);
  });
}

const auto parameters = bind_parameters<Written>(
    real(&Written::scale, "scale", "visits, as a share of the log's 28 million")
        .above(0)
        .at_most(1),
    text(&Written::days, "days", "first and last day, of 1 to 15, or one day"),
    real(&Written::click_rate, "click_rate", "median click rate of an ordinary new article")
        .above(0)
        .at_most(1)
        .source("thesis, sections 4.2.3 (p. 103) and 4.4.1 (p. 109)"),
    real(&Written::spread, "spread", "standard deviation of its logarithm").at_least(0).at_most(2),
    real(&Written::stars, "stars", "share of articles that are very popular")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.4.3 (p. 114)"),
    real(&Written::star_rate, "star_rate",
         "their mean click rate when new; each within a quarter of it")
        .at_least(0)
        .at_most(1)
        .source("thesis, table 4.1 (section 4.5, p. 117)"),
    real(&Written::decay, "decay", "mean rate of decay of a click rate, per 2 million visits")
        .at_least(0)
        .at_most(10)
        .source("thesis, section 4.2.3 (p. 103)"),
    real(&Written::rising, "rising", "share of articles whose click rate does not fall")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.2.3 (p. 103)"),
    real(&Written::tail, "tail", "how fast features get rarer: the k-th is as frequent as k^-tail")
        .at_least(0)
        .at_most(10)
        .source("thesis, appendix A.5.3 (p. 233)"),
    real(&Written::taste, "taste",
         "standard deviation over visitors of the logarithm of an article's click rate; "
         "less for popular ones")
        .at_least(0)
        .at_most(1),
    real(&Written::activity, "activity", "the same, common to all articles").at_least(0).at_most(1),
    real(&Written::night, "night", "share of a day's visits that have no features")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.2.3 (p. 103)"),
    integer(&Written::model_seed, "model_seed",
            "-1: new articles and visitors' distribution each replicate; else those "
            "of this number")
        .at_least(-1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "r6b_like",
     .summary = "fifteen days of impressions of news like those of Yahoo! R6B, generated: dynamic "
                "pools, 136 sparse features, known truth",
     .source = "thesis section 4.2.3 (p. 103), 4.4.3, 5.10.3, appendix B; generated",
     .revision = 2,
     .parameters = parameters.described()},
    parameters.factory(make)};

}  // namespace replaybench::datasets::r6b_like
