#include "suite/published/comparison.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "suite/numeric/decimal.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/report/study_tables.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

std::string cell_text(const Cell& cell) {
  std::string text = "task " + cell.task;
  for (const AxisValue& axis : cell.axes) text += ", " + axis.name + "=" + axis.value;
  if (cell.simulation) {
    const auto first = cell.simulation->first_replicate;
    text += ", replicates " + std::to_string(first) + ".." +
            std::to_string(first + cell.simulation->replicates - 1);
  }
  return text + " (key " + Store::key_of(cell.canonical).substr(0, digest_length) + ")";
}

std::string value_text(const Column& column, std::size_t row) {
  if (const auto* numbers = std::get_if<NumberColumn>(&column)) {
    return numeric::to_decimal((*numbers)[row]);
  }
  return std::get<TextColumn>(column)[row];
}

// The texts and the first few numbers of a row, which say what it is of.
std::string row_label(const Table& table, std::size_t row) {
  constexpr std::size_t max_numbers = 3;
  std::size_t numbers = 0;
  std::string label;
  for (const std::string& name : table.names()) {
    const Column& column = table.column(name);
    if (std::holds_alternative<NumberColumn>(column) && ++numbers > max_numbers) continue;
    label += (label.empty() ? "" : ", ") + name + "=" + value_text(column, row);
  }
  return label;
}

std::string names_text(const Table& table) {
  std::string text;
  for (const std::string& name : table.names()) text += (text.empty() ? "" : ",") + name;
  return text;
}

// A finding is made of the first cell of each sort; the numbers say how many there are.
class CellComparison {
 public:
  CellComparison(const PublishedStudy& published, const Store& store, const Store* published_store,
                 PublishedComparison& result)
      : store_(store), published_store_(published_store), result_(result) {
    for (const CellDigest& cell : published.digests) by_key_.emplace(cell.key, &cell);
    for (const MissingCells& missing : published.missing) {
      reason_.emplace(missing.task, missing.reason);
    }
  }

  void add(const Cell& cell) {
    ++result_.cells;
    const std::string key = Store::key_of(cell.canonical);
    const auto found = by_key_.find(key.substr(0, digest_length));
    const CellDigest* published = found == by_key_.end() ? nullptr : found->second;
    if (!cell.unavailable.empty()) {
      if (result_.unavailable++ == 0) tell("cannot run here: ", cell, cell.unavailable);
      return;
    }
    const StoredCell stored = load_cell(store_, cell);
    if (!stored.payload) {
      add_missing(cell, published != nullptr, stored);
    } else if (!published) {
      add_unpublished(cell);
    } else if (sha256_hex(*stored.payload).substr(0, digest_length) == published->payload) {
      ++result_.equal;
    } else if (result_.different++ == 0) {
      tell("first difference: ", cell, difference(cell, *published, *stored.payload));
    }
  }

 private:
  void add_missing(const Cell& cell, bool is_published, const StoredCell& stored) {
    std::size_t& count = is_published ? result_.not_stored : result_.not_published;
    if (count++ > 0) return;
    const std::string why = stored.damaged ? "damaged"
                            : stored.origin.origin == Origin::other_sources
                                ? "computed by other sources"
                                : store_.failure(cell.canonical).value_or("");
    tell(is_published ? "not stored here: " : "not published, not stored here: ", cell, why);
  }

  void add_unpublished(const Cell& cell) {
    const auto reason = reason_.find(cell.task);
    if (reason == reason_.end()) {
      if (result_.unknown++ == 0) tell("not among the published cells: ", cell, "");
    } else if (result_.not_published++ == 0) {
      tell("not published: ", cell, reason->second);
    }
  }

  std::string difference(const Cell& cell, const CellDigest& published,
                         const std::string& payload) const {
    if (published_store_) {
      const Store::Found theirs = published_store_->load(cell.canonical);
      if (theirs.payload &&
          sha256_hex(*theirs.payload).substr(0, digest_length) == published.payload) {
        return first_difference(*theirs.payload, payload);
      }
    }
    return place_of_difference(published, payload);
  }

  void tell(const std::string& what, const Cell& cell, const std::string& why) {
    result_.findings.push_back(what + cell_text(cell) + (why.empty() ? "" : ": " + why));
  }

  const Store& store_;
  const Store* published_store_;
  PublishedComparison& result_;
  std::unordered_map<std::string_view, const CellDigest*> by_key_;
  std::map<std::string, std::string> reason_;  // why cells of a task are not published
};

// Why a table may differ though no cell does; empty: it may not.
std::string why_partial(const StudyTables& ours, const PublishedStudy& published,
                        const std::string& table) {
  const auto here = ours.partial.find(table);
  if (here != ours.partial.end()) return here->second;
  const auto there = published.partial_tables.find(table);
  return there == published.partial_tables.end() ? "" : "published in part: " + there->second;
}

void compare_tables(const Plan& plan, const Store& store, const fs::path& folder,
                    const PublishedStudy& published, PublishedComparison& result) {
  const StudyTables ours = build_tables(plan, store);
  for (const auto& [name, table] : ours.tables) {
    if (published.tables.count(name) == 0) {
      const auto reason = published.missing_tables.find(name);
      result.findings.push_back(
          "table " + name + ": not published" +
          (reason == published.missing_tables.end() ? "" : ": " + reason->second));
      ++result.tables_not_published;
      continue;
    }
    const std::string csv = table.to_csv();
    const bool has_text = published.digest_only.count(name) == 0;
    const std::string theirs = has_text ? read_published_table(published, folder, name) : "";
    if (has_text ? csv == theirs : sha256_hex(csv) == published.tables.at(name)) {
      ++result.tables_equal;
      continue;
    }
    if (const std::string why = why_partial(ours, published, name); !why.empty()) {
      ++result.tables_not_compared;
      result.findings.push_back("table " + name + ": not compared: " + why);
      continue;
    }
    ++result.tables_different;
    if (!has_text) {
      result.findings.push_back("table " + name + ": another digest than the published one; " +
                                "its rows are not published");
      continue;
    }
    // Ours is read back as theirs is: a column without rows has no type.
    const std::string where = first_table_difference(Table::from_csv(theirs, "published " + name),
                                                     Table::from_csv(csv, name));
    result.findings.push_back("table " + name + ": " + where);
  }
  for (const auto& [name, reason] : ours.blocked) {
    ++result.tables_not_compared;
    result.findings.push_back("table " + name + ": not compared: " + reason);
  }
}

void count_gone(const Plan& plan, const PublishedStudy& published, PublishedComparison& result) {
  std::unordered_set<std::string> keys;
  for (const Cell& cell : plan.cells) {
    keys.insert(Store::key_of(cell.canonical).substr(0, digest_length));
  }
  std::set<std::string_view> tables;
  for (const TableSpec& table : plan.spec->tables) tables.insert(table.name);
  std::size_t cells_gone = 0;
  for (const CellDigest& cell : published.digests) cells_gone += keys.count(cell.key) == 0;
  std::size_t tables_gone = 0;
  for (const auto& [name, digest] : published.tables) tables_gone += tables.count(name) == 0;
  result.gone = cells_gone + tables_gone;
  if (result.gone == 0) return;
  result.findings.push_back("published, and no longer of the study: " + std::to_string(cells_gone) +
                            " cells, " + std::to_string(tables_gone) + " tables");
}

}  // namespace

std::string first_table_difference(const Table& published, const Table& here) {
  if (published.names() != here.names()) {
    return "columns " + names_text(published) + " published, " + names_text(here) + " here";
  }
  const std::size_t rows = std::min(published.rows(), here.rows());
  for (std::size_t row = 0; row < rows; ++row) {
    for (const std::string& name : here.names()) {
      const std::string theirs = value_text(published.column(name), row);
      const std::string ours = value_text(here.column(name), row);
      if (theirs == ours) continue;
      return "row " + std::to_string(row + 1) + " (" + row_label(published, row) + "), column " +
             name + ": published " + theirs + ", here " + ours;
    }
  }
  if (published.rows() == here.rows()) return {};
  return std::to_string(published.rows()) + " rows published, " + std::to_string(here.rows()) +
         " here";
}

PublishedComparison compare_with_published(const Plan& plan, const Store& store,
                                           const fs::path& folder, const Store* published_store) {
  const PublishedStudy published = read_published(folder, plan.spec->name);
  PublishedComparison result;
  result.study = plan.spec->name;
  const std::string profile = to_string(plan.profile);
  if (published.profile != profile || published.master_seed != plan.spec->master_seed) {
    result.cells = plan.cells.size();
    result.other_run = "published is profile " + published.profile + ", seed " +
                       published.master_seed + "; here profile " + profile + ", seed " +
                       plan.spec->master_seed;
    return result;
  }
  check_verdicts(published, folder);
  CellComparison cells(published, store, published_store, result);
  std::set<std::string_view> seen;
  for (const Cell& cell : plan.cells) {
    if (seen.insert(cell.canonical).second) cells.add(cell);
  }
  count_gone(plan, published, result);
  const bool all_known = result.unknown == 0 && result.not_published == 0 && result.gone == 0;
  if (!all_known) {
    for (const std::string& text : differences(published.revision, Revision::of(plan))) {
      result.findings.push_back("another revision: " + text);
    }
  }
  if (result.equal + result.different + result.unknown > 0) {
    compare_tables(plan, store, folder, published, result);
  }
  return result;
}

}  // namespace replaybench
