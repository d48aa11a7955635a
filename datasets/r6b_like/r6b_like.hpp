#pragma once
// A licence-free look-alike of the Yahoo! R6B log: fifteen days of news and their visitors, whose
// truth is known and which can be played live, one visit a step, without time acceleration.
//
// Source: published facts about the log: thesis, sections 4.2.3 (p. 103), 4.3 (p. 106), 4.4.1
// (p. 109), 4.4.3 (p. 114), 5.10.3 (p. 194), appendix B.4 (p. 242); that click rates go in waves
// with the hour: Li et al. 2010's log, in the documentation of the R package contextual. Nothing of
// the real data is in it, and a score on it is no score of the challenge.
//
//   births, deaths, pools        calendar.hpp, schedule.hpp: lifetimes tied to quality, weekends with
//                                short lives, most of Monday's articles there by morning
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
// How each default was set. From published facts: the calendar, pools, lifetimes, `click_rate`,
// `best_rate`, `stars`, `decay`, `rising`, `night`. Fitted, on draws 1 to 4 of the articles, to scores
// that are published: `taste`, `dimension` and `tilt` to those of LinUCB and UCB under replay of the
// first five days, `monday`, `lasting` and the lifetimes to the ten articles that stay together
// longest. Guessed: `rhythm`, `star_taste`. The study front_page_data has each fact beside the number
// of the log; a fact that something was fitted to is no evidence for the fit.
//
// Ten articles stay together for more visits here than in the log, and must: with a pool of fifty,
// lives of a day and 78 % of the visits with features, ten that are there for one whole day have 2,000,000 x 0.78
// x 10 / 50 = 312,000 visits, where the thesis has 254,000 for the longest such part.
//
// One environment is one set of articles: its few stars decide much. The default model_seed is, of
// draws 1 to 4, the one whose counts (zones, largest zone) are nearest to those of the thesis.
//
// `scale` s keeps a share s of the visits: pools, click rates, features and the calendar stay as they
// are, and articles live for fewer visits. A stretch of constant pool without a visit is left out, and
// so is an article that no visit could have been shown. Played live with s = 1/K an algorithm meets
// about as many visits as replay shows it of the whole log.
//
// `days` is a part of the fifteen ("1-5": phase 1 of the challenge, "6-15": phase 2; "3": that day). With
// the same model they are the same articles and, with the same environment, the same visits, but
// actions are renumbered, in the order of birth of those that can be seen. The environment has
// length() steps; to observe a later one throws NotApplicable.
//
// All actions share one uniform number a step: of two articles the one with the higher probability is
// clicked whenever the other is. An action outside the pool has the probability that it would have.

#include <memory>
#include <vector>

#include "datasets/r6b_like/schedule.hpp"
#include "datasets/r6b_like/visitors.hpp"
#include "suite/log/visit_times.hpp"
#include "suite/model/environment.hpp"

namespace replaybench::datasets::r6b_like {

struct R6bLikeOptions : ScheduleOptions {
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
  double taste = 0.4;
  double star_taste = 0.4;
  std::size_t dimension = 8;
  double tilt = 1.5;
};

/// What a replicate's model draws of the options: the articles, when each is in the pool, who likes it,
/// and the visitors. Never changed: worlds share it, on any thread.
class R6bLikeModel {
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
  R6bLikeModel(const R6bLikeOptions& options, StreamKey model);

  /// The record at full scale of a step, counted from the log's first.
  double position_of(std::uint64_t step) const;
  /// ln of the click rate over the visitors at a position of day `day`.
  double log_click_rate(const News& news, double position, std::size_t day) const;
  /// The hour of a position of day `day`.
  double hour_at(double position, std::size_t day) const;

  R6bLikeOptions options;
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

class R6bLikeWorld final : public Environment, public VisitTimes {
 public:
  R6bLikeWorld(const R6bLikeOptions& options, StreamKey model, StreamKey environment)
      : R6bLikeWorld(std::make_shared<const R6bLikeModel>(options, model), environment) {}
  /// The world of a model that is drawn already. O(1).
  R6bLikeWorld(std::shared_ptr<const R6bLikeModel> model, StreamKey environment);

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
  /// The mean of that over the visitors (except for the cut), and by night what everybody has.
  double click_rate(Action action) const;

  std::uint64_t unix_time(std::uint64_t step) const override;
  std::size_t day(std::uint64_t step) const override;
  std::string date(std::size_t day) const override;
  std::uint64_t article_number(Action action) const override;

 private:
  void find_interval(std::uint64_t step);
  double log_probability(const Context& context, Action action) const;

  std::shared_ptr<const R6bLikeModel> model_;
  StreamKey environment_;

  std::size_t interval_ = 0;
  std::size_t day_ = 0;  // of the step observed
  double position_ = 0;
  double uniform_ = 0;
  std::vector<double> values_;
  std::span<const std::uint32_t> active_;
  std::span<const Action> pool_;
};

}  // namespace replaybench::datasets::r6b_like
