// A table of ratings, written out or from a file: each visitor is one of its users, the actions
// that are available are the items that this user rated, and the reward is the rating.
//
// Source: thesis, table C.1 (appendix C.1.1, p. 246), which is the default.
// Nothing is invented: an item without a rating is never offered, users without ratings do not come,
// and click rates are unknown.

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "suite/component/read_once.hpp"
#include "suite/component/simulator.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/one_hot.hpp"
#include "suite/ratings/rating_environment.hpp"
#include "suite/ratings/rating_file.hpp"
#include "suite/ratings/table_c1.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench::datasets::rating_table {

namespace {

class RatedItems final : public Environment, public ratings::RatingEnvironment {
 public:
  /// Visits are drawn from `environment`. O(users + items + ratings).
  RatedItems(std::shared_ptr<const ratings::RatingTable> table, StreamKey environment)
      : table_(std::move(table)), environment_(environment), users_(table_->users()) {
    for (std::uint32_t u = 0; u < table_->users(); ++u) {
      if (!table_->of(ratings::Axis::users, u).empty()) raters_.push_back(u);
    }
  }

  Action action_count() const override { return static_cast<Action>(table_->items()); }
  std::size_t dimension() const override { return table_->users(); }
  bool has_sparse_contexts() const override { return true; }
  RewardRange rewards() const override { return RewardRange::real; }
  bool has_pools() const override { return true; }
  void observe(std::uint64_t step) override {
    Draws draws(environment_, step);
    current_ = raters_[draws.below(static_cast<std::uint32_t>(raters_.size()))];
    pool_.clear();
    for (const auto& entry : table_->of(ratings::Axis::users, current_))
      pool_.push_back(entry.place);
  }
  Context context() const override { return users_.sparse(current_); }
  ActionSet actions() const override { return ActionSet(std::span(pool_)); }
  /// Needs an item that the user rated.
  double reward(Action action) const override { return true_rating(current_, action); }
  /// Needs a one-hot context. Of an item that the user did not rate, the overall mean. O(users).
  double expected_reward(const Context& context, Action action, Knowledge) const override {
    return true_rating(OneHotContexts::place_in(context), action);
  }

  std::size_t user_count() const override { return table_->users(); }
  std::size_t item_count() const override { return table_->items(); }
  ratings::RatingTable rate(StreamKey) const override { return *table_; }
  /// NaN: not known.
  double click_probability(std::size_t, std::size_t) const override {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double true_rating(std::size_t user, std::size_t item) const override {
    return table_->find(user, item).value_or(table_->mean());
  }

 private:
  std::shared_ptr<const ratings::RatingTable> table_;
  StreamKey environment_;
  std::vector<std::uint32_t> raters_;  // users with ratings
  OneHotContexts users_;
  std::vector<Action> pool_;
  std::uint32_t current_ = 0;
};

constexpr std::int64_t gap = 0;

// Table C.1, user by user.
std::vector<std::int64_t> numbers_of_table_c1() {
  const ratings::RatingTable table = ratings::table_c1();
  std::vector<std::int64_t> numbers(table.users() * table.items(), gap);
  for (const ratings::Rating& rating : table.ratings()) {
    numbers[rating.user * table.items() + rating.item] = static_cast<std::int64_t>(rating.value);
  }
  return numbers;
}

struct Options {
  std::string path;
  std::size_t items = 5;
  std::vector<std::int64_t> ratings = numbers_of_table_c1();
};

using Table = std::shared_ptr<const ratings::RatingTable>;

// A table of a file, whose content is part of what identifies a result. The file is read once.
class RatingFile final : public Dataset {
 public:
  explicit RatingFile(std::string path) : path_(std::move(path)) {}
  std::unique_ptr<Environment> environment(StreamKey, StreamKey environment) const override {
    const auto& named = named_.get([&] {
      return std::make_shared<const ratings::NamedRatings>(
          ratings::read_ratings(std::filesystem::path(path_)));
    });
    return std::make_unique<RatedItems>(Table(named, &named->table), environment);
  }
  std::string content_digest() const override {
    return digest_.get([&] { return sha256_hex_of_file(path_); });
  }

 private:
  std::string path_;
  ReadOnce<std::shared_ptr<const ratings::NamedRatings>> named_;
  ReadOnce<std::string> digest_;
};

Table written(const Options& options) {
  const std::size_t cells = options.ratings.size();
  if (cells == 0 || cells % options.items != 0) {
    refuse_parameters("rating_table", "ratings has " + std::to_string(cells) + " numbers, not " +
                                          std::to_string(options.items) + " for each user");
  }
  std::vector<ratings::Rating> list;
  for (std::size_t n = 0; n < cells; ++n) {
    if (options.ratings[n] == gap) continue;
    list.push_back({static_cast<std::uint32_t>(n / options.items),
                    static_cast<std::uint32_t>(n % options.items),
                    static_cast<double>(options.ratings[n]), static_cast<double>(n)});
  }
  if (list.empty()) refuse_parameters("rating_table", "ratings are all gaps");
  return std::make_shared<const ratings::RatingTable>(cells / options.items, options.items,
                                                      std::move(list));
}

std::shared_ptr<const Dataset> make(const Options& options) {
  if (!options.path.empty()) {
    const Options defaults;
    if (options.ratings != defaults.ratings || options.items != defaults.items) {
      refuse_parameters("rating_table", "ratings and items are not used with path; leave them out");
    }
    return std::make_shared<RatingFile>(options.path);
  }
  return std::make_shared<Simulator>([table = written(options)](StreamKey, StreamKey environment) {
    return std::make_unique<RatedItems>(table, environment);
  });
}

const auto parameters = bind_parameters<Options>(
    text(&Options::path, "path",
         "a CSV file with the columns user, item, rating and, if there are any, time; empty: "
         "ratings"),
    integer(&Options::items, "items", "number of items of `ratings`").at_least(1).at_most(100'000),
    integers(&Options::ratings, "ratings", "user by user, a rating of each item; 0: none")
        .at_least(0)
        .at_most(1'000)
        .source("thesis, table C.1"));

std::string write_look_alike(const std::filesystem::path& folder) {
  std::string text = "user,item,rating,time\n";
  for (std::uint64_t pair = 0; pair < 40; ++pair) {
    Draws draws({70}, pair);
    const std::uint32_t rating = 1 + draws.below(5);
    if (draws.below(4) == 0) continue;
    text += "user " + std::to_string(pair / 5) + ",item " + std::to_string(pair % 5) + "," +
            std::to_string(rating) + "," + std::to_string(pair) + "\n";
  }
  const auto file = folder / "look_alike.csv";
  write_file(file, text);
  return "path=" + to_text(ParameterValue(file.string()));
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "rating_table",
     .summary = "ratings of items by users, written out or from a file; rewards are ratings",
     .source = "thesis, table C.1 (appendix C.1.1, p. 246)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::rating_table
