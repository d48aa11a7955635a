#include "suite/text/csv_header.hpp"

#include <algorithm>
#include <set>

#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/header_advice.hpp"
#include "suite/text/letter_case.hpp"
#include "suite/text/option.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/without_blanks.hpp"

namespace replaybench {

std::string ask_separator(char separator) {
  const bool tab = separator == '\t';
  const std::string written = tab ? "tab" : std::string(1, separator);
  return "; is the separator " + (tab ? written : "'" + written + "'") + "? then give " +
         option("separator", written);
}

namespace {

// Behind a quoted name stands what probably separates the names.
std::string advice_behind_quotes(std::string_view seen) {
  const std::size_t closing = seen.find('"', 1);
  if (closing == seen.npos || closing + 1 >= seen.size()) return {};
  const char behind = seen[closing + 1];
  return behind == ';' || behind == '\t' || behind == '|' || behind == ',' ? ask_separator(behind)
                                                                           : std::string();
}

// A text with the mark of UTF-16 at its beginning is that; others can be anything.
std::string advice_on_nul(std::string_view seen) {
  if (seen.starts_with("\xff\xfe") || seen.starts_with("\xfe\xff")) {
    return "; the file is UTF-16: iconv -f utf-16 -t utf-8 FILE > log.csv";
  }
  return " (is the file binary, or UTF-16? then iconv -f utf-16le -t utf-8 FILE > log.csv)";
}

}  // namespace

std::string ask_names() {
  return "; has the first line no names? then give them: " + option("names", "action,reward,...");
}

CsvHeader::CsvHeader(CsvReader& reader) : file_(reader.name()) {
  if (!reader.next()) throw DataError(file_ + ": the file is empty; a header line is needed");
  const std::string place = file_ + ":" + std::to_string(reader.line()) + ": ";
  if (const auto& defect = reader.defect(); !defect.what.empty()) {
    const bool nul = defect.what.starts_with("NUL");
    throw DataError(place + "the header cannot be read: " + std::string(defect.what) + " in " +
                    quoted_text(defect.seen) +
                    (nul ? advice_on_nul(defect.seen) : advice_behind_quotes(defect.seen)));
  }
  for (std::size_t i = 0; i < reader.fields().size(); ++i) {
    const std::string_view name = reader.fields()[i];
    names_.emplace_back(reader.quoted(i) ? name : without_blanks(name));
  }
  if (names_.size() == 1 && names_[0].empty()) {
    throw DataError(place + "the first line is empty; a header line is needed");
  }
  refuse_twice(place);
}

CsvHeader::CsvHeader(std::vector<std::string> names, std::string file)
    : file_(std::move(file)), names_(std::move(names)) {
  if (names_.empty()) throw DataError(file_ + ": the table has no column");
  refuse_twice(file_ + ": ");
}

void CsvHeader::refuse_twice(const std::string& place) const {
  std::set<std::string_view> seen;
  for (const auto& name : names_) {
    if (!seen.insert(name).second) {
      double value = 0;
      throw DataError(place + "the header has the column " + quoted_text(name) + " twice" +
                      (parse_field_number(name, value) ? ask_names() : ""));
    }
  }
}

std::optional<std::size_t> CsvHeader::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::optional<std::size_t> CsvHeader::find_any_case(std::string_view name) const {
  if (const auto exact = find(name)) return exact;
  const auto found = std::find_if(names_.begin(), names_.end(),
                                  [&](const auto& other) { return same_any_case(other, name); });
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::vector<std::size_t> CsvHeader::require(const std::vector<std::string>& wanted,
                                            const std::string& advice) const {
  std::vector<std::size_t> columns;
  std::string missing;
  for (const auto& name : wanted) {
    if (const auto column = find_any_case(name)) {
      columns.push_back(*column);
      continue;
    }
    const std::string nearest = nearest_name(name, names_);
    missing += (missing.empty() ? "" : ", ") + quoted_text(name);
    if (!nearest.empty()) missing += " (did you mean " + quoted_text(nearest) + "?)";
  }
  if (!missing.empty()) {
    throw DataError(file_ + ": missing column " + missing + "; the header has " +
                    shown_names(names_, 10) + advice);
  }
  return columns;
}

std::string column_label(const CsvHeader& header, std::size_t column) {
  if (column < header.size()) return "column " + quoted_text(header.names()[column]);
  return "column " + std::to_string(column + 1);
}

std::string defect_problem(const CsvDefect& defect, const CsvHeader& header) {
  return column_label(header, defect.field) + ": " + std::string(defect.what) + " in " +
         quoted_text(defect.seen);
}

std::string record_problem(const CsvReader& reader, const CsvHeader& header) {
  if (const auto& defect = reader.defect(); !defect.what.empty()) {
    return defect_problem(defect, header);
  }
  const auto fields = reader.fields();
  if (fields.size() == header.size()) return {};
  if (fields.size() == 1 && fields[0].empty()) return "the line is empty";
  std::string problem = std::to_string(fields.size()) +
                        (fields.size() == 1 ? " field" : " fields") + " where the header has " +
                        std::to_string(header.size()) + ": " + quoted_text(fields[0]) +
                        (fields.size() > 1 ? ", ..." : "");
  if (reader.last_line() > reader.line()) {
    // Worth reporting: a stray quote joined these lines.
    problem += " (lines " + std::to_string(reader.line()) + " to " +
               std::to_string(reader.last_line()) + ")";
  }
  return problem;
}

}  // namespace replaybench
