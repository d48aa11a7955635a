#include "datasets/kuairand/kuairand.hpp"

#include <array>
#include <charconv>

#include "suite/catalogue/file_dataset.hpp"
#include "suite/component/dataset_parameters.hpp"
#include "suite/component/registry.hpp"
#include "suite/log/action_dictionary.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/text/delimited_file.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/published_header.hpp"

namespace replaybench::datasets::kuairand {

namespace {

constexpr std::array<std::string_view, 19> names{
    "user_id",           "video_id",         "date",         "hourmin",     "time_ms",
    "is_click",          "is_like",          "is_follow",    "is_comment",  "is_forward",
    "is_hate",           "long_view",        "play_time_ms", "duration_ms", "profile_stay_time",
    "comment_stay_time", "is_profile_enter", "is_rand",      "tab"};

constexpr std::size_t user_id = place_of(names, "user_id");
constexpr std::size_t video_id = place_of(names, "video_id");
constexpr std::size_t time_ms = place_of(names, "time_ms");
constexpr std::size_t is_click = place_of(names, "is_click");
constexpr std::size_t is_like = place_of(names, "is_like");
constexpr std::size_t is_follow = place_of(names, "is_follow");
constexpr std::size_t is_comment = place_of(names, "is_comment");
constexpr std::size_t is_forward = place_of(names, "is_forward");
constexpr std::size_t is_hate = place_of(names, "is_hate");
constexpr std::size_t long_view = place_of(names, "long_view");
constexpr std::size_t is_profile_enter = place_of(names, "is_profile_enter");
constexpr std::size_t is_rand = place_of(names, "is_rand");
constexpr std::size_t tab = place_of(names, "tab");

constexpr std::size_t largest_id = std::size_t{1} << 40;

std::size_t reward_column(Reward reward) {
  switch (reward) {
    case Reward::click:
      return is_click;
    case Reward::like:
      return is_like;
    case Reward::follow:
      return is_follow;
    case Reward::long_view:
      break;
  }
  return long_view;
}

void add_row(Log& log, const DelimitedFile& file, const ReaderOptions& options,
             ActionDictionary& videos) {
  file.whole_number(user_id, 0, largest_id);
  file.whole_number(video_id, 0, largest_id);
  file.whole_number(time_ms, 0, largest_id << 10);
  for (const std::size_t feedback : {is_click, is_like, is_follow, is_comment, is_forward, is_hate,
                                     long_view, is_profile_enter}) {
    file.whole_number(feedback, 0, 1);
  }
  if (file.whole_number(is_rand, 0, 1) == 0) {
    file.fail(is_rand, "is of the standard feed, whose propensities are unknown");
  }
  const std::size_t page = file.whole_number(tab, 0, tabs - 1);
  log.actions.push_back(videos.index(file[video_id]));
  if (videos.tokens().size() > published_pool) {
    file.fail(video_id, "exceeds the pool of " + std::to_string(published_pool) + " videos");
  }
  log.rewards.push_back(
      static_cast<double>(file.whole_number(reward_column(options.reward), 0, 1)));
  log.timestamps.emplace_back(file[time_ms]);
  for (std::size_t t = 0; options.tab && t < tabs; ++t) log.contexts.push_back(t == page ? 1 : 0);
  if (options.intercept) log.contexts.push_back(1);
}

Log read(DelimitedFile& file, const std::string& name, const ReaderOptions& options) {
  require_published_header(file.header(), names, name, "KuaiRand's logs");
  Log log;
  for (std::size_t t = 0; options.tab && t < tabs; ++t) {
    log.feature_names.push_back("tab=" + std::to_string(t));
  }
  if (options.intercept) log.feature_names.emplace_back("intercept");
  log.dimension = log.feature_names.size();
  ActionDictionary videos;
  while (file.next()) add_row(log, file, options, videos);
  if (log.size() == 0) throw DataError(name + ": no record");
  name_and_number_actions(log, videos.tokens());
  log.propensities.assign(log.size(), 1.0 / log.action_count);
  return log;
}

}  // namespace

Log read_kuairand(const std::filesystem::path& file, const ReaderOptions& options) {
  DelimitedFile rows(file);
  return read(rows, file.string(), options);
}

Log read_kuairand(std::string_view text, const std::string& name, const ReaderOptions& options) {
  DelimitedFile rows(text, name);
  return read(rows, name, options);
}

std::vector<std::string> warnings_of(const Log& log) {
  std::size_t back = 0;
  std::uint64_t before = 0;
  for (const std::string& written : log.timestamps) {
    std::uint64_t time = before;
    std::from_chars(written.data(), written.data() + written.size(), time);
    back += time < before;
    before = time;
  }
  if (back == 0) return {};
  return {std::to_string(back) + " of the " + std::to_string(log.size()) +
          " records are earlier than the record before: sort the file by time_ms before an "
          "algorithm that learns is replayed on it"};
}

namespace {

struct Options {
  ReaderOptions reader;
  std::string version = "pure";
};

std::string path_of(const std::string& version) {
  return "kuairand/log_random_4_22_to_5_08_" + version + ".csv";
}

std::shared_ptr<const Dataset> make(const Options& options) {
  return std::make_shared<FileDataset>(
      "kuairand", path_of(options.version),
      [reader = options.reader](const std::filesystem::path& file) {
        return read_kuairand(file, reader);
      },
      warnings_of);
}

const auto reader_parameters = bind_parameters<ReaderOptions>(
    choice(&ReaderOptions::reward, "reward",
           {{"click", Reward::click},
            {"like", Reward::like},
            {"follow", Reward::follow},
            {"long_view", Reward::long_view}},
           "what is rewarded, 0 or 1: a click, a like, that the user follows the author, that the "
           "video is seen to its end or for 18 seconds"),
    boolean(&ReaderOptions::tab, "tab", "the page of the application as context, one-hot"),
    intercept_parameter(&ReaderOptions::intercept));

const auto parameters =
    bind_parameters<Options>(choice(&Options::version, "version", {"pure", "1k", "27k"},
                                    "which of the published sets: KuaiRand-Pure, -1K or -27K"),
                             group(&Options::reader, reader_parameters));

std::string write_look_alike(const std::filesystem::path& folder) {
  for (const char* const version : {"pure", "1k", "27k"}) {
    write_file(folder / path_of(version), look_alike(80));
  }
  return {};
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "kuairand",
     .summary = "KuaiRand's random log: 1.2 million videos shown, drawn uniformly from 7,583",
     .source = "Gao et al. 2022, KuaiRand, CIKM",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::kuairand
