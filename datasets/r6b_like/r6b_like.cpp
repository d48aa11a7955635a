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
#include "suite/stream/philox_blocks.hpp"

namespace replaybench::datasets::r6b_like {

namespace {

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

/// Difference of tastes on an article of this click rate: 1 up to 4 %, falling to 0.2 at 10 %.
double divisiveness(double rate) { return std::clamp(1 - (rate - 0.04) / 0.075, 0.2, 1.0); }

}  // namespace

R6bLikeModel::R6bLikeModel(const R6bLikeOptions& given, StreamKey model)
    : options(given), visitors(model, given.tail) {
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
  keep_visible(draw_schedule(model, options.night));
  draw_appeal(model);
}

std::uint64_t R6bLikeModel::step_at(double position) const {
  // A position that is a whole step up to roundoff is that step.
  return static_cast<std::uint64_t>(std::ceil(position * options.scale - 1e-6));
}

double R6bLikeModel::position_of(std::uint64_t step) const {
  return static_cast<double>(step) / options.scale;
}

/// Keeps the stretches that have a step of these days and the articles in them, numbered anew.
void R6bLikeModel::keep_visible(const NewsSchedule& schedule) {
  const std::uint64_t end = first_step + length;
  std::vector<const Zone*> kept;
  std::vector<bool> visible(schedule.articles.size());
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
  std::vector<Action> number(schedule.articles.size());
  for (std::size_t a = 0; a < schedule.articles.size(); ++a) {
    number[a] = static_cast<Action>(articles.size());
    if (visible[a]) articles.push_back({schedule.articles[a].born, 0, 0, a});
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    intervals[i].begin = members.size();
    for (const Action a : kept[i]->pool) members.push_back(number[a]);
    intervals[i].end = members.size();
  }
}

void R6bLikeModel::draw_appeal(StreamKey model) {
  constexpr std::uint32_t topics = 8;
  std::vector<std::vector<double>> directions;
  for (std::uint32_t k = 0; k <= topics; ++k) {
    directions.push_back(draw_direction(Draws(model, directions_step + k)));
  }
  const std::vector<double>& activity = directions[topics];
  const double activity_deviation = visitors.deviation(activity);
  weights.resize(articles.size() * features);
  for (std::size_t i = 0; i < articles.size(); ++i) {
    News& news = articles[i];
    Draws draws(model, appeal_step + news.number);
    const bool star = draws.uniform() < options.stars;
    const double of_star = options.star_rate * (0.75 + 0.5 * draws.uniform());
    const double usual = options.click_rate * numeric::exp(options.spread * draws.normal());
    const double rate = star ? of_star : usual;
    news.log_rate = numeric::log(rate);
    const bool rising = draws.uniform() < options.rising;
    const double u = draws.uniform();
    news.decay = rising ? -0.25 * u : options.decay * (0.4 + 1.2 * u);

    const std::uint32_t main = draws.below(topics);
    const std::uint32_t second = draws.below(topics);
    std::vector<double> liking = directions[main];
    add(0.5, directions[second], liking);
    add(0.5, draw_direction(Draws(model, preferences_step + news.number)), liking);
    std::vector<double> tastes(VisitorDistribution::features);
    add(options.taste * divisiveness(rate) / visitors.deviation(liking), liking, tastes);
    add(options.activity / activity_deviation, activity, tastes);
    // Exactly one of the groups is 1 by day and none by night: what centres the sum goes there.
    const double centre = visitors.log_mean_exp(tastes);
    for (std::size_t f = 0; f < VisitorDistribution::groups; ++f) tastes[f] -= centre;
    std::ranges::copy(tastes, weights.begin() + static_cast<std::ptrdiff_t>(i * features));
  }
}

R6bLikeWorld::R6bLikeWorld(std::shared_ptr<const R6bLikeModel> model, StreamKey environment)
    : model_(std::move(model)),
      environment_(environment),
      day_(model_->options.first_day),
      values_(Model::features),
      active_(VisitorDistribution::max_active) {
  values_[Model::features - 1] = 1;
  observe(0);
}

void R6bLikeWorld::find_interval(std::uint64_t step) {
  const auto holds = [&](std::size_t i) {
    return model_->intervals[i].first <= step &&
           (i + 1 == model_->intervals.size() || step < model_->intervals[i + 1].first);
  };
  if (!holds(interval_)) {
    if (interval_ + 1 < model_->intervals.size() && holds(interval_ + 1)) {
      ++interval_;
    } else {
      const auto after =
          std::upper_bound(model_->intervals.begin(), model_->intervals.end(), step,
                           [](std::uint64_t t, const Model::Interval& s) { return t < s.first; });
      interval_ = static_cast<std::size_t>(after - model_->intervals.begin()) - 1;
    }
  }
  const Model::Interval& interval = model_->intervals[interval_];
  pool_ = std::span(model_->members).subspan(interval.begin, interval.end - interval.begin);
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

  for (std::size_t i = 0; i < active_count_; ++i) values_[active_[i]] = 0;
  // Two words of the step's stream for the click, those of the visitor behind them.
  std::array<std::uint32_t, 64> words;
  if (visit < model_->morning_of_day[day_]) {
    std::ranges::copy(philox_block(environment_.value, visit, 0), words.begin());
    active_count_ = 0;
  } else {
    philox_blocks<16>(environment_.value, visit, 0, words.data());
    active_count_ = model_->visitors.draw(
        std::span(words).subspan<2, VisitorDistribution::words_read>(), active_.data());
  }
  const std::uint64_t bits = words[0] | static_cast<std::uint64_t>(words[1]) << 32;
  uniform_ = static_cast<double>(bits >> 11) * 0x1p-53;
  active_[active_count_++] = Model::features - 1;
  for (std::size_t i = 0; i < active_count_; ++i) values_[active_[i]] = 1;
}

double R6bLikeWorld::log_click_rate(const Model::News& news) const {
  const double age = std::max(0.0, position_ - news.born) / usual_day;
  return news.log_rate - news.decay * age;
}

double R6bLikeWorld::click_rate(Action action) const {
  return numeric::exp(log_click_rate(model_->articles[action]));
}

double R6bLikeWorld::expected_reward(const Context& context, Action action, Knowledge) const {
  const std::span row(model_->weights.data() + action * Model::features, Model::features);
  return std::min(1.0, numeric::exp(log_click_rate(model_->articles[action]) + dot(context, row)));
}

double R6bLikeWorld::reward(Action action) const {
  const std::span row(model_->weights.data() + action * Model::features, Model::features);
  const double log_rate = log_click_rate(model_->articles[action]) + dot(context(), row);
  return numeric::is_below_exp(uniform_, log_rate) ? 1 : 0;
}

std::size_t R6bLikeWorld::day(std::uint64_t step) const {
  const auto after = std::upper_bound(model_->first_of_day.begin(), model_->first_of_day.end(),
                                      model_->first_step + step);
  return static_cast<std::size_t>(after - model_->first_of_day.begin()) - 1;
}

std::string R6bLikeWorld::date(std::size_t day) const { return std::to_string(20'111'002 + day); }

std::uint64_t R6bLikeWorld::unix_time(std::uint64_t step) const {
  const std::size_t of = day(step);
  const double share =
      (model_->position_of(model_->first_step + step) - static_cast<double>(records_before(of))) /
      calendar[of].records;
  return first_second + of * seconds_of_day +
         static_cast<std::uint64_t>(
             second_of_day(std::clamp(share, 0.0, 1.0), model_->options.night));
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

/// The model drawn last, kept for the next world of the same key: to draw one costs as much as some
/// hundred thousand visits, and every trial needs two worlds. On any thread.
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
    real(&UserOptions::click_rate, "click_rate", "median click rate of an ordinary new article")
        .above(0)
        .at_most(1)
        .source("thesis, sections 4.2.3 (p. 103) and 4.4.1 (p. 109)"),
    real(&UserOptions::spread, "spread", "standard deviation of its logarithm")
        .at_least(0)
        .at_most(2),
    real(&UserOptions::stars, "stars", "share of articles that are very popular")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.4.3 (p. 114)"),
    real(&UserOptions::star_rate, "star_rate",
         "their mean click rate when new; each within a quarter of it")
        .at_least(0)
        .at_most(1)
        .source("thesis, table 4.1 (section 4.5, p. 117)"),
    real(&UserOptions::decay, "decay", "mean rate of decay of a click rate, per 2 million visits")
        .at_least(0)
        .at_most(10)
        .source("thesis, section 4.2.3 (p. 103)"),
    real(&UserOptions::rising, "rising", "share of articles whose click rate does not fall")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.2.3 (p. 103)"),
    real(&UserOptions::tail, "tail",
         "how fast features get rarer: the k-th is as frequent as k^-tail")
        .at_least(0)
        .at_most(10)
        .source("thesis, appendix A.5.3 (p. 233)"),
    real(&UserOptions::taste, "taste",
         "standard deviation over visitors of the logarithm of an article's click rate; "
         "less for popular ones")
        .at_least(0)
        .at_most(1),
    real(&UserOptions::activity, "activity", "the same, common to all articles")
        .at_least(0)
        .at_most(1),
    real(&UserOptions::night, "night", "share of a day's visits that have no features")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 4.2.3 (p. 103)"),
    integer(&UserOptions::model_seed, "model_seed",
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
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::r6b_like
