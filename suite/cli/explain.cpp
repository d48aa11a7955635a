#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "suite/cli/commands.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

namespace {

using CsvLines = std::vector<std::vector<std::string>>;

// A cell's rows have no quotes and no commas inside: they are numbers and names.
CsvLines split_csv(const std::string& text) {
  CsvLines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back();
    for (std::size_t field = at; field <= end;) {
      const std::size_t comma = std::min(text.find(',', field), end);
      lines.back().push_back(text.substr(field, comma - field));
      field = comma + 1;
    }
    at = end + 1;
  }
  return lines;
}

// A number with six digits; anything else as it is.
std::string shown_field(const std::string& field) {
  double number = 0;
  const char* end = field.data() + field.size();
  const auto read = std::from_chars(field.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? fmt::format("{:.6g}", number) : field;
}

// The first rows, and the columns that fit; then how many more there are of both.
void print_beginning(const CsvLines& lines) {
  constexpr std::size_t shown_rows = 20;
  if (lines.empty()) return;
  const std::size_t rows = std::min(lines.size(), shown_rows + 1);
  const std::size_t columns = lines.front().size();
  const auto field = [&](std::size_t row, std::size_t column) {
    if (column >= lines[row].size()) return std::string();
    return row == 0 ? lines[row][column] : shown_field(lines[row][column]);
  };
  std::vector<std::size_t> widths(columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], field(row, c).size());
  }
  std::size_t fit = 0;
  for (std::size_t used = 0; fit < columns; ++fit) {
    used += widths[fit] + (fit > 0 ? 2 : 0);
    if (used > terminal_width() && fit > 0) break;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < fit; ++c) {
      fmt::print("{}{:>{}}", c == 0 ? "" : "  ", field(row, c), widths[c]);
    }
    fmt::print("\n");
  }
  if (lines.size() > rows) fmt::print("... {} more rows (--csv prints all)\n", lines.size() - rows);
  if (fit == columns) return;
  std::string more;
  for (std::size_t c = fit; c < columns; ++c) more += (more.empty() ? "" : ", ") + lines[0][c];
  fmt::print(
      "{}\n",
      wrapped("", fmt::format("... {} more columns (--csv prints all): {}", columns - fit, more),
              4));
}

}  // namespace

void add_explain(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("explain", "what a stored cell is the result of");
  struct Options {
    std::string key, store;
    bool csv = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("key", options->key, "a key, or its first digits (see plan --cells)")
      ->required();
  command->add_option("--store", options->store, "folder of the stored cells [results/store]");
  command->add_flag("--csv", options->csv, "the stored rows alone, all of them");
  command->callback([options, &context] {
    const std::filesystem::path folder = options->store.empty()
                                             ? context.workplace / "results" / "store"
                                             : std::filesystem::path(options->store);
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
      throw EnvironmentError("there is no store " + folder.string());
    }
    const Store store(folder);
    const auto entry = store.find(options->key);
    if (options->csv) {
      fmt::print("{}", entry.payload);
      return;
    }
    fmt::print("key {}\n{}\n\n", entry.key, entry.canonical);
    print_beginning(split_csv(entry.payload));
  });
}

}  // namespace replaybench::cli
