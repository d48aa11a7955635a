#pragma once
// KuaiRec: how 1,411 real users answered 3,327 videos, nearly all pairs of them. A world with known
// truth whose tastes are real: at each step a user comes, drawn uniformly; a video is shown; the
// reward is 1 where this user watched this video for long enough.
//
// Source: Gao et al. 2022, doi 10.1145/3511808.3557220; manifest.toml says where the file is. Nobody
// who wrote this has it: the reader keeps to the documented header and refuses another. Not in the
// thesis.
//   x_t   with user=true who comes, one-hot, and the constant; else the constant, the user hidden
//   r     1 if watch_ratio >= threshold, else 0: no noise, all randomness is who comes
// A pair that was not observed is not available: the pool of the user is without the video.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::kuairec {

struct ReaderOptions {
  double threshold = 2;    ///< the publisher calls a ratio of 2 and more a positive answer
  std::size_t videos = 0;  ///< only the videos of the smallest numbers, so many; 0: all
};

/// A text in the format of the file with made-up answers of so many users, numbered 14, 17, ..., and
/// videos, numbered 148, 153, ...; about one pair in twenty is missing unless it is `full`.
/// O(users * videos).
std::string look_alike(std::size_t users, std::size_t videos, bool full = false);

/// Who answered what: 0, 1, or nothing, of U users and K videos in the order of their numbers.
class Answers {
 public:
  static constexpr std::int8_t unknown = -1;

  /// Reads the matrix, plain or gzip. Throws DataError, with file and line, for a header that is not
  /// the documented one (with what differs), an id that is no whole number, a watch ratio that is no
  /// finite number of at least 0, a pair that comes twice, a matrix of more than 2^30 pairs, and a
  /// file without records; FileError when it is missing. Users without an answer to any of
  /// the videos that are kept are left out. O(n log n).
  static Answers read(const std::filesystem::path& file, const ReaderOptions& options = {});
  /// Reads the answers from a string; `name` is used in messages.
  static Answers read(std::string_view text, const std::string& name,
                      const ReaderOptions& options = {});

  std::size_t users() const { return pools_.size(); }
  Action videos() const { return videos_; }
  std::int8_t operator()(std::size_t user, Action video) const {
    return cells_[user * videos_ + video];
  }
  /// True when every user answered every video.
  bool is_full() const { return full_; }
  /// The videos that the user answered.
  ActionSet pool(std::size_t user) const {
    return full_ ? ActionSet::all(videos_) : ActionSet(pools_[user]);
  }
  /// Mean answer of the users who answered the video.
  double mean(Action video) const { return means_[video]; }

 private:
  Answers(std::vector<std::int8_t> cells, std::size_t videos);

  std::vector<std::int8_t> cells_;
  Action videos_;
  bool full_ = true;
  std::vector<std::vector<Action>> pools_;
  std::vector<double> means_;
};

/// The world above. `posterior` and `plug_in` know what the features say: the user's answers, or
/// without the user the mean over all users who answered. An unavailable video is expected to be
/// worth 0.
class KuaiRec final : public Environment {
 public:
  KuaiRec(std::shared_ptr<const Answers> answers, bool shows_user, StreamKey environment);

  Action action_count() const override { return answers_->videos(); }
  std::size_t dimension() const override { return values_.size(); }
  std::size_t hidden_dimension() const override { return shows_user_ ? 0 : 1; }
  bool has_sparse_contexts() const override { return true; }
  bool has_pools() const override { return !answers_->is_full(); }
  void observe(std::uint64_t step) override;
  Context context() const override;
  ActionSet actions() const override { return answers_->pool(user_); }
  double reward(Action action) const override { return answer(user_, action); }
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

 private:
  double answer(std::size_t user, Action video) const {
    return (*answers_)(user, video) == 1 ? 1 : 0;
  }

  std::shared_ptr<const Answers> answers_;
  bool shows_user_;
  StreamKey environment_;
  std::size_t user_ = 0;
  std::vector<double> values_;
  std::vector<std::uint32_t> active_;
  double hidden_ = 0;
};

}  // namespace replaybench::datasets::kuairec
