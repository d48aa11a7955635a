#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "suite/cli/commands.hpp"
#include "suite/cli/origin_lines.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/store/job_record.hpp"
#include "suite/store/store.hpp"
#include "suite/table/table.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

namespace {

// A number with six digits; a text as it is.
std::string shown_value(const Column& column, std::size_t row) {
  if (const auto* numbers = std::get_if<NumberColumn>(&column)) {
    return fmt::format("{:.6g}", (*numbers)[row]);
  }
  return std::get<TextColumn>(column)[row];
}

// The first rows, and the columns that fit; then how many more there are of both.
void print_beginning(const Table& table) {
  constexpr std::size_t shown_rows = 20;
  const std::size_t columns = table.names().size();
  std::vector<TextRow> rows{table.names()};
  for (std::size_t row = 0; row < std::min(table.rows(), shown_rows); ++row) {
    rows.emplace_back();
    for (const auto& name : table.names()) {
      rows.back().push_back(shown_value(table.column(name), row));
    }
  }
  const std::vector<std::size_t> widths = column_widths(rows);
  std::size_t fit = 0;
  for (std::size_t used = 0; fit < columns; ++fit) {
    used += widths[fit] + (fit > 0 ? 2 : 0);
    if (used > terminal_width() && fit > 0) break;
  }
  for (TextRow& row : rows) row.resize(fit);
  fmt::print("{}", aligned_table(rows, {Alignment::right}));
  if (table.rows() > shown_rows) {
    fmt::print("... {} more rows (--csv prints all)\n", table.rows() - shown_rows);
  }
  if (fit == columns) return;
  std::string more;
  for (std::size_t c = fit; c < columns; ++c) more += (more.empty() ? "" : ", ") + table.names()[c];
  fmt::print(
      "{}\n",
      wrapped("", fmt::format("... {} more columns (--csv prints all): {}", columns - fit, more),
              4));
}

std::string indented(const std::string& lines) {
  std::string text = "  ";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i];
    if (lines[i] == '\n' && i + 1 < lines.size()) text += "  ";
  }
  return text;
}

}  // namespace

void add_store_explain(CLI::App& store_command, CommandContext& context) {
  auto* command = store_command.add_subcommand("explain", "what a stored cell was computed from");
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
      throw FileError("there is no store " + folder.string());
    }
    const Store store(folder);
    const auto entry = store.find(options->key);
    if (options->csv) {
      fmt::print("{}", entry.payload);
      return;
    }
    fmt::print("key {}\n{}\n", entry.key, entry.canonical);
    OriginCounts origins;
    origins.add(origin_of(entry.sources, cell_sources(entry.canonical)));
    fmt::print("{}", entry.sources.empty() ? "sources not recorded\n"
                                           : "sources\n" + indented(entry.sources));
    fmt::print("{}{}", changed_line(origins, "is old"), kept_line(origins));
    for (const ComputedBy& by : computed_by(store, entry.key)) {
      const std::string line =
          fmt::format("computed in {:.3g} s by {} ({}), {}, in a run of {}{}{}", by.seconds,
                      by.job.host, by.job.cpu, by.job.build, by.job.started,
                      by.job.scheduler.empty() ? "" : ", ", by.job.scheduler);
      fmt::print("{}\n", wrapped("", line, 4));
    }
    fmt::print("\n");
    print_beginning(Table::from_csv(entry.payload, entry.key));
  });
}

}  // namespace replaybench::cli
