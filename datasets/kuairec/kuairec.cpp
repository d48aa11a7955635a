#include "datasets/kuairec/kuairec.hpp"

#include <algorithm>
#include <array>

#include "suite/catalogue/data_folder.hpp"
#include "suite/component/dataset_parameters.hpp"
#include "suite/component/read_once.hpp"
#include "suite/component/registry.hpp"
#include "suite/text/delimited_file.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/published_header.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench::datasets::kuairec {

namespace {

constexpr std::array<std::string_view, 8> names{"user_id",        "video_id",   "play_duration",
                                                "video_duration", "time",       "date",
                                                "timestamp",      "watch_ratio"};
constexpr std::size_t user_column = place_of(names, "user_id");
constexpr std::size_t video_column = place_of(names, "video_id");
constexpr std::size_t ratio_column = place_of(names, "watch_ratio");
constexpr std::size_t largest_id = std::size_t{1} << 40;
constexpr const char* published_path = "kuairec/small_matrix.csv";
constexpr std::size_t max_pairs = std::size_t{1} << 30;

struct Pair {
  std::size_t user, video, line;
  bool positive;
};

std::vector<Pair> read_pairs(DelimitedFile& file, const std::string& name, double threshold) {
  require_published_header(file.header(), names, name, "KuaiRec's small matrix");
  std::vector<Pair> pairs;
  while (file.next()) {
    const double ratio = file.number(ratio_column);
    if (ratio < 0) file.fail(ratio_column, "is below 0");
    pairs.push_back({file.whole_number(user_column, 0, largest_id),
                     file.whole_number(video_column, 0, largest_id), file.line(),
                     ratio >= threshold});
  }
  if (pairs.empty()) throw DataError(name + ": no record");
  return pairs;
}

std::vector<std::size_t> distinct(const std::vector<Pair>& pairs, std::size_t Pair::*member) {
  std::vector<std::size_t> ids;
  ids.reserve(pairs.size());
  for (const Pair& pair : pairs) ids.push_back(pair.*member);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::size_t place_in(const std::vector<std::size_t>& ids, std::size_t id) {
  return static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
}

// The cells of the users who answered any of the videos that are kept.
std::vector<std::int8_t> cells_of(std::vector<Pair> pairs, const std::string& name,
                                  std::size_t kept, std::size_t& videos) {
  std::vector<std::size_t> video_ids = distinct(pairs, &Pair::video);
  if (kept > 0 && kept < video_ids.size()) video_ids.resize(kept);
  std::erase_if(pairs, [&](const Pair& pair) { return pair.video > video_ids.back(); });
  const std::vector<std::size_t> user_ids = distinct(pairs, &Pair::user);
  videos = video_ids.size();
  if (user_ids.size() > max_pairs / videos) {
    throw DataError(name + ": a matrix of " + std::to_string(user_ids.size()) + " users and " +
                    std::to_string(videos) + " videos; it would have more than 2^30 pairs");
  }
  std::vector<std::int8_t> cells(user_ids.size() * videos, Answers::unknown);
  for (const Pair& pair : pairs) {
    std::int8_t& cell =
        cells[place_in(user_ids, pair.user) * videos + place_in(video_ids, pair.video)];
    if (cell != Answers::unknown) {
      throw DataError(name + ":" + std::to_string(pair.line) + ": user " +
                      std::to_string(pair.user) + " and video " + std::to_string(pair.video) +
                      " occur twice");
    }
    cell = pair.positive ? 1 : 0;
  }
  return cells;
}

}  // namespace

Answers::Answers(std::vector<std::int8_t> cells, std::size_t videos)
    : cells_(std::move(cells)), videos_(static_cast<Action>(videos)), means_(videos) {
  std::vector<double> known(videos);
  pools_.resize(cells_.size() / videos);
  for (std::size_t user = 0; user < pools_.size(); ++user) {
    for (Action video = 0; video < videos_; ++video) {
      const std::int8_t answer = (*this)(user, video);
      if (answer == unknown) {
        full_ = false;
        continue;
      }
      pools_[user].push_back(video);
      ++known[video];
      means_[video] += answer;
    }
  }
  for (std::size_t video = 0; video < videos; ++video) means_[video] /= known[video];
}

Answers Answers::read(const std::filesystem::path& file, const ReaderOptions& options) {
  DelimitedFile rows(file);
  std::size_t videos = 0;
  auto cells = cells_of(read_pairs(rows, file.string(), options.threshold), file.string(),
                        options.videos, videos);
  return Answers(std::move(cells), videos);
}

Answers Answers::read(std::string_view text, const std::string& name,
                      const ReaderOptions& options) {
  DelimitedFile rows(text, name);
  std::size_t videos = 0;
  auto cells = cells_of(read_pairs(rows, name, options.threshold), name, options.videos, videos);
  return Answers(std::move(cells), videos);
}

KuaiRec::KuaiRec(std::shared_ptr<const Answers> answers, bool shows_user, StreamKey environment)
    : answers_(std::move(answers)),
      shows_user_(shows_user),
      environment_(environment),
      values_(shows_user ? answers_->users() + 1 : 1) {
  values_.back() = 1;
  active_.assign(shows_user ? 2 : 1, static_cast<std::uint32_t>(values_.size() - 1));
  if (shows_user) {
    values_[0] = 1;
    active_[0] = 0;
  }
}

void KuaiRec::observe(std::uint64_t step) {
  Draws draws(environment_, step);
  if (shows_user_) values_[user_] = 0;
  user_ = draws.below(static_cast<std::uint32_t>(answers_->users()));
  hidden_ = static_cast<double>(user_);
  if (!shows_user_) return;
  values_[user_] = 1;
  active_[0] = static_cast<std::uint32_t>(user_);
}

Context KuaiRec::context() const {
  return Context::sparse(values_, active_,
                         shows_user_ ? std::span<const double>{} : std::span(&hidden_, 1));
}

double KuaiRec::expected_reward(const Context& context, Action action, Knowledge knowledge) const {
  if (shows_user_) return answer(context.active()[0], action);
  if (knowledge == Knowledge::full) {
    return answer(static_cast<std::size_t>(context.hidden()[0]), action);
  }
  return answers_->mean(action);
}

namespace {

struct Options {
  ReaderOptions reader;
  bool user = true;
};

class KuaiRecDataset final : public Dataset {
 public:
  explicit KuaiRecDataset(const Options& options) : options_(options) {}

  std::unique_ptr<Environment> environment(StreamKey, StreamKey environment) const override {
    const auto& answers = answers_.get(
        [&] { return std::make_shared<const Answers>(Answers::read(file(), options_.reader)); });
    return std::make_unique<KuaiRec>(answers, options_.user, environment);
  }
  std::string content_digest() const override {
    return digest_.get([&] { return sha256_hex_of_file(file()); });
  }

 private:
  static std::filesystem::path file() {
    return checked_data_file(manifest_of("kuairec"), published_path);
  }

  Options options_;
  ReadOnce<std::shared_ptr<const Answers>> answers_;
  ReadOnce<std::string> digest_;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  return std::make_shared<KuaiRecDataset>(options);
}

const auto reader_parameters = bind_parameters<ReaderOptions>(
    real(&ReaderOptions::threshold, "threshold",
         "the watch ratio from which on the answer is positive: reward 1")
        .above(0)
        .finite(),
    integer(&ReaderOptions::videos, "videos",
            "only the videos of the smallest numbers, so many; 0: all 3,327"));

const auto parameters = bind_parameters<Options>(
    group(&Options::reader, reader_parameters),
    boolean(
        &Options::user, "user",
        "who comes as context, one-hot; false: the user is hidden, there is the constant alone"));

std::string write_look_alike(const std::filesystem::path& folder) {
  write_file(folder / published_path, look_alike(12, 7));
  return {};
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "kuairec",
     .summary =
         "KuaiRec: the reactions of 1,411 real users to 3,327 videos, nearly all pairs of them",
     .source = "Gao et al. 2022, KuaiRec, CIKM",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::kuairec
