#include "suite/published/comparison.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "suite/numeric/decimal.hpp"
#include "suite/report/study_report.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

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

// Reason why a table may differ although no cell does; empty if it may not.
std::string why_partial(const StudyTables& ours, const PublishedStudy& published,
                        const std::string& table) {
  const auto here = ours.partial.find(table);
  if (here != ours.partial.end()) return here->second;
  const auto there = published.partial_tables.find(table);
  return there == published.partial_tables.end() ? "" : "published in part: " + there->second;
}

class TableComparison {
 public:
  TableComparison(const StudyTables& ours, const PublishedStudy& published, const fs::path& folder,
                  PublishedComparison& result)
      : ours_(ours),
        published_(published),
        texts_(read_published_tables(published, folder)),
        result_(result) {}

  void run(const std::vector<TableSpec>& specs) {
    for (const auto& [name, table] : ours_.tables) compare(name, table);
    for (const auto& [name, reason] : ours_.blocked) {
      ++result_.tables_not_compared;
      tell(name, "not compared: " + reason);
    }
    for (const auto& [name, digest] : published_.tables) {
      const auto has_name = [&name = name](const TableSpec& spec) { return spec.name == name; };
      if (std::any_of(specs.begin(), specs.end(), has_name)) continue;
      ++result_.tables_gone;
      tell(name, "published, and no longer of the study");
    }
  }

 private:
  void compare(const std::string& name, const Table& table) {
    const auto digest = published_.tables.find(name);
    if (digest == published_.tables.end()) {
      const auto reason = published_.missing_tables.find(name);
      ++result_.tables_not_published;
      tell(name,
           "not published" +
               (reason == published_.missing_tables.end() ? std::string() : ": " + reason->second));
      return;
    }
    const std::string csv = table.to_csv();
    if (sha256_hex(csv) == digest->second) {
      ++result_.tables_equal;
    } else if (const std::string why = why_partial(ours_, published_, name); !why.empty()) {
      ++result_.tables_not_compared;
      tell(name, "not compared: " + why);
    } else {
      ++result_.tables_different;
      tell(name, difference(name, csv));
    }
  }

  std::string difference(const std::string& name, const std::string& csv) const {
    const auto theirs = texts_.find(name);
    if (theirs == texts_.end()) {
      return "another digest than the published one; its rows are not published";
    }
    // Ours is read back as theirs is: a column without rows has no type.
    return first_table_difference(Table::from_csv(theirs->second, "published " + name),
                                  Table::from_csv(csv, name));
  }

  void tell(const std::string& table, const std::string& what) {
    result_.findings.push_back("table " + table + ": " + what);
  }

  const StudyTables& ours_;
  const PublishedStudy& published_;
  const NamedTexts texts_;
  PublishedComparison& result_;
};

void compare_verdicts(const Plan& plan, StudyTables tables, const PublishedStudy& published,
                      PublishedComparison& result) {
  auto theirs = verdict_kinds(published);
  for (const Verdict& verdict : judge_tables(plan, std::move(tables)).verdicts) {
    const auto claim = theirs.extract(verdict.claim.id);
    if (verdict.kind == VerdictKind::not_computed) continue;  // a table says why
    const std::string id = "claim " + verdict.claim.id + ": ";
    if (claim.empty()) {
      ++result.verdicts_one_sided;
      result.findings.push_back(id + "not published");
    } else if (claim.mapped() == name_of(verdict.kind)) {
      ++result.verdicts_equal;
    } else {
      ++result.verdicts_different;
      result.findings.push_back(id + "published " + claim.mapped() + ", here " +
                                std::string(name_of(verdict.kind)));
    }
  }
  for (const auto& [id, kind] : theirs) {
    ++result.verdicts_one_sided;
    result.findings.push_back("claim " + id + ": published, and no longer of the study");
  }
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
                                           const PublishedStudy& published,
                                           const fs::path& folder) {
  PublishedComparison result;
  result.study = plan.spec->name;
  const std::string profile = to_string(plan.profile);
  if (published.profile != profile || published.master_seed != plan.spec->master_seed) {
    result.other_run = "published is profile " + published.profile + ", seed " +
                       published.master_seed + "; here profile " + profile + ", seed " +
                       plan.spec->master_seed;
    return result;
  }
  StudyTables tables = build_tables(plan, store);
  TableComparison(tables, published, folder, result).run(plan.spec->tables);
  if (!tables.tables.empty()) compare_verdicts(plan, std::move(tables), published, result);
  if (!result.is_confirmed()) {
    for (const std::string& text : differences(published.revision, Revision::of(plan))) {
      result.findings.push_back("another revision: " + text);
    }
  }
  return result;
}

}  // namespace replaybench
