#pragma once
// Report on Yahoo! R6A and R6B logs: counts, anomalies and their places.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace replaybench {

enum class YahooFormat {
  detect,  ///< by the first line's displayed article: R6B if it begins with "id-"
  r6a,
  r6b
};

/// Anomalies of a line (the record is left out, or kept and repaired) or of a file.
enum class YahooAnomaly : std::size_t {
  bad_timestamp,          ///< left out: not 1 to 15 digits
  bad_click,              ///< left out: neither 0 nor 1
  bad_token,              ///< left out: something that the format does not have
  empty_line,             ///< left out
  long_line,              ///< left out: more than TextLines::longest_line bytes
  cut_line,               ///< left out: a file's last line without its line feed; nothing says
                          ///< whether its last article is whole, or its pool
  empty_pool,             ///< left out
  displayed_not_in_pool,  ///< left out
  duplicate_in_pool,      ///< kept: the article counts once, with its first features
  feature_outside,        ///< kept without the feature: R6B outside 1..136, R6A outside 1..6
  duplicate_feature,      ///< kept: counts once, with its first weight
  missing_features,       ///< kept: the user has no feature but the constant; at night the rule
  missing_constant,       ///< kept: the user has features, but not the constant 1
  incomplete_weights,     ///< kept: R6A, a user or an article without all six features (0 is taken)
  time_backwards,         ///< kept: its time is before that of the record before it in the file
  empty_file,             ///< of the file: not one byte
  truncated_gzip,         ///< of the file: what was read before is kept
  corrupt_gzip,           ///< of the file: what was read before is kept, and may be wrong
  files_out_of_order,     ///< of the file: it begins before the one before it ended
  count
};

constexpr std::size_t yahoo_anomaly_count = static_cast<std::size_t>(YahooAnomaly::count);

/// The anomaly in words: "displayed article not in its pool (line left out)".
const char* text_of(YahooAnomaly anomaly);

/// Place of an anomaly.
struct YahooPlace {
  std::size_t file;  ///< index in YahooReport::files
  std::size_t line;  ///< from 1; of an anomaly of the file, the last line read (0: none)
  std::string seen;  ///< the text in question, quoted; or empty
};

/// An anomaly of a line is counted once a line, however often the line has it. An anomaly that
/// leaves the record out ends the line's reading, so that a line has at most one of these.
struct YahooReport {
  struct Anomalies {
    std::size_t count = 0;
    std::vector<YahooPlace> first;  ///< the first ones, at most YahooOptions::shown
  };
  struct File {
    std::string name;
    std::size_t lines = 0, records = 0, bytes = 0;  ///< bytes of text, unpacked
  };

  YahooFormat format = YahooFormat::detect;  ///< `detect` when no line told it
  std::vector<File> files;
  std::size_t lines = 0;  ///< = records + left_out
  std::size_t records = 0;
  std::size_t left_out = 0;
  std::array<Anomalies, yahoo_anomaly_count> anomalies;

  const Anomalies& operator[](YahooAnomaly anomaly) const {
    return anomalies[static_cast<std::size_t>(anomaly)];
  }
  /// Lines of plain text: the counts, then one for each anomaly seen, with its first places; each
  /// line ends with a line feed.
  std::string text() const;
  /// "name:line: anomaly: what was seen"
  std::string text_of_place(YahooAnomaly anomaly, const YahooPlace& place) const;
};

}  // namespace replaybench
