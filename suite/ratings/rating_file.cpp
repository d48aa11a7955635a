#include "suite/ratings/rating_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "suite/text/delimited_file.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::ratings {

namespace {

struct Line {
  std::string user;
  std::string item;
  double value = 0;
  double time = 0;
  std::size_t line = 0;
};

struct Lines {
  std::vector<Line> lines;
  bool has_times = false;
};

std::string named(const DelimitedFile& file, std::size_t column) {
  if (file[column].empty()) file.fail(column, "is no name");
  return std::string(file[column]);
}

Lines read_lines(DelimitedFile& file, const std::string& name) {
  const auto columns = file.header().require({"user", "item", "rating"});
  const std::optional<std::size_t> time = file.header().find("time");
  Lines out;
  out.has_times = time.has_value();
  while (file.next()) {
    out.lines.push_back({named(file, columns[0]), named(file, columns[1]), file.number(columns[2]),
                         time ? file.number(*time) : 0, file.line()});
  }
  if (out.lines.empty()) throw DataError(name + ": no ratings after the header");
  return out;
}

void refuse_twice(const std::vector<Line>& lines, const std::string& name) {
  std::vector<const Line*> sorted;
  for (const Line& line : lines) sorted.push_back(&line);
  std::sort(sorted.begin(), sorted.end(), [](const Line* a, const Line* b) {
    return std::tie(a->user, a->item, a->line) < std::tie(b->user, b->item, b->line);
  });
  const Line* first = nullptr;
  const Line* again = nullptr;  // the first line of the file that repeats an earlier one
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i]->user != sorted[i - 1]->user || sorted[i]->item != sorted[i - 1]->item) continue;
    if (again && again->line < sorted[i]->line) continue;
    first = sorted[i - 1];
    again = sorted[i];
  }
  if (!again) return;
  throw DataError(name + ":" + std::to_string(again->line) + ": user " + quoted_text(again->user) +
                  " rated item " + quoted_text(again->item) + " already in line " +
                  std::to_string(first->line) + "; one rating per user and item is allowed");
}

std::vector<std::string> names_of(const std::vector<Line>& lines, std::string Line::*member) {
  std::vector<std::string> names;
  for (const Line& line : lines) names.push_back(line.*member);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::uint32_t number_of(const std::string& name, const std::vector<std::string>& names,
                        const char* what, const std::string& place) {
  const auto found = std::lower_bound(names.begin(), names.end(), name);
  if (found == names.end() || *found != name) {
    throw DataError(place + ": unknown " + what + " " + quoted_text(name) +
                    ": it has no rating among those learned from" + suggestion(name, names));
  }
  return static_cast<std::uint32_t>(found - names.begin());
}

std::vector<Rating> numbered(const std::vector<Line>& lines, const std::vector<std::string>& users,
                             const std::vector<std::string>& items, const std::string& name) {
  std::vector<Rating> out;
  out.reserve(lines.size());
  for (const Line& line : lines) {
    const std::string place = name + ":" + std::to_string(line.line);
    out.push_back({number_of(line.user, users, "user", place),
                   number_of(line.item, items, "item", place), line.value, line.time});
  }
  return out;
}

NamedRatings read(DelimitedFile file, const std::string& name) {
  const Lines read = read_lines(file, name);
  refuse_twice(read.lines, name);
  auto users = names_of(read.lines, &Line::user);
  auto items = names_of(read.lines, &Line::item);
  if (users.size() == 1) {
    throw DataError(name + ": all ratings are of one user, " + quoted_text(users[0]) +
                    "; at least two users are needed to learn from others");
  }
  RatingTable table(users.size(), items.size(), numbered(read.lines, users, items, name));
  return {std::move(table), std::move(users), std::move(items), read.has_times};
}

RatingTable read_more(DelimitedFile file, const std::string& name, const NamedRatings& known) {
  const Lines read = read_lines(file, name);
  refuse_twice(read.lines, name);
  return RatingTable(known.users.size(), known.items.size(),
                     numbered(read.lines, known.users, known.items, name));
}

}  // namespace

NamedRatings read_ratings(const std::filesystem::path& path) {
  return read(DelimitedFile(path), path.string());
}

NamedRatings read_ratings(std::string_view text, std::string name) {
  return read(DelimitedFile(text, name), name);
}

RatingTable read_held_out(const std::filesystem::path& path, const NamedRatings& known) {
  return read_more(DelimitedFile(path), path.string(), known);
}

RatingTable read_held_out(std::string_view text, std::string name, const NamedRatings& known) {
  return read_more(DelimitedFile(text, name), name, known);
}

}  // namespace replaybench::ratings
