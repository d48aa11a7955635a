#include "suite/store/origin.hpp"

#include <algorithm>
#include <map>

namespace replaybench {

namespace {

std::map<std::string_view, std::string_view> digests_of(std::string_view record) {
  std::map<std::string_view, std::string_view> digests;
  while (!record.empty()) {
    const std::string_view line = record.substr(0, record.find('\n'));
    record.remove_prefix(std::min(line.size() + 1, record.size()));
    const std::size_t blank = line.find(' ');
    if (blank != std::string_view::npos) digests[line.substr(0, blank)] = line.substr(blank + 1);
  }
  return digests;
}

}  // namespace

CellOrigin origin_of(std::string_view recorded, std::string_view here) {
  if (recorded == here) return {};
  if (recorded.empty()) return {Origin::unknown, {}};
  auto there = digests_of(recorded);
  CellOrigin found{Origin::other_engine, {}};
  for (const auto& [name, digest] : digests_of(here)) {
    const auto other = there.extract(name);
    if (name == engine_name || (!other.empty() && other.mapped() == digest)) continue;
    found.changed.emplace_back(name);
  }
  there.erase(engine_name);
  for (const auto& [name, digest] : there) found.changed.emplace_back(name);
  if (!found.changed.empty()) found.origin = Origin::other_sources;
  return found;
}

}  // namespace replaybench
