#include "suite/run/measured_times.hpp"

#include <cmath>
#include <sstream>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

std::string MeasuredTime::field(const std::string& name) const {
  for (const std::string& start : {" | " + name + " ", name + " "}) {
    const auto at = combination.find(start);
    if (at == std::string::npos || (at != 0 && start.front() != ' ')) continue;
    const auto from = at + start.size();
    return combination.substr(from, combination.find(" | ", from) - from);
  }
  return {};
}

std::vector<MeasuredTime> read_times(const std::filesystem::path& file) {
  std::string text;
  try {
    text = read_file(file);
  } catch (const FileError&) {
    return {};
  }
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != times_heading) return {};
  std::vector<MeasuredTime> times;
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    MeasuredTime time;
    if (!(fields >> time.seconds >> time.interactions) || fields.get() != '\t' ||
        !std::getline(fields, time.combination) || time.combination.empty() ||
        !std::isfinite(time.seconds) || !std::isfinite(time.interactions) || !(time.seconds > 0) ||
        !(time.interactions > 0)) {
      continue;
    }
    times.push_back(std::move(time));
  }
  return times;
}

std::string component_name(const std::string& text) {
  return text.substr(0, text.find_first_of("#{"));
}

}  // namespace replaybench
