#include "suite/text/errors.hpp"

#include <algorithm>
#include <tuple>

#include "suite/text/letter_case.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// A message may quote what the user wrote, which may be a megabyte: its middle is left out then.
std::string shortened(const std::string& message) {
  constexpr std::size_t longest = 2000, beginning = 1500, end = 400;
  if (message.size() <= longest) return message;
  const auto is_inside = [&](std::size_t at) {  // a character
    return (static_cast<unsigned char>(message[at]) & 0xC0) == 0x80;
  };
  std::size_t first = beginning, last = message.size() - end;
  while (is_inside(first)) --first;
  while (last < message.size() && is_inside(last)) ++last;
  first = mark_around(message, first).first;
  last = mark_around(message, last).second;
  return message.substr(0, first) + " ... (" + std::to_string(last - first) +
         " bytes left out) ... " + message.substr(last);
}

}  // namespace

std::string SpecProblem::text() const {
  const std::string shown = shortened(message);
  std::string text = place.file;
  if (place.line > 0) {
    text += ':' + std::to_string(place.line);
    if (place.column > 0) text += ':' + std::to_string(place.column);
  }
  return text.empty() ? shown : text + ": " + shown;
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

// Optimal string alignment distance of `a` to `b`, or to the part of `b` that is nearest.
std::size_t edit_distance(std::string_view a, std::string_view b, bool to_a_part = false) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = to_a_part ? 0 : j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  const auto& last = d[a.size()];
  return to_a_part ? *std::min_element(last.begin(), last.end()) : last[b.size()];
}

}  // namespace

Error::Error(ErrorKind kind, std::string message)
    : std::runtime_error(std::string()),
      kind_(kind),
      marked_(std::move(message)),
      plain_(in_style(marked_, OptionStyle::plain)) {}

void Error::write_options(OptionStyle style) {
  marked_ = in_style(marked_, style);
  plain_ = marked_;
}

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::spec:
    case ErrorKind::not_applicable:
      return ExitCode::spec_error;
    case ErrorKind::data:
      return ExitCode::data_error;
    case ErrorKind::file:
      return ExitCode::system_error;
  }
  return ExitCode::bug;
}

SpecErrors::SpecErrors(std::vector<SpecProblem> problems)
    : Error(ErrorKind::spec, joined(problems)), problems_(std::move(problems)) {}

SpecErrors::SpecErrors(std::string message, SourcePlace place)
    : SpecErrors(std::vector<SpecProblem>{{std::move(place), std::move(message)}}) {}

void SpecErrors::write_options(OptionStyle style) {
  Error::write_options(style);
  for (SpecProblem& problem : problems_) {
    problem.place.file = in_style(problem.place.file, style);
    problem.message = in_style(problem.message, style);
  }
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 0;
  const std::string wanted = lower_case(name);
  for (const auto& candidate : candidates) {
    const std::size_t shorter = std::min(wanted.size(), candidate.size());
    const std::size_t longer = std::max(wanted.size(), candidate.size());
    const std::size_t allowed = std::max<std::size_t>(1, longer / 3);
    if (longer - shorter > allowed) continue;  // so far at least
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance > allowed) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t count) {
  constexpr std::size_t longest = 64;  // of the name
  const std::string wanted = lower_case(name.substr(0, longest));
  struct Ranked {
    std::size_t part, whole;
    const std::string* name;
  };
  std::vector<Ranked> ranked;
  for (const auto& candidate : candidates) {
    const std::string known = lower_case(candidate);
    ranked.push_back(
        {edit_distance(wanted, known, true), edit_distance(wanted, known), &candidate});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return std::tie(a.part, a.whole) < std::tie(b.part, b.whole);
  });
  std::vector<std::string> nearest;
  for (const Ranked& candidate : ranked) {
    if (nearest.size() == count) break;
    if (std::find(nearest.begin(), nearest.end(), *candidate.name) == nearest.end()) {
      nearest.push_back(*candidate.name);
    }
  }
  return nearest;
}

namespace {

constexpr std::size_t longest_name = 200;

// A name may come from a file: it is quoted where it has control characters, or is no UTF-8.
std::string shown_name(const std::string& name) {
  std::string quoted = quoted_text(name, longest_name);
  return quoted == '"' + name + '"' ? name : quoted;
}

}  // namespace

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t readable = 20;  // names in one message
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return " (did you mean " + quoted_text(nearest, longest_name) + "?)";
  if (candidates.empty()) return {};
  const bool few = candidates.size() <= readable;
  std::string list;
  for (const auto& shown : few ? candidates : nearest_names(name, candidates)) {
    list += (list.empty() ? "" : ", ") + shown_name(shown);
  }
  return (few ? "; known: " : "; the nearest: ") + list;
}

}  // namespace replaybench
