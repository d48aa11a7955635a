#pragma once
// The Yahoo! front page logs R6A and R6B, record by record.
//
// Source: "Yahoo! Front Page Today Module User Click Log Dataset", versions 1.0 (R6A, May 2009, 10
// days) and 2.0 (R6B, October 2011, 15 days); thesis, section 4.2.3 (p. 103). One visit a line,
// fields separated by blanks:
//
//   R6B  1317513291 id-560620 0 |user 1 9 11 13 23 |id-552077 |id-555224 |id-560620
//   R6A  1241160900 109513 0 |user 2:0.000012 6:0.999988 1:1.000000 |109498 2:0.306 1:1 |109513 ...
//
// that is: time (seconds of Unix), displayed article, click, the user's features, and the pool of
// articles that could have been displayed. R6B: the ids of the binary features that are 1, of
// 1..136, in any order; feature 1 is the constant; at night the others are missing. R6A: weights of
// the features 1..6 of the user and of every article, feature 1 being the constant.
//
// No anomaly is fatal and none is silent: see yahoo_report.hpp for what happens to each.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/action_dictionary.hpp"
#include "suite/text/text_lines.hpp"
#include "suite/yahoo/yahoo_report.hpp"

namespace replaybench {

constexpr std::uint32_t r6a_features = 6;
constexpr std::uint32_t r6b_features = 136;

struct YahooOptions {
  YahooFormat format = YahooFormat::detect;
  bool strict = false;  ///< the first anomaly throws, except for missing features, which are normal
  std::size_t shown = 10;  ///< maximum number of places kept per anomaly
};

/// One visit. Views into the reader, valid until its next step.
struct YahooRecord {
  std::uint64_t timestamp = 0;
  std::string_view timestamp_text;  ///< as written
  Action displayed = 0;             ///< index in YahooReader::articles()
  bool click = false;
  std::span<const std::uint32_t> features;  ///< ids of the user's features, increasing, from 1
  std::span<const double> weights;          ///< R6A: of these features; R6B: empty, all are 1
  std::span<const Action> pool;             ///< increasing; has `displayed`
  bool same_pool = false;  ///< sure to be the pool of the record before (false: it may be)
  /// R6A: pool.size() x 6 weights, an article's features 1..6 a row, 0 if missing; R6B: empty.
  std::span<const double> article_weights;
};

/// Reads files of one format, plain or gzip, in the order given. A line costs no allocation except for
/// a new article and for the first places of an anomaly. Memory: a buffer of 1 MiB, the articles'
/// names, a line.
class YahooReader {
 public:
  /// Throws FileError if one of the files is missing.
  explicit YahooReader(std::vector<std::filesystem::path> files, const YahooOptions& options = {});
  /// A text in memory; it must live as long as this.
  YahooReader(std::string_view text, std::string name, const YahooOptions& options = {});

  /// Goes to the next record; false at the end of the last file. Throws FileError when a
  /// file cannot be read; DataError "file:line: anomaly" when strict.
  bool next();

  const YahooRecord& record() const { return record_; }
  /// Complete when next() has given false.
  const YahooReport& report() const { return report_; }
  /// Names in order of first appearance in the records: a record's displayed article, then its pool
  /// as written. A line that is left out adds none. This numbering is the reader's alone, which
  /// cannot know the names to come; read_yahoo_log and a prepared log number by name.
  const std::vector<std::string>& articles() const { return dictionary_.tokens(); }

 private:
  struct PoolEntry {
    std::string_view name;
    std::size_t weights;  // R6A: row in written_weights_
  };

  bool open_next();
  void start(std::unique_ptr<TextSource> source);
  bool read_line(const char* at, const char* end);
  bool read_binary_features(const char*& at, const char* end);
  bool read_weighted_features(const char*& at, const char* end);
  bool read_weights(const char*& at, const char* end, double* weights, unsigned& present);
  bool read_pool(const char* at, const char* end, std::string_view displayed, bool weighted);
  void note_missing();
  bool is_last_pool(std::string_view text) const;
  void keep_pool();
  bool leave_out(YahooAnomaly anomaly, std::string_view seen = {});
  void note(YahooAnomaly anomaly, std::string_view seen = {});
  void note_damage(YahooAnomaly anomaly, const DataError& error);

  YahooOptions options_;
  std::vector<std::filesystem::path> paths_;
  std::size_t opened_ = 0;
  bool inside_ = false;  // a text is open
  TextLines lines_;
  YahooReport report_;
  ActionDictionary dictionary_;
  YahooRecord record_;
  std::uint32_t noted_ = 0;  // the line's anomalies, a bit each
  std::uint64_t last_time_ = 0;
  bool first_of_file_ = true;

  std::vector<std::uint32_t> features_;
  std::vector<double> weights_;
  std::vector<PoolEntry> entries_;  // the pool as written
  std::vector<double> written_weights_;
  std::vector<std::size_t> order_;
  // The last record's pool, and its text if that had no anomaly: most lines repeat it to the byte.
  std::string pool_text_;
  std::vector<Action> pool_;
  std::vector<double> pool_weights_;
};

}  // namespace replaybench
