#include "suite/run/shard_table.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench {

namespace {

constexpr std::string_view table_heading = "replaybench shards 1";
constexpr std::size_t runs_per_line = 20;

std::string digest_of_cells(const Plan& plan) {
  Sha256 digest;
  for (const Cell& cell : plan.cells) {
    digest.add(cell.canonical.data(), cell.canonical.size());
    digest.add("\n", 2);  // with its 0, which no canonical text has
  }
  return hex_text(digest.finish());
}

// Lines of a table, with their numbers for messages.
class TableLines {
 public:
  TableLines(std::string_view text, const std::string& name) : name_(name), left_(text) {}

  bool next(std::string_view& line) {
    if (left_.empty()) return false;
    ++number_;
    const std::size_t end = left_.find('\n');
    if (end == std::string_view::npos) fail("the last line is cut short");
    line = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    return true;
  }
  std::string_view required(const char* what) {
    std::string_view line;
    if (!next(line)) {
      ++number_;
      fail(std::string("the file ends; expected ") + what);
    }
    return line;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw DataError(name_ + ":" + std::to_string(number_) + ": " + message);
  }
  std::size_t bytes_left() const { return left_.size(); }

 private:
  const std::string& name_;
  std::string_view left_;
  std::size_t number_ = 0;
};

// "NAME VALUE": the value.
std::string_view value_of_line(TableLines& lines, std::string_view name) {
  const std::string_view line = lines.required(std::string(name).c_str());
  if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != ' ') {
    lines.fail(quoted_text(std::string(line)) + " is not \"" + std::string(name) + " ...\"");
  }
  return line.substr(name.size() + 1);
}

std::size_t number_of_line(TableLines& lines, std::string_view name, std::size_t most) {
  const std::string_view text = value_of_line(lines, name);
  const auto number = whole_number<std::size_t>(text);
  if (!number || *number > most) {
    lines.fail(std::string(name) + " " + quoted_text(std::string(text)) +
               " is not a whole number of at most " + std::to_string(most));
  }
  return *number;
}

// Appends the runs of a line.
void read_runs(std::string_view line, const TableLines& lines, std::size_t shards,
               std::size_t cells, std::vector<std::uint32_t>& shard_of_cell) {
  while (!line.empty()) {
    const std::string_view run = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), run.size() + 1));
    const std::size_t star = run.find('*');
    const auto shard = whole_number<std::uint32_t>(run.substr(0, star));
    const auto count = star == std::string_view::npos
                           ? std::optional<std::size_t>(1)
                           : whole_number<std::size_t>(run.substr(star + 1));
    if (!shard || !count || *shard > shards || *count == 0 ||
        *count > cells - shard_of_cell.size()) {
      lines.fail(quoted_text(std::string(run)) +
                 " is not SHARD or SHARD*CELLS, with a shard of at most " + std::to_string(shards) +
                 " and at most " + std::to_string(cells - shard_of_cell.size()) + " cells left");
    }
    shard_of_cell.insert(shard_of_cell.end(), *count, *shard);
  }
}

}  // namespace

std::vector<std::uint32_t> balanced_shards(const std::vector<double>& seconds, std::size_t shards) {
  std::vector<std::size_t> order(seconds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return seconds[a] > seconds[b]; });
  using Load = std::pair<double, std::uint32_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t shard = 1; shard <= shards; ++shard) {
    loads.emplace(0.0, static_cast<std::uint32_t>(shard));
  }
  std::vector<std::uint32_t> shard_of(seconds.size(), 0);
  for (const std::size_t task : order) {
    if (!(seconds[task] > 0)) continue;
    Load least = loads.top();
    loads.pop();
    shard_of[task] = least.second;
    least.first += seconds[task];
    loads.push(least);
  }
  return shard_of;
}

void ShardTable::add(const Plan& plan, std::vector<std::uint32_t> shard_of_cell) {
  if (shard_of_cell.size() != plan.cells.size()) {
    throw std::logic_error("a shard table with another number of cells than the plan");
  }
  studies_.push_back({plan.spec->name, digest_of_cells(plan), std::move(shard_of_cell)});
}

const std::vector<std::uint32_t>& ShardTable::of(const Plan& plan) const {
  const std::string digest = digest_of_cells(plan);
  bool named = false;
  for (const Study& study : studies_) {
    if (study.digest == digest && study.shard_of_cell.size() == plan.cells.size()) {
      return study.shard_of_cell;
    }
    named = named || study.name == plan.spec->name;
  }
  throw DataError(file_ +
                  (named ? ": the cells of " + plan.spec->name +
                               " are other ones than when the table was written (another "
                               "profile, seed, revision, data file or edited study)"
                         : ": has no study " + plan.spec->name) +
                  "; write it again with \"replaybench cluster\"");
}

std::string ShardTable::text() const {
  std::string text = std::string(table_heading) + "\nshards " + std::to_string(shards_) + "\n";
  for (const Study& study : studies_) {
    text += "study " + study.name + "\ndigest " + study.digest + "\ncells " +
            std::to_string(study.shard_of_cell.size()) + "\n";
    const auto& shard_of = study.shard_of_cell;
    std::size_t runs = 0;
    for (std::size_t from = 0; from < shard_of.size();) {
      std::size_t to = from;
      while (to < shard_of.size() && shard_of[to] == shard_of[from]) ++to;
      text += std::to_string(shard_of[from]);
      if (to - from > 1) text += "*" + std::to_string(to - from);
      text += ++runs % runs_per_line == 0 || to == shard_of.size() ? '\n' : ' ';
      from = to;
    }
  }
  return text;
}

ShardTable ShardTable::read(const std::filesystem::path& file) {
  return parse(read_file(file), file.string());
}

ShardTable ShardTable::parse(std::string_view text, const std::string& name) {
  TableLines lines(text, name);
  if (const auto first = lines.required("the heading"); first != table_heading) {
    lines.fail(quoted_text(std::string(first)) + " is not \"" + std::string(table_heading) + "\"");
  }
  ShardTable table(number_of_line(lines, "shards", max_shards));
  if (table.shards_ == 0) lines.fail("shards 0: there is at least one");
  table.file_ = name;
  while (lines.bytes_left() > 0) {
    Study study;
    study.name = value_of_line(lines, "study");
    study.digest = value_of_line(lines, "digest");
    const std::size_t cells = number_of_line(lines, "cells", max_cells);
    while (study.shard_of_cell.size() < cells) {
      read_runs(lines.required("the shards of more cells"), lines, table.shards_, cells,
                study.shard_of_cell);
    }
    table.studies_.push_back(std::move(study));
  }
  return table;
}

}  // namespace replaybench
