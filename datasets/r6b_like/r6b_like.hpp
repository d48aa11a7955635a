#pragma once
// A licence-free look-alike of the Yahoo! R6B log: fifteen days of news and their visitors, whose
// truth is known and which can be played live, one visit a step, without time acceleration.
//
// Source: everything that the thesis gives for the log: section 4.2.3 (p. 103), 4.3 (p. 106), 4.4
// (4.4.1, p. 109), 4.4.3 (p. 114), 5.10.3 (p. 194), appendix B (B.4, p. 242). Nothing of the real
// data is in it, and a score on it is no score of the challenge.
//
//   calendar, births, deaths, pools   calendar.hpp, schedule.hpp
//   visitors: 136 sparse binary features, by night only the constant   visitors.hpp
//   P(click | x, a, step) = rate_a exp(-decay_a age + v.x + w_a.x - c_a), at most 1
//     age     of the article, in units of 2 million visits (a week day)
//     rate_a  when new. An ordinary article: log-normal around `click_rate`. A share `stars` of
//     them:
//             uniform within a quarter of `star_rate`
//     decay_a `decay` times a uniform number of [0.4, 1.6]; for a share `rising` of [-0.25, 0]
//     v.x     some visitors click more, on everything: standard deviation `activity`
//     w_a.x   who likes this article: standard deviation `taste` for an ordinary article, falling
//     to
//             a fifth of it for those of 10 % and more, which everybody likes
//     c_a     makes the mean over the visitors of the day rate_a exp(-decay_a age), exactly
// w_a is a mixture of two of eight topics and something of its own: the logarithm of the click rate
// is linear in the features, and by night nothing can be personalised.
//
// Stated and free properties. The counts, the shape of the days, pools, lifetimes and
// stretches, the range, mean and decay of the click rates, the score of a good policy that uses no
// context and the share of time with a small gap are stated by the thesis, and the defaults are set
// to them; the study front_page_data prints both. Free: `taste`, which no number of the thesis sets
// (the lifts of table 4.1 are of one log each, and most are within its noise: the study
// front_page_classifiers; front_page_conjecture plays several values), how it splits over the
// features (topics, `tail`), `activity`, that a star is liked by everybody, that the click rate has
// no hourly rhythm, that quality and lifetime are independent. `tail` decides how
// many features matter, and with it how slowly LinUCB learns: with frequencies that fall slowly it
// is far below the thesis's scores under replay, so the default makes few features frequent. It is
// still below them: about 0.06 for lambda = 1 and 0.076 tuned, where the thesis has 0.074 and
// 0.084 (UCB: 0.085 to 0.088 against 0.086). Nothing was set by what is played live. Whether a
// contextual algorithm beats UCB here, under replay or live (thesis, section 4.4.3, p. 114),
// depends on these. The look-alike can show that the thesis's explanation is possible and what it
// takes, not that it is so on the real data.
//
// One environment is one set of articles: its few stars decide much. The default model_seed is, of
// 1 to 5, the one whose counts (925 stretches, the longest of 306,014 visits) are nearest to the
// thesis's.
//
// `scale` s keeps a share s of the visits. Everything per visit stays as it is (pools, click rates,
// features, the calendar); only the numbers of visits shrink. Articles then live for fewer visits,
// so a scaled log is harder for whoever learns: at 0.01 an article is displayed about 400 times
// under uniform logging instead of 40,000. A stretch of constant pool without a visit is left out,
// and so is an article that no visit could have been shown.
//
// `days` is a part of the fifteen ("1-5": phase 1 of the challenge, "6-15": phase 2; "3": that
// day). With the same model (`model_seed`, one look-alike by default) they are the same articles
// and, with the same environment, the same visits, but actions are numbered anew, in the order of
// birth of those that can be seen. The environment has length() steps; to observe a later one
// throws NotApplicable.
//
// All actions share one uniform number a step: of two articles the one with the higher probability
// is clicked whenever the other is. An action outside the pool has the probability that it would
// have.

#include <memory>
#include <vector>

#include "datasets/r6b_like/schedule.hpp"
#include "datasets/r6b_like/visitors.hpp"
#include "suite/log/visit_times.hpp"
#include "suite/model/environment.hpp"

namespace replaybench::datasets::r6b_like {

struct R6bLikeOptions {
  double scale = 0.01;
  std::size_t first_day = 0;  ///< of 0..14
  std::size_t end_day = 15;   ///< one past the last
  double click_rate = 0.031;
  double spread = 0.4;
  double stars = 0.055;
  double star_rate = 0.107;
  double decay = 0.5;
  double rising = 0.04;
  double tail = 2;
  double taste = 0.6;
  double activity = 0.15;
  double night = 0.22;
};

/// A replicate's draws from the options: the articles, their time in the pool, their readers, and
/// the distribution of the visitors. Immutable: worlds share it, on any thread.
class R6bLikeModel {
 public:
  static constexpr std::size_t features = VisitorDistribution::features + 1;

  struct News {
    double born;
    double log_rate;  // when new
    double decay;
    std::size_t number;  // among the articles of all days
  };
  struct Interval {
    std::uint64_t first;  // step, counted from the first day's
    std::size_t begin;    // in `members`
    std::size_t end;
  };

  /// O(articles features), about 20 ms for the fifteen days. Throws SpecErrors when no visit is left.
  R6bLikeModel(const R6bLikeOptions& options, StreamKey model);

  double position_of(std::uint64_t step) const;

  R6bLikeOptions options;
  VisitorDistribution visitors;
  std::vector<std::uint64_t> first_of_day;  // steps, counted from the log's first; one more
  std::vector<std::uint64_t> morning_of_day;
  std::uint64_t first_step = 0;
  std::uint64_t length = 0;
  std::vector<News> articles;
  std::vector<double> weights;  // a row of `features` an article
  std::vector<Interval> intervals;
  std::vector<Action> members;

 private:
  std::uint64_t step_at(double position) const;
  void keep_visible(const NewsSchedule& schedule);
  void draw_appeal(StreamKey model);
};

class R6bLikeWorld final : public Environment, public VisitTimes {
 public:
  R6bLikeWorld(const R6bLikeOptions& options, StreamKey model, StreamKey environment)
      : R6bLikeWorld(std::make_shared<const R6bLikeModel>(options, model), environment) {}
  /// The world of a model that is drawn already. O(1).
  R6bLikeWorld(std::shared_ptr<const R6bLikeModel> model, StreamKey environment);

  Action action_count() const override { return static_cast<Action>(model_->articles.size()); }
  std::size_t dimension() const override { return Model::features; }
  bool has_sparse_contexts() const override { return true; }
  bool has_pools() const override { return true; }
  /// Steps of the days.
  std::uint64_t length() const override { return model_->length; }

  /// About 60 ns. Throws NotApplicable from length() on.
  void observe(std::uint64_t step) override;
  Context context() const override {
    return Context::sparse(values_, std::span(active_).first(active_count_));
  }
  ActionSet actions() const override { return ActionSet(pool_); }
  double reward(Action action) const override;
  /// The probability of a click at the observed step, for any context; there is no hidden part.
  /// O(active).
  double expected_reward(const Context& context, Action action, Knowledge) const override;
  /// The mean of that over the visitors of the day (but for the cut), and by night what everybody
  /// has.
  double click_rate(Action action) const;

  std::uint64_t unix_time(std::uint64_t step) const override;
  std::size_t day(std::uint64_t step) const override;
  std::string date(std::size_t day) const override;
  std::uint64_t article_number(Action action) const override;

 private:
  using Model = R6bLikeModel;

  void find_interval(std::uint64_t step);
  double log_click_rate(const Model::News& news) const;

  std::shared_ptr<const Model> model_;
  StreamKey environment_;

  std::size_t interval_ = 0;
  std::size_t day_ = 0;  // of the step observed
  double position_ = 0;
  double uniform_ = 0;
  std::vector<double> values_;
  std::vector<std::uint32_t> active_;
  std::size_t active_count_ = 0;
  std::span<const Action> pool_;
};

}  // namespace replaybench::datasets::r6b_like
