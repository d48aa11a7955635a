#include "suite/log/foreign_format.hpp"

#include <cctype>

namespace replaybench {

namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::string_view message;
};

constexpr Magic magics[] = {
    {"PAR1"sv,
     "this is a Parquet file, not CSV; convert it first, with duckdb -c \"COPY (SELECT * FROM "
     "'log.parquet') TO 'log.csv' (HEADER)\" or Python's pandas"sv},
    {"ARROW1"sv,
     "this is an Arrow (Feather) file, not CSV; convert it first, with Python: "
     "pandas.read_feather('log.feather').to_csv('log.csv', index=False)"sv},
    {"\x28\xb5\x2f\xfd"sv,
     "this is compressed with zstd; unpack it: zstd -dc FILE | replaybench evaluate --log - ..."sv},
    {"\xfd"
     "7zXZ\0"sv,
     "this is compressed with xz; unpack it: xz -dc FILE | replaybench evaluate --log - ..."sv},
    {"PK\x03\x04"sv,
     "this is a zip file; unpack it: unzip -p FILE | replaybench evaluate --log - ..."sv},
};

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

// "3:-1:0.25", an action, its cost and its probability; or a decimal alone.
bool is_vw_label(std::string_view word) {
  if (word == "shared" || word == "ccb" || word == "slates") return true;
  bool digits = false;
  for (const char c : word) {
    if (std::isdigit(static_cast<unsigned char>(c))) {
      digits = true;
    } else if (c != ':' && c != '.' && c != '-' && c != '+') {
      return false;
    }
  }
  return digits;
}

}  // namespace

std::string foreign_format(std::string_view beginning) {
  for (const Magic& magic : magics) {
    if (beginning.starts_with(magic.bytes)) return std::string(magic.message);
  }
  if (beginning.starts_with("BZh") && beginning.substr(4, 3) == "1AY") {
    return "this is compressed with bzip2; unpack it: bzip2 -dc FILE | replaybench evaluate --log "
           "- ...";
  }
  const std::string_view line = beginning.substr(0, beginning.find('\n'));
  if (line.starts_with('{') || line.starts_with("[{")) {
    const bool dsjson = line.find("\"_label_") != std::string_view::npos;
    return std::string(dsjson ? "this is JSON (dsjson, of VW or Personalizer), not CSV"
                              : "this is JSON, not CSV") +
           "; write a line per interaction with the columns action, reward, propensity and x_*, "
           "with jq -r '[...] | @csv' or Python's pandas";
  }
  const std::size_t bar = line.find('|');
  if (bar != std::string_view::npos && line.find(',') == std::string_view::npos &&
      (bar == 0 || is_vw_label(first_word(line)))) {
    return "this is Vowpal Wabbit's text format, not CSV; write a line per interaction with the "
           "columns action, reward (less the cost), propensity and x_*";
  }
  return {};
}

}  // namespace replaybench
