#pragma once
// The second look-alike of the Yahoo! R6B log: fifteen days of news and their visitors, whose truth
// is known and which can be played live, one visit a step, without time acceleration.
//
// Source: what is published about the log: thesis, sections 4.2.3 (p. 103), 4.3 (p. 106), 4.4.1
// (p. 109), 4.4.3 (p. 114), 5.10.3 (p. 194), appendix B.4 (p. 242); that click rates go in waves
// with the hour: Li et al. 2010's log, in the documentation of the R package contextual. Nothing of
// the real data is in it, and a score on it is no score of the challenge.
//
//   births, deaths, pools        calendar.hpp, schedule.hpp: lifetimes tied to quality, weekends with
//                                short lives, many of Monday's articles there by morning
//   visitors                     visitors.hpp: few of the 136 features tell them apart
//   P(click | x, a, t) = rate_a exp(-decay_a age + h(t) + w_a.x - c_a), at most 1
//     age     of the article, in units of 2 million visits (a week day)
//     rate_a  when new. A share `stars` of the articles, those of the highest quality: within a quarter
//             of one level; the others: log-normal with standard deviation `spread`. The two levels are
//             such that the mean of a pool's articles over the fifteen days is `click_rate` and that
//             of its best article over the first five days `best_rate` (but no star's level is above 1.5
//             `best_rate`), to the curvature of the decay within a stretch
//     decay_a `decay` times a uniform number of [0.4, 1.6]; for a share `rising` of [-0.25, 0]
//     h(t)    from `rhythm` at one in the afternoon down to -`rhythm` at one in the morning, and up
//     w_a.x   who likes this article: standard deviation `taste`, a star's `star_taste` times that.
//             Weights of the telling interests are normal, those of the ages half as large
//     c_a     makes the mean over the visitors by day rate_a exp(-decay_a age + h(t)), exactly; by
//             night, when no visitor is told from another, everybody has that
//
// What differs from r6b_like: there the information of the contexts is spread over many features with
// noise, and contextual algorithms learn it far more slowly than is published; here `dimension`
// interests and the ages carry all of it. Set to what is published: the calendar, the pools, the
// lifetimes, `click_rate` and `best_rate`. Free: `taste`, `star_taste`, `dimension`, `tilt` and
// `rhythm`, which no published number sets alone. With a taste of 0.8 LinUCB (alpha 0.1, lambda 1) has
// 0.097 on the first five days, played live with one visit in 45, and UCB 0.088 (draw 1, one log, an earlier schedule), where
// the thesis has 0.074 and 0.086: the default is less. Not met: ten articles stay together for 390,000 to
// 500,000 visits with features, at a click rate of 0.036 to 0.041 (draws 1 to 4, from 5 % of the visits), where
// the thesis has 254,000 and 0.051. With 47 births a week day and a pool of 48, ten stay together for a day.
//
// `scale` s keeps a share s of the visits: pools, click rates, features and the calendar stay as they
// are, and articles live for fewer visits. A stretch of constant pool without a visit is left out, and
// so is an article that no visit could have been shown. Played live with s = 1/K an algorithm meets
// about as many visits as replay shows it of the whole log.
//
// `days` is a part of the fifteen ("1-5": phase 1 of the challenge, "6-15": phase 2; "3": that day). With
// the same model they are the same articles and, with the same environment, the same visits, but
// actions are numbered anew, in the order of birth of those that can be seen. The environment has
// length() steps; to observe a later one throws NotApplicable.
//
// All actions share one uniform number a step: of two articles the one with the higher probability is
// clicked whenever the other is. An action outside the pool has the probability that it would have.

#include <memory>
#include <vector>

#include "datasets/front_page/schedule.hpp"
#include "datasets/front_page/visitors.hpp"
#include "suite/log/visit_times.hpp"
#include "suite/model/environment.hpp"

namespace replaybench::datasets::front_page {

struct FrontPageOptions : ScheduleOptions {
  double scale = 0.01;
  std::size_t first_day = 0;  ///< of 0..14
  std::size_t end_day = 15;   ///< one past the last
  double click_rate = 0.0308;
  double best_rate = 0.092;
  double spread = 0.4;
  double stars = 0.055;
  double decay = 0.5;
  double rising = 0.03;
  double rhythm = 0.1;
  double taste = 0.5;
  double star_taste = 0.4;
  std::size_t dimension = 8;
  double tilt = 1;
};

/// What a replicate's model draws of the options: the articles, when each is in the pool, who likes it,
/// and the visitors. Never changed: worlds share it, on any thread.
class FrontPageModel {
 public:
  struct News {
    double born;
    double log_rate;  // when new, to everybody
    double decay;
    std::size_t number;  // among the articles of all days
  };
  struct Interval {
    std::uint64_t first;  // step, counted from the first day's
    std::size_t begin;    // in `members`
    std::size_t end;
  };

  /// O(articles visitors). Throws SpecErrors when no visit is left.
  FrontPageModel(const FrontPageOptions& options, StreamKey model);

  /// The record at full scale of a step, counted from the log's first.
  double position_of(std::uint64_t step) const;
  /// ln of the click rate over the visitors at a position of day `day`.
  double log_click_rate(const News& news, double position, std::size_t day) const;
  /// The hour of a position of day `day`.
  double hour_at(double position, std::size_t day) const;

  FrontPageOptions options;
  Visitors visitors;
  std::vector<std::uint64_t> first_of_day;  // steps, counted from the log's first; one more
  std::vector<std::uint64_t> morning_of_day;
  std::uint64_t first_step = 0;
  std::uint64_t length = 0;
  std::vector<News> articles;
  std::vector<double> weights;  // a row of Visitors::features an article
  std::vector<Interval> intervals;
  std::vector<Action> members;

 private:
  std::uint64_t step_at(double position) const;
  std::vector<News> draw_news(const NewsSchedule& schedule, StreamKey model) const;
  void set_levels(const NewsSchedule& schedule, std::vector<News>& news) const;
  void keep_visible(const NewsSchedule& schedule, const std::vector<News>& news);
  void draw_tastes(const NewsSchedule& schedule, StreamKey model);
  bool is_star(const Article& article) const { return article.quality >= 1 - options.stars; }
};

class FrontPageWorld final : public Environment, public VisitTimes {
 public:
  FrontPageWorld(const FrontPageOptions& options, StreamKey model, StreamKey environment)
      : FrontPageWorld(std::make_shared<const FrontPageModel>(options, model), environment) {}
  /// The world of a model that is drawn already. O(1).
  FrontPageWorld(std::shared_ptr<const FrontPageModel> model, StreamKey environment);

  Action action_count() const override { return static_cast<Action>(model_->articles.size()); }
  std::size_t dimension() const override { return Visitors::features; }
  bool has_sparse_contexts() const override { return true; }
  bool has_pools() const override { return true; }
  /// Steps of the days.
  std::uint64_t length() const override { return model_->length; }

  /// About 40 ns. Throws NotApplicable from length() on.
  void observe(std::uint64_t step) override;
  Context context() const override { return Context::sparse(values_, active_); }
  ActionSet actions() const override { return ActionSet(pool_); }
  double reward(Action action) const override;
  /// The probability of a click at the observed step, for any context; there is no hidden part.
  /// O(active).
  double expected_reward(const Context& context, Action action, Knowledge) const override;
  /// The mean of that over the visitors (but for the cut), and by night what everybody has.
  double click_rate(Action action) const;

  std::uint64_t unix_time(std::uint64_t step) const override;
  std::size_t day(std::uint64_t step) const override;
  std::string date(std::size_t day) const override;
  std::uint64_t article_number(Action action) const override;

 private:
  void find_interval(std::uint64_t step);
  double log_probability(const Context& context, Action action) const;

  std::shared_ptr<const FrontPageModel> model_;
  StreamKey environment_;

  std::size_t interval_ = 0;
  std::size_t day_ = 0;  // of the step observed
  double position_ = 0;
  double uniform_ = 0;
  std::vector<double> values_;
  std::span<const std::uint32_t> active_;
  std::span<const Action> pool_;
};

}  // namespace replaybench::datasets::front_page
