#include "suite/yahoo/yahoo_report.hpp"

namespace replaybench {
namespace {

std::string counted(std::size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

bool is_of_file(YahooAnomaly anomaly) { return anomaly >= YahooAnomaly::empty_file; }

}  // namespace

const char* text_of(YahooAnomaly anomaly) {
  switch (anomaly) {
    case YahooAnomaly::bad_timestamp:
      return "bad timestamp (line left out)";
    case YahooAnomaly::bad_click:
      return "click neither 0 nor 1 (line left out)";
    case YahooAnomaly::bad_token:
      return "text that the format does not have (line left out)";
    case YahooAnomaly::empty_line:
      return "empty line (left out)";
    case YahooAnomaly::long_line:
      return "line of more than 1 MiB (left out)";
    case YahooAnomaly::cut_line:
      return "last line without its end (left out: its pool may be cut)";
    case YahooAnomaly::empty_pool:
      return "empty pool (line left out)";
    case YahooAnomaly::displayed_not_in_pool:
      return "displayed article not in its pool (line left out)";
    case YahooAnomaly::duplicate_in_pool:
      return "article twice in its pool (counts once)";
    case YahooAnomaly::feature_outside:
      return "feature outside its range (feature left out)";
    case YahooAnomaly::duplicate_feature:
      return "feature twice (counts once)";
    case YahooAnomaly::missing_features:
      return "no user feature but the constant (line kept)";
    case YahooAnomaly::missing_constant:
      return "user features without the constant (line kept)";
    case YahooAnomaly::incomplete_weights:
      return "user or article without all six features (0 taken)";
    case YahooAnomaly::time_backwards:
      return "time before that of the record before (line kept)";
    case YahooAnomaly::empty_file:
      return "empty file";
    case YahooAnomaly::truncated_gzip:
      return "gzip file cut off (what was read before is kept)";
    case YahooAnomaly::corrupt_gzip:
      return "corrupt gzip file (what was read before is kept; no checksum vouches for it)";
    case YahooAnomaly::files_out_of_order:
      return "file that begins before the one before it ended";
    case YahooAnomaly::count:
      break;
  }
  return "";
}

std::string YahooReport::text_of_place(YahooAnomaly anomaly, const YahooPlace& place) const {
  std::string text = files[place.file].name;
  if (place.line > 0) text += ":" + std::to_string(place.line);
  text += std::string(": ") + text_of(anomaly);
  if (!place.seen.empty()) text += ": " + place.seen;
  return text;
}

std::string YahooReport::text() const {
  std::string text = format == YahooFormat::r6a   ? "Yahoo! R6A, "
                     : format == YahooFormat::r6b ? "Yahoo! R6B, "
                                                  : "no Yahoo! log, ";
  text += counted(files.size(), "file") + ", " + counted(lines, "line") + ": " +
          counted(records, "record") + ", " + std::to_string(left_out) + " left out\n";
  for (std::size_t i = 0; i < yahoo_anomaly_count; ++i) {
    const Anomalies& seen = anomalies[i];
    if (seen.count == 0) continue;
    const auto anomaly = static_cast<YahooAnomaly>(i);
    text += std::string("  ") + text_of(anomaly) + ": " +
            counted(seen.count, is_of_file(anomaly) ? "file" : "line");
    const char* separator = "; at ";
    for (const YahooPlace& place : seen.first) {
      text += separator + files[place.file].name;
      if (place.line > 0) text += ":" + std::to_string(place.line);
      if (!place.seen.empty()) text += " " + place.seen;
      separator = ", ";
    }
    if (!seen.first.empty() && seen.first.size() < seen.count) text += ", ...";
    text += "\n";
  }
  return text;
}

}  // namespace replaybench
