#include "suite/log/log_columns.hpp"

#include <algorithm>
#include <set>

#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::size_t> find_column(const CsvHeader& header, std::string_view name) {
  if (const auto exact = header.find(name)) return exact;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (same_name(header.names()[i], name)) return i;
  }
  return std::nullopt;
}

// A header that is one name with separators in it was written with another separator than the
// reader's.
std::string separator_advice(const CsvHeader& header, char separator) {
  if (header.size() != 1) return {};
  for (const char other : {';', '\t', ',', '|'}) {
    if (other == separator || header.names()[0].find(other) == std::string::npos) continue;
    const std::string shown = other == '\t' ? "tab" : std::string("'") + other + "'";
    return "; is the separator " + shown + "? then give --separator " + shown;
  }
  return {};
}

}  // namespace

bool fits_pattern(std::string_view name, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t next = 0;
  std::size_t star = std::string_view::npos;  // the last one, and where the name went on after it
  std::size_t resume = 0;
  while (at < name.size()) {
    if (next < pattern.size() && pattern[next] == '*') {
      star = next++;
      resume = at;
    } else if (next < pattern.size() &&
               (pattern[next] == '?' || lower(pattern[next]) == lower(name[at]))) {
      ++at;
      ++next;
    } else if (star != std::string_view::npos) {
      next = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', next) == std::string_view::npos;
}

LogColumns::LogColumns(const CsvHeader& header, const CsvLogOptions& options,
                       const std::string& file) {
  std::vector<std::string> missing;
  for (const char* name : {"action", "reward"}) {
    if (!find_column(header, name)) missing.emplace_back(name);
  }
  if (!missing.empty()) {
    const std::string advice = separator_advice(header, options.separator);
    if (!advice.empty()) {
      throw DataError(file + ": missing column " + shown_names(missing) + "; the header is " +
                      quoted_text(header.names()[0], 120) + advice);
    }
    header.require(missing);  // throws, with the nearest names
  }
  action = *find_column(header, "action");
  reward = *find_column(header, "reward");
  propensity = find_column(header, "propensity");
  pool = find_column(header, "pool");
  timestamp = find_column(header, "timestamp");
  const auto has_a_meaning = [&](std::size_t i) {
    return i == action || i == reward || i == propensity || i == pool || i == timestamp;
  };
  if (!options.cluster.empty()) {
    cluster = find_column(header, options.cluster);
    if (!cluster) {
      throw SpecErrors("--cluster: " + file + " has no column " + quoted_text(options.cluster) +
                       suggestion(options.cluster, header.names()));
    }
  }

  std::set<std::size_t> chosen;
  for (const std::string& pattern : options.features) {
    const bool glob = pattern.find_first_of("*?") != std::string::npos;
    bool found = false;
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (!fits_pattern(header.names()[i], pattern)) continue;
      if (has_a_meaning(i) && !glob) {
        throw SpecErrors("--features: " + quoted_text(header.names()[i]) +
                         " is the log's own column, not a feature");
      }
      found = true;
      if (!has_a_meaning(i) && !(glob && i == cluster)) chosen.insert(i);
    }
    if (!found) {
      throw SpecErrors("--features: " + file + " has no column " + quoted_text(pattern) +
                       suggestion(pattern, header.names()));
    }
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (options.features.empty() ? fits_pattern(header.names()[i], "x_*") : chosen.contains(i)) {
      features.push_back(i);
    } else if (!has_a_meaning(i) && i != cluster) {
      ignored.push_back(header.names()[i]);
    }
  }
}

}  // namespace replaybench
