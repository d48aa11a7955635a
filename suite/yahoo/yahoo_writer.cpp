#include "suite/yahoo/yahoo_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "suite/prepared/prepared_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/yahoo_log.hpp"
#include "suite/yahoo/yahoo_reader.hpp"

namespace replaybench {
namespace {

constexpr std::size_t block = std::size_t{1} << 18;  // bytes that wait to be written
constexpr std::uint64_t first_time = 1'317'513'291;
constexpr std::uint64_t first_number = 500'000;
constexpr std::uint32_t constant = r6b_features - 1;

template <class Number>
void append_number(std::string& line, Number number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  line.append(digits.data(), end);
}

void append_weights(std::string& line, std::span<const double> weights) {
  for (std::size_t i = 0; i + 1 < r6a_features; ++i) {
    line += ' ';
    append_number(line, i + 2);
    line += ':';
    append_number(line, weights[i]);
  }
  line += " 1:1";
}

std::vector<std::string> names_of(const Log& log, bool weighted) {
  if (!log.action_names.empty()) return log.action_names;
  std::vector<std::string> names;
  for (Action a = 0; a < log.action_count; ++a) {
    names.push_back((weighted ? "" : "id-") + std::to_string(first_number + a));
  }
  return names;
}

}  // namespace

YahooFileWriter::YahooFileWriter(std::filesystem::path path, Packing packing)
    : path_(std::move(path)), part_(path_.string() + ".part", LockedPart::Unfinished::discarded) {
  constexpr int level = 5;
  if (packing == Packing::gzip) packer_.emplace(level);
}

void YahooFileWriter::set_pool(std::span<const std::string> names) {
  pool_.clear();
  for (const std::string& name : names) pool_ += " |" + name;
  pool_ += '\n';
}

void YahooFileWriter::write(std::string_view time, std::string_view article, bool click,
                            std::span<const std::uint32_t> active) {
  line_.assign(time);
  line_ += ' ';
  line_ += article;
  line_ += click ? " 1 |user" : " 0 |user";
  if (std::find(active.begin(), active.end(), constant) != active.end()) line_ += " 1";
  for (const std::uint32_t feature : active) {
    if (feature == constant) continue;
    line_ += ' ';
    append_number(line_, feature + 2);
  }
  line_ += pool_;
  write_line(line_);
}

void YahooFileWriter::write_line(std::string_view line) {
  waiting_ += line;
  if (waiting_.size() >= block) append_waiting();
}

void YahooFileWriter::append_waiting() {
  if (packer_) {
    packed_.clear();
    packer_->add(waiting_, packed_);
    part_.append(packed_);
  } else {
    part_.append(waiting_);
  }
  waiting_.clear();
}

void YahooFileWriter::close() {
  append_waiting();
  if (packer_) {
    packed_.clear();
    packer_->finish(packed_);
    part_.append(packed_);
  }
  part_.rename_to(path_);
}

void write_yahoo_log(const Log& log, const std::filesystem::path& path,
                     YahooFileWriter::Packing packing) {
  const bool weighted = !log.is_sparse() && log.dimension == r6a_features;
  if (!weighted && !(log.is_sparse() && log.dimension == r6b_features)) {
    throw DataError("a Yahoo! log has 136 binary features, or 6 numbers; this one has " +
                    std::to_string(log.dimension) +
                    (log.is_sparse() ? " binary features" : " numbers"));
  }
  const std::vector<std::string> names = names_of(log, weighted);
  const auto pool_of = [&](ActionSet pool) {
    std::vector<std::string> of;
    for (Action i = 0; i < pool.size(); ++i) of.push_back(names[pool[i]]);
    return of;
  };
  constexpr std::array<double, r6a_features> of_article{0.2, 0.2, 0.2, 0.2, 0.2, 1};
  YahooFileWriter file(path, packing);
  ContextReader contexts(log);
  std::string line;
  std::string weighted_pool;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.rewards[i] != 0 && log.rewards[i] != 1) {
      throw DataError("record " + std::to_string(i) + ": a Yahoo! log has rewards 0 and 1");
    }
    if (i == 0 || (log.has_pools() && log.pools[i] != log.pools[i - 1])) {
      const auto pool = pool_of(log.available(i));
      if (weighted) {
        weighted_pool.clear();
        for (const std::string& name : pool) {
          weighted_pool += " |" + name;
          append_weights(weighted_pool, of_article);
        }
        weighted_pool += '\n';
      } else {
        file.set_pool(pool);
      }
    }
    const std::string time =
        log.timestamps.empty() ? std::to_string(first_time + i) : log.timestamps[i];
    const std::string& article = names[log.actions[i]];
    const bool click = log.rewards[i] == 1;
    const Context x = contexts[i];
    if (weighted) {
      line = time + ' ' + article + (click ? " 1 |user" : " 0 |user");
      append_weights(line, x.values());
      file.write_line(line += weighted_pool);
    } else {
      file.write(time, article, click, x.active());
    }
  }
  file.close();
}

namespace {

using fs_path = std::filesystem::path;
using GenerateProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Visit times of an environment; throws DataError if it has none.
const VisitTimes& times_of(const Environment& environment) {
  const auto* times = dynamic_cast<const VisitTimes*>(&environment);
  if (!times || environment.length() == 0 || !environment.has_sparse_contexts() ||
      environment.dimension() != r6b_features) {
    throw DataError(
        "this data set cannot be written as a Yahoo! log: that has a time for each visit, "
        "an end, and 136 binary features");
  }
  return *times;
}

std::string file_name(const std::string& date) { return "ydata-fp-td-clicks-v2_0." + date; }

fs_path day_file(const fs_path& folder, const std::string& date, YahooForm form) {
  return folder / (file_name(date) + (form == YahooForm::gzip ? ".gz" : ""));
}

std::vector<std::string> names_of(const Environment& environment, const VisitTimes& times) {
  std::vector<std::string> names;
  for (Action a = 0; a < environment.action_count(); ++a) {
    names.push_back("id-" + std::to_string(times.article_number(a)));
  }
  return names;
}

/// Plays the uniform policy against all steps: visit(step, pool, pool is a new one, action).
template <class Visit>
void play_uniform(Environment& environment, StreamKey logging, const GenerateProgress& progress,
                  Visit&& visit) {
  constexpr std::uint64_t shown = 100'000;  // records between two calls of `progress`
  const std::uint64_t all = environment.length();
  std::vector<Action> pool;
  for (std::uint64_t t = 0; t < all; ++t) {
    if (progress && t % shown == 0) progress(t, all);
    environment.observe(t);
    const ActionSet actions = environment.actions();
    bool same = pool.size() == actions.size();
    for (Action i = 0; same && i < actions.size(); ++i) same = pool[i] == actions[i];
    if (!same) {
      pool.clear();
      for (Action i = 0; i < actions.size(); ++i) pool.push_back(actions[i]);
    }
    Draws draws(logging, t);
    visit(t, std::as_const(pool), !same, actions[draws.below(actions.size())]);
  }
  if (progress) progress(all, all);
}

}  // namespace

std::vector<std::filesystem::path> files_to_generate(const Environment& environment,
                                                     const std::filesystem::path& folder,
                                                     YahooForm form) {
  const VisitTimes& times = times_of(environment);
  std::vector<std::filesystem::path> files;
  for (std::size_t day = times.day(0); day <= times.day(environment.length() - 1); ++day) {
    files.push_back(day_file(folder, times.date(day), form));
  }
  return files;
}

std::vector<std::filesystem::path> generate_yahoo_log(Environment& environment, StreamKey logging,
                                                      const std::filesystem::path& folder,
                                                      YahooForm form,
                                                      const GenerateProgress& progress) {
  const VisitTimes& times = times_of(environment);
  const std::vector<std::string> names = names_of(environment, times);
  const bool packed = form == YahooForm::gzip;
  std::vector<std::filesystem::path> files;
  std::unique_ptr<YahooFileWriter> file;
  std::size_t day = 0;
  std::vector<std::string> pool_names;
  std::string time;
  play_uniform(environment, logging, progress,
               [&](std::uint64_t t, const std::vector<Action>& pool, bool changed, Action action) {
                 if (changed) {
                   pool_names.clear();
                   for (const Action a : pool) pool_names.push_back(names[a]);
                 }
                 const bool opens = !file || times.day(t) != day;
                 if (opens) {
                   if (file) file->close();
                   day = times.day(t);
                   files.push_back(day_file(folder, times.date(day), form));
                   file = std::make_unique<YahooFileWriter>(
                       files.back(),
                       packed ? YahooFileWriter::Packing::gzip : YahooFileWriter::Packing::plain);
                 }
                 if (opens || changed) file->set_pool(pool_names);
                 time.clear();
                 append_number(time, times.unix_time(t));
                 file->write(time, names[action], environment.reward(action) == 1,
                             environment.context().active());
               });
  file->close();
  return files;
}

void generate_prepared_log(Environment& environment, StreamKey logging,
                           const std::filesystem::path& destination,
                           const GenerateProgress& progress) {
  const VisitTimes& times = times_of(environment);
  PreparedLogWriter writer(destination, yahoo_feature_names(YahooFormat::r6b));
  PreparedOrigin origin;
  origin.format = "Yahoo! R6B, generated";
  origin.lines = environment.length();
  std::size_t day = 0;
  play_uniform(environment, logging, progress,
               [&](std::uint64_t t, const std::vector<Action>& pool, bool changed, Action action) {
                 if (origin.sources.empty() || times.day(t) != day) {
                   day = times.day(t);
                   origin.sources.emplace_back().name = file_name(times.date(day));
                 }
                 ++origin.sources.back().lines;
                 ++origin.sources.back().records;
                 if (changed) writer.set_pool(pool);
                 writer.add(times.unix_time(t), action, environment.reward(action) == 1,
                            environment.context().active());
               });
  writer.finish(environment.action_count(), names_of(environment, times), origin);
}

}  // namespace replaybench
