#include "datasets/r6b_like/r6b_like.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <mutex>

#include "datasets/r6b_like/calendar.hpp"
#include "datasets/r6b_like/model_steps.hpp"
#include "suite/component/simulator.hpp"
#include "suite/model/linear.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::r6b_like {

namespace {

/// By night a visitor shows the constant alone.
constexpr std::array<std::uint32_t, 1> night_features{Visitors::features - 1};

std::size_t day_at(double position) {
  std::size_t day = 0;
  while (day + 1 < days && position >= static_cast<double>(records_before(day + 1))) ++day;
  return day;
}

}  // namespace

R6bLikeModel::R6bLikeModel(const R6bLikeOptions& given, StreamKey model)
    : options(given), visitors(model, given.dimension, given.tilt) {
  for (std::size_t d = 0; d <= days; ++d) {
    const auto first = static_cast<double>(records_before(d));
    first_of_day.push_back(step_at(first));
    if (d < days) {
      morning_of_day.push_back(step_at(first + options.night * calendar[d].records));
    }
  }
  first_step = first_of_day[options.first_day];
  length = first_of_day[options.end_day] - first_step;
  if (length == 0) refuse_parameters("r6b_like", "no impression is left at this scale");
  const NewsSchedule schedule = draw_schedule(model, options);
  std::vector<News> news = draw_news(schedule, model);
  set_levels(schedule, news);
  keep_visible(schedule, news);
  draw_tastes(schedule, model);
}

std::uint64_t R6bLikeModel::step_at(double position) const {
  // A position that is a whole step except for roundoff is that step.
  return static_cast<std::uint64_t>(std::ceil(position * options.scale - 1e-6));
}

double R6bLikeModel::position_of(std::uint64_t step) const {
  return static_cast<double>(step) / options.scale;
}

double R6bLikeModel::hour_at(double position, std::size_t day) const {
  const double share =
      (position - static_cast<double>(records_before(day))) / calendar[day].records;
  return hour_of_day(std::clamp(share, 0.0, 1.0), options.night);
}

double R6bLikeModel::log_click_rate(const News& news, double position, std::size_t day) const {
  const double age = std::max(0.0, position - news.born) / usual_day;
  const double from_noon = std::fabs(hour_at(position, day) - 13);  // one in the afternoon
  const double wave = 1 - std::min(from_noon, 24 - from_noon) / 6;
  return news.log_rate - news.decay * age + options.rhythm * wave;
}

/// The articles of all days, at levels of 1.
std::vector<R6bLikeModel::News> R6bLikeModel::draw_news(const NewsSchedule& schedule,
                                                        StreamKey model) const {
  std::vector<News> news;
  for (std::size_t a = 0; a < schedule.articles.size(); ++a) {
    const Article& article = schedule.articles[a];
    Draws draws(model, rates_step + a);
    const bool rises = draws.uniform() < options.rising;
    const double u = draws.uniform();
    const double decay = rises ? -0.25 * u : options.decay * (0.4 + 1.2 * u);
    const double usual = 1 - options.stars;
    const double log_rate =
        is_star(article) ? numeric::log(0.75 + 0.5 * (article.quality - usual) / options.stars)
                         : options.spread * numeric::normal_quantile(article.quality / usual);
    news.push_back({article.born, log_rate, decay, a});
  }
  return news;
}

/// Finds the two levels, one after the other and again: the best article is nearly always a star, the
/// mean nearly that of the others.
void R6bLikeModel::set_levels(const NewsSchedule& schedule, std::vector<News>& news) const {
  constexpr std::size_t fitted_days = 5;  // of the best: those that scores are published of
  constexpr int rounds = 30;
  std::vector<double> rates;  // of each zone's articles, at levels of 1
  const auto end_of = [&](std::size_t i) {
    return i + 1 < schedule.zones.size() ? schedule.zones[i + 1].first
                                         : static_cast<double>(all_records);
  };
  for (std::size_t i = 0; i < schedule.zones.size(); ++i) {
    const double middle = (schedule.zones[i].first + end_of(i)) / 2;
    for (const Action a : schedule.zones[i].pool) {
      rates.push_back(numeric::exp(log_click_rate(news[a], middle, day_at(middle))));
    }
  }
  double usual_level = options.click_rate;
  double star_level = options.best_rate;
  for (int round = 0; round < rounds; ++round) {
    double mean = 0;
    double best = 0;
    double best_records = 0;
    auto rate = rates.begin();
    for (std::size_t i = 0; i < schedule.zones.size(); ++i) {
      const Zone& zone = schedule.zones[i];
      const double records = end_of(i) - zone.first;
      double sum = 0;
      double most = 0;
      for (const Action a : zone.pool) {
        const double here = *rate++ * (is_star(schedule.articles[a]) ? star_level : usual_level);
        sum += here;
        most = std::max(most, here);
      }
      mean += records * sum / static_cast<double>(zone.pool.size());
      if (day_at(zone.first) >= fitted_days) continue;
      best += records * most;
      best_records += records;
    }
    usual_level *= options.click_rate * static_cast<double>(all_records) / mean;
    star_level =
        std::min(1.5 * options.best_rate, star_level * options.best_rate * best_records / best);
  }
  for (std::size_t a = 0; a < news.size(); ++a) {
    news[a].log_rate += numeric::log(is_star(schedule.articles[a]) ? star_level : usual_level);
  }
}

/// Keeps the stretches that have a step of these days and the articles in them, renumbered.
void R6bLikeModel::keep_visible(const NewsSchedule& schedule, const std::vector<News>& news) {
  const std::uint64_t end = first_step + length;
  std::vector<const Zone*> kept;
  std::vector<bool> visible(news.size());
  for (std::size_t i = 0; i < schedule.zones.size(); ++i) {
    const Zone& zone = schedule.zones[i];
    const std::uint64_t first = std::max(first_step, step_at(zone.first));
    const std::uint64_t last =
        i + 1 == schedule.zones.size() ? end : std::min(end, step_at(schedule.zones[i + 1].first));
    if (first >= last) continue;
    kept.push_back(&zone);
    intervals.push_back({first - first_step, 0, 0});
    for (const Action a : zone.pool) visible[a] = true;
  }
  std::vector<Action> number(news.size());
  for (std::size_t a = 0; a < news.size(); ++a) {
    number[a] = static_cast<Action>(articles.size());
    if (visible[a]) articles.push_back(news[a]);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    intervals[i].begin = members.size();
    for (const Action a : kept[i]->pool) members.push_back(number[a]);
    intervals[i].end = members.size();
  }
}

void R6bLikeModel::draw_tastes(const NewsSchedule& schedule, StreamKey model) {
  const std::span telling = visitors.telling();
  weights.resize(articles.size() * Visitors::features);
  std::vector<double> liking(telling.size());
  for (std::size_t i = 0; i < articles.size(); ++i) {
    const Article& article = schedule.articles[articles[i].number];
    Draws draws(model, tastes_step + articles[i].number);
    draws.normals(liking);
    for (std::size_t k = 0; k < Visitors::groups; ++k) liking[k] *= 0.5;
    const double taste = options.taste * (is_star(article) ? options.star_taste : 1);
    const double factor = taste / visitors.deviation(liking);
    for (double& weight : liking) weight *= factor;
    // Exactly one of the ages is 1 by day and none by night: what centres the sum goes there.
    const double centre = visitors.log_mean_exp(liking);
    for (std::size_t k = 0; k < telling.size(); ++k) {
      weights[i * Visitors::features + telling[k]] =
          liking[k] - (k < Visitors::groups ? centre : 0);
    }
  }
}

R6bLikeWorld::R6bLikeWorld(std::shared_ptr<const R6bLikeModel> model, StreamKey environment)
    : model_(std::move(model)),
      environment_(environment),
      day_(model_->options.first_day),
      values_(Visitors::features) {
  observe(0);
}

void R6bLikeWorld::find_interval(std::uint64_t step) {
  const auto& intervals = model_->intervals;
  const auto holds = [&](std::size_t i) {
    return i < intervals.size() && intervals[i].first <= step &&
           (i + 1 == intervals.size() || step < intervals[i + 1].first);
  };
  if (!holds(interval_)) {
    if (holds(interval_ + 1)) {
      ++interval_;
    } else {
      const auto after = std::upper_bound(
          intervals.begin(), intervals.end(), step,
          [](std::uint64_t t, const R6bLikeModel::Interval& s) { return t < s.first; });
      interval_ = static_cast<std::size_t>(after - intervals.begin()) - 1;
    }
  }
  pool_ = std::span(model_->members)
              .subspan(intervals[interval_].begin,
                       intervals[interval_].end - intervals[interval_].begin);
}

void R6bLikeWorld::observe(std::uint64_t step) {
  if (step >= model_->length) {
    throw NotApplicable("r6b_like has " + std::to_string(model_->length) +
                        " visits in these days at this scale, and one more was wanted");
  }
  find_interval(step);
  const std::uint64_t visit = model_->first_step + step;  // the same visit whatever the days
  position_ = model_->position_of(visit);
  if (visit < model_->first_of_day[day_] || visit >= model_->first_of_day[day_ + 1])
    day_ = day(step);

  for (const std::uint32_t feature : active_) values_[feature] = 0;
  // Two words of the step's stream for the click, one for the visitor.
  const auto words = philox_block(environment_.value, visit, 0);
  const std::uint64_t bits = words[0] | static_cast<std::uint64_t>(words[1]) << 32;
  uniform_ = static_cast<double>(bits >> 11) * 0x1p-53;
  active_ = visit < model_->morning_of_day[day_]
                ? std::span<const std::uint32_t>(night_features)
                : model_->visitors.active(words[2] % Visitors::count);
  for (const std::uint32_t feature : active_) values_[feature] = 1;
}

double R6bLikeWorld::click_rate(Action action) const {
  return numeric::exp(model_->log_click_rate(model_->articles[action], position_, day_));
}

double R6bLikeWorld::log_probability(const Context& context, Action action) const {
  const std::span row(model_->weights.data() + action * Visitors::features, Visitors::features);
  return model_->log_click_rate(model_->articles[action], position_, day_) + dot(context, row);
}

double R6bLikeWorld::expected_reward(const Context& context, Action action, Knowledge) const {
  return std::min(1.0, numeric::exp(log_probability(context, action)));
}

double R6bLikeWorld::reward(Action action) const {
  return numeric::is_below_exp(uniform_, log_probability(context(), action)) ? 1 : 0;
}

std::size_t R6bLikeWorld::day(std::uint64_t step) const {
  const auto after = std::upper_bound(model_->first_of_day.begin(), model_->first_of_day.end(),
                                      model_->first_step + step);
  return static_cast<std::size_t>(after - model_->first_of_day.begin()) - 1;
}

std::string R6bLikeWorld::date(std::size_t day) const { return std::to_string(20'111'002 + day); }

std::uint64_t R6bLikeWorld::unix_time(std::uint64_t step) const {
  const std::size_t of = day(step);
  const double hour = model_->hour_at(model_->position_of(model_->first_step + step), of);
  return first_second + of * seconds_of_day +
         std::min(seconds_of_day - 1, static_cast<std::uint64_t>(3600 * hour));
}

std::uint64_t R6bLikeWorld::article_number(Action action) const {
  return 552'000 + 17 * model_->articles[action].number;
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
  if (error != std::errc{} || at != end || first < 1 || last < first || last > days) {
    refuse_parameters("r6b_like",
                      "days = \"" + text + "\" is neither \"first-last\" nor one day, of 1 to 15");
  }
  options.first_day = first - 1;
  options.end_day = last;
}

/// The model drawn last, kept for the next world of the same key: to draw one costs as much as a
/// million visits, and every trial needs two worlds. On any thread.
class LastModel {
 public:
  explicit LastModel(const R6bLikeOptions& options) : options_(options) {}

  std::shared_ptr<const R6bLikeModel> of(StreamKey key) {
    {
      const std::lock_guard lock(mutex_);
      if (model_ && key_ == key) return model_;
    }
    auto model = std::make_shared<const R6bLikeModel>(options_, key);
    const std::lock_guard lock(mutex_);
    key_ = key;
    model_ = model;
    return model;
  }

 private:
  R6bLikeOptions options_;
  std::mutex mutex_;
  StreamKey key_;
  std::shared_ptr<const R6bLikeModel> model_;
};

struct UserOptions : R6bLikeOptions {
  std::string days = "1-15";
  std::int64_t model_seed = 4;  // below 0: the replicate's
};

std::shared_ptr<const Dataset> make(const UserOptions& written) {
  R6bLikeOptions options = written;
  read_days(written.days, options);
  const std::int64_t model_seed = written.model_seed;
  const auto models = std::make_shared<LastModel>(options);
  return std::make_shared<Simulator>([=](StreamKey model, StreamKey environment) {
    const StreamKey key =
        model_seed < 0 ? model
                       : derive_key(static_cast<std::uint64_t>(model_seed), "model", "r6b_like");
    return std::make_unique<R6bLikeWorld>(models->of(key), environment);
  });
}

const auto parameters = bind_parameters<UserOptions>(
    real(&UserOptions::scale, "scale", "visits, as a share of the log's 28 million")
        .above(0)
        .at_most(1),
    text(&UserOptions::days, "days", "first and last day, of 1 to 15, or one day"),
    real(&UserOptions::click_rate, "click_rate", "mean click rate of the articles in the pool")
        .above(0)
        .at_most(1)
        .source("thesis, section 4.2.3 (p. 103)"),
    real(&UserOptions::best_rate, "best_rate",
         "mean click rate of the best of them over the first five days")
        .above(0)
        .at_most(1)
        .source("thesis, section 4.3 (p. 106): with it UCB has the printed score"),
    real(&UserOptions::spread, "spread",
         "standard deviation of the logarithm of an ordinary article's click rate")
        .at_least(0)
        .at_most(2),
    real(&UserOptions::stars, "stars", "share of articles that are very popular")
        .at_least(0)
        .below(1)
        .source("thesis, section 4.4.3 (p. 114)"),
    real(&UserOptions::decay, "decay", "mean rate of decay of a click rate, per 2 million visits")
        .at_least(0)
        .at_most(10)
        .source("thesis, section 4.2.3 (p. 103)"),
    real(&UserOptions::rising, "rising", "share of articles whose click rate does not fall")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.2.3 (p. 103)"),
    real(&UserOptions::lasting, "lasting", "correlation of an article's quality and its lifetime")
        .at_least(0)
        .at_most(1)
        .source("thesis, appendix B.4 (p. 242)"),
    real(&UserOptions::monday, "monday", "share of a Monday's births that are before morning")
        .at_least(0)
        .at_most(1)
        .source("thesis, appendix B.4 (p. 242)"),
    real(&UserOptions::rhythm, "rhythm",
         "by how much the logarithm of all click rates rises and falls with the hour")
        .at_least(0)
        .at_most(1),
    real(&UserOptions::taste, "taste",
         "standard deviation over visitors of the logarithm of an article's click rate")
        .at_least(0)
        .at_most(2),
    real(&UserOptions::star_taste, "star_taste",
         "the same for a very popular one, as a share of it")
        .at_least(0)
        .at_most(1),
    integer(&UserOptions::dimension, "dimension",
            "how many interests tell visitors apart, beside their age")
        .at_least(1)
        .at_most(Visitors::max_dimension),
    real(&UserOptions::tilt, "tilt",
         "how much types of visitors differ in ages and interests: of "
         "the log-odds of an interest, the standard deviation")
        .at_least(0)
        .at_most(5),
    real(&UserOptions::night, "night", "share of a day's visits that have no features")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.2.3 (p. 103)"),
    integer(&UserOptions::model_seed, "model_seed",
            "-1: new articles and visitors each replicate; else those of this number")
        .at_least(-1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "r6b_like",
     .summary = "fifteen days of impressions of news like those of Yahoo! R6B: dynamic pools, 136 "
                "sparse features of which few matter, known truth",
     .source = "thesis section 4.2.3 (p. 103), 4.3 (p. 106), appendix B.4 (p. 242); generated",
     .revision = 3,
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::r6b_like
