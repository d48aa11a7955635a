#include "suite/text/errors.hpp"

#include <algorithm>

namespace replaybench {

std::string SpecProblem::text() const {
  std::string text = place.file;
  if (place.line > 0) {
    text += ':' + std::to_string(place.line);
    if (place.column > 0) text += ':' + std::to_string(place.column);
  }
  return text.empty() ? message : text + ": " + message;
}

namespace {

std::string joined(const std::vector<SpecProblem>& problems) {
  std::string text;
  for (const auto& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.text();
  }
  return text;
}

// Optimal string alignment distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

SpecErrors::SpecErrors(std::vector<SpecProblem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems)) {}

SpecErrors::SpecErrors(std::string message, SourcePlace place)
    : SpecErrors(std::vector<SpecProblem>{{std::move(place), std::move(message)}}) {}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 0;
  for (const auto& candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    const std::size_t longest = std::max(name.size(), candidate.size());
    if (distance > std::max<std::size_t>(1, longest / 3)) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return " (did you mean \"" + nearest + "\"?)";
  std::string known;
  for (const auto& candidate : candidates) known += (known.empty() ? "" : ", ") + candidate;
  return known.empty() ? std::string() : "; known: " + known;
}

}  // namespace replaybench
